// What an earlier run paid stays as it went then: results show its quote, its fee, its rate, its answer and its times,
// whichever run writes them.
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

/** How the rows among these that are paid were paid. A ledger that fails says nothing of it. */
export async function paidBefore(
  { ledger }: RunContext,
  rows: readonly Known[],
): Promise<ReadonlyMap<string, PaidRecord>> {
  const paid = rows.filter(({ known }) => known?.state === 'created').map(({ key }) => key.key);
  if (paid.length === 0) return new Map();
  const found = await ledgerCall(() => ledger.paid(paid));
  return found.ok ? found.value : new Map();
}

/** A result of an earlier run, with its figures; any other as it is. */
export function asItWent(
  outcome: RowResult,
  before: PaidRecord | undefined,
  { client }: RunContext,
): RowResult {
  if (outcome.runId === '' || !before || outcome.createdId === '') return outcome;
  const { documentIds } = outcome;
  return { ...outcome, ...wentAs(before, client.profile), ...(documentIds.length > 0 && { documentIds }) };
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

/** How often it was tried to create it. */
export const creationsIn = (attempts: readonly Attempt[]): number =>
  attempts.filter(({ operation }) => operation.startsWith('create')).length;

/** Of the bytes that were sent: our own, so that they can be read. */
export function documentsOf(body: string): readonly string[] {
  const sent: unknown = JSON.parse(body);
  const list = typeof sent === 'object' && sent !== null && 'documents' in sent ? sent.documents : undefined;
  return Array.isArray(list) ? list.filter((id): id is string => typeof id === 'string') : [];
}
