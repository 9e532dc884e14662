// What yargs parsed into the typed values that a command's handler is given; each value is checked here, once.
import { didYouMean } from '../csv/suggest.ts';
import { MINOR_UNITS } from '../interface/currencies.ts';
import { PLAIN_DECIMAL } from '../interface/decimal.ts';
import type { ArgsOf, Command, Flag, Flags, Word, Words } from './command.ts';
import { AS_IT_IS, SettingError, STANDARD_INPUT, UsageError } from './io.ts';

type Parsed = Readonly<Record<string, unknown>>;

/** Everything that is wrong with a command line's values, in one message. */
export class FlagsRefused extends SettingError {
  readonly count: number;

  constructor(problems: readonly string[]) {
    super(listed('settings are missing or wrong', problems), 'usage');
    this.count = problems.length;
  }
}

/** One problem as it is; several below a heading with their count. */
export const listed = (heading: string, problems: readonly string[]): string =>
  problems.length === 1
    ? (problems[0] ?? '')
    : `${problems.length} ${heading}:\n${problems.map((one) => `  ${one}`).join('\n')}`;

export function readArgs<W extends Words, F extends Flags>(
  command: Command<W, F>,
  parsed: Parsed,
  rest: readonly string[],
): ArgsOf<Command<W, F>> {
  const problems: string[] = [];
  const tried = (read: () => unknown): unknown => {
    try {
      return read();
    } catch (error) {
      if (!(error instanceof UsageError)) throw error;
      problems.push(error.message);
      return undefined;
    }
  };
  const words = Object.entries(command.words).map(([name, word]) => [
    name,
    readWord(command, name, word, parsed[name]),
  ]);
  const flags = Object.entries(command.flags).map(([name, flag]) => [
    name,
    tried(() => readFlag(name, flag, parsed[name])),
  ]);
  if (problems.length > 0) throw new FlagsRefused(problems);
  const switchedOff = Object.entries(command.flags)
    .filter(([name, { type }]) => type === 'boolean' && [parsed[name]].flat().includes(false))
    .map(([name]) => name);
  // Each value was read by its own definition, from which the type is derived.
  return Object.fromEntries([...words, ...flags, ['rest', rest], ['switchedOff', switchedOff]]) as ArgsOf<
    Command<W, F>
  >;
}

const texts = (value: unknown): string[] =>
  value === undefined
    ? []
    : [value].flat().map((one: unknown) => (one === STANDARD_INPUT ? '-' : unmarked(String(one))));

const unmarked = (text: string): string => (text.startsWith(AS_IT_IS) ? text.slice(AS_IT_IS.length) : text);

function readWord(command: Command, name: string, word: Word, value: unknown): unknown {
  const given = texts(value);
  if (given.includes('-') && !('standardInput' in word))
    throw new UsageError(
      `${command.name} -: standard input can't be read: a file is read more than once, and the results are named after it. Save it to a file first`,
    );
  if (word.type === 'list') return given;
  const [one] = given;
  return word.type === 'choice' && one !== undefined ? choice(name, word.of, one) : one;
}

function readFlag(name: string, flag: Flag, value: unknown): unknown {
  if (flag.type === 'boolean') return value === true || (Array.isArray(value) && value.includes(true));
  const given = texts(value);
  // Passed over, it would be the default: another ledger than the one that was meant, say.
  if (given.includes(''))
    throw new UsageError(`--${name}: its value is empty; is a variable of the script not set?`);
  if (flag.type === 'list') return given;
  if (flag.type === 'amounts')
    return amounts(
      given.map((item) => partsOf(item, name, flag.example)),
      `--${name}`,
    );
  const [one, second] = given;
  // A flag that takes one value and is given twice is a mistake, not a list.
  if (second !== undefined) throw new UsageError(`--${name} is given twice`);
  if (one === undefined) return undefined;
  switch (flag.type) {
    case 'string':
      return one;
    case 'choice':
      return choice(`--${name}`, flag.of, one);
    case 'integer':
    case 'number':
      return readNumber(`--${name}`, flag, one);
    default:
      return flag satisfies never;
  }
}

/** Errors: {@link UsageError} that lists the values and names the nearest. */
export function choice(name: string, values: readonly string[], value: string): string {
  if (values.includes(value)) return value;
  throw new UsageError(`${name} ${value}: one of ${values.join(', ')}${didYouMean(value, values)}`);
}

/** `bounds`: of a whole number; without them any number above 0. Errors: {@link UsageError}. */
export function readNumber(
  place: string,
  { min, max }: { readonly type?: unknown; readonly min?: number; readonly max?: number },
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

function partsOf(item: string, name: string, example = 'GBP=1250.00'): CurrencyAmount {
  const [, code, amount] = /^([^=\s]+)=(.+)$/.exec(item) ?? [];
  if (code !== undefined && amount !== undefined && PLAIN_DECIMAL.test(amount)) return [code, amount];
  throw new UsageError(`--${name} ${item}: expected CUR=AMOUNT, such as ${example}`);
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
