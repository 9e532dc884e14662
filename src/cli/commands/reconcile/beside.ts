// What was paid beside a row, and what the statement makes of it: rows of the same file, a few hours from it at the most; where there
// are none, whatever else was paid about then.
import type { Statement } from '../../../batch/reconcile/statement.ts';
import { HOUR_MS, type Span } from '../../../batch/reconcile/when.ts';
import { type Heard, heard } from '../../../batch/reconcile/witness.ts';
import type { Ledger, RowRecord } from '../../../ledger/ledger.ts';
import { type LedgerRow, placeOf, whatItSays } from './ledger-row.ts';
import { besides, nearest } from './nearest.ts';

export interface Paid {
  readonly row: LedgerRow;
  readonly heard: Heard;
}

const BESIDE_MS = 6 * HOUR_MS;
/** Of a row that nothing was paid beside. */
const ABOUT_MS = 72 * HOUR_MS;
/** So many of those are looked through, a page at a time. */
const MAX_PAGES = 4;
/** On each side of a row. */
const NEAREST = 3;

interface Asked {
  readonly statement: Statement;
  /** Ids in it that the ledger knows. */
  readonly taken: ReadonlySet<string>;
  /** The run that has a row in doubt. */
  readonly runOf: (row: LedgerRow) => string;
}

export async function paidBeside(
  ledger: Ledger,
  rows: readonly LedgerRow[],
  { statement, taken, runOf }: Asked,
): Promise<ReadonlyMap<LedgerRow, readonly Paid[]>> {
  const asked = rows.filter(({ amount }) => amount !== '');
  const ids = new Set(statement.lines.map(({ id }) => id));
  const near = await ofTheirRuns(ledger, asked, runOf, ids);
  const paid = await paidRows(ledger, [...new Set([...near.values()].flat())]);
  const own = new Map<LedgerRow, readonly LedgerRow[]>();
  for (const row of asked) {
    const all = (near.get(row) ?? []).flatMap((key) => paid.get(key) ?? []);
    own.set(row, closest(row, all, BESIDE_MS));
  }
  const alone = asked.filter((row) => own.get(row)?.length === 0);
  if (alone.length > 0) {
    const others = await paidAbout(ledger, alone);
    for (const row of alone) own.set(row, closest(row, others, ABOUT_MS));
  }
  const all = [...new Set([...own.values()].flat())];
  const answers = heard(all, statement.lines, { taken, doubtful: asked });
  const told = new Map(all.map((row, at) => [row, answers[at]] as const));
  const withAnswer = (row: LedgerRow): Paid[] => {
    const answer = told.get(row);
    return answer ? [{ row, heard: answer }] : [];
  };
  return new Map([...own].map(([row, beside]) => [row, beside.flatMap(withAnswer)] as const));
}

/** Keys of rows near to each, in the files of the runs that sent it. */
async function ofTheirRuns(
  ledger: Ledger,
  rows: readonly LedgerRow[],
  runOf: (row: LedgerRow) => string,
  ids: ReadonlySet<string>,
): Promise<ReadonlyMap<LedgerRow, readonly string[]>> {
  const runs = new Map<string, LedgerRow[]>();
  for (const row of rows)
    for (const runId of new Set(row.sendings?.map((one) => one.runId) ?? [runOf(row)]))
      runs.set(runId, [...(runs.get(runId) ?? []), row]);
  const keys = new Map<LedgerRow, string[]>();
  for (const [runId, own] of runs) {
    const near = nearest(await ledger.runRows(runId), ids);
    for (const row of own) keys.set(row, [...(keys.get(row) ?? []), ...near(row)]);
  }
  return keys;
}

/** What was surely made, of these keys. */
async function paidRows(ledger: Ledger, keys: readonly string[]): Promise<ReadonlyMap<string, LedgerRow>> {
  const made = [...(await ledger.lookup(keys)).values()].filter(isMade);
  const records = await ledger.paid(made.map(({ key }) => key));
  return new Map(
    made.flatMap((row) => {
      const paid = records.get(row.key);
      if (!paid) return [];
      const span = { fromMs: paid.startedAt.getTime(), toMs: paid.finishedAt.getTime() };
      return [
        [row.key, { ...whatItSays(row, paid.body), ...span, place: placeOf(row.line, row.runId) }],
      ] as const;
    }),
  );
}

const isMade = ({ state, createdId }: RowRecord): boolean => state === 'created' && createdId !== null;

/** Whatever was paid about the time of rows that nothing was paid beside. */
async function paidAbout(ledger: Ledger, rows: readonly LedgerRow[]): Promise<readonly LedgerRow[]> {
  const since = new Date(Math.min(...rows.map(({ fromMs }) => fromMs)) - ABOUT_MS);
  const asked = { kind: 'payouts', since, referencedSince: since, amounts: null } as const;
  const last = Math.max(...rows.map(({ toMs }) => toMs)) + ABOUT_MS;
  const keys: string[] = [];
  for (let page = 0, after = ''; page < MAX_PAGES; page++) {
    const made = (await ledger.bodiesSince(asked, after)).filter(({ isQueued }) => !isQueued);
    const behind = made.at(-1)?.row.key;
    if (behind === undefined) break;
    after = behind;
    keys.push(
      ...made.filter(({ row }) => isMade(row) && row.updatedAt.getTime() <= last).map(({ row }) => row.key),
    );
  }
  return [...(await paidRows(ledger, keys)).values()];
}

/** The nearest in time, of its currency, before it and behind it; of what is paid from the same, where something is. */
function closest(row: LedgerRow, paid: readonly LedgerRow[], farMs: number): readonly LedgerRow[] {
  const spans: readonly Span[] = row.sendings ?? [row];
  const isNear = (one: LedgerRow): boolean =>
    one.key !== row.key &&
    one.currency === row.currency &&
    spans.some(({ fromMs, toMs }) => one.fromMs <= toMs + farMs && one.toMs >= fromMs - farMs);
  const near = [...new Set(paid)].filter(isNear);
  const same = near.filter(({ source }) => source === row.source);
  return besides(
    (same.length > 0 ? same : near).sort((a, b) => a.fromMs - b.fromMs),
    row.fromMs,
    NEAREST,
  );
}
