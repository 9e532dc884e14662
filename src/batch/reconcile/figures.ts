// The amounts of a statement as a bank writes them: each with a sign in one of its forms, and marks that the profile
// or the statement as a whole decides. An unclear amount is not guessed. Pure.
import { AmountMarks } from '../input/amount-marks.ts';
import { GROUP_SPACES, type NumberForm, plainAmount } from '../input/amount-text.ts';

/** `no_number`: a text without a digit, which is ignored for the signs of other amounts. */
export type Sign = 'none' | 'minus' | 'plus' | 'unknown' | 'no_number';

export interface Figure {
  readonly sign: Sign;
  /** A plain decimal without a sign; empty for an empty cell; null for one that is not understood. */
  readonly value: string | null;
}

/** A cell without its sign. */
interface Signed {
  readonly sign: Sign;
  readonly digits: string;
}

const DASH = '[-\\u2010-\\u2015\\u2212\\ufe63\\uff0d]';
/** Outgoing: `-1`, `1-`, `(1)`, `1 DR`. Incoming: `+1`, `1+`, `1 CR`. */
const SIGNS = [
  ['minus', new RegExp(`^(?:${DASH}(.*)|(.*)${DASH}|\\((.*)\\)|(.*)dr)$`, 'i')],
  ['plus', /^(?:\+(.*)|(.*)\+|(.*)cr)$/i],
] as const;
/** A dash alone is how banks write an empty cell. */
const EMPTY = new RegExp(`^(?:${DASH}|\\s)*$`);
const DIGITS = new RegExp(`^\\d[\\d.,'’${GROUP_SPACES.join('')}]*$`);

/** Two signs on one amount are not understood. */
function readSign(cell: string): Signed {
  const text = cell.trim();
  if (EMPTY.test(text)) return { sign: 'none', digits: '' };
  if (!/\p{N}/u.test(text)) return { sign: 'no_number', digits: text };
  const found = SIGNS.find(([, form]) => form.test(text));
  const [, ...parts] = found?.[1].exec(text) ?? [];
  const digits = found ? parts.join('').trim() : text;
  return DIGITS.test(digits) ? { sign: found?.[0] ?? 'none', digits } : { sign: 'unknown', digits: text };
}

const isClear = (sign: Sign): boolean => sign !== 'unknown' && sign !== 'no_number';

/** How the amounts of a statement are written; `undefined` if they leave it open (11.000 alone is ambiguous). */
export function numberFormOf(cells: readonly string[]): NumberForm | undefined {
  const marks = new AmountMarks();
  for (const { sign, digits } of cells.map(readSign)) if (isClear(sign)) marks.add(digits);
  return marks.areUnclear ? undefined : (marks.form ?? { decimal: '.', thousands: undefined });
}

/** Without a form, only digits are clear. */
export function readFigure(cell: string, form: NumberForm | undefined): Figure {
  const { sign, digits } = readSign(cell);
  if (!isClear(sign)) return { sign, value: null };
  if (digits === '' || /^\d+$/.test(digits)) return { sign, value: digits };
  return { sign, value: (form && plainAmount(digits, form)) ?? null };
}

/** An empty cell or 0.00 in debit or credit is not a payment. */
export const isAboveZero = ({ value }: Figure): boolean => value === null || /[1-9]/.test(value);
