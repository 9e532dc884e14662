// How a payment went, from the row's entries in the ledger. In the results, a row that an earlier run paid keeps that
// run's quote, fee, rate, HTTP status and times.
import type { Profile } from '../../interface/profile.ts';
import type { Attempt, Ledger, LedgerEntry, RowStatus } from '../../ledger/ledger.ts';
import { type PaidRecord, paidRecord } from '../../ledger/requests.ts';
import type { RowDecision } from '../plan/decide.ts';
import type { PlannedRow } from '../plan/page.ts';
import { ledgerCall } from '../results/ledger-call.ts';
import type { RowResult } from '../results/result.ts';
import { quoteFigures } from './steps/quote.ts';

/** Rows that an earlier run paid, with the figures of that run. If they can't be read, the rows stay as they are. */
export async function withEarlierFigures(
  rows: readonly PlannedRow[],
  ledger: Pick<Ledger, 'paid'>,
  profile: Profile,
): Promise<readonly PlannedRow[]> {
  const keys = rows.flatMap(({ known, key }) => (known?.state === 'created' ? [key.key] : []));
  if (keys.length === 0) return rows;
  const paid = await ledgerCall(() => ledger.paid(keys));
  if (!paid.ok) return rows;
  return rows.map((row) => ({
    ...row,
    planned: withFigures(row.planned, paid.value.get(row.key.key), profile),
  }));
}

/** The decision about a paid row, with the figures of the run that paid it. Other decisions stay as they are. */
function withFigures(decision: RowDecision, payment: PaidRecord | undefined, profile: Profile): RowDecision {
  if (!payment || !('result' in decision) || decision.result.createdId === '') return decision;
  return { ...decision, result: { ...decision.result, ...figuresOf(payment, profile) } };
}

/** What the results show of a payment. */
export function figuresOf(paid: PaidRecord, profile: Profile): Partial<RowResult> {
  return {
    ...(paid.quote === null ? {} : quoteFigures(paid.quote, profile)),
    documentIds: documentsOf(paid.body),
    runId: paid.runId,
    httpStatus: paid.httpStatus,
    attempts: creationsIn(paid.attempts),
    startedAt: paid.startedAt.toISOString(),
    finishedAt: paid.finishedAt.toISOString(),
  };
}

interface ReportedRow {
  readonly key: string | null;
  readonly status: RowStatus;
}

/** The row's payment in this run, or in the run that paid it before. `undefined` if nothing was sent for it. */
export function paymentOf(
  { key, status }: ReportedRow,
  entries: readonly LedgerEntry[],
  runId: string,
): PaidRecord | undefined {
  const name = key ?? '';
  const at = entries.findLastIndex((entry) => entry.type === 'intent' && entry.runId === runId);
  if (at !== -1) {
    const next = entries.findIndex(({ type }, place) => place > at && type === 'intent');
    return paidRecord(name, next === -1 ? entries : entries.slice(0, next));
  }
  if (status === 'created' || status === 'duplicate' || status === 'in_doubt')
    return paidRecord(name, entries);
  const stop = entries.findLast(
    (entry) => (entry.type === 'rejected' || entry.type === 'failed') && entry.runId === runId,
  );
  if (!stop) return undefined;
  const { startedAt, attempts = [] } = stop.data;
  return {
    ...{
      key: name,
      runId,
      body: '',
      quote: null,
      answer: stop.answer,
      httpStatus: stop.httpStatus,
      attempts,
    },
    startedAt: startedAt === undefined ? stop.at : new Date(startedAt),
    finishedAt: stop.at,
  };
}

export const creationsIn = (attempts: readonly Attempt[]): number =>
  attempts.filter(({ operation }) => operation.startsWith('create')).length;

/** Of a request body; none of a request that was never made. */
export function documentsOf(body: string): readonly string[] {
  const sent: unknown = body === '' ? undefined : JSON.parse(body);
  const list = typeof sent === 'object' && sent !== null && 'documents' in sent ? sent.documents : undefined;
  return Array.isArray(list) ? list.filter((id): id is string => typeof id === 'string') : [];
}
