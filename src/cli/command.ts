// A command as data: its name, words, flags and examples. Help, parsing and completion are made from it, and the types
// of a handler's arguments are derived from it. command-table.ts has the work of each.
import { Parser } from 'yargs/helpers';

import { suggest } from '../csv/suggest.ts';
import type { Flag, Flags } from './flag.ts';
import { UsageError } from './io.ts';

interface Definition {
  /** One word, or two for a subcommand: `ledger init`. */
  readonly name: string;
  /** One line, in the imperative. */
  readonly does: string;
  /** The page of the manual about it. */
  readonly manual?: string;
  /** Command lines without `paybatch`, and what each does. */
  readonly examples: Readonly<Record<string, string>>;
  /** It sends, or shows what a run would send: its refusals end with "Nothing was sent". */
  readonly sends?: true;
  /** It starts the command behind "--". For other commands the words behind "--" are arguments. */
  readonly startsOther?: true;
  /** Flags that exclude each other: with the first, none of the others. */
  readonly conflicts?: Readonly<Record<string, readonly string[]>>;
  /** Flags that need another flag. */
  readonly implies?: Readonly<Record<string, string>>;
}

export interface Command<W extends Flags = Flags, F extends Flags = Flags> extends Definition {
  /** The words behind its name, in the order in which they are written. */
  readonly words: W;
  readonly flags: F;
}

export interface ListedCommand extends Command {
  /** Its heading in the help. */
  readonly group: string;
}

/** The values of flags by name. Without any flags it has no member. */
type Values<F> = {
  readonly [K in keyof F as string extends K ? never : K]: F[K] extends Flag<infer T> ? T : never;
};

/** What a handler is given. `rest`: the words behind "--". */
export type ArgsOf<C> =
  C extends Command<infer W, infer F> ? Values<W> & Values<F> & { readonly rest: readonly string[] } : never;

/** Keeps the exact types of words and flags. */
export function command<W extends Flags, F extends Flags>(
  definition: Definition & { readonly words?: W; readonly flags?: F },
): Command<W, F> {
  // {} has the type of no flags
  return { ...definition, words: definition.words ?? ({} as W), flags: definition.flags ?? ({} as F) };
}

/** How a command is written: `run FILE`, `lint PATHS... [FLAGS]`, `rehearse [FLAGS] -- COMMAND`. */
export function usageOf({ name, words, startsOther }: Command, hasFlags = false): string {
  const written = Object.values(words).map(({ value = '', repeatable, required }) =>
    repeatable ? ` ${value}...` : required ? ` ${value}` : ` [${value}]`,
  );
  return name + written.join('') + (hasFlags ? ' [FLAGS]' : '') + (startsOther ? ' -- COMMAND' : '');
}

/** The command that a command line begins with. `length`: how many words name it, two for a subcommand. */
export function findCommand<C extends Pick<Command, 'name'>>(
  args: readonly string[],
  commands: readonly C[],
): { readonly command: C; readonly length: number } | undefined {
  const [word = '', next = ''] = args;
  const find = (name: string): C | undefined => commands.find((one) => one.name === name);
  const [sub, own] = [find(`${word} ${next}`), find(word)];
  if (sub) return { command: sub, length: 2 };
  return own && { command: own, length: 1 };
}

/**
 * The words behind a command's name as values. Errors: {@link UsageError} for the first mistake, with the nearest
 * right spelling.
 */
export function readArgs<W extends Flags, F extends Flags>(
  command: Command<W, F>,
  args: readonly string[],
): ArgsOf<Command<W, F>> {
  const end = args.indexOf('--');
  const own = end === -1 ? args : args.slice(0, end);
  const rest = end === -1 ? [] : args.slice(end + 1);
  const { _: found, ...parsed } = parse(own, command.flags);
  const words = found.map(unmarked);
  const unknown =
    words.find((word) => /^-./.test(word)) ?? Object.keys(parsed).find((name) => !(name in command.flags));
  if (unknown !== undefined) throw unknownFlag(unknown, command);
  if (!command.startsOther) words.push(...rest);
  refuseCount(words, command);
  refuseTogether(parsed, command);
  return {
    ...readWords(command, words),
    ...readFlags(command, parsed),
    rest: command.startsOther ? rest : [],
  } as ArgsOf<Command<W, F>>; // each was read by its definition
}

const seeHelp = ({ name }: Command): string => `See paybatch ${name} --help`;

/** Put before every word that is not a flag: otherwise yargs reads "true" and "-" as something else. */
const MARK = '\u0001';
const unmarked = (word: unknown): string => String(word).slice(MARK.length);

