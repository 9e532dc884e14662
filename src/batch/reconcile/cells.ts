// What the cells of a statement hold: amounts, with a decimal point or, where the statement as a whole leaves no doubt, a
// decimal comma, and times. What isn't clear is null: it is never guessed at.
import type { StatementLine } from './lines.ts';
import { DAY_MS } from './when.ts';

export type DecimalMark = 'point' | 'comma';

/** `1251,00`, `1.234,50`: no grouping by thousands looks so. */
const COMMA_ONLY =
  /^[-+]?(?:\d+,(?:\d{1,2}|\d{4,})|0\d*,\d+|\d{4,},\d+|\d{1,3}(?:[. \u00a0\u202f]\d{3})+,\d+)$/;
/** `1251.00`, `1,234.50`, `1,234,567` */
const POINT_ONLY =
  /^[-+]?(?:\d+\.(?:\d{1,2}|\d{4,})|0\d*\.\d+|\d{4,}\.\d+|\d{1,3}(?:,\d{3})+\.\d+|\d{1,3}(?:,\d{3}){2,})$/;
const WITH_COMMA = /^[-+]?(?:\d{1,3}(?:[. \u00a0\u202f]\d{3})+|\d+)(?:,\d{1,30})?$/;

/** A comma where amounts of the statement can mean nothing else, and none needs the point. */
export function decimalMarkOf(amounts: readonly string[]): DecimalMark {
  const isComma =
    amounts.some((text) => COMMA_ONLY.test(text)) && !amounts.some((text) => POINT_ONLY.test(text));
  return isComma ? 'comma' : 'point';
}

/** Money that went out is often negative, and often grouped; anything less clear is not guessed at. */
export function amountOf(text: string, mark: DecimalMark = 'point'): string | null {
  if (text === '') return '';
  if (mark === 'comma')
    return WITH_COMMA.test(text) ? text.replace(/[-+. \u00a0\u202f]/g, '').replace(',', '.') : null;
  const plain = /^[-+]?\d{1,3}(?:,\d{3})+(?:\.\d+)?$/.test(text) ? text.replaceAll(',', '') : text;
  return /^[-+]?\d{1,30}(?:\.\d{1,30})?$/.test(plain) ? plain.replace(/^[-+]/, '') : null;
}

/** `11.000` of a currency of two decimals is eleven to one reader, and eleven thousand to another. */
export const mayBeGrouped = (amount: string, digits: number): boolean =>
  digits < 3 && /^[1-9]\d{0,2}\.\d{3}$/.test(amount);

/** ISO 8601, or 21.11.2026: a time, or a day from its beginning to its end. */
export function timeOf(written: string): StatementLine['time'] {
  const text = written.replace(/^(\d\d)\.(\d\d)\.(\d{4})(?=$|,? )/, '$3-$2-$1').replace(', ', ' ');
  const day = /^\d{4}-\d\d-\d\d$/.test(text);
  if (!day && !/^\d{4}-\d\d-\d\d[T ]\d\d:\d\d(?::\d\d(?:\.\d+)?)?(?:Z|[+-]\d\d:?\d\d)?$/.test(text))
    return null;
  const isZoned = !day && /(?:Z|[+-]\d\d:?\d\d)$/.test(text);
  const at = Date.parse((day || isZoned ? text : `${text}Z`).replace(' ', 'T'));
  if (Number.isNaN(at)) return null;
  return { fromMs: at, toMs: day ? at + DAY_MS : at, ...(isZoned ? {} : { isLocal: true }) };
}

/** Whether one of the two may be all that a bank has left of the other. */
export const isMemoOf = (a: string, b: string): boolean =>
  bare(a) !== '' && bare(b) !== '' && (bare(a).includes(bare(b)) || bare(b).includes(bare(a)));

/** What a bank leaves of a memo. */
const bare = (text: string): string =>
  text
    .normalize('NFKC')
    .toLowerCase()
    .replace(/[^\p{L}\p{N}]/gu, '');
