// The words behind a command's name into the typed values that its handler is given. Node splits them; each value is checked
// here, once. (yargs reads --dry-run=1 as off, and would pay; it drops a lone "-"; and it takes 15 ms of each start.)
import { parseArgs } from 'node:util';

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

function typedBy(args: readonly string[], command: Command): Typed {
  const options = Object.fromEntries(
    Object.entries(command.flags).map(([name, { type }]) => [
      name,
      { type: type === 'boolean' ? ('boolean' as const) : ('string' as const), multiple: true },
    ]),
  );
  const { tokens } = parseArgs({
    args: [...args],
    options,
    strict: false,
    allowPositionals: true,
    tokens: true,
  });
  const words: string[] = [];
  const flags = new Map<string, string[]>();
  let greedy: string[] | undefined;
  for (const token of tokens) {
    if (token.kind === 'option-terminator') {
      greedy = undefined;
      if (command.startsOther) return { words, flags, rest: args.slice(token.index + 1) };
    } else if (token.kind === 'positional') (greedy ?? words).push(token.value);
    else {
      const flag = command.flags[token.name];
      if (!flag || !token.rawName.startsWith('--')) throw unknownFlag(token.rawName, command);
      const value = valueOf(token, flag.type === 'boolean', command);
      const values = [...(flags.get(token.name) ?? []), ...value];
      flags.set(token.name, values);
      greedy = flag.type === 'list' && flag.greedy ? values : undefined;
    }
  }
  judgeCount(words, args, command);
  return { words, flags, rest: [] };
}

type OptionToken = Extract<NonNullable<ReturnType<typeof parseArgs>['tokens']>[number], { kind: 'option' }>;

/** Of a switch none. */
function valueOf(
  { rawName, value, inlineValue }: OptionToken,
  isSwitch: boolean,
  command: Command,
): string[] {
  if (isSwitch && value !== undefined)
    throw new UsageError(`${rawName}=${value}: this flag takes no value. Write ${rawName}, or leave it out`);
  if (isSwitch) return [];
  // A word that begins with a dash is the next flag, not a value.
  if (value === undefined || (inlineValue === false && /^-./.test(value)))
    throw new UsageError(`${rawName} needs a value. ${seeHelp(command)}`);
  // Passed over, it would be the default: another ledger than the one that was meant, say.
  if (value === '')
    throw new UsageError(`${rawName}: its value is empty; is a variable of the script not set?`);
  return [value];
}

function unknownFlag(rawName: string, command: Command): UsageError {
  const names = Object.keys(command.flags);
  const letter = /^-([a-z])$/i.exec(rawName)?.[1]?.toLowerCase();
  const alike = names.filter((name) => letter !== undefined && name.startsWith(letter));
  const near = alike.length === 1 ? alike[0] : suggest(rawName.slice(2), names);
  return new UsageError(
    `unknown flag ${rawName}${near === undefined ? '' : ` (did you mean --${near}?)`}. ${seeHelp(command)}`,
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
