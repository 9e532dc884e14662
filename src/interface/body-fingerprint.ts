// What a customer or a trade looks like, as one versioned hash of what its body says: `f2:` and 64 hexadecimal digits. Pure;
// no setting, default or reference may come in here. Ledgers are full of these hashes: whatever changes one raises the
// version, and a migration makes the stored ones anew (ledger/renewed-fingerprints.ts).
import { hash } from 'node:crypto';

import { isLosslessNumber } from 'lossless-json';

import { numeralValue } from './decimal.ts';
import { readText } from './plain-text.ts';

const VERSION = 'f2:';

type Fields = Readonly<Record<string, unknown>>;

export function bodyFingerprint(kind: 'customers' | 'trades', body: unknown): string {
  const told = kind === 'trades' ? tradeText(body) : customerText(isFields(body) ? body : {});
  return VERSION + hash('sha256', JSON.stringify([kind, told]));
}

/** An object that holds further values, neither a list nor a number with its digits. */
export function isFields(value: unknown): value is Fields {
  return typeof value === 'object' && value !== null && !Array.isArray(value) && !isLosslessNumber(value);
}

/** By what a register or a tax office knows a business; the first that is there. */
export const NUMBERS = ['taxIdentificationNumber', 'companyRegistrationNumber'] as const;

/** Whether a business is told by this field before anything else. */
export const isTellingNumber = (path: string): boolean => NUMBERS.some((name) => name === path);

/** What a business says of its dealings, or how its record came about (2.1): not who it is. */
const NOT_WHO: ReadonlySet<string> = new Set([
  'withLivenessCheck',
  'termsOfServiceAcceptance',
  'businessModel',
  'accountPurpose',
  'transactionBreakdown',
  'naicsCode',
  'companySourceOfWealth',
  'companySourceOfWealthOther',
  'accountFundingSource',
  'accountFundingSourceOther',
]);

/** A business is who its name and its number say; where it has no number, all that its body says of who it is. */
function customerText(body: Fields): unknown {
  const name = bare(body['businessLegalName']);
  for (const field of NUMBERS) {
    const number = numberOf(body, field);
    if (name !== '' && number !== undefined) return [field, name, number];
  }
  const told = whoText(body);
  return told === '{}' ? customerValue(body) : told;
}

/** One of a business's numbers as its register would have it; what people write who have none ("n/a", "0", "tbd") is none. */
export function numberOf(body: Fields, field: (typeof NUMBERS)[number]): string | undefined {
  const number = bare(body[field]).replace(/^0+/, '');
  return number.replace(/\D+/g, '').length >= 4 ? number : undefined;
}

/** All that a body says of who it is; `{}` for nothing. */
export function whoText(body: Fields): string {
  return customerValue(Object.fromEntries(Object.entries(body).filter(([field]) => !NOT_WHO.has(field))));
}

/** Letters and digits alone, as a person reads them. */
export function bare(value: unknown): string {
  return typeof value === 'string' ? readText(value).replace(/[^\p{L}\p{N}]+/gu, '') : '';
}

/** One text for equal values. Every list of a customer (2.1) is a set: countries, industries. */
function customerValue(value: unknown): string {
  if (Array.isArray(value)) return `[${[...new Set(value.map(customerValue))].sort().join()}]`;
  if (isFields(value)) return fieldsText(value, (one, name) => customerValue(spelt(name, one)), isNothing);
  if (typeof value !== 'string') return scalarText(value);
  const text = readText(value);
  // A spreadsheet takes the zeros from a postcode.
  return JSON.stringify(/^0\d+$/.test(text) ? text.replace(/^0+(?=\d)/, '') : text);
}

/** Values of which people use several spellings. */
function spelt(name: string, value: unknown): unknown {
  if (typeof value !== 'string') return value;
  if (name === 'phoneNumber') return value.replace(/[\s().-]+/g, '');
  return name === 'website' ? value.replace(/\/$/, '') : value;
}

/**
 * A trade's fields are not shown (2.6): a number may be one or text, what is nothing may be zero, `false` or not there. Its
 * lists keep their order, for one may hold what is given and what is got.
 */
function tradeText(value: unknown): string {
  if (Array.isArray(value)) return `[${value.map(tradeText).join()}]`;
  if (isFields(value)) return fieldsText(value, tradeText, isNothingToTrade);
  if (typeof value !== 'string') return scalarText(value);
  const text = readText(value);
  return /^(?:true|false)$/.test(text) ? text : (numeralValue(text) ?? JSON.stringify(text));
}

/** Fields in the order of their names, without those that say nothing. */
function fieldsText(
  fields: Fields,
  textOf: (value: unknown, name: string) => string,
  saysNothing: (value: unknown) => boolean,
): string {
  const parts = Object.entries(fields)
    .filter(([, value]) => !saysNothing(value))
    .sort(([a], [b]) => (a < b ? -1 : 1))
    .map(([name, value]) => `${JSON.stringify(name)}:${textOf(value, name)}`);
  return `{${parts.join()}}`;
}

function scalarText(value: unknown): string {
  if (!isLosslessNumber(value) && typeof value !== 'number') return JSON.stringify(value ?? null);
  const digits = value.toString();
  return numeralValue(digits) ?? digits;
}

/** Absent, empty, `false`, or made of nothing else. */
function isNothing(value: unknown): boolean {
  if (value === undefined || value === null || value === false) return true;
  if (typeof value === 'string') return readText(value) === '';
  if (Array.isArray(value)) return value.every(isNothing);
  return isFields(value) && Object.values(value).every(isNothing);
}

function isNothingToTrade(value: unknown): boolean {
  if (Array.isArray(value)) return value.every(isNothingToTrade);
  if (isFields(value)) return Object.values(value).every(isNothingToTrade);
  return isNothing(value) || ['false', '0'].includes(tradeText(value));
}
