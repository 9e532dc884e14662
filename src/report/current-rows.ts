// The current status of a run's rows: a resolution, or the outcome of a later run, replaces the status at the end of
// the run.
import { UNPAID } from '../batch/results/result.ts';
import { PAID_OTHERWISE } from '../batch/results/result.ts';
import { oneLine } from '../client/explain.ts';
import { plain } from '../files/plain.ts';
import { inFull } from '../interface/currencies.ts';
import { canonicalDecimal } from '../interface/decimal.ts';
import { momentText } from '../interface/instant.ts';
import {
  inStatusOrder,
  type Ledger,
  type LedgerEntry,
  type PutBack,
  type Resolved,
  type RowRecord,
  type RowStatus,
  type RunRecord,
  type RunRowRecord,
  type StatusCounts,
} from '../ledger/ledger.ts';
import { rowNote } from '../ledger/messages.ts';
import { requestsIn } from '../ledger/requests.ts';
import { putBack } from '../ledger/resolution.ts';
import { verbatim } from '../message.ts';
import { KIND_WORDS } from '../words/kinds.ts';
import { sayOf } from '../words/say.ts';
import { factsOf, fieldsOfBody, KeptCells } from './facts.ts';

export interface CurrentRow extends RunRowRecord {
  /** The status at the end of the run, if it has changed since. */
  readonly was?: RowStatus;
  /** The row of a later run that sent it. */
  readonly since?: RowRecord;
  /** Other content was sent under its reference, and is paid or in doubt. This row was not sent. */
  readonly otherwise?: RowRecord;
  /** The amount that was sent, for a row in doubt that has another amount in this file. */
  readonly sent?: Sum;
}

const PAGE = 500;

/** `only`: rows with other statuses may be left out. */
export async function* currentRows(
  ledger: Ledger,
  run: RunRecord,
  only?: readonly RowStatus[],
): AsyncGenerator<CurrentRow> {
  const { columns } = await factsOf(ledger, run.id);
  const input = { ledger, run, columns, cells: new KeptCells(ledger, run.id) };
  for await (const rows of inPages(ledger.eachRunRow(run.id, only))) {
    const page: CurrentRow[] = [];
    for (const row of rows) page.push(await withResolution(ledger, row));
    yield* withLaterRuns(page, input);
  }
}

/** Pages of rows: the ledger is asked once for each page. */
export async function* inPages<Row>(rows: AsyncIterable<Row>): AsyncGenerator<readonly Row[]> {
  let page: Row[] = [];
  for await (const row of rows) {
    page.push(row);
    if (page.length < PAGE) continue;
    yield page;
    page = [];
  }
  if (page.length > 0) yield page;
}

/** Rows by current status; `null` while the run is in progress. A killed run has only the rows that it reached. */
export async function countsNow(ledger: Ledger, run: RunRecord): Promise<StatusCounts | null> {
  const counts = new Map(Object.entries(run.counts ?? {}) as [RowStatus, number][]); // its keys
  const add = (status: RowStatus, count: number): unknown =>
    counts.set(status, (counts.get(status) ?? 0) + count);
  if (run.counts === null) {
    if (run.alive) return null;
    for await (const { status } of currentRows(ledger, run)) add(status, 1);
    return Object.fromEntries(inStatusOrder(counts));
  }
  // Rows with other statuses never change.
  const movable = (['in_doubt', ...UNPAID] as const).filter((status) => counts.has(status));
  const standing = movable.length === 0 ? [] : currentRows(ledger, run, movable);
  for await (const { status, was } of standing) {
    if (was === undefined || !movable.some((then) => then === was)) continue;
    add(was, -1);
    add(status, 1);
  }
  return Object.fromEntries([...inStatusOrder(counts)].filter(([, count]) => count > 0));
}

interface Sum {
  readonly amount: string;
  readonly currency: string;
}

/** The amount that was sent under the row's key, if it differs from the row's. */
function sentOtherwise(row: Sum, { amount, currency }: Sum): Sum | undefined {
  const isSame =
    canonicalDecimal(row.amount) === canonicalDecimal(amount) &&
    row.currency.toUpperCase() === currency.toUpperCase();
  return amount === '' || isSame ? undefined : { amount, currency };
}

/** A row that was in doubt, with its resolution or its later outcome. */
async function withResolution(ledger: Ledger, row: RunRowRecord): Promise<CurrentRow> {
  if (row.status !== 'in_doubt') return row;
  const { resolved } = row;
  if (resolved) {
    const status = resolved.as === 'created' ? 'created' : 'not_sent';
    return {
      ...row,
      status,
      was: row.status,
      createdId: resolved.createdId ?? '',
      message: verbatim(resolvedText(resolved)),
    };
  }
  const now = row.key === null ? undefined : await ledger.row(row.key);
  const sent = now && sentOtherwise(row, now);
  if (now?.state !== 'created') {
    const back = now?.state === 'in_doubt' ? putBack(await ledger.entries(now.key)) : null;
    const said = back && { message: verbatim(`${putBackText(back)}; before: ${sayOf(row.message)}`) };
    return { ...row, ...(sent ? { sent } : {}), ...said };
  }
  const message = `in doubt in this run; created since by run ${now.runId} (line ${now.line})`;
  return {
    ...row,
    status: 'created',
    was: row.status,
    createdId: now.createdId ?? '',
    message: verbatim(message),
  };
}