function parse(args: readonly string[], flags: Flags): ReturnType<typeof Parser> {
  const named = (isSo: (flag: Flag) => boolean): string[] =>
    Object.entries(flags).flatMap(([name, flag]) => (isSo(flag) ? [name] : []));
  const switches = named(({ value }) => value === undefined);
  const words = args.map((arg) => {
    const [, name = '', value] = /^--([^=]+)(?:=([^]*))?$/.exec(arg) ?? [];
    // yargs reads every value except "true" as off: "--dry-run=1" would pay.
    if (value !== undefined && switches.includes(name))
      throw new UsageError(`${arg}: this flag takes no value. Write --${name}, or leave it out`);
    if (name === '') return MARK + arg;
    return value === undefined ? arg : `--${name}=${MARK}${value}`;
  });
  return Parser(words, {
    boolean: switches,
    string: named(({ value }) => value !== undefined),
    array: named(({ greedy }) => greedy === true),
    configuration: {
      'parse-numbers': false,
      'parse-positional-numbers': false,
      'camel-case-expansion': false,
      'boolean-negation': false,
      'dot-notation': false,
    },
  });
}

/** `parsed`: by name, as yargs has it. */
function readFlags(command: Command, parsed: Readonly<Record<string, unknown>>): Record<string, unknown> {
  const entries = Object.entries(command.flags).map(([name, flag]) => {
    const place = `--${name}`;
    const typed = name in parsed ? [parsed[name]].flat() : [];
    // A list of files that a pattern did not find.
    if (name in parsed && typed.length === 0)
      throw new UsageError(`${place} needs a value. ${seeHelp(command)}`);
    if (flag.required && typed.length === 0)
      throw new UsageError(`${command.name}: ${place} ${flag.value ?? ''} is needed. ${seeHelp(command)}`);
    const given =
      flag.value === undefined ? typed.map(String) : typed.map((one) => filled(one, place, command));
    return [name, flag.read(given, place)];
  });
  return Object.fromEntries(entries) as Record<string, unknown>;
}

/** Refuses an empty value: ignored, it would be the default, such as another ledger. */
function filled(value: unknown, place: string, command: Command): string {
  if (value === '') throw new UsageError(`${place} needs a value. ${seeHelp(command)}`);
  if (value === MARK)
    throw new UsageError(`${place}: its value is empty; is a variable of the script not set?`);
  return unmarked(value);
}

/** `name`: a long flag without its dashes, a short flag with its dash. */
function unknownFlag(name: string, command: Command): UsageError {
  const typed = name.startsWith('-') ? name : `--${name}`;
  const names = Object.keys(command.flags);
  const near = suggest(typed.replace(/^-+/, ''), names);
  const hint = near === undefined ? '' : ` (did you mean --${near}?)`;
  return new UsageError(`unknown flag ${typed}${hint}. ${seeHelp(command)}`);
}

function refuseCount(words: readonly string[], command: Command): void {
  const defined = Object.values(command.words);
  const extra = defined.some(({ repeatable }) => repeatable) ? undefined : words[defined.length];
  if (extra !== undefined) throw new UsageError(`unexpected argument "${extra}". ${seeHelp(command)}`);
  if (words.length < defined.filter((word) => word.required).length)
    throw new UsageError(`${usageOf(command)}: an argument is missing. ${seeHelp(command)}`);
}

function refuseTogether(parsed: object, { name, conflicts = {}, implies = {} }: Command): void {
  for (const [flag, others] of Object.entries(conflicts)) {
    const other = others.find((one) => flag in parsed && one in parsed);
    if (other !== undefined) throw new UsageError(`${name}: --${flag} and --${other} exclude each other`);
  }
  for (const [flag, needed] of Object.entries(implies))
    if (flag in parsed && !(needed in parsed)) throw new UsageError(`${name}: --${flag} needs --${needed}`);
}

function readWords(command: Command, words: readonly string[]): Record<string, unknown> {
  const entries = Object.entries(command.words).map(([name, word], at) => {
    const given = word.repeatable ? words.slice(at) : words.slice(at, at + 1);
    if (given.includes(''))
      throw new UsageError(`${command.name} "": an argument is empty; is a variable of the script not set?`);
    if (given.includes('-') && !word.standardInput)
      throw new UsageError(
        `${command.name} -: standard input can't be read: a file is read more than once, and the results are named after it. Save it to a file first`,
      );
    return [name, word.read(given, name)];
  });
  return Object.fromEntries(entries) as Record<string, unknown>;
}
