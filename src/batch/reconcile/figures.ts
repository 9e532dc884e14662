// The amounts of a statement as a bank writes them: a sign in one of its forms, and a decimal mark that the statement
// as a whole decides. What is not clear is not guessed. Pure.

export type Sign = 'none' | 'minus' | 'plus' | 'unknown';

export interface Figure {
  readonly sign: Sign;
  /** A plain decimal without a sign; empty for an empty cell; null for one that is not understood. */
  readonly value: string | null;
}

export type DecimalMark = '.' | ',';

/** A cell without its sign. */
interface Signed {
  readonly sign: Sign;
  readonly digits: string;
}

const MINUS = /^[-\u2010-\u2015\u2212\ufe63\uff0d]$/;
const DIGITS = /^\d[\d.,'’ \u00a0\u2009\u202f]*$/;

/** Outgoing: `-1`, `1-`, `(1)`, `1 DR`. Incoming: `+1`, `1+`, `1 CR`. Two signs on one amount are not understood. */
function readSign(cell: string): Signed {
  const text = cell.trim();
  if (!/\p{N}/u.test(text)) return { sign: 'none', digits: '' };
  const signed = (sign: Sign, digits: string): Signed =>
    DIGITS.test(digits.trim()) ? { sign, digits: digits.trim() } : { sign: 'unknown', digits: text };
  const [, inside] = /^\((.*)\)$/.exec(text) ?? [];
  if (inside !== undefined) return signed('minus', inside);
  const [, amount = '', mark = ''] = /^(.*?)(?:\s*)(dr|cr)$/i.exec(text) ?? [];
  if (mark !== '') return signed(mark.toLowerCase() === 'dr' ? 'minus' : 'plus', amount);
  if (MINUS.test(text.slice(0, 1))) return signed('minus', text.slice(1));
  if (MINUS.test(text.slice(-1))) return signed('minus', text.slice(0, -1));
  if (text.startsWith('+')) return signed('plus', text.slice(1));
  if (text.endsWith('+')) return signed('plus', text.slice(0, -1));
  return signed('none', text);
}

const GROUP = "'’ \\u00a0\\u2009\\u202f";
const numberForm = (decimal: string, thousands: string): RegExp =>
  new RegExp(
    `^(?:\\d{1,30}|\\d{1,3}([${thousands}${GROUP}])\\d{3}(?:\\1\\d{3})*)(?:\\${decimal}\\d{1,30})?$`,
  );
const FORMS: Readonly<Record<DecimalMark, RegExp>> = {
  '.': numberForm('.', ','),
  ',': numberForm(',', '.'),
};
/** One mark with three digits behind it is ambiguous: 11.000. */
const EITHER = /^[1-9]\d{0,2}[.,]\d{3}$/;

/** The decimal mark by all amounts together; undefined if none decides it. */
function decimalMarkOf(digits: readonly string[]): DecimalMark | undefined {
  const clear = digits.filter((text) => !EITHER.test(text) && /[.,]/.test(text));
  const needs = (mark: DecimalMark, other: DecimalMark): boolean =>
    clear.some((text) => FORMS[mark].test(text) && !FORMS[other].test(text));
  const point = needs('.', ',');
  return point === needs(',', '.') ? undefined : point ? '.' : ',';
}

/** One figure for each cell. `mark`: by the profile. */
export function readFigures(cells: readonly string[], mark?: DecimalMark): Figure[] {
  const signed = cells.map(readSign);
  const known =
    mark ?? decimalMarkOf(signed.flatMap(({ sign, digits }) => (sign === 'unknown' ? [] : digits)));
  return signed.map(({ sign, digits }) => {
    if (sign === 'unknown') return { sign, value: null };
    return { sign, value: valueOf(digits, known) };
  });
}

function valueOf(digits: string, mark: DecimalMark | undefined): string | null {
  if (digits === '') return '';
  if (mark === undefined && /[.,]/.test(digits)) return null;
  const decimal = mark ?? '.';
  if (!FORMS[decimal].test(digits)) return null;
  const [whole = '', fraction] = digits.split(decimal);
  const plain = whole.replace(/\D/g, '').replace(/^0+(?=\d)/, '');
  return fraction === undefined ? plain : `${plain}.${fraction}`;
}

/** An empty cell or 0.00 in debit or credit is not a payment. */
export const isAboveZero = ({ value }: Figure): boolean => value === null || /[1-9]/.test(value);
