// What the ledger has to say to a statement: the rows of a run that are in doubt or were called not created, whatever else may own
// its lines, and what was paid beside them.
import type { Statement } from '../../../batch/reconcile/statement.ts';
import { byBadClock, type Span } from '../../../batch/reconcile/when.ts';
import { oneSpelling, spellings } from '../../../interface/created-id.ts';
import type { Doubt, Ledger, RunRowRecord } from '../../../ledger/ledger.ts';
import { UsageError } from '../../io.ts';
import { inFileOrder } from '../../render/doubt.ts';
import { type Paid, paidBeside } from './beside.ts';
import type { Called } from './called.ts';
import type { LedgerRow } from './ledger-row.ts';
import { deniedRows, rowsOf } from './rows.ts';
import { isByRightClock, isByWrongClock } from './unconfirmed.ts';

export interface Gathered {
  readonly runId: string;
  /** The run's rows. */
  readonly known: readonly RunRowRecord[];
  readonly byKey: ReadonlyMap<string, RunRowRecord>;
  readonly doubts: ReadonlyMap<string, Doubt>;
  /** Ids in the statement that the ledger knows. */
  readonly taken: ReadonlySet<string>;
  /** In doubt. */
  readonly rows: readonly LedgerRow[];
  /** Called not created, and to be sent again. */
  readonly waiting: readonly Called[];
  /** Called not created, and sent again since. */
  readonly before: readonly Called[];
  readonly beside: ReadonlyMap<LedgerRow, readonly Paid[]>;
  /** When each was sent, by the ledger. */
  readonly sent: ReadonlyMap<LedgerRow, Span>;
  readonly rivals: readonly LedgerRow[];
  readonly owners: readonly LedgerRow[];
}

/** Errors: {@link UsageError} where no row of the run is in doubt, or was called not created. */
export async function gather(
  ledger: Ledger,
  runId: string,
  statement: Statement,
  now: Date,
): Promise<Gathered> {
  const known = await ledger.runRows(runId);
  const byKey = new Map(known.flatMap((row) => (row.key === null ? [] : [[row.key, row] as const])));
  const own = inFileOrder(await ledger.doubts()).filter(
    (doubt) => doubt.runId === runId || byKey.has(doubt.key),
  );
  const denied = await deniedRows(ledger, [...byKey.keys()], now);
  if (own.length === 0 && denied.waiting.length === 0 && denied.before.length === 0)
    throw new UsageError(`no row of run ${runId} is in doubt. See paybatch doubts`, 'not_in_doubt');
  const doubts = new Map(own.map((doubt) => [doubt.key, doubt]));
  const ids = statement.lines.flatMap(({ id }) => (id === '' ? [] : [id]));
  const taken = new Set([...(await ledger.knows(ids.flatMap(spellings)))].map(oneSpelling));
  const { rows, rivals, owners } = await rowsOf(ledger, { doubts: own, denied }, statement, now);
  const runOf = ({ key, sentBy }: LedgerRow): string => sentBy?.runId ?? doubts.get(key)?.runId ?? runId;
  const all = [...rows, ...denied.waiting, ...denied.before];
  const paid = await paidBeside(ledger, all, { statement, taken, runOf });
  const beside = new Map<LedgerRow, readonly Paid[]>();
  const sent = new Map<LedgerRow, Span>();
  // Where what was paid beside it stands at another time than the ledger has, its own time is as wrong.
  const clocked = <Row extends LedgerRow>(row: Row): Row => {
    const told = paid.get(row) ?? [];
    const right = isByRightClock(told) && row.isByBadClock !== true ? { ...row, isByGoodClock: true } : row;
    const mended = isByWrongClock(told) ? byBadClock(row) : right;
    beside.set(mended, told);
    sent.set(mended, spanOf(row));
    return mended;
  };
  return {
    ...{ runId, known, byKey, doubts, taken, beside, sent, rivals, owners },
    rows: rows.map(clocked),
    waiting: denied.waiting.map(clocked),
    before: denied.before.map(clocked),
  };
}

/** As the ledger has it, whatever its clock. */
const spanOf = ({ sendings = [], fromMs, toMs }: LedgerRow): Span =>
  sendings.length === 0
    ? { fromMs, toMs }
    : {
        fromMs: Math.min(...sendings.map((one) => one.fromMs)),
        toMs: Math.max(...sendings.map((one) => one.toMs)),
      };
