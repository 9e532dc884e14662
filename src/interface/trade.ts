// The supported pair of a trade (2.6): USDC and USDCT, in either direction. The request's fields are "not shown": the
// profile names the two that are looked at.
import type { Profile } from './profile.ts';

const PAIR: readonly unknown[] = ['USDC', 'USDCT'];

export interface PairCheck {
  readonly wrong: readonly string[];
  /** Why the pair could not be checked: it is sent as it is, and that has to be said. */
  readonly unchecked: readonly string[];
}

export function judgePair(
  fields: Readonly<Record<string, unknown>>,
  { source, destination }: Profile['tradeCurrencyFields'],
): PairCheck {
  const given = [source, destination].filter((name) => Object.hasOwn(fields, name));
  const wrong = given
    .filter((name) => !PAIR.includes(fields[name]))
    .map((name) => `${name}: trades swap USDC and USDCT (2.6)`);
  if (given.length < 2) {
    const missing = [source, destination].filter((name) => !given.includes(name));
    const which = missing.map((name) => `"${name}"`).join(' or ');
    return {
      wrong,
      unchecked: [
        `the pair was not checked: the body has no field ${which} (profile.tradeCurrencyFields names the fields of the two currencies)`,
      ],
    };
  }
  if (fields[source] === fields[destination]) wrong.push(`${destination}: is the same as ${source}`);
  return { wrong, unchecked: [] };
}
