// Runs, their rows and entries as the database has them, to the ledger's own types. row.ts has the table of rows.
import { unpacked } from '../../message.ts';
import { referenceOf } from '../keys.ts';
import type { LedgerEntry } from '../records.ts';
import type { RowStatus, RunKind, RunRecord, RunRow, StatusCounts } from '../run-records.ts';
import type { EntryType } from '../state.ts';
import { unpackData } from './entry-data.ts';
import { asText, numberOrNull, type RawRow, textOrNull } from './question.ts';

const date = (value: unknown): Date => new Date(Number(value));

export function toRun(raw: RawRow, alive: boolean): RunRecord {
  return {
    id: asText(raw['id']),
    environment: asText(raw['environment_name']),
    kind: asText(raw['kind']) as RunKind,
    batchId: asText(raw['batch_id']),
    fileHash: textOrNull(raw['file_hash']),
    parent: textOrNull(raw['parent']),
    settings: JSON.parse(asText(raw['settings'])) as RunRecord['settings'],
    file: asText(raw['file']),
    rows: Number(raw['rows']),
    startedAt: date(raw['started_at']),
    finishedAt: raw['finished_at'] === null ? null : date(raw['finished_at']),
    exitCode: numberOrNull(raw['exit_code']),
    counts: raw['counts'] === null ? null : (JSON.parse(asText(raw['counts'])) as StatusCounts),
    host: asText(raw['host']),
    pid: Number(raw['pid']),
    alive,
  };
}

export function toRunRow(raw: RawRow): RunRow {
  return {
    sequence: Number(raw['sequence']),
    line: Number(raw['line']),
    key: textOrNull(raw['key']),
    reference: textOrNull(raw['reference']) ?? referenceOf(asText(raw['key'])) ?? '',
    status: asText(raw['status']) as RowStatus,
    createdId: asText(raw['created_id']),
    currency: asText(raw['currency']),
    amount: asText(raw['amount']),
    message: unpacked(asText(raw['message'])),
    code: asText(raw['code']),
  };
}

export function toEntry(raw: RawRow): LedgerEntry {
  const at = date(raw['at']);
  const { created_id: createdId, data } = raw;
  const message = unpacked(asText(raw['message']));
  return {
    number: Number(raw['seq']),
    type: asText(raw['type']) as EntryType,
    resend: raw['resend'] === 1,
    at,
    runId: asText(raw['run_id']),
    line: Number(raw['line']),
    body: textOrNull(raw['body']),
    idempotencyKey: textOrNull(raw['idempotency_key']),
    idempotencyHeader: textOrNull(raw['idempotency_header']),
    httpStatus: numberOrNull(raw['http_status']),
    answer: textOrNull(raw['answer']),
    by: textOrNull(raw['by']),
    data: {
      ...unpackData(textOrNull(data), at),
      ...(message && { message }),
      ...(typeof createdId === 'string' && { createdId }),
    },
  };
}
