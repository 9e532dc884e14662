// Database rows to the ledger's own types, and back. The only place that knows column names of results.
import type { LedgerEntry, RowRecord, RowStatus, RunKind, RunRecord, RunRow } from '../ledger.ts';
import type { EntryType, RowState } from '../state.ts';

/** A result row; every cast below trusts what this program alone has written under the schema. */
export type Raw = Record<string, string | number | null>;

const text = (value: unknown): string => String(value ?? '');
const textOrNull = (value: unknown): string | null =>
  value === null || value === undefined ? null : String(value);
const date = (value: unknown): Date => new Date(Number(value));

export const ROW_COLUMNS =
  'key, state, reference, content, run_id, batch_id, line, currency, amount, transfer_id, updated_at';

export function toRow(raw: Raw): RowRecord {
  return {
    key: text(raw.key),
    state: text(raw.state) as RowState,
    reference: textOrNull(raw.reference),
    content: text(raw.content),
    runId: text(raw.run_id),
    batchId: text(raw.batch_id),
    line: Number(raw.line),
    currency: text(raw.currency),
    amount: text(raw.amount),
    transferId: textOrNull(raw.transfer_id),
    updatedAt: date(raw.updated_at),
  };
}

export function toRun(raw: Raw, alive: boolean): RunRecord {
  return {
    id: text(raw.id),
    environment: text(raw.environment_name),
    kind: text(raw.kind) as RunKind,
    batchId: text(raw.batch_id),
    file: text(raw.file),
    rows: Number(raw.rows),
    startedAt: date(raw.started_at),
    finishedAt: raw.finished_at === null ? null : date(raw.finished_at),
    exitCode: raw.exit_code === null ? null : Number(raw.exit_code),
    counts: raw.counts === null ? null : (JSON.parse(text(raw.counts)) as RunRecord['counts']),
    host: text(raw.host),
    pid: Number(raw.pid),
    alive,
  };
}

export function toRunRow(raw: Raw): RunRow {
  return {
    line: Number(raw.line),
    key: textOrNull(raw.key),
    reference: text(raw.reference),
    status: text(raw.status) as RowStatus,
    transferId: text(raw.transfer_id),
    currency: text(raw.currency),
    amount: text(raw.amount),
    message: text(raw.message),
  };
}

export function toEntry(raw: Raw): LedgerEntry {
  return {
    type: text(raw.type) as EntryType,
    resend: raw.resend === 1,
    at: date(raw.at),
    runId: text(raw.run_id),
    line: Number(raw.line),
    body: textOrNull(raw.body),
    bodyHash: textOrNull(raw.body_hash),
    idempotencyKey: textOrNull(raw.idempotency_key),
    httpStatus: raw.http_status === null ? null : Number(raw.http_status),
    answer: textOrNull(raw.answer),
    data: text(raw.data),
  };
}
