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

const DASH = '[-\\u2010-\\u2015\\u2212\\ufe63\\uff0d]';
/** Outgoing: `-1`, `1-`, `(1)`, `1 DR`. Incoming: `+1`, `1+`, `1 CR`. */
const SIGNS = [
  ['minus', new RegExp(`^(?:${DASH}(.*)|(.*)${DASH}|\\((.*)\\)|(.*)dr)$`, 'i')],
  ['plus', /^(?:\+(.*)|(.*)\+|(.*)cr)$/i],
] as const;
const DIGITS = /^\d[\d.,'’ \u00a0\u2009\u202f]*$/;

/** Two signs on one amount are not understood. */
function readSign(cell: string): Signed {
  const text = cell.trim();
  if (!/\p{N}/u.test(text)) return { sign: 'none', digits: '' };
  const found = SIGNS.find(([, form]) => form.test(text));
  const [, ...parts] = found?.[1].exec(text) ?? [];
  const digits = found ? parts.join('').trim() : text;
  return DIGITS.test(digits) ? { sign: found?.[0] ?? 'none', digits } : { sign: 'unknown', digits: text };
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

/** The mark that all amounts allow; undefined if both marks do (11.000 alone is ambiguous), or none. */
export function decimalMarkOf(cells: readonly string[]): DecimalMark | undefined {
  const readable = cells
    .map((cell) => readSign(cell).digits)
    .filter((text) => FORMS['.'].test(text) || FORMS[','].test(text));
  const [mark, other] = (['.', ','] as const).filter((one) =>
    readable.every((text) => FORMS[one].test(text)),
  );
  return other === undefined ? mark : undefined;
}

export function readFigure(cell: string, mark: DecimalMark | undefined): Figure {
  const { sign, digits } = readSign(cell);
  return { sign, value: sign === 'unknown' ? null : valueOf(digits, mark) };
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
