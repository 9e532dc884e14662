// Commands that a message names, as they have to be typed to reach the same ledger: with the --config and --ledger of
// this invocation, for a shell. A command that is pasted from a cron mail is typed in another folder, and must not find
// another ledger.
import { isAbsolute, resolve } from 'node:path';

import { shellQuoted } from '../files/plain.ts';
import type { Command } from './command.ts';
import type { Io } from './io.ts';
import { withoutPassword } from './secrets.ts';

export interface GivenFlags {
  readonly config?: string | undefined;
  readonly ledger?: string | undefined;
}

/**
 * What a command line says of these, as it was typed: also where the rest of it can't be read. So does a variable,
 * if it names a file: a job gets it from a file of variables that no login shell has read. The sandbox has a
 * separate ledger.
 */
export function givenFlags(args: readonly string[], env: Io['env'] = {}): GivenFlags {
  const set = env['PAYBATCH_LEDGER'] ?? '';
  const own = isAbsolute(set) && !args.includes('--sandbox') ? set : undefined;
  return { config: valueOf('config', args), ledger: valueOf('ledger', args) ?? own };
}

/** The value of a flag as it was typed; of several the first. */
export function valueOf(name: string, args: readonly string[]): string | undefined {
  const at = args.findIndex((arg) => arg === `--${name}` || arg.startsWith(`--${name}=`));
  const given = args[at] ?? '';
  const inside = given.indexOf('=');
  const value = inside === -1 ? args[at + 1] : given.slice(inside + 1);
  return at === -1 || value === '' ? undefined : value;
}

/**
 * The words of a command, after which flags may stand, if none does yet. `ledger copy` names both of its ledgers
 * itself.
 */
const NAMED =
  /\bpaybatch (?!ledger copy\b)([a-z]+(?:(?<=\bledger) (?:init|show|verify|export|backup)\b|(?<=\bplan) (?:show|diff)\b)?)( --(?:help|config|ledger|sandbox)\b)?/g;

/**
 * A text whose commands are complete. `commands`: all that there are; each is completed by the flags that it takes.
 * `cwd`: a relative path is of this folder, and the command may be typed in another.
 */
export function completing(
  { config, ledger }: GivenFlags,
  cwd: string,
  commands: readonly Command[],
): (text: string) => string {
  // A value with a password is refused, and never repeated.
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
