// Whether a line of a statement is a completed outgoing payment, by its sign, direction, type and state. The lists
// have the words that mean that. A line with another word proves nothing, and the word is reported. Pure.
import { type Figure, isAboveZero, type Sign } from './figures.ts';

/** Words of a direction that mean outgoing: letters alone, in the languages whose banks are known to write them. */
const OUTGOING: ReadonlySet<string> = new Set(
  `out outgoing outbound outflow debit debits dbit dr sent send withdrawal payout paidout moneyout
  af soll belastung débit débito debito debet addebito cargo`.split(/\s+/),
);
/** A type needs at least one of these words. Its other words must be in the next list. */
const PAYMENTS: ReadonlySet<string> = new Set(
  `payment payments payout payouts transfer transfers wire outgoing outbound out sent send debit withdrawal`.split(
    ' ',
  ),
);
const OF_PAYMENTS: ReadonlySet<string> = new Set(
  `bank external sepa swift faster instant domestic international supplier vendor`.split(' '),
);
const COMPLETED: ReadonlySet<string> = new Set(
  `booked cleared complete completed done executed paid paidout posted processed sent settled
  succeeded success successful`.split(/\s+/),
);

/** The cells that show whether a line is an outgoing payment. The value of a missing column is null. */
export interface PaymentCells {
  readonly amount: Figure;
  readonly debit: Figure | null;
  readonly credit: Figure | null;
  readonly direction: string | null;
  readonly type: string | null;
  readonly state: string | null;
}

export interface Objection {
  readonly field: 'amount' | 'debit' | 'direction' | 'type' | 'state' | 'currency';
  /** `mixed`: outgoing lines with a minus and without one. */
  readonly why: 'not_understood' | 'incoming' | 'mixed';
}

const letters = (text: string): string =>
  text
    .normalize('NFKC')
    .toLowerCase()
    .replace(/[^\p{L}\p{N}]/gu, '');
const words = (text: string): string[] =>
  text
    .normalize('NFKC')
    .toLowerCase()
    .match(/[\p{L}\p{N}]+/gu) ?? [];

/** Why each line does not prove a payment; null for a line that may. `failedStates`: of the service's profile. */
export function objectionsTo(
  lines: readonly PaymentCells[],
  failedStates: readonly string[],
): (Objection | null)[] {
  const failed = new Set(failedStates.map(letters));
  const isOut = lines.map((line) => objectionByColumns(line) === null);
  const signs = new Set(
    lines.flatMap(({ amount: { sign, value } }, at) =>
      isOut[at] === true && sign !== 'no_number' && isAboveZero({ sign, value }) ? [sign] : [],
    ),
  );
  return lines.map(
    (line) => objectionByColumns(line) ?? objectionBySign(line, signs) ?? objectionByWords(line, failed),
  );
}

/** By debit, credit and direction. */
function objectionByColumns({ debit, credit, direction }: PaymentCells): Objection | null {
  if (debit || credit) {
    const [out, back] = [debit, credit].map((figure) => figure !== null && isAboveZero(figure));
    if (back && !out) return { field: 'debit', why: 'incoming' };
    if (!out || back) return { field: 'debit', why: 'not_understood' };
  }
  if (direction !== null && !OUTGOING.has(letters(direction)))
    return { field: 'direction', why: 'not_understood' };
  return null;
}

/** `signs`: of all amounts except those that a column marks as incoming. */
function objectionBySign(
  { amount: { sign, value }, debit, credit, direction }: PaymentCells,
  signs: ReadonlySet<Sign>,
): Objection | null {
  const objection = (why: Objection['why']): Objection => ({ field: 'amount', why });
  if (value === null) return objection('not_understood');
  if (value === '') return null;
  if (sign === 'plus') return objection('incoming');
  const isNamed = direction !== null || debit !== null || credit !== null;
  // Among debits that have no sign, a minus is a reversal.
  return signs.size > 1 && (sign === 'none' || isNamed) ? objection('mixed') : null;
}

function objectionByWords({ type, state }: PaymentCells, failed: ReadonlySet<string>): Objection | null {
  if (type !== null && !isPayment(words(type))) return { field: 'type', why: 'not_understood' };
  if (state !== null && (!COMPLETED.has(letters(state)) || failed.has(letters(state))))
    return { field: 'state', why: 'not_understood' };
  return null;
}

const isPayment = (type: readonly string[]): boolean =>
  type.some((word) => PAYMENTS.has(word)) &&
  type.every((word) => PAYMENTS.has(word) || OF_PAYMENTS.has(word));
