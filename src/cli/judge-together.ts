// A command line, a config file and an environment that are wrong at once: all of it is told in one message, not one try each.
// Looks only where something has been refused already.
import { PaybatchError } from '../errors.ts';
import type { Command } from './command.ts';
import { type ConfigFile, ConfigRefused, readConfig } from './config-file.ts';
import { CONFIG_NAME } from './config-name.ts';
import { type Io, SettingError } from './io.ts';
import { hintOf, howToSet, refusals, textOf } from './judge-settings.ts';
import { valueOf } from './next-command.ts';
import { FlagsRefused, wrongTogether } from './read-args.ts';
import { MissingSetting, Settings } from './settings.ts';
import { isOn } from './switches.ts';

/** The same error, or one that names whatever else is wrong. `args`: the command line as it was typed. */
export function judgedTogether(error: unknown, command: Command, args: readonly string[], io: Io): unknown {
  if (!(error instanceof FlagsRefused || error instanceof ConfigRefused)) return error;
  const flags = error instanceof FlagsRefused ? error.problems : [];
  const { file, refused } = configOf(error, command, args, io);
  const settings = callsService(command, args) ? environmentOf(file, refused, command, args, io) : [];
  const problems = [...flags, ...(refused?.problems ?? []), ...settings.map(textOf)];
  if (problems.length === error.problems.length) return error;
  return new SettingError(
    wrongTogether(problems) + howToSet(settings, file?.path ?? valueOf('config', args) ?? CONFIG_NAME),
    error.code,
    hintOf(settings),
  );
}

interface Config {
  readonly file: ConfigFile | null;
  readonly refused?: ConfigRefused;
}

function configOf(error: unknown, { flags }: Command, args: readonly string[], { cwd }: Io): Config {
  if (error instanceof ConfigRefused) return { file: error.rest, refused: error };
  const name = valueOf('config', args);
  if (!flags['config'] || name === '') return { file: null };
  try {
    return { file: readConfig(cwd, name) };
  } catch (refused) {
    if (refused instanceof ConfigRefused) return { file: refused.rest, refused };
    throw refused;
  }
}

/** Numbers are judged where flags and file are read: what is left are texts. */
function environmentOf(
  file: ConfigFile | null,
  refused: ConfigRefused | undefined,
  { flags }: Command,
  args: readonly string[],
  io: Io,
): PaybatchError[] {
  const names = (['ledger', 'notify', 'ping'] as const).filter((name) => flags[name]);
  const typed = Object.fromEntries(names.map((name) => [name, valueOf(name, args) || undefined]));
  const isUnread = (name: string): boolean =>
    refused?.unread(name) === true || refused?.unread(`${name}File`) === true;
  return refusals(new Settings(typed, io, file)).filter(
    (one) => !(one instanceof MissingSetting && isUnread(one.setting)),
  );
}

function callsService({ name, sends }: Command, args: readonly string[]): boolean {
  if (sends !== true || name === 'check') return false;
  return !isOn(args, 'sandbox') && !isOn(args, 'dry-run');
}
