// A row that an earlier run paid keeps that run's quote, fee, rate, HTTP status and times in the results.
import type { Profile } from '../../interface/profile.ts';
import type { Attempt, PaidRecord } from '../../ledger/ledger.ts';
import type { Decision } from '../plan/decide.ts';
import type { RowResult } from '../results/result.ts';
import { quoteFigures } from './steps/quote.ts';

/** The decision about a paid row, with the figures of the run that paid it. Other decisions stay as they are. */
export function asItWent(decision: Decision, before: PaidRecord | undefined, profile: Profile): Decision {
  if (!before || !('result' in decision) || decision.result.createdId === '') return decision;
  return { ...decision, result: { ...decision.result, ...wentAs(before, profile) } };
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
