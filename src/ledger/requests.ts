// The requests of a row and their outcomes, read from its entries. Pure.
import type { Attempt, LedgerEntry } from './records.ts';
import { ASIDE, type EntryType, isResolution } from './state.ts';

interface RequestRecord {
  /** Its last request. */
  readonly intent: LedgerEntry;
  /** Of one request, or of several under one idempotency key. Outcome and resolution are about all of them. */
  readonly intents: readonly LedgerEntry[];
  /** As its run or its host reported it. */
  readonly outcome: LedgerEntry | undefined;
  /** Its last resolution, or that it was put back in doubt. */
  readonly resolution: LedgerEntry | undefined;
}

/** `current`: the last one. The row has its state. */
interface RowRequests {
  readonly all: readonly RequestRecord[];
  readonly current: RequestRecord | undefined;
}

const REFUSED: readonly EntryType[] = ['rejected', 'failed'];

type MutableRequest = { -readonly [K in keyof RequestRecord]: RequestRecord[K] } & { intents: LedgerEntry[] };

export function requestsIn(entries: readonly LedgerEntry[]): RowRequests {
  const all: MutableRequest[] = [];
  let current: MutableRequest | undefined;
  for (const entry of entries) {
    if (entry.type === 'intent') {
      const before = continuedBy(entry, all);
      current = before ?? { intent: entry, intents: [], outcome: undefined, resolution: undefined };
      Object.assign(current, { intent: entry, resolution: undefined });
      current.intents.push(entry);
      if (!before) all.push(current);
    } else if (current && isResolution(entry.type)) {
      current.resolution = entry;
    } else if (!ASIDE.includes(entry.type) && current && !isOfResendOnly(entry, current)) {
      current.outcome = entry;
    }
  }
  return { all, current };
}

const continuedBy = (
  { resend, idempotencyKey }: LedgerEntry,
  all: readonly MutableRequest[],
): MutableRequest | undefined =>
  resend && idempotencyKey !== null
    ? all.findLast(({ intent }) => intent.idempotencyKey === idempotencyKey)
    : undefined;

/** A refusal of a resend proves nothing about the request before it. */
const isOfResendOnly = ({ type }: LedgerEntry, { intents: requests }: MutableRequest): boolean =>
  requests.length > 1 && REFUSED.includes(type);

/** 0 for none. */
export const lastEntryOf = (entries: readonly LedgerEntry[]): number => entries.at(-1)?.number ?? 0;

/** What a payment cost and how it went, from the run that made it. */
export interface PaidRecord {
  readonly key: string;
  readonly runId: string;
  readonly body: string;
  /** The service's whole response to the quote; `null` when it was not quoted. */
  readonly quote: string | null;
  readonly answer: string | null;
  readonly httpStatus: number | null;
  readonly attempts: readonly Attempt[];
  readonly startedAt: Date;
  readonly finishedAt: Date;
}

/** Of the current request; `undefined` for a row that was never sent. */
export function paidRecord(key: string, entries: readonly LedgerEntry[]): PaidRecord | undefined {
  const { intent, intents: requests, outcome } = requestsIn(entries).current ?? {};
  if (!intent || intent.body === null) return undefined;
  const { startedAt, attempts } = outcome?.data ?? {};
  return {
    key,
    runId: intent.runId,
    body: intent.body,
    // A resend has no quote: the price is that of the first request.
    quote: requests?.[0]?.answer ?? null,
    answer: outcome?.answer ?? null,
    httpStatus: outcome?.httpStatus ?? null,
    attempts: attempts ?? [],
    startedAt: startedAt === undefined ? intent.at : new Date(startedAt),
    finishedAt: outcome?.at ?? intent.at,
  };
}
