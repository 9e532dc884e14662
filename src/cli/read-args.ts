// The words behind a command's name into the typed values that its handler is given. The parser of yargs splits them; each value is
// checked here, once.
import { Parser } from 'yargs/helpers';

import { didYouMean, suggest } from '../csv/suggest.ts';
import { MINOR_UNITS } from '../interface/currencies.ts';
import { PLAIN_DECIMAL } from '../interface/decimal.ts';
import {
  type ArgsOf,
  type Command,
  type Flag,
  type Flags,
  usageOf,
  type Word,
  type Words,
} from './command.ts';
import { UsageError } from './io.ts';

interface Typed {
  readonly words: readonly string[];
  /** The values of each flag that was typed; of a switch none. */
  readonly flags: ReadonlyMap<string, readonly string[]>;
  readonly rest: readonly string[];
}

/** Errors: {@link UsageError} for the first mistake, with the nearest right spelling. */
export function readArgs<W extends Words, F extends Flags>(
  command: Command<W, F>,
  args: readonly string[],
): ArgsOf<Command<W, F>> {
  const { words, flags, rest } = typedBy(args, command);
  const [wordNames, flagNames] = [Object.keys(command.words), Object.entries(command.flags)];
  const values = [
    ...wordNames.map((name, at) => [name, readWord(command, name, words.slice(at))]),
    ...flagNames.map(([name, flag]) => [name, readFlag(command, name, flag, flags.get(name))]),
  ];
  return Object.fromEntries([...values, ['rest', rest]]) as ArgsOf<Command<W, F>>; // each value was read by its definition
}

const seeHelp = ({ name }: Command): string => `See paybatch ${name} --help`;

/** In front of all that is no flag: of such a word yargs makes nothing else. It would take "true" and "-" for something. */
const MARK = '\u0001';
const unmarked = (word: unknown): string => String(word).slice(MARK.length);

function typedBy(args: readonly string[], command: Command): Typed {
  const end = args.indexOf('--');
  const own = end === -1 ? args : args.slice(0, end);
  const rest = end === -1 ? [] : args.slice(end + 1);
  const { _: found, ...parsed } = parse(own, command);
  const words = found.map(unmarked);
  const short = words.find((word) => /^-./.test(word));
  if (short !== undefined) throw unknownFlag(short, command);
  const flags = new Map<string, readonly string[]>();
  for (const [name, value] of Object.entries(parsed)) {
    const flag = command.flags[name];
    if (!flag) throw unknownFlag(`--${name}`, command);
    flags.set(name, flag.type === 'boolean' ? [] : [value].flat().map((one) => filled(one, name, command)));
  }
  if (!command.startsOther) words.push(...rest);
  judgeCount(words, args, command);
  return { words, flags, rest: command.startsOther ? rest : [] };
}

function parse(args: readonly string[], { flags }: Command): ReturnType<typeof Parser> {
  const named = (isSo: (flag: Flag) => boolean): string[] =>
    Object.entries(flags).flatMap(([name, flag]) => (isSo(flag) ? [name] : []));
  const switches = named(({ type }) => type === 'boolean');
  const words = args.map((arg) => {
    const [, name = '', value] = /^--([^=]+)(?:=([^]*))?$/.exec(arg) ?? [];
    // yargs takes every value but "true" for off, without a word: "--dry-run=1" would pay.
    if (value !== undefined && switches.includes(name))
      throw new UsageError(`${arg}: this flag takes no value. Write --${name}, or leave it out`);
    if (name === '') return MARK + arg;
    return value === undefined ? arg : `--${name}=${MARK}${value}`;
  });
  return Parser(words, {
    boolean: switches,
    string: named(({ type }) => type !== 'boolean'),
    array: named((flag) => flag.type === 'list' && flag.greedy === true),
    configuration: {
      'parse-numbers': false,
      'parse-positional-numbers': false,
      'camel-case-expansion': false,
      'boolean-negation': false,
      'dot-notation': false,
    },
  });
}

/** Passed over, an empty value would be the default: another ledger than the one that was meant, say. */
function filled(value: unknown, name: string, command: Command): string {
  if (value === '') throw new UsageError(`--${name} needs a value. ${seeHelp(command)}`);
  if (value === MARK)
    throw new UsageError(`--${name}: its value is empty; is a variable of the script not set?`);
  return unmarked(value);
}

function unknownFlag(typed: string, command: Command): UsageError {
  const names = Object.keys(command.flags);
  const letter = /^-([a-z])$/i.exec(typed)?.[1]?.toLowerCase();
  const alike = names.filter((name) => letter !== undefined && name.startsWith(letter));
  const near = alike.length === 1 ? alike[0] : suggest(typed.replace(/^-+/, ''), names);
  return new UsageError(
    `unknown flag ${typed}${near === undefined ? '' : ` (did you mean --${near}?)`}. ${seeHelp(command)}`,
  );
}

