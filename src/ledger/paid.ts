// How a payment went, told from its row's entries. Pure.
import type { Attempt, LedgerEntry } from './records.ts';
import { sendingsIn } from './sendings.ts';

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

/** Of the sending that the row stands for; `undefined` for a row that was never sent. */
export function paidRecord(key: string, entries: readonly LedgerEntry[]): PaidRecord | undefined {
  const intent = sendingsIn(entries).current?.intent;
  if (!intent || intent.body === null) return undefined;
  const at = entries.indexOf(intent);
  const after = entries.slice(at + 1);
  const next = after.findIndex(({ type }) => type === 'intent');
  // Behind a doubt there may be the answer, which came late.
  const late = after.slice(0, next === -1 ? undefined : next).findLast(({ resend }) => resend);
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
