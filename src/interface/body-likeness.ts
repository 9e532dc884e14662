// Customers and trades that are one although their fingerprints differ: one of two numbers came or went, a quote's id is another
// each time. Pure; what it is asked about is what was sent lately or is in doubt.
import {
  bare,
  bodyFingerprint,
  isFields,
  isTellingNumber,
  numberOf,
  NUMBERS,
  whoText,
} from './body-fingerprint.ts';

type Fields = Readonly<Record<string, unknown>>;

export interface CustomerTraits {
  readonly name: string;
  readonly places: string;
  /** Field and number, of those that are there. */
  readonly numbers: ReadonlyMap<string, string>;
  /** All else that says who it is. */
  readonly rest: string;
}

export function customerTraits(body: unknown): CustomerTraits {
  const fields: Fields = isFields(body) ? body : {};
  const numbers = NUMBERS.flatMap((field): [string, string][] => {
    const number = numberOf(fields, field);
    return number === undefined ? [] : [[field, number]];
  });
  const without = Object.entries(fields).filter(([field]) => !isTellingNumber(field));
  const places = fields['customerJurisdictions'];
  return {
    name: bare(fields['businessLegalName']),
    places: Array.isArray(places) ? whoText({ places: places as unknown[] }) : '',
    numbers: new Map(numbers),
    rest: whoText(Object.fromEntries(without)),
  };
}

/** Two that share none of these are two. */
export function traitKeys({ name, numbers, rest }: CustomerTraits): string[] {
  const named = name === '' ? [] : [name, ...[...numbers].map((number) => JSON.stringify([name, ...number]))];
  return [...named, ...(rest === '{}' ? [] : [rest])];
}

/**
 * Whether both are one business: a number of both is the same, or, where no number is in both, all else is. Of one in doubt
 * less is enough, for nobody may be sent twice: all but its numbers, or its name where no number says otherwise.
 */
export function isSameCustomer(one: CustomerTraits, two: CustomerTraits, inDoubt: boolean): boolean {
  const common = [...one.numbers.keys()].filter((field) => two.numbers.has(field));
  const named = one.name !== '' && one.name === two.name;
  if (named && common.some((field) => one.numbers.get(field) === two.numbers.get(field))) return true;
  const sameRest = one.rest !== '{}' && one.rest === two.rest;
  if (common.length > 0) return inDoubt && sameRest;
  if (sameRest) return true;
  return inDoubt && named && (one.places === two.places || one.places === '' || two.places === '');
}

/** Members that say when or how a trade was asked for, in small letters without marks: not what is traded. */
const OF_A_CALL =
  /^(?:id|nonce|time|date|quote|expiry|validuntil)$|(?:quote|request|order|trace|correlation|idempotency)(?:id|key)$|timestamp$|(?:expires|created|requested|quoted|sent|executed)at$/;

/** What a trade looks like without what differs with every call. */
export function steadyTrade(body: unknown): string {
  const fields: Fields = isFields(body) ? body : {};
  const steady = Object.entries(fields).filter(
    ([name]) => !OF_A_CALL.test(name.toLowerCase().replace(/[^a-z]/g, '')),
  );
  return bodyFingerprint('trades', steady.length === 0 ? body : Object.fromEntries(steady));
}
