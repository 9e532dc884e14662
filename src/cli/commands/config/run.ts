// config: each setting, its value (secrets masked) and where it came from.
import { PROFILE, type ProfileKey } from '../../../interface/profile.ts';
import type { Io } from '../../io.ts';
import { plainTable, widthOf } from '../../render/table.ts';
import { Settings } from '../../settings.ts';
import { type Setting, SETTINGS } from '../../settings-table.ts';
import { shownHook } from '../../watch/hook-address.ts';
import { withoutPassword } from '../../without-password.ts';
import type { ConfigArgs } from './index.ts';

function shown({ secret, hook }: Omit<Setting, 'name'>, value: string): string {
  if (secret === true) return '********';
  return hook === true ? shownHook(value) : withoutPassword(value);
}

export function configCommand(args: ConfigArgs, io: Io): Promise<number> {
  const settings = new Settings(args, io);
  const own = SETTINGS.map((setting: Omit<Setting, 'name'> & { name: (typeof SETTINGS)[number]['name'] }) => {
    const { value, source } = settings.get(setting.name);
    return {
      name: setting.name,
      value: value === null ? null : shown(setting, value),
      source,
    };
  });
  const profile = (Object.keys(PROFILE) as ProfileKey[]).map((key) => ({
    name: `profile.${key}`,
    value: JSON.stringify(settings.profile[key]),
    source: settings.config?.profile[key] === undefined ? 'default' : settings.config.path,
  }));
  const all = [...own, ...profile];
  if (args.json)
    io.out(`${JSON.stringify(Object.fromEntries(all.map(({ name, ...rest }) => [name, rest])))}\n`);
  else {
    const rows = all.map(({ name, value, source }) => [name, value ?? '', source]);
    io.out(`${plainTable(['setting', 'value', 'from'], rows, [], widthOf(io))}\n`);
  }
  return Promise.resolve(0);
}
