// Commands that a message names, as they have to be typed to reach what this invocation spoke of: with its --config and
// its --ledger, or its sandbox, for a shell. Every such command goes through here, those of the rooms below too: whoever pastes one from a
// cron mail stands in another folder, and must not look into another ledger.
import { isAbsolute, resolve } from 'node:path';

import { shellQuoted } from '../files/shell-quoted.ts';
import type { Command } from './command.ts';
import type { Io } from './io.ts';
import { withoutPassword } from './without-password.ts';

/** Which other settings an invocation was given that a command after it needs, too. */
export interface GivenFlags {
  readonly config?: string | undefined;
  readonly ledger?: string | undefined;
  /** Whether the service was the embedded one, and what its wallets held, as it was typed. */
  readonly sandbox?: boolean;
  readonly balances?: readonly string[];
}

/** A text whose commands are complete. */
export type Completing = (text: string) => string;

/**
 * What a command line says of these, as it was typed: also where the rest of it can't be read. A ledger that a variable names
 * is one, too, where it is a file: a job gets it from a file of variables that no login shell has read. An address needs more of
 * them, and a schema and a password can't be given as flags. The sandbox has a separate ledger.
 */
export function givenFlags(args: readonly string[], env: Io['env'] = {}): GivenFlags {
  const config = valueOf('config', args);
  const typed = valueOf('ledger', args);
  const set = env['PAYBATCH_LEDGER'] ?? '';
  if (!args.includes('--sandbox')) return { config, ledger: typed ?? (isAbsolute(set) ? set : undefined) };
  const common = { config, ledger: typed };
  const balances = args.flatMap((arg, at) =>
    arg.startsWith('--balance') ? (valueOf('balance', args.slice(at, at + 2)) ?? []) : [],
  );
  return { ...common, sandbox: true, balances };
}

/** The value of a flag as it was typed; of several the first. */
export function valueOf(name: string, args: readonly string[]): string | undefined {
  const at = args.findIndex((arg) => arg === `--${name}` || arg.startsWith(`--${name}=`));
  const given = args[at] ?? '';
  const inside = given.indexOf('=');
  const value = inside === -1 ? args[at + 1] : given.slice(inside + 1);
  return at === -1 || value === undefined || value === '' ? undefined : value;
}

/** The words of a command, after which flags may stand, if none does yet. `ledger copy` names both of its ledgers itself. */
const NAMED =
  /\bpaybatch (?!ledger copy\b)([a-z]+(?:(?<=\bledger) (?:init|show|verify|export|backup)\b|(?<=\bplan) (?:show|diff)\b)?)( --(?:help|config|ledger|sandbox)\b)?/g;

/**
 * `commands`: all that there are; each is completed by the flags that it takes. `cwd`: a relative path is of this folder,
 * and the command may be typed in another.
 */
export function completing(
  { config, ledger, sandbox = false, balances = [] }: GivenFlags,
  cwd: string,
  commands: readonly Command[],
): Completing {
  const given: [name: string, text: string][] = [];
  if (config !== undefined) given.push(['config', `--config ${shellQuoted(resolve(cwd, config))}`]);
  // An address with a password is refused, unrepeated.
  if (ledger !== undefined && withoutPassword(ledger) === ledger)
    given.push(['ledger', `--ledger ${shellQuoted(ledger)}`]);
  // A retry in the sandbox is written with its flags. Of the other commands only `quote` asks for the same wallets.
  const embedded = sandbox ? ['--sandbox', ...balances.map((one) => `--balance ${shellQuoted(one)}`)] : [];
  if (given.length === 0 && !sandbox) return (text) => text;
  const flagsOf = new Map(commands.map(({ name, flags }) => [name, flags]));
  return (text) =>
    text.replace(NAMED, (whole, name: string, flag?: string) => {
      if (flag !== undefined) return whole;
      const flags = flagsOf.get(name) ?? {};
      const taken = given.filter(([flag]) => flags[flag] !== undefined).map(([, typed]) => typed);
      return [whole, ...taken, ...(name === 'quote' ? embedded : [])].join(' ');
    });
}
