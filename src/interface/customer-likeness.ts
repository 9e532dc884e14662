// Customers that are one although their fingerprints differ: a number came, went or was corrected, a name was written out.
// Pure; what it is asked about is what was sent or is in doubt.
import { bare, isFields, isTellingNumber, numberOf, NUMBERS, whoText } from './body-fingerprint.ts';
import { isSameText, textKeys } from './same-text.ts';

type Fields = Readonly<Record<string, unknown>>;

export interface CustomerTraits {
  readonly name: string;
  /** As it is written. */
  readonly fullName: string;
  readonly places: readonly string[];
  /** Field and number, of those that are there: digits alone, for a country's letters come and go before them. */
  readonly numbers: ReadonlyMap<string, string>;
  /** All else that says who it is; with its name, and without. */
  readonly rest: string;
  readonly nameless: string;
  /** What is there besides a name and where it is: enough to tell a business by. */
  readonly isRich: boolean;
}

/** Where it is, in the fields that say so. */
const PLACES: readonly string[] = ['customerJurisdictions', 'countryOfIncorporation'];

export function customerTraits(body: unknown): CustomerTraits {
  const fields: Fields = isFields(body) ? body : {};
  const numbers = NUMBERS.flatMap((field): [string, string][] => {
    const number = numberOf(fields, field);
    return number === undefined ? [] : [[field, digitsOf(number)]];
  });
  const numberless = Object.fromEntries(Object.entries(fields).filter(([field]) => !isTellingNumber(field)));
  const { businessLegalName, ...nameless } = numberless;
  const placeless = Object.fromEntries(Object.entries(nameless).filter(([field]) => !PLACES.includes(field)));
  return {
    name: bare(businessLegalName),
    fullName: typeof businessLegalName === 'string' ? businessLegalName : '',
    places: PLACES.map((field) => (field in fields ? whoText({ [field]: fields[field] }) : '{}')),
    numbers: new Map(numbers),
    rest: whoText(numberless),
    nameless: whoText(nameless),
    isRich: whoText(placeless) !== '{}',
  };
}

const digitsOf = (number: string): string => number.replace(/\D+/g, '').replace(/^0+/, '');

/** Two that share none of these are two. */
export function traitKeys({ fullName, numbers, rest, nameless }: CustomerTraits): string[] {
  const names = fullName === '' ? [] : textKeys(fullName);
  const all = [...names, ...[...numbers.values()].map((number) => `number ${number}`)];
  return [...new Set([...all, ...[rest, nameless].filter((text) => text !== '{}')])];
}

/**
 * Whether both are one business: a number and the name or all else are the same; or all but the numbers is, and that is more
 * than a name. Of one in doubt less is enough, for nobody may be sent twice: its number, its name where no place says
 * otherwise, or all but its numbers.
 */
export function isSameCustomer(one: CustomerTraits, two: CustomerTraits, inDoubt: boolean): boolean {
  const others = new Set(two.numbers.values());
  const hasNumber = [...one.numbers.values()].some((number) => others.has(number));
  const isNamed = hasSameName(one, two);
  const sameRest = one.rest !== '{}' && one.rest === two.rest;
  if (hasNumber) return inDoubt || isNamed || (one.nameless === two.nameless && one.isRich);
  const hasCommon = [...one.numbers.keys()].some((field) => two.numbers.has(field));
  if (sameRest) return inDoubt || one.isRich || !hasCommon;
  return inDoubt && isNamed && one.places.every((place, at) => isPlace(place, two.places[at]));
}

/** Whether both bear one number, and are not of two countries. */
export function sharesNumber(one: CustomerTraits, two: CustomerTraits): boolean {
  const others = new Set(two.numbers.values());
  const hasNumber = [...one.numbers.values()].some((number) => others.has(number));
  return hasNumber && one.places.every((place, at) => isPlace(place, two.places[at]));
}

/** Whether both have a name, and one name. */
export const hasSameName = (one: CustomerTraits, two: CustomerTraits): boolean =>
  one.name !== '' && (one.name === two.name || isSameText(one.fullName, two.fullName));

const isPlace = (one: string, two = '{}'): boolean => one === two || one === '{}' || two === '{}';