function judgeCount(words: readonly string[], args: readonly string[], command: Command): void {
  const defined = Object.values(command.words);
  const extra = defined.some(({ type }) => type === 'list') ? undefined : words[defined.length];
  if (extra !== undefined) {
    const why =
      'file' in command.words && args.length > 1
        ? `: ${command.name} takes one file at a time (quote a name that has spaces in it)`
        : '';
    throw new UsageError(`unexpected argument "${extra}"${why}. ${seeHelp(command)}`);
  }
  const required = defined.filter((word) => 'required' in word && word.required).length;
  if (words.length < required)
    throw new UsageError(`${usageOf(command)}: an argument is missing. ${seeHelp(command)}`);
}

/** `given`: this word and those behind it. */
function readWord(command: Command, name: string, given: readonly string[]): unknown {
  const word = command.words[name] as Word; // one of its own names
  const own = word.type === 'list' ? given : given.slice(0, 1);
  if (own.includes('-') && !('standardInput' in word))
    throw new UsageError(
      `${command.name} -: standard input can't be read: a file is read more than once, and the results are named after it. Save it to a file first`,
    );
  const [one] = own;
  if (word.type === 'list') return own;
  return word.type === 'choice' && one !== undefined ? choice(name, word.of, one) : one;
}

function readFlag(command: Command, name: string, flag: Flag, given: readonly string[] | undefined): unknown {
  const place = `--${name}`;
  if (flag.type === 'boolean') return given !== undefined;
  if (flag.type === 'list') return given ?? [];
  if (flag.type === 'amounts')
    return amounts(
      (given ?? []).map((item) => partsOf(item, place)),
      place,
    );
  const [one, second] = given ?? [];
  // A flag that takes one value and is given twice is a mistake, not a list.
  if (second !== undefined) throw new UsageError(`${place} is given twice`);
  if (one === undefined && flag.required)
    throw new UsageError(`${command.name}: ${place} ${flag.value ?? ''} is needed. ${seeHelp(command)}`);
  if (one === undefined || flag.type === 'string') return one;
  if (flag.type === 'choice') return choice(place, flag.of, one);
  return readNumber(place, flag.type === 'integer' ? flag : {}, one);
}

/** Errors: {@link UsageError} that lists the values and names the nearest. */
export function choice(name: string, values: readonly string[], value: string): string {
  if (values.includes(value)) return value;
  throw new UsageError(`${name} ${value}: one of ${values.join(', ')}${didYouMean(value, values)}`);
}

/** With bounds a whole number; without them any number above 0. Errors: {@link UsageError}. */
export function readNumber(
  place: string,
  { min, max }: { readonly min?: number; readonly max?: number },
  text: string,
): number {
  const number = Number(text);
  if (min === undefined || max === undefined) {
    if (/^\d+(\.\d+)?$/.test(text) && number > 0) return number;
    throw new UsageError(`${place} "${text}": expected a number above 0`);
  }
  if (/^\d+$/.test(text) && number >= min && number <= max) return number;
  throw new UsageError(`${place} "${text}": expected a whole number from ${min} to ${max}`);
}

type CurrencyAmount = readonly [currency: string, amount: string];

function partsOf(item: string, place: string): CurrencyAmount {
  const [, code, amount] = /^([^=\s]+)=(.+)$/.exec(item) ?? [];
  if (code !== undefined && amount !== undefined && PLAIN_DECIMAL.test(amount)) return [code, amount];
  throw new UsageError(`${place} ${item}: expected CUR=AMOUNT, such as GBP=1250.00`);
}

/** By currency, in capitals. `place`: the flag or setting. Errors: {@link UsageError}. */
export function amounts(given: readonly CurrencyAmount[], place: string): ReadonlyMap<string, string> {
  const out = new Map<string, string>();
  for (const [code, amount] of given) {
    const currency = code.toUpperCase();
    if (!PLAIN_DECIMAL.test(amount))
      throw new UsageError(`${place} ${code}: "${amount}" is not a plain decimal such as 1250.00`);
    if (!MINOR_UNITS.has(currency))
      throw new UsageError(
        `${place} ${code}=${amount}: there is no currency ${code}${didYouMean(currency, [...MINOR_UNITS.keys()])}`,
      );
    if (out.has(currency)) throw new UsageError(`${place} ${currency} is given twice`);
    out.set(currency, amount);
  }
  return out;
}
