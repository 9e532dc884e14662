// Database rows to the ledger's own types. The only place that knows column names of results.
import { unpacked } from '../../message.ts';
import { referenceOf } from '../keys.ts';
import type { LedgerEntry, RowRecord, SentRow } from '../records.ts';
import type { RowStatus, RunKind, RunRecord, RunRow, StatusCounts } from '../run-records.ts';
import type { EntryType, RowState } from '../state.ts';
import { unpackData } from './entry-data.ts';
import type { Raw } from './question.ts';

const text = (value: unknown): string => (typeof value === 'string' ? value : '');
const textOrNull = (value: unknown): string | null => (typeof value === 'string' ? value : null);
const numberOrNull = (value: unknown): number | null => (typeof value === 'number' ? value : null);
const date = (value: unknown): Date => new Date(Number(value));

export function toRow(raw: Raw): RowRecord {
  const key = text(raw['key']);
  return {
    key,
    state: text(raw['state']) as RowState,
    byPerson: raw['by_person'] === 1,
    reference: referenceOf(key),
    content: typeof raw['content'] === 'string' ? raw['content'] : text(raw['fingerprint']),
    fingerprint: text(raw['fingerprint']),
    target: text(raw['target']),
    runId: text(raw['run_id']),
    batchId: text(raw['batch_id']),
    line: Number(raw['line']),
    sequence: Number(raw['sequence']),
    currency: text(raw['currency']),
    amount: text(raw['amount']),
    createdId: textOrNull(raw['created_id']),
    updatedAt: date(raw['updated_at']),
    doubtEntry: numberOrNull(raw['doubt_entry']),
  };
}

export function toRun(raw: Raw, alive: boolean): RunRecord {
  return {
    id: text(raw['id']),
    environment: text(raw['environment_name']),
    kind: text(raw['kind']) as RunKind,
    batchId: text(raw['batch_id']),
    fileHash: textOrNull(raw['file_hash']),
    parent: textOrNull(raw['parent']),
    settings: JSON.parse(text(raw['settings'])) as RunRecord['settings'],
    file: text(raw['file']),
    rows: Number(raw['rows']),
    startedAt: date(raw['started_at']),
    finishedAt: raw['finished_at'] === null ? null : date(raw['finished_at']),
    exitCode: numberOrNull(raw['exit_code']),
    counts: raw['counts'] === null ? null : (JSON.parse(text(raw['counts'])) as StatusCounts),
    host: text(raw['host']),
    pid: Number(raw['pid']),
    alive,
  };
}

export function toRunRow(raw: Raw): RunRow {
  return {
    sequence: Number(raw['sequence']),
    line: Number(raw['line']),
    key: textOrNull(raw['key']),
    reference: textOrNull(raw['reference']) ?? referenceOf(text(raw['key'])) ?? '',
    status: text(raw['status']) as RowStatus,
    createdId: text(raw['created_id']),
    currency: text(raw['currency']),
    amount: text(raw['amount']),
    message: unpacked(text(raw['message'])),
    code: text(raw['code']),
  };
}

export function toSent(raw: Raw, environment: number): SentRow {
  return {
    here: raw['environment'] === environment,
    key: text(raw['key']),
    reference: referenceOf(text(raw['key'])),
    runId: text(raw['run_id']),
    line: Number(raw['line']),
    amount: text(raw['amount']),
    currency: text(raw['currency']),
    createdId: textOrNull(raw['created_id']),
    body: text(raw['body']),
    firstAt: date(raw['first_at']),
    lastAt: date(raw['updated_at']),
  };
}

export function toEntry(raw: Raw): LedgerEntry {
  const at = date(raw['at']);
  const { created_id: createdId, data } = raw;
  const said = unpacked(text(raw['message']));
  return {
    number: Number(raw['seq']),
    type: text(raw['type']) as EntryType,
    resend: raw['resend'] === 1,
    at,
    runId: text(raw['run_id']),
    line: Number(raw['line']),
    body: textOrNull(raw['body']),
    idempotencyKey: textOrNull(raw['idempotency_key']),
    idempotencyHeader: textOrNull(raw['idempotency_header']),
    httpStatus: numberOrNull(raw['http_status']),
    answer: textOrNull(raw['answer']),
    by: textOrNull(raw['by']),
    data: {
      ...unpackData(textOrNull(data), at),
      ...(said && { message: said }),
      ...(typeof createdId === 'string' && { createdId }),
    },
  };
}
