// A row that an earlier run paid keeps that run's quote, fee, rate, HTTP status and times in the results.
import type { Profile } from '../../interface/profile.ts';
import type { Attempt, PaidRecord, RowRecord } from '../../ledger/ledger.ts';
import type { RowKey } from '../plan/keys.ts';
import { ledgerCall } from '../results/ledger-call.ts';
import type { RowResult } from '../results/result.ts';
import type { RunContext } from './context.ts';
import { quoteFigures } from './steps/quote.ts';

interface Known {
  readonly key: RowKey;
  readonly known: RowRecord | undefined;
}

/** The payments of those rows that are paid, by key. Empty if the ledger fails. */
export async function paidBefore(
  { ledger }: RunContext,
  rows: readonly Known[],
): Promise<ReadonlyMap<string, PaidRecord>> {
  const paid = rows.filter(({ known }) => known?.state === 'created').map(({ key }) => key.key);
  if (paid.length === 0) return new Map();
  const found = await ledgerCall(() => ledger.paid(paid));
  return found.ok ? found.value : new Map();
}

/** The result with the figures of the earlier run that paid it. Other results stay as they are. */
export function asItWent(outcome: RowResult, before: PaidRecord | undefined, profile: Profile): RowResult {
  if (outcome.runId === '' || !before || outcome.createdId === '') return outcome;
  const { documentIds } = outcome;
  return { ...outcome, ...wentAs(before, profile), ...(documentIds.length > 0 && { documentIds }) };
}

/** What the results say of a payment that another run made. */
export function wentAs(paid: PaidRecord, profile: Profile): Partial<RowResult> {
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

export const creationsIn = (attempts: readonly Attempt[]): number =>
  attempts.filter(({ operation }) => operation.startsWith('create')).length;

export function documentsOf(body: string): readonly string[] {
  const sent: unknown = JSON.parse(body);
  const list = typeof sent === 'object' && sent !== null && 'documents' in sent ? sent.documents : undefined;
  return Array.isArray(list) ? list.filter((id): id is string => typeof id === 'string') : [];
}
