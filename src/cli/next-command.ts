// Completes the commands in a message with the --config and --ledger of this command line. A command that is pasted
// from a cron mail runs in another folder, and must not find another ledger.
import { isAbsolute, resolve } from 'node:path';

import { shellQuoted } from '../files/plain.ts';
import type { Command } from './command.ts';
import type { Io } from './io.ts';
import { withoutPassword } from './secrets.ts';

interface GivenFlags {
  readonly config?: string | undefined;
  readonly ledger?: string | undefined;
}

/**
 * The two flags as they were typed, also if other flags are wrong. For a ledger in a file, PAYBATCH_LEDGER counts as
 * well: a login shell may not have the variables of a job. The sandbox has a separate ledger.
 */
export function givenFlags(args: readonly string[], env: Io['env'] = {}): GivenFlags {
  const set = env['PAYBATCH_LEDGER'] ?? '';
  const own = isAbsolute(set) && !args.includes('--sandbox') ? set : undefined;
  return { config: valueOf('config', args), ledger: valueOf('ledger', args) ?? own };
}

/** The first value of a flag, as it was typed. */
export function valueOf(name: string, args: readonly string[]): string | undefined {
  const at = args.findIndex((arg) => arg === `--${name}` || arg.startsWith(`--${name}=`));
  const given = args[at] ?? '';
  const inside = given.indexOf('=');
  const value = inside === -1 ? args[at + 1] : given.slice(inside + 1);
  return at === -1 || value === '' ? undefined : value;
}

/** The words of a command, and its first flag. `ledger copy` has flags for both of its ledgers. */
const NAMED =
  /\bpaybatch (?!ledger copy\b)([a-z]+(?:(?<=\bledger) (?:init|show|verify|export|backup)\b|(?<=\bplan) (?:show|diff)\b)?)( --(?:help|config|ledger|sandbox)\b)?/g;

/**
 * Adds the flags to the commands in a text. `commands`: all commands; each gets only flags that it has. `cwd`:
 * relative paths become absolute, because the command may be typed in another folder.
 */
export function completing(
  { config, ledger }: GivenFlags,
  cwd: string,
  commands: readonly Command[],
): (text: string) => string {
  // A value with a password is never printed.
  const given = [
    ['config', config === undefined ? undefined : resolve(cwd, config)],
    ['ledger', ledger],
  ].flatMap(([name = '', value]): [name: string, text: string][] =>
    value === undefined || withoutPassword(value) !== value
      ? []
      : [[name, `--${name} ${shellQuoted(value)}`]],
  );
  if (given.length === 0) return (text) => text;
  return (text) =>
    text.replace(NAMED, (whole, name: string, flag?: string) => {
      const flags = commands.find((one) => one.name === name)?.flags ?? {};
      const taken = given.filter(([known]) => flag === undefined && flags[known] !== undefined);
      return [whole, ...taken.map(([, typed]) => typed)].join(' ');
    });
}
