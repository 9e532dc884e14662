// config: each setting, its value (secrets masked) and where it came from.
import type { Requirement } from '../../approval/policy.ts';
import { EXIT } from '../../errors.ts';
import { plain } from '../../files/plain.ts';
import { PROFILE, type ProfileKey } from '../../interface/profile.ts';
import type { ConfigArgs } from '../definitions/tools.ts';
import type { Io } from '../io.ts';
import { printJson, printTable, warn } from '../render/print.ts';
import { fileOfSecret, withoutPassword } from '../secrets.ts';
import { Settings } from '../settings.ts';
import { settingProblems, shownHook } from '../settings-check.ts';
import { SETTING_NAMES, type SettingName, settingOf, unreadVariables } from '../settings-table.ts';

export function configCommand(args: ConfigArgs, io: Io): Promise<number> {
  const settings = new Settings(args, io);
  const all = [...ownSettings(settings), ...sections(settings)];
  for (const text of unreadVariables(io.env)) warn(io, plain(text));
  const wrong = settingProblems(settings, 'config');
  for (const { message } of wrong) io.err(`paybatch: ${plain(message)}\n`, 'error');
  const code = wrong.length > 0 ? EXIT.unusable : EXIT.ok;
  if (args.json) printJson(io, Object.fromEntries(all.map(({ name, ...rest }) => [name, rest])));
  else {
    const rows = all.map(({ name, value, source }) => [name, source, cellOf(name, value)]);
    printTable(io, ['setting', 'from', 'value'], rows);
  }
  return Promise.resolve(code);
}

interface Shown {
  readonly name: string;
  /** Of its own type, as JSON has it. */
  readonly value: unknown;
  readonly source: string;
}

const ownSettings = (settings: Settings): Shown[] =>
  SETTING_NAMES.map((name) => {
    const { value, source } = settings.get(name);
    return { name, value: value === null ? null : shown(name, value), source };
  });

function shown(name: SettingName, value: string): string | number {
  const { secret, hook, range } = settingOf(name);
  // A value that is not a number is shown as it was written: a command that needs it refuses it.
  if (range) return Number.isNaN(Number(value)) ? value : Number(value);
  // A file's name without any folder may be the secret itself.
  const isSecret = secret === true || (name === 'apiSecretFile' && fileOfSecret(value) !== value);
  if (isSecret) return '********';
  return hook === true ? shownHook(value) : withoutPassword(value);
}

/** The sections of the config file, each key with its default. */
function sections(settings: Settings): Shown[] {
  const { config, profile } = settings;
  const at = (name: string, own: unknown, fallback: unknown = null): Shown => ({
    name,
    value: own ?? fallback,
    source: own !== undefined && config ? config.path : fallback === null ? 'not set' : 'default',
  });
  const { checks } = settings.history();
  const { approvers, require } = settings.policy();
  const signers = approvers.map(({ name }) => name);
  return [
    ...Object.entries(checks).map(([key, level]) => at(`checks.${key}`, ownKey(config?.checks, key), level)),
    at('payee', config?.payee),
    ...(['minCount', 'maxInvalid', 'maxAmount', 'maxTotal'] as const).map((key) =>
      at(`guards.${key}`, config?.guards?.[key]),
    ),
    at('requireApproval', require && required(require), false),
    at('approvers', signers.length > 0 ? signers : undefined, []),
    ...(['ignore', 'hosts', 'clients', 'rules'] as const).map((key) =>
      at(`lint.${key}`, config?.lint?.[key], key === 'rules' ? {} : []),
    ),
    ...(Object.keys(PROFILE) as ProfileKey[]).map((key) => ({
      ...at(`profile.${key}`, ownKey(config?.profile, key), true),
      value: profile[key],
    })),
  ];
}

const ownKey = (section: object | undefined, key: string): unknown =>
  Object.entries(section ?? {}).find(([name]) => name === key)?.[1];

/** As the config file has it, with the number of signatures where there is more to say than yes or no. */
const required = (require: Requirement): unknown =>
  Object.keys(require).length === 0 ? true : { ...require, signatures: require.signatures ?? 1 };

function cellOf(name: string, value: unknown): string {
  if (name.startsWith('profile.')) return JSON.stringify(value);
  if (value === null) return '';
  return typeof value === 'string' ? value : JSON.stringify(value);
}
