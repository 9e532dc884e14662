// The rows of a run in file order, with requests in progress and later resolutions, and the pages of its report.
import { deflateRawSync, inflateRawSync } from 'node:zlib';

import { LedgerError } from '../ledger-error.ts';
import { ledgerMessage, rowNote } from '../messages.ts';
import { resolvedFor } from '../resolution.ts';
import type { RunRowRecord } from '../resolution-records.ts';
import type { RowStatus, RunPart, RunRow } from '../run-records.ts';
import { openRows } from './doubts.ts';
import { ask, asText, json, type Question } from './question.ts';
import { toRunRow } from './read-records.ts';
import { entriesOf } from './reads.ts';
import { toRow } from './row.ts';

/** Rows that are held at once. */
const PAGE = 2_000;

/** What is known before the first page. */
interface RunRowsBegun {
  readonly startedAt: Date;
  /** Requests in progress, by key. */
  readonly under: ReadonlyMap<string, RunRow>;
  /** Those that the run has not reported, in file order. */
  readonly unreported: RunRow[];
}

export function* beginRunRows(environment: number, id: string, alive: boolean): Question<RunRowsBegun> {
  const message = rowNote(alive ? 'row_in_progress' : 'unreported');
  const open = yield* ask(
    (d) => `SELECT r.* FROM ${openRows(d)} AND r.state = 'sending' AND r.run_id = $2`,
    environment,
    id,
  );
  const under = new Map(
    open.map(toRow).map(({ key, line, sequence, currency, amount, reference }) => {
      const row = { key, line, sequence, currency, amount, message, reference: reference ?? '' };
      return [key, { ...row, createdId: '', status: 'in_doubt', code: 'in_doubt' } as const] as const;
    }),
  );
  const found = yield* ask(
    (d) => `SELECT key FROM reported WHERE run_id = $1 AND key IN (SELECT q.value FROM ${d.texts(2)})`,
    ...[id, json([...under.keys()])],
  );
  const reported = new Set(found.map(({ key }) => key));
  const unreported = [...under.values()]
    .filter(({ key }) => !reported.has(key))
    .sort((a, b) => a.sequence - b.sequence);
  return { startedAt: yield* startOf(id), under, unreported };
}

export function* startOf(id: string): Question<Date> {
  const [run] = yield* ask('SELECT started_at FROM runs WHERE id = $1', id);
  return new Date(Number(run?.['started_at'] ?? 0));
}

interface RunRowsPage {
  readonly rows: readonly RunRowRecord[];
  /** The last ordinal of the page; `undefined` at the end. */
  readonly last: number | undefined;
}

/** `only`: rows with another status may be left out. */
export function* runRowsPage(
  environment: number,
  id: string,
  { startedAt, under, unreported }: RunRowsBegun,
  { after, only }: { readonly after: number; readonly only: readonly RowStatus[] | undefined },
): Question<RunRowsPage> {
  const raws = yield* ask(
    (d) => `SELECT * FROM reported WHERE run_id = $1 AND sequence > $2
       ${only === undefined ? '' : `AND status IN (SELECT q.value FROM ${d.texts(3)})`} ORDER BY sequence LIMIT ${PAGE}`,
    ...[id, after, ...(only === undefined ? [] : [json(only)])],
  );
  const rows = raws.map(toRunRow);
  const last = rows.length < PAGE ? undefined : (rows.at(-1)?.sequence ?? after);
  const withOpen = rows.map((row) => under.get(row.key ?? '') ?? row);
  while (unreported[0] && (last === undefined || unreported[0].sequence < last))
    withOpen.push(...unreported.splice(0, 1));
  withOpen.sort((a, b) => a.sequence - b.sequence);
  return { rows: yield* withResolutions(environment, id, startedAt, withOpen), last };
}

export function* withResolutions(
  environment: number,
  runId: string,
  startedAt: Date,
  rows: readonly RunRow[],
): Question<RunRowRecord[]> {
  const keys = rows.flatMap((row) => (row.status === 'in_doubt' && row.key !== null ? [row.key] : []));
  const entries = yield* entriesOf(environment, keys);
  return rows.map((row) => {
    const own = row.status === 'in_doubt' && row.key !== null ? entries.get(row.key) : undefined;
    return { ...row, resolved: own ? resolvedFor(own, runId, startedAt) : null };
  });
}

/** One page at a time: a run of a million rows has thousands. */
export function* nextPart(
  runId: string,
  kind: RunPart['kind'],
  after: number,
): Question<RunPart | undefined> {
  const [page] = yield* ask(
    'SELECT part, data FROM run_parts WHERE run_id = $1 AND kind = $2 AND part > $3 ORDER BY part LIMIT 1',
    ...[runId, kind, after],
  );
  return (
    page && { runId, kind, part: Number(page['part']), data: unpackPart(runId, kind, asText(page['data'])) }
  );
}

/** The cells of a page repeat one another, so they are compressed. */
export const packPart = ({ kind, data }: RunPart): string =>
  kind === 'cells' ? deflateRawSync(data, { level: 1 }).toString('base64') : data;

/** Errors: LedgerError for one that was changed. */
export function unpackPart(runId: string, kind: RunPart['kind'], text: string): string {
  if (kind !== 'cells') return text;
  try {
    return inflateRawSync(Buffer.from(text, 'base64')).toString();
  } catch (error) {
    throw new LedgerError(ledgerMessage('page_altered', { runId }), error);
  }
}
