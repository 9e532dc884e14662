// What a spreadsheet makes of a cell: `2026-05` comes back as `May-26`, `1-20` as `20-Jan`, `2026.10` as `2026.1`, a number of 17
// digits with zeros at its end. Pure; says what two cells may both be readings of, never which was meant.
import { numeralValue } from './decimal.ts';
import { readText } from './plain-text.ts';

/** Longer cells are no date and no number. */
const LONGEST = 40;
/** So many digits of a number a spreadsheet keeps. */
const KEPT_DIGITS = 15;

const TOO_LONG = /^\d{16,}$/;
const NUMERAL = /^\d+(?:[.,]\d+)?$/;

/** English, German and French, as far as three letters tell them apart. */
const MONTHS: Readonly<Record<string, number>> = {
  ...{ jan: 1, feb: 2, mar: 3, apr: 4, may: 5, jun: 6, jul: 7, aug: 8, sep: 9, oct: 10, nov: 11, dec: 12 },
  ...{ mrz: 3, mär: 3, mai: 5, okt: 10, dez: 12, fév: 2, avr: 4, aoû: 8, déc: 12 },
};

const YEAR_FIRST = /^(\d{4})([-/.])(\d{1,2})\2(\d{1,2})$/;
const YEAR_LAST = /^(\d{1,2})([-/.])(\d{1,2})\2(\d{4}|\d{2})$/;
const DAY_NAMED = /^(\d{1,2})[-. /]{0,2}(\p{L}{3,9})(?:[-. /]{1,2}(\d{4}|\d{2}))?$/u;
const MONTH_NAMED = /^(\p{L}{3,9})[-. /]{1,2}(\d{4}|\d{1,2})$/u;
const YEAR_AND_MONTH = /^(\d{4})[-/](\d{1,2})$/;
const TWO_PARTS = /^(\d{1,2})[-/](\d{4}|\d{1,2})$/;

/** What a cell may stand for, each as a text; none for ordinary words. */
export function readingsOf(cell: string): string[] {
  const text = readText(cell).replace(/ 00:00(?::00)?$/, '');
  if (text.length > LONGEST || !/\d/.test(text)) return [];
  if (TOO_LONG.test(text)) return [`long ${text.length} ${text.slice(0, KEPT_DIGITS)}`];
  const value = NUMERAL.test(text) ? numeralValue(text.replace(',', '.')) : undefined;
  return [...(value === undefined ? [] : [`number ${value}`]), ...new Set(datesOf(text))];
}

/** Whether a spreadsheet may have made one cell of the other. */
export function isRespelt(one: string, two: string): boolean {
  const [a, b] = [readText(one), readText(two)];
  if (a === b || !sharesOne(readingsOf(a), readingsOf(b))) return false;
  if (TOO_LONG.test(a)) return isZeros(a.slice(KEPT_DIGITS)) || isZeros(b.slice(KEPT_DIGITS));
  // In one form, day and month stand in one order: 11/12 and 12/11 are two days.
  return formOf(a) !== formOf(b) || formless(a) === formless(b);
}

const isZeros = (digits: string): boolean => /^0*$/.test(digits);

function sharesOne(some: readonly string[], others: readonly string[]): boolean {
  return some.some((one) => others.includes(one));
}

const formOf = (text: string): string =>
  NUMERAL.test(text)
    ? text
    : text
        .replace(/\p{L}+/gu, 'm')
        .replace(/\d{4}/g, 'y')
        .replace(/\d+/g, 'd');
const formless = (text: string): string => text.replace(/(^|\D)0(?=\d)/g, '$1');

function datesOf(text: string): string[] {
  const [, y = '', , m = '', d = ''] = YEAR_FIRST.exec(text) ?? [];
  if (y !== '') return day(y, m, d);
  const [, a = '', , b = '', year = ''] = YEAR_LAST.exec(text) ?? [];
  if (year !== '') return [...day(year, a, b), ...day(year, b, a)];
  const [, number = '', name = '', of = ''] = DAY_NAMED.exec(text) ?? [];
  if (name !== '') return of === '' ? yearless(monthOf(name), number) : day(of, monthOf(name), number);
  const [, word = '', behind = ''] = MONTH_NAMED.exec(text) ?? [];
  if (word !== '') return [...month(behind, monthOf(word)), ...yearless(monthOf(word), behind)];
  const [, first = '', second = ''] = YEAR_AND_MONTH.exec(text) ?? [];
  if (first !== '') return month(first, second);
  const [, left = '', right = ''] = TWO_PARTS.exec(text) ?? [];
  return [...month(right, left), ...yearless(left, right), ...yearless(right, left)];
}

const monthOf = (name: string): string => String(MONTHS[name.slice(0, 3)] ?? '');
const full = (year: string): string => (year.length === 2 ? `20${year}` : year);
const isMonth = (text: string): boolean => Number(text) >= 1 && Number(text) <= 12;
const isDay = (text: string): boolean => Number(text) >= 1 && Number(text) <= 31;

const day = (year: string, ofYear: string, ofMonth: string): string[] =>
  isMonth(ofYear) && isDay(ofMonth) ? [`day ${full(year)} ${Number(ofYear)} ${Number(ofMonth)}`] : [];
const month = (year: string, ofYear: string): string[] =>
  isMonth(ofYear) && year.length > 1 ? [`month ${full(year)} ${Number(ofYear)}`] : [];
const yearless = (ofYear: string, ofMonth: string): string[] =>
  isMonth(ofYear) && isDay(ofMonth) ? [`day ${Number(ofYear)} ${Number(ofMonth)}`] : [];
