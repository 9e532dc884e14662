// What a spreadsheet makes of a cell: `2026-05` comes back as `May-26`, `1-20` as `20-Jan`, `2026.10` as `2026.1`, a date as the
// number of its day, a number of 17 digits with zeros at its end. Pure; says what two cells may both be readings of, never
// which was meant.
import { exact, numeralValue } from './decimal.ts';
import { readText } from './plain-text.ts';

/** Longer cells are no date and no number. */
const LONGEST = 40;
/** So many digits of a number a spreadsheet keeps. */
const KEPT_DIGITS = 15;

/** Bounded, like all here: cells of 40 characters. */
const TOO_LONG = /^\d{16,}$/;
const NUMERAL = /^\+?\d+(?:[.,]\d+)?(?:e\+?\d{1,2})?$/;
const PERCENT = /^(\d{1,9}(?:[.,]\d{1,9})?) ?%$/;
const GROUPED = /^\d{1,3}(?:(?:\.\d{3})+(?:,\d+)?|(?:,\d{3})+(?:\.\d+)?|(?:['\u2019 ]\d{3})+(?:[.,]\d+)?)$/;
const TIME = /(?:^|[ t])(\d{1,2}):(\d{2})(?::(\d{2})(?:\.0+)?)?$/;

/** English, German, French, Spanish, Italian, Dutch and Portuguese, as far as three or four letters tell them apart. */
const MONTHS: Readonly<Record<string, number>> = {
  ...{ jan: 1, feb: 2, mar: 3, apr: 4, may: 5, jun: 6, jul: 7, aug: 8, sep: 9, oct: 10, nov: 11, dec: 12 },
  ...{ jän: 1, mrz: 3, mär: 3, mai: 5, okt: 10, dez: 12 },
  ...{ fév: 2, fev: 2, avr: 4, juin: 6, juil: 7, aoû: 8, aou: 8, déc: 12 },
  ...{ ene: 1, abr: 4, ago: 8, dic: 12, gen: 1, mag: 5, giu: 6, lug: 7, set: 9, ott: 10 },
  ...{ mrt: 3, maa: 3, mei: 5, out: 10 },
};

const YEAR_FIRST = /^(\d{4})([-/.])(\d{1,2})\2(\d{1,2})$/;
const YEAR_LAST = /^(\d{1,2})([-/.])(\d{1,2})\2(\d{4}|\d{1,2})$/;
const DAY_NAMED = /^(\d{1,2})[-. /]{0,2}(\p{L}{3,10})\.?(?:[-. /]{1,2}(\d{4}|\d{2}))?$/u;
const MONTH_NAMED = /^(\p{L}{3,10})\.?[-. /]{0,2}(\d{4}|\d{1,2})$/u;
const WORD_FIRST = /^(\p{L}{3,10})\.? (\d{1,2}),? (\d{4}|\d{2})$/u;
const YEAR_AND_MONTH = /^(\d{4})[-/.](\d{1,2})$/;
const TWO_PARTS = /^(\d{1,2})[-/.](\d{4}|\d{1,2})$/;
/** A day's number, of the years 2000 to 2050. */
const SERIAL = /^(?:3[6-9]|4\d|5[0-4])\d{3}$/;
const DAY_MS = 86_400_000;
/** Day 0, as all count it since 1900 was taken for a leap year. */
const DAY_ZERO = Date.UTC(1899, 11, 30);

/** What a cell may stand for, each as a text; none for ordinary words. */
export function readingsOf(cell: string): string[] {
  const text = readText(cell);
  if (text.length > LONGEST || !/\d/.test(text)) return [];
  if (TOO_LONG.test(text)) return longOf(text);
  const [behind, hour = '', minute = '', second = '00'] = TIME.exec(text) ?? [];
  if (behind === undefined) return [...numbersOf(text), ...new Set(datesOf(text))];
  const time = `${Number(hour)}:${minute}:${second}`;
  const date = text.slice(0, -behind.length);
  if (date === '') return [`time ${time}`];
  const dates = datesOf(date);
  return time === '0:00:00' ? dates : dates.map((one) => `${one} at ${time}`);
}

/** Whether a spreadsheet may have made one cell of the other. */
export function isRespelt(one: string, two: string): boolean {
  const [a, b] = [readText(one), readText(two)];
  if (a === b || !sharesOne(readingsOf(a), readingsOf(b))) return false;
  if (TOO_LONG.test(a)) return isZeros(a.slice(KEPT_DIGITS)) || isZeros(b.slice(KEPT_DIGITS));
  // In one form, day and month stand in one order: 11/12 and 12/11 are two days.
  return formOf(a) !== formOf(b) || formless(a) === formless(b);
}

/** Some programs cut after the digits that they keep, others round. */
function longOf(text: string): string[] {
  const unit = 10n ** BigInt(text.length - KEPT_DIGITS);
  const [cut, rounded] = [BigInt(text) / unit, (BigInt(text) + unit / 2n) / unit];
  return [...new Set([cut, rounded])].map((digits) => `long ${text.length} ${digits}`);
}

/** Numbers are told by what they are worth, and by nothing else. */
export const isNumeral = (text: string): boolean => NUMERAL.test(text) || TOO_LONG.test(text);

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

function numbersOf(text: string): string[] {
  const value = (spelt: string): string[] => {
    const number = numeralValue(spelt);
    return number === undefined ? [] : [`number ${number}`];
  };
  const [, share] = PERCENT.exec(text) ?? [];
  if (share !== undefined) return [`number ${new exact(share.replace(',', '.')).div('100').toFixed()}`];
  const plain = NUMERAL.test(text) ? value(text.replace('+', '').replace(',', '.').replace('e+', 'e')) : [];
  if (!GROUPED.test(text)) return plain;
  const [whole = '', fraction = ''] = text.split(/[.,](?=\d{1,2}$|\d{4,}$)/);
  return [...plain, ...value(`${whole.replace(/\D/g, '')}${fraction === '' ? '' : `.${fraction}`}`)];
}

function datesOf(text: string): string[] {
  if (SERIAL.test(text)) return serial(Number(text));
  const [, y = '', , m = '', d = ''] = YEAR_FIRST.exec(text) ?? [];
  if (y !== '') return day(y, m, d);
  const [, a = '', , b = '', year = ''] = YEAR_LAST.exec(text) ?? [];
  if (year !== '') return [...day(year, a, b), ...day(year, b, a)];
  const [, number = '', name = '', of = ''] = DAY_NAMED.exec(text) ?? [];
  if (name !== '') return of === '' ? yearless(monthOf(name), number) : day(of, monthOf(name), number);
  const [, first = '', of1 = '', of2 = ''] = WORD_FIRST.exec(text) ?? [];
  if (first !== '') return day(of2, monthOf(first), of1);
  const [, word = '', behind = ''] = MONTH_NAMED.exec(text) ?? [];
  if (word !== '') return [...month(behind, monthOf(word)), ...yearless(monthOf(word), behind)];
  const [, early = '', late = ''] = YEAR_AND_MONTH.exec(text) ?? [];
  if (early !== '') return month(early, late);
  const [, left = '', right = ''] = TWO_PARTS.exec(text) ?? [];
  return [...month(right, left), ...yearless(left, right), ...yearless(right, left)];
}

/** Whether a word begins as a month does. */
export const isMonthName = (word: string): boolean => monthOf(word.toLowerCase()) !== '';

const monthOf = (name: string): string => String(MONTHS[name.slice(0, 4)] ?? MONTHS[name.slice(0, 3)] ?? '');
/** Two digits are of this century up to 29, of the last from 30 on. */
const full = (year: string): string =>
  year.length > 2 ? year : String(Number(year) + (Number(year) < 30 ? 2000 : 1900));
const isMonth = (text: string): boolean => Number(text) >= 1 && Number(text) <= 12;
const isDay = (text: string): boolean => Number(text) >= 1 && Number(text) <= 31;

const day = (year: string, ofYear: string, ofMonth: string): string[] =>
  isMonth(ofYear) && isDay(ofMonth) ? [`day ${full(year)} ${Number(ofYear)} ${Number(ofMonth)}`] : [];
const month = (year: string, ofYear: string): string[] =>
  isMonth(ofYear) && year.length > 1 ? [`month ${full(year)} ${Number(ofYear)}`] : [];
const yearless = (ofYear: string, ofMonth: string): string[] =>
  isMonth(ofYear) && isDay(ofMonth) ? [`day ${Number(ofYear)} ${Number(ofMonth)}`] : [];

/** A month is kept as its first day. */
function serial(number: number): string[] {
  const at = new Date(DAY_ZERO + number * DAY_MS);
  const [year, ofYear, ofMonth] = [at.getUTCFullYear(), at.getUTCMonth() + 1, at.getUTCDate()];
  const days = [`number ${number}`, `day ${year} ${ofYear} ${ofMonth}`];
  return ofMonth === 1 ? [...days, `month ${year} ${ofYear}`] : days;
}
