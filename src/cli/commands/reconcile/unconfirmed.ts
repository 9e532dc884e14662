// Rows that a statement says nothing of, and whether it could: it may end before their payment, or have the payments beside them
// otherwise, or not at all. Then that it doesn't have a row is no word for its not being paid. Pure.
import { saysNotPaid } from '../../../batch/reconcile/against.ts';
import type { StatementLine } from '../../../batch/reconcile/lines.ts';
import { reaches } from '../../../batch/reconcile/reach.ts';
import type { Statement } from '../../../batch/reconcile/statement.ts';
import type { LineTime, Span } from '../../../batch/reconcile/when.ts';
import type { Heard } from '../../../batch/reconcile/witness.ts';
import type { Paid } from './beside.ts';
import type { LedgerRow } from './ledger-row.ts';

type Otherwise = Extract<Heard, { is: 'otherwise' }>;

export type Why =
  /** It may not reach to the row's payment. */
  | { readonly is: 'ends' }
  /** What was paid beside the row is written otherwise than it was sent. */
  | { readonly is: 'otherwise'; readonly paid: LedgerRow; readonly heard: Otherwise }
  /** Nor does it have what was paid beside the row. */
  | { readonly is: 'absent'; readonly paid: LedgerRow };

export interface Asked {
  readonly row: LedgerRow;
  /** When it was sent, by a clock that may have been wrong. */
  readonly sent: Span;
  readonly beside: readonly Paid[];
  /** The later payment, where another sending has followed it: the usual statement is of that night. */
  readonly later: Paid | undefined;
  readonly isSentAgain: boolean;
}

/** What of a statement is asked for every row. */
export interface Told extends Pick<Statement, 'gaps'> {
  readonly times: readonly (LineTime | null)[];
}

export const toldIn = ({ lines, gaps }: Statement): Told => ({
  gaps,
  times: lines.filter(isTold).map(({ time }) => time),
});

/** Why the statement's silence says nothing of the row; `undefined` where it may be gone by. */
export function whyUnconfirmed(asked: Asked, { times, gaps }: Told): Why | undefined {
  const { row, sent, beside, later, isSentAgain } = asked;
  if (row.amount === '') return undefined;
  const all = later ? [...beside, later] : beside;
  const there = all.flatMap((one) => (one.heard.is === 'there' ? [one.row] : []));
  // One payment is written otherwise for a reason of its own: it bounced, or had a fee. As many as are there as sent are none.
  const others = all.flatMap(({ row: paid, heard }) => (heard.is === 'otherwise' ? [{ paid, heard }] : []));
  const [other] = others;
  if (other && others.length >= there.length) return { is: 'otherwise', ...other };
  // One without times, which can't be compared, is told as that.
  if (gaps.some(({ field, what }) => field === 'time' && what !== 'unreadable')) return undefined;
  if (!reachesTo(asked, times, there)) return { is: 'ends' };
  if (gaps.length > 0) return undefined;
  const isAbsent = (one: Paid): boolean => one.heard.is === 'absent' && reaches(one.row, times, there);
  if (later && isAbsent(later)) return { is: 'absent', paid: later.row };
  // Of one that begins behind the earlier sending nothing is expected of that day.
  if (isSentAgain && !reaches(sent, times, there)) return undefined;
  // What another wallet paid needn't be in the export of the row's.
  const absent = beside.filter((one) => one.row.source === row.source && isAbsent(one));
  const isFew = absent.length < beside.filter(({ heard }) => heard.is === 'there').length;
  const [first] = absent;
  return first && !isFew ? { is: 'absent', paid: first.row } : undefined;
}

function reachesTo(
  { row, sent, beside, isSentAgain }: Asked,
  times: readonly (LineTime | null)[],
  there: readonly LedgerRow[],
): boolean {
  const real = isByWrongClock(beside) ? timesOf(beside) : undefined;
  // By a wrong clock, what was paid beside it tells the days that are meant; by one that was set back they are wide.
  if (real) return reaches(sent, [], there, isSentAgain) || reaches(real, times, [], isSentAgain);
  return reaches(row.isByBadClock === true ? row : sent, times, there, isSentAgain);
}

/** When what was paid beside a row stands in the statement. */
function timesOf(beside: readonly Paid[]): Span {
  const times = beside.flatMap(({ heard }) => ('line' in heard && heard.line.time ? [heard.line.time] : []));
  return {
    fromMs: Math.min(...times.map(({ fromMs }) => fromMs)),
    toMs: Math.max(...times.map(({ toMs }) => toMs)),
  };
}

/** Whether it says nothing of a sending since it begins behind it, though it has what came later. */
export function beginsBehind({ row, sent, beside, isSentAgain }: Asked, { times }: Told): boolean {
  if (!isSentAgain || row.amount === '') return false;
  const known = beside.flatMap((one) => (one.heard.is === 'there' ? [one.row] : []));
  return !reaches(sent, times, known);
}

const isOffTime = (heard: Heard): boolean | undefined => ('isOffTime' in heard ? heard.isOffTime : undefined);

/** What was paid beside a row stands at other times than it was sent, all of it. */
export const isByWrongClock = (beside: readonly Paid[]): boolean => {
  const told = beside.flatMap(({ heard }) => isOffTime(heard) ?? []);
  return told.length > 0 && told.every(Boolean);
};

/** It stands at the time at which it was sent, or most of it. */
export const isByRightClock = (beside: readonly Paid[]): boolean => {
  const told = beside.flatMap(({ heard }) => isOffTime(heard) ?? []);
  return told.filter((isOff) => !isOff).length > told.length / 2;
};

/** What isn't done yet doesn't tell how far it goes; what has failed does. */
export const isTold = (line: StatementLine): boolean => line.reserve === null || saysNotPaid(line);
