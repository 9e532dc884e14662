// Rows that a person called not created, and that a statement says nothing of: whether it reaches to their payments at all, as far as
// its times tell and the run's other payments that it has.
import { saysNotPaid } from '../../../batch/reconcile/match.ts';
import { reaches } from '../../../batch/reconcile/reach.ts';
import type { Statement } from '../../../batch/reconcile/statement.ts';
import type { Span } from '../../../batch/reconcile/when.ts';
import { oneSpelling } from '../../../interface/created-id.ts';
import type { Ledger, RunRowRecord } from '../../../ledger/ledger.ts';
import type { Called } from './called.ts';
import type { Denied } from './rows.ts';

/** Those whose payment the statement may just not reach to. One without times, which can't be compared, is told as that. */
export async function notReached(
  ledger: Ledger,
  { waiting, before }: Pick<Denied, 'waiting' | 'before'>,
  rows: readonly RunRowRecord[],
  { lines, gaps }: Statement,
): Promise<Called[]> {
  // What was sent again is looked for from whatever day on: the usual statement is of the later night.
  const again = new Set(before);
  const payments = [...waiting, ...before].filter(({ amount }) => amount !== '');
  if (payments.length === 0 || gaps.some(({ field, what }) => field === 'time' && what !== 'unreadable'))
    return [];
  // What isn't done yet doesn't tell how far it goes; what has failed does.
  const times = lines.filter((line) => line.reserve === null || saysNotPaid(line)).map(({ time }) => time);
  const open = payments.filter((row) => !reaches(row, times, [], again.has(row)));
  if (open.length === 0) return [];
  const known = await paidBeside(ledger, open, rows, new Set(lines.map(({ id }) => id)));
  return open.filter((row) => !reaches(row, times, known, again.has(row)));
}

/** When payments were made that the statement has, of the rows nearest to these on both sides. */
async function paidBeside(
  ledger: Ledger,
  open: readonly Called[],
  rows: readonly RunRowRecord[],
  ids: ReadonlySet<string>,
): Promise<Span[]> {
  const at = new Map(rows.map(({ key }, nth) => [key, nth]));
  const isIn = (row: RunRowRecord): boolean => row.createdId !== '' && ids.has(oneSpelling(row.createdId));
  const before = new Map<number, string>();
  const behind = new Map<number, string>();
  const nearest = (nths: Iterable<number>, to: Map<number, string>): void => {
    let last: string | undefined;
    for (const nth of nths) {
      const row = rows[nth];
      if (row?.key && isIn(row)) last = row.key;
      if (last !== undefined) to.set(nth, last);
    }
  };
  nearest(rows.keys(), before);
  nearest([...rows.keys()].reverse(), behind);
  const keys = open.flatMap(({ key }) =>
    [before, behind].flatMap((side) => side.get(at.get(key) ?? -1) ?? []),
  );
  const paid = await ledger.paid([...new Set(keys)]);
  return [...paid.values()].map(({ startedAt, finishedAt }) => ({
    fromMs: startedAt.getTime(),
    toMs: finishedAt.getTime(),
  }));
}
