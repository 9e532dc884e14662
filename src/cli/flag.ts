// A flag, or a word behind a command's name, as data: what the help shows of it, and how its text becomes a value.
import { didYouMean } from '../csv/suggest.ts';
import { currencyOf, MINOR_UNITS } from '../interface/currencies.ts';
import { PLAIN_DECIMAL } from '../interface/decimal.ts';
import { UsageError } from './io.ts';

/** The headings of a command's flags, in order. Flags without a group come first. */
export const FLAG_GROUPS = [
  'Flags',
  'Input',
  'Guards',
  'Sending',
  'Approval and overrides',
  'Output and monitoring',
  'Settings',
] as const;
type FlagGroup = (typeof FLAG_GROUPS)[number];

/** Whole numbers, or decimals above 0. */
export type Range = { readonly min: number; readonly max: number } | 'positive';

interface Options {
  /** What applies without it, as the help shows it. */
  readonly default?: string;
  readonly group?: FlagGroup;
  /** Accepted, but not shown by help and completion: an earlier name, or of no use to this command. */
  readonly hidden?: true;
  /** A list that takes every word up to the next flag (`--against a b`). */
  readonly greedy?: true;
  /** A word that may be "-". */
  readonly standardInput?: true;
}

/** `T`: what a command gets. */
export interface Flag<T = unknown> extends Options {
  readonly does: string;
  /** The name of the value in the help: `--rate N`. A switch has no value. */
  readonly value?: string;
  readonly of?: readonly string[];
  /** The schema of the config file has it, too. */
  readonly range?: Range;
  readonly required?: true;
  readonly repeatable?: true;
  /** `given`: the texts that were typed, none if the flag was not. Errors: {@link UsageError}. */
  readonly read: (given: readonly string[], place: string) => T;
}
export type Flags = Readonly<Record<string, Flag>>;

export const toggle = (does: string, options?: Options): Flag<boolean> => ({
  ...options,
  does,
  read: (given) => given.length > 0,
});

/** A flag with one value: to give it twice is a mistake. `parse`: what was typed into what a command gets. */
export const parsed = <T>(
  value: string,
  does: string,
  parse: (typed: string, place: string) => T,
  options?: Options,
): Flag<T | undefined> => ({
  ...options,
  ...{ value, does },
  read([typed, second], place) {
    if (second !== undefined) throw new UsageError(`${place} is given twice`);
    return typed === undefined ? undefined : parse(typed, place);
  },
});

export const text = (value: string, does: string, options?: Options): Flag<string | undefined> =>
  parsed(value, does, (typed) => typed, options);

export const list = (value: string, does: string, options?: Options): Flag<readonly string[]> => ({
  ...options,
  ...{ value, does, repeatable: true },
  read: (given) => given,
});

/** `value`: for the help, where the values themselves would be too long. */
export const choice = <const C extends string>(
  of: readonly C[],
  does: string,
  { value = of.join('|'), ...options }: Options & { readonly value?: string } = {},
): Flag<C | undefined> => ({
  ...parsed(value, does, (typed, place) => readChoice(place, of, typed), options),
  of,
});

export const number = (
  range: Range,
  does: string,
  { value = 'N', ...options }: Options & { readonly value?: string } = {},
): Flag<number | undefined> => ({
  ...parsed(value, does, (typed, place) => readNumber(place, range, typed), options),
  range,
});

/** CUR=AMOUNT, repeatable; exact decimals. */
export const amounts = (does: string, options?: Options): Flag<ReadonlyMap<string, string>> => ({
  ...options,
  ...{ value: 'CUR=AMOUNT', does, repeatable: true },
  read(given, place) {
    const parts = given.map((item) => partsOf(item, place));
    return readAmounts(parts, place);
  },
});

export const required = <T>(flag: Flag<T>): Flag<NonNullable<T>> =>
  ({ ...flag, required: true }) as Flag<NonNullable<T>>; // a command line without it is refused

/** The same flags under one heading of the help. */
export const inGroup = <F extends Flags>(group: FlagGroup, flags: F): F =>
  // the same names and types
  Object.fromEntries(Object.entries(flags).map(([name, flag]) => [name, { group, ...flag }])) as F;

/** The same flags, accepted and left out of the help: a crontab in which `run` becomes `check` still works. */
export const hidden = <F extends Flags>(flags: F): F =>
  // the same names and types
  Object.fromEntries(Object.entries(flags).map(([name, flag]) => [name, { ...flag, hidden: true }])) as F;

/** Errors: {@link UsageError} that lists the values and names the nearest. */
export function readChoice<const C extends string>(place: string, values: readonly C[], typed: string): C {
  const found = values.find((value) => value === typed);
  if (found !== undefined) return found;
  throw new UsageError(`${place} ${typed}: one of ${values.join(', ')}${didYouMean(typed, values)}`);
}

/** Errors: {@link UsageError}. */
function readNumber(place: string, range: Range, typed: string): number {
  const value = Number(typed);
  if (range === 'positive') {
    if (/^\d+(\.\d+)?$/.test(typed) && value > 0) return value;
    throw new UsageError(`${place} "${typed}": expected a number above 0`);
  }
  const { min, max } = range;
  if (/^\d+$/.test(typed) && value >= min && value <= max) return value;
  throw new UsageError(`${place} "${typed}": expected a whole number from ${min} to ${max}`);
}

type CurrencyAmount = readonly [currency: string, amount: string];

function partsOf(item: string, place: string): CurrencyAmount {
  const [, code, amount] = /^([^=\s]+)=(.+)$/.exec(item) ?? [];
  if (code !== undefined && amount !== undefined) return [code, amount];
  throw new UsageError(`${place} ${item}: expected CUR=AMOUNT, such as GBP=1250.00`);
}

/** By currency, in capitals. `place`: the flag or setting. Errors: {@link UsageError}. */
export function readAmounts(given: readonly CurrencyAmount[], place: string): ReadonlyMap<string, string> {
  const out = new Map<string, string>();
  for (const [code, amount] of given) {
    const currency = currencyOf(code);
    if (!PLAIN_DECIMAL.test(amount))
      throw new UsageError(`${place} ${code}: "${amount}" is not a plain decimal such as 1250.00`);
    if (!MINOR_UNITS.has(currency))
      throw new UsageError(
        `${place} ${code}=${amount}: ${code} is not a known currency${didYouMean(currency, [...MINOR_UNITS.keys()])}`,
      );
    if (out.has(currency)) throw new UsageError(`${place} ${currency} is given twice`);
    out.set(currency, amount);
  }
  return out;
}
