// Whether a line of a statement tells of money that went out and arrived: by its state, its type and its sign. What isn't
// known to mean that proves nothing. It says nothing about whose payment the line is.

/** States that mean done, letters alone. Of any other word nobody here knows what it means. */
const DONE: ReadonlySet<string> = new Set([
  'booked',
  'cleared',
  'complete',
  'completed',
  'done',
  'executed',
  'paid',
  'paidout',
  'posted',
  'processed',
  'sent',
  'settled',
  'succeeded',
  'success',
  'successful',
]);

/** Types of lines that are no payment to a payee: money that comes in or back, charges, holds. */
const NOT_OUT =
  /incom|inbound|refund|credit|revers|revert|return|recall|receiv|receipt|deposit|charge|fee|interest|hold|topup/;
const NOT_OUT_WORDS: ReadonlySet<string> = new Set(['in', 'c', 'cr', 'crdt', 'payin']);

export interface Told {
  /** Null where the statement has no such column. */
  readonly state: string | null;
  /** What the columns for type and direction hold. */
  readonly type: string;
  /** As it stands there, with its sign. */
  readonly amount: string;
}

/** Whether amounts with a minus and amounts without one stand in it. */
export function hasBothSigns(amounts: readonly string[]): boolean {
  const told = amounts.filter((amount) => /[1-9]/.test(amount));
  return told.some((amount) => amount.startsWith('-')) && told.some((amount) => !amount.startsWith('-'));
}

/** Why the line proves no payment, whichever row it may be; null where nothing is against it. */
export function reserveOf(
  { state, type, amount }: Told,
  bothSigns: boolean,
  failedStates: readonly string[],
): string | null {
  if (isNotOut(type)) return `it is "${type}", not a payment that went out`;
  if (amount.startsWith('+') || (bothSigns && !amount.startsWith('-')))
    return `its amount is ${amount}, without the minus of money that went out`;
  if (state === null) return null;
  if (state === '') return 'it has no state';
  const failed = failedStates.some((one) => letters(one) === letters(state));
  return DONE.has(letters(state)) && !failed ? null : `its state is "${state}", which may not mean paid`;
}

const letters = (text: string): string => text.toLowerCase().replace(/[^\p{L}\p{N}]/gu, '');

function isNotOut(type: string): boolean {
  const words = type.toLowerCase().split(/[^\p{L}\p{N}]+/u);
  return NOT_OUT.test(letters(type)) || words.some((word) => NOT_OUT_WORDS.has(word));
}
