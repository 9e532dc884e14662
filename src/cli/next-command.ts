// Commands that a message names, as they have to be typed to reach what this invocation spoke of: with its --config and
// its --ledger, for a shell. Every such command goes through here, those of the rooms below too: whoever pastes one from a
// cron mail stands in another folder, and must not look into another ledger.
import { resolve } from 'node:path';

import type { Command } from './command.ts';
import { withoutPassword } from './without-password.ts';

/** Which other settings an invocation was given that a command after it needs, too. */
export interface GivenFlags {
  readonly config?: string | undefined;
  readonly ledger?: string | undefined;
}

/** A text whose commands are complete. */
export type Completing = (text: string) => string;

/** Nothing in it means anything to a shell. */
const PLAIN = /^[\w@%+=:,./-]+$/;

/** What a line can't show: it would end it, steer the terminal, or not be seen. */
const UNSHOWN = /[\p{Cc}\p{Cf}\u2028\u2029]/u;
const TO_ESCAPE = /['\\\p{Cc}\p{Cf}\u2028\u2029]/gu;

/** One word of a command line, as a shell of POSIX reads it: on one line, and without what nobody sees. */
export function shellQuoted(word: string): string {
  if (PLAIN.test(word)) return word;
  if (!UNSHOWN.test(word)) return `'${word.replaceAll("'", String.raw`'\''`)}'`;
  const escaped = word.replace(TO_ESCAPE, (sign) => {
    if (sign === "'" || sign === '\\') return `\\${sign}`;
    const code = (sign.codePointAt(0) ?? 0).toString(16);
    return code.length > 4 ? `\\U${code.padStart(8, '0')}` : `\\u${code.padStart(4, '0')}`;
  });
  return `$'${escaped}'`;
}

/** What a command line says of these, as it was typed: also where the rest of it can't be read. */
export function givenFlags(args: readonly string[]): GivenFlags {
  return { config: valueOf('config', args), ledger: valueOf('ledger', args) };
}

/** The value of a flag as it was typed; of several the first. */
export function valueOf(name: string, args: readonly string[]): string | undefined {
  const at = args.findIndex((arg) => arg === `--${name}` || arg.startsWith(`--${name}=`));
  const given = args[at] ?? '';
  const inside = given.indexOf('=');
  const value = inside === -1 ? args[at + 1] : given.slice(inside + 1);
  return at === -1 || value === undefined || value === '' ? undefined : value;
}

/** The words after which flags may stand, where none does yet; `ledger copy` names both of its ledgers itself. */
const NAMED =
  /\bpaybatch (?!ledger copy\b)([a-z]+)\b(?:(?<=ledger) (?:init|show|verify|export|backup)\b|(?<=plan) (?:show|diff)\b)?( --(?:help|config|ledger)\b)?/g;

/**
 * `commands`: all that there are; each is completed by the flags that it takes. `cwd`: a relative path is of this folder,
 * and the command may be typed in another.
 */
export function completing(
  { config, ledger }: GivenFlags,
  cwd: string,
  commands: readonly Command[],
): Completing {
  const given: [name: string, text: string][] = [];
  if (config !== undefined) given.push(['config', `--config ${shellQuoted(resolve(cwd, config))}`]);
  // An address with a password is refused, unrepeated.
  if (ledger !== undefined && withoutPassword(ledger) === ledger)
    given.push(['ledger', `--ledger ${shellQuoted(ledger)}`]);
  if (given.length === 0) return (text) => text;
  const flagsOf = new Map(commands.map(({ name, flags }) => [name, flags]));
  return (text) =>
    text.replace(NAMED, (whole, name: string, flag?: string) => {
      if (flag !== undefined) return whole;
      const flags = flagsOf.get(name) ?? {};
      const taken = given.filter(([flag]) => flags[flag] !== undefined).map(([, typed]) => typed);
      return [whole, ...taken].join(' ');
    });
}