interface RunInput {
  readonly ledger: Ledger;
  readonly run: RunRecord;
  readonly columns: readonly string[];
  readonly cells: KeptCells;
}

/** Adds what later runs sent: the row itself, or other content under its reference. */
async function* withLaterRuns(page: readonly CurrentRow[], input: RunInput): AsyncGenerator<CurrentRow> {
  const { ledger, run } = input;
  const unpaid = page.filter(({ status }) => UNPAID.includes(status));
  const known = await ledger.lookup(keysOf(unpaid));
  const moved = new Set(unpaid.filter((row) => hasMoved(row, known.get(row.key ?? ''), run)));
  const entries = moved.size === 0 ? undefined : await ledger.entriesOf(keysOf([...moved]));
  for (const row of page) {
    const record = moved.has(row) ? known.get(row.key ?? '') : undefined;
    if (!record) yield row;
    else if (
      isLater(row, record, run) &&
      (await isSamePayment(row, record, entries?.get(record.key) ?? [], input))
    )
      yield record.state === 'sending'
        ? { ...sentByLaterRun(row, record, run), message: rowNote('row_sent_elsewhere', record) }
        : sentByLaterRun(row, record, run);
    else yield sentWithOtherContent(row, record, KIND_WORDS[run.kind].done);
  }
}

const keysOf = (rows: readonly CurrentRow[]): string[] =>
  rows.flatMap(({ key }) => (key === null ? [] : [key]));

const hasMoved = (row: CurrentRow, record: RowRecord | undefined, run: RunRecord): boolean =>
  record !== undefined &&
  (isLater(row, record, run) || (record.state === 'created' && row.code === PAID_OTHERWISE));

/** The run that had a held row may have paid it just before this run began. */
const isLater = ({ code }: CurrentRow, { state, runId, updatedAt }: RowRecord, run: RunRecord): boolean =>
  ['created', 'in_doubt', 'sending'].includes(state) &&
  runId !== run.id &&
  (updatedAt >= run.startedAt || code === 'held');

/** A corrected row is another payment with the same reference. */
async function isSamePayment(
  row: CurrentRow,
  record: RowRecord,
  entries: readonly LedgerEntry[],
  { columns, cells }: RunInput,
): Promise<boolean> {
  if (record.currency !== row.currency || canonicalDecimal(record.amount) !== canonicalDecimal(row.amount))
    return false;
  const kept = await cells.of(row.sequence);
  const sent = fieldsOfBody(requestsIn(entries).current?.intent.body ?? '');
  return ['customerId', 'destination.externalAccountId'].every((name) => {
    const cell = kept?.[columns.indexOf(name)];
    return cell === undefined || cell.trim().toLowerCase() === (sent.get(name) ?? '').toLowerCase();
  });
}

/** A corrected row was sent under the same reference: this one must not be corrected again, or paid by hand. */
function sentWithOtherContent(row: CurrentRow, otherwise: RowRecord, done: string): CurrentRow {
  if (row.code === PAID_OTHERWISE) return { ...row, otherwise };
  const { state, amount, currency, runId, line } = otherwise;
  const sum = amount === '' ? '' : `, ${inFull(amount, currency)} ${currency}`;
  const how = state === 'created' ? done : `perhaps ${done}`;
  const where = `${how} under its reference, with other content, by run ${runId} (line ${line}${sum})`;
  return {
    ...row,
    otherwise,
    message: verbatim(
      `${where}: do not correct this row. The check of this run found: ${sayOf(row.message)}`,
    ),
  };
}

/** A request without a recorded response may have been executed. */
function sentByLaterRun(row: CurrentRow, since: RowRecord, run: RunRecord): CurrentRow {
  const isPaid = since.state === 'created';
  const paid = since.batchId === run.batchId ? 'created' : 'duplicate';
  return {
    ...row,
    since,
    was: row.was ?? row.status,
    status: isPaid ? paid : 'in_doubt',
    createdId: since.createdId ?? '',
    message: verbatim(
      `${row.resolved ? sayOf(row.message) : `${row.status} in this run`}; ${isPaid ? 'paid since by' : 'in doubt since'} run ${since.runId} (line ${since.line})`,
    ),
  };
}

export function resolvedText({ as, createdId, by, at, reason, corrected }: Resolved): string {
  const id = createdId === null ? '' : ` (${createdId})`;
  const day = at.toISOString().slice(0, 10);
  const note = as === 'created' ? 'note: ' : '';
  const why = reason === createdId ? '' : `: ${oneLine(reason, 80)}`;
  return `${note}${corrected ? 'corrected to' : 'resolved as'} ${as}${id} by ${by ?? 'somebody'} on ${day}${why}`;
}

/** The digest of a statement is not for people. */
const DIGEST = /, SHA-256 [0-9a-f]{64}(?=\)$)/;

export const putBackText = ({ at, by, reason }: PutBack): string =>
  `resolved as not created, and put back in doubt at ${momentText(at, 'minute')} by ${plain(by ?? 'somebody')}: ${plain(reason.replace(DIGEST, ''))}`;
