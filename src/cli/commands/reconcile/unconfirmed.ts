// Rows that a statement says nothing of, and whether it could: it may end before their payment, or have the payments beside them
// otherwise, or not at all. Then that it doesn't have a row is no word for its not being paid. Pure.
import { saysNotPaid } from '../../../batch/reconcile/against.ts';
import type { StatementLine } from '../../../batch/reconcile/lines.ts';
import { reaches } from '../../../batch/reconcile/reach.ts';
import type { Statement } from '../../../batch/reconcile/statement.ts';
import type { Heard } from '../../../batch/reconcile/witness.ts';
import type { Paid } from './beside.ts';
import type { LedgerRow } from './ledger-row.ts';

export type Why =
  /** It may not reach to the row's payment. */
  | { readonly is: 'ends' }
  /** What was paid beside the row is written otherwise than it was sent. */
  | {
      readonly is: 'otherwise';
      readonly paid: LedgerRow;
      readonly heard: Extract<Heard, { is: 'otherwise' }>;
    }
  /** Nor does it have what was paid beside the row. */
  | { readonly is: 'absent'; readonly paid: LedgerRow };

export interface Asked {
  readonly row: LedgerRow;
  readonly beside: readonly Paid[];
  /** Another sending has followed it: the usual statement is of the later night. */
  readonly isSentAgain: boolean;
}

/** Why the statement's silence says nothing of the row; `undefined` where it may be gone by. */
export function whyUnconfirmed(
  { row, beside, isSentAgain }: Asked,
  { lines, gaps }: Statement,
): Why | undefined {
  if (row.amount === '') return undefined;
  for (const { row: paid, heard } of beside)
    if (heard.is === 'otherwise') return { is: 'otherwise', paid, heard };
  // One without times, which can't be compared, is told as that.
  if (gaps.some(({ field, what }) => field === 'time' && what !== 'unreadable')) return undefined;
  const isOff = beside.some(({ heard }) => isOffTime(heard));
  // By a wrong clock nobody knows which of its days are meant.
  const times = isOff ? [] : lines.filter(isTold).map(({ time }) => time);
  const known = beside.flatMap(({ row: paid, heard }) => (heard.is === 'there' ? [paid] : []));
  if (!reaches(row, times, known, isSentAgain)) return { is: 'ends' };
  // Of one that begins behind the earlier sending nothing is expected of that day.
  if (gaps.length > 0 || (isSentAgain && !reaches(row, times, known))) return undefined;
  const absent = beside.find(({ row: paid, heard }) => heard.is === 'absent' && reaches(paid, times, known));
  return absent && { is: 'absent', paid: absent.row };
}

/** Whether it says nothing of a sending since it begins behind it, though it has what came later. */
export const beginsBehind = ({ row, beside, isSentAgain }: Asked, { lines }: Statement): boolean => {
  if (!isSentAgain || row.amount === '') return false;
  const known = beside.flatMap(({ row: paid, heard }) => (heard.is === 'there' ? [paid] : []));
  return !reaches(
    row,
    lines.filter(isTold).map(({ time }) => time),
    known,
  );
};

export const isOffTime = (heard: Heard): boolean => 'isOffTime' in heard && heard.isOffTime;

/** What isn't done yet doesn't tell how far it goes; what has failed does. */
export const isTold = (line: StatementLine): boolean => line.reserve === null || saysNotPaid(line);
