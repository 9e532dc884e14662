// The rows of a run in file order, with requests in progress and later resolutions, and the pages of its report.
import { deflateRawSync, inflateRawSync } from 'node:zlib';

import { LedgerError } from '../ledger-error.ts';
import { ledgerMessage, rowNote } from '../messages.ts';
import { resolvedFor } from '../resolution.ts';
import type { RunRowRecord } from '../resolution-records.ts';
import type { RowStatus, RunPart, RunRecord, RunRow } from '../run-records.ts';
import { openRows } from './doubts.ts';
import { ask, asText, json, type Question } from './question.ts';
import { toRunRow } from './read-records.ts';
import { entriesOf } from './reads.ts';
import { numberOf } from './tables.ts';

/** Rows that are held at once. */
const PAGE = 2_000;

interface RunRowsPage {
  readonly rows: readonly RunRowRecord[];
  /** The last ordinal of the page; `undefined` at the end. */
  readonly last: number | undefined;
}

/** Rows after an ordinal that the run has reported or is sending. `only`: rows with another status may be left out. */
export function* runRowsPage(
  environment: number,
  { id, alive }: Pick<RunRecord, 'id' | 'alive'>,
  { after, only }: { readonly after: number; readonly only: readonly RowStatus[] | undefined },
): Question<RunRowsPage> {
  const reported = yield* ask(
    (d) => `SELECT * FROM reported WHERE run_id = $1 AND sequence > $2
       ${only === undefined ? '' : `AND status IN (SELECT q.value FROM ${d.texts(3)})`} ORDER BY sequence LIMIT ${PAGE}`,
    ...[id, after, ...(only === undefined ? [] : [json(only)])],
  );
  const rows = reported.map(toRunRow);
  const last = rows.length < PAGE ? undefined : rows.at(-1)?.sequence;
  const open = yield* ask(
    (d) => `SELECT r.* FROM ${openRows(d)} AND r.state = 'sending' AND r.run = ${numberOf('run', '$2')}
       AND r.sequence > $3 AND r.sequence <= $4
       AND NOT EXISTS (SELECT 1 FROM reported t WHERE t.run_id = $2 AND t.sequence = r.sequence)`,
    ...[environment, id, after, last ?? Number.MAX_SAFE_INTEGER],
  );
  const message = rowNote(alive ? 'row_in_progress' : 'unreported');
  for (const raw of open) rows.push({ ...toRunRow(raw), status: 'in_doubt', code: 'in_doubt', message });
  rows.sort((a, b) => a.sequence - b.sequence);
  return { rows: yield* withResolutions(environment, id, rows), last };
}

export function* withResolutions(
  environment: number,
  runId: string,
  rows: readonly RunRow[],
): Question<RunRowRecord[]> {
  const keys = rows.flatMap((row) => (row.status === 'in_doubt' && row.key !== null ? [row.key] : []));
  const entries = yield* entriesOf(environment, keys);
  return rows.map((row) => {
    const own = row.status === 'in_doubt' && row.key !== null ? entries.get(row.key) : undefined;
    return { ...row, resolved: own ? resolvedFor(own, runId) : null };
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
