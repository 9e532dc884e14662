// What was paid beside a row: by the same run, a few hours from it at the most, in its currency; with what the statement makes of it.
import type { Statement } from '../../../batch/reconcile/statement.ts';
import { type Heard, heard } from '../../../batch/reconcile/witness.ts';
import { oneSpelling } from '../../../interface/created-id.ts';
import type { Ledger, PaidRecord, RunRowRecord } from '../../../ledger/ledger.ts';
import { fieldsOfBody } from '../../../report/body.ts';
import { type LedgerRow, placeOf, whatItSays } from './ledger-row.ts';

export interface Paid {
  readonly row: LedgerRow;
  readonly heard: Heard;
}

/** Of what was paid before it in its file, and behind it: so many nearest. */
const NEAREST = 3;
const BESIDE_MS = 6 * 60 * 60_000;

/** `runOf`: the run that sent the row, or that has it in doubt. */
export async function paidBeside(
  ledger: Ledger,
  rows: readonly LedgerRow[],
  runOf: (row: LedgerRow) => string,
  { statement, taken }: { readonly statement: Statement; readonly taken: ReadonlySet<string> },
): Promise<ReadonlyMap<LedgerRow, readonly Paid[]>> {
  const asked = rows.filter(({ amount }) => amount !== '');
  const ids = new Set(statement.lines.map(({ id }) => id));
  const keysOf = new Map<LedgerRow, readonly RunRowRecord[]>();
  for (const runId of new Set(asked.map(runOf))) {
    const near = nearest(await ledger.runRows(runId), ids);
    for (const row of asked) if (runOf(row) === runId) keysOf.set(row, near(row));
  }
  const all = new Map([...keysOf.values()].flat().map((row) => [row.key ?? '', row] as const));
  const records = await ledger.paid([...all.keys()]);
  const paid = new Map<string, LedgerRow>();
  for (const [key, row] of all) {
    const record = records.get(key);
    if (record) paid.set(key, paidRow(row, record));
  }
  const own = [...paid.values()];
  const answers = heard(own, statement.lines, { taken, doubtful: asked });
  const heardOf = new Map(own.map((row, at) => [row, answers[at]] as const));
  return new Map(
    [...keysOf].map(([row, near]) => {
      const beside = near.flatMap(({ key }) => paid.get(key ?? '') ?? []);
      const told = beside.filter((one) => isBeside(one, row, records.get(one.key)?.runId === runOf(row)));
      return [row, told.flatMap((one) => toldOf(one, heardOf.get(one)))] as const;
    }),
  );
}

const toldOf = (row: LedgerRow, answer: Heard | undefined): Paid[] =>
  answer ? [{ row, heard: answer }] : [];

/** By its own run's clock: what an earlier run has paid was another day's. */
const isBeside = (paid: LedgerRow, row: LedgerRow, isOfItsRun: boolean): boolean =>
  isOfItsRun && paid.fromMs <= row.toMs + BESIDE_MS && paid.toMs >= row.fromMs - BESIDE_MS;

/** The paid rows nearest to one on both sides, and those nearest to it that stand in the statement. */
function nearest(
  rows: readonly RunRowRecord[],
  ids: ReadonlySet<string>,
): (row: LedgerRow) => readonly RunRowRecord[] {
  const at = new Map(rows.map(({ key }, nth) => [key, nth]));
  const paid = new Map<string, number[]>();
  const there: number[] = [];
  for (const [nth, { key, createdId, currency }] of rows.entries()) {
    if (key === null || createdId === '') continue;
    const own = paid.get(currency);
    if (own) own.push(nth);
    else paid.set(currency, [nth]);
    if (ids.has(oneSpelling(createdId))) there.push(nth);
  }
  return ({ key, currency }) => {
    const nth = at.get(key);
    if (nth === undefined) return [];
    const around = [...besides(paid.get(currency) ?? [], nth, NEAREST), ...besides(there, nth, 1)];
    return [...new Set(around)].flatMap((one) => rows[one] ?? []);
  };
}

/** Of numbers that go up, those nearest to one on both sides, itself aside. */
function besides(sorted: readonly number[], nth: number, count: number): number[] {
  let [low, high] = [0, sorted.length];
  while (low < high) {
    const middle = (low + high) >>> 1;
    if ((sorted[middle] ?? 0) < nth) low = middle + 1;
    else high = middle;
  }
  const behind = sorted[low] === nth ? low + 1 : low;
  return [...sorted.slice(Math.max(0, low - count), low), ...sorted.slice(behind, behind + count)];
}

function paidRow(
  { key, createdId, reference, amount, currency, line }: RunRowRecord,
  paid: PaidRecord,
): LedgerRow {
  const said = fieldsOfBody(paid.body);
  const row = {
    ...{ key: key ?? '', createdId, reference },
    amount: said.get('receiverAmount') ?? amount,
    currency: said.get('destination.currency') ?? currency,
  };
  return {
    ...whatItSays(row, paid.body),
    fromMs: paid.startedAt.getTime(),
    toMs: paid.finishedAt.getTime(),
    place: placeOf(line, paid.runId),
  };
}
