// A row that an earlier run paid keeps that run's quote, fee, rate, HTTP status and times in the results.
import type { Profile } from '../../interface/profile.ts';
import type { Attempt, PaidRecord } from '../../ledger/ledger.ts';
import type { RowResult } from '../results/result.ts';
import { quoteFigures } from './steps/quote.ts';

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
