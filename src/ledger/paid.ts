// How a payment went, told from its row's entries. Pure.
import type { Attempt, LedgerEntry } from './records.ts';

/** What a payment cost and how it went, from the run that made it. */
export interface PaidRecord {
  readonly key: string;
  readonly runId: string;
  readonly body: string;
  /** The service's whole answer to the quote; `null` when it was not quoted. */
  readonly quote: string | null;
  readonly answer: string | null;
  readonly httpStatus: number | null;
  readonly attempts: readonly Attempt[];
  readonly startedAt: Date;
  readonly finishedAt: Date;
}

/** `undefined` for a row that was never sent. The last intent is the one that was paid: nothing follows a payment. */
export function paidRecord(key: string, entries: readonly LedgerEntry[]): PaidRecord | undefined {
  const at = entries.findLastIndex((entry) => entry.type === 'intent');
  const intent = entries[at];
  if (!intent || intent.body === null) return undefined;
  // Behind a doubt there may be the answer, which came late.
  const late = entries.slice(at + 1).findLast(({ type, resend }) => resend && type !== 'intent');
  const outcome = late ?? entries[at + 1];
  // A resend has no quote of its own: the price is the first sending's.
  const quoted = entries.slice(0, at + 1).findLast((entry) => entry.type === 'intent' && !entry.resend);
  const { startedAt, attempts } = outcome?.data ?? {};
  return {
    key,
    runId: intent.runId,
    body: intent.body,
    quote: quoted?.answer ?? null,
    answer: outcome?.answer ?? null,
    httpStatus: outcome?.httpStatus ?? null,
    attempts: attempts ?? [],
    startedAt: startedAt === undefined ? intent.at : new Date(startedAt),
    finishedAt: outcome?.at ?? intent.at,
  };
}
