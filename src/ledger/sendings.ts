// The sendings of a row, told from its entries. Pure.
import type { LedgerEntry } from './records.ts';
import { ASIDE, type EntryType } from './state.ts';

export interface Sending {
  /** Its last request. */
  readonly intent: LedgerEntry;
  /** All of them, in their order: one, and more under its idempotency key. Whatever is said is said of them all. */
  readonly requests: readonly LedgerEntry[];
  /** What became of it, as its run or its host said; none where nothing was heard. */
  readonly outcome: LedgerEntry | undefined;
  /** What a person said of it last, or that it was put back. */
  readonly word: LedgerEntry | undefined;
}

/** In their order. `current`: the last one, which the row stands for; none of a row that was never sent. */
export interface Sendings {
  readonly all: readonly Sending[];
  readonly current: Sending | undefined;
}

const WORDS: readonly EntryType[] = [
  'resolved_created',
  'resolved_not_created',
  'corrected_created',
  'corrected_not_created',
  'corrected_in_doubt',
];
const REFUSED: readonly EntryType[] = ['rejected', 'failed'];

/** As long as it is being made. */
type Making = { -readonly [K in keyof Sending]: Sending[K] } & { requests: LedgerEntry[] };

export function sendingsIn(entries: readonly LedgerEntry[]): Sendings {
  const all: Making[] = [];
  let current: Making | undefined;
  for (const entry of entries) {
    if (entry.type === 'intent') {
      const before = continuedBy(entry, all);
      current = before ?? { intent: entry, requests: [], outcome: undefined, word: undefined };
      Object.assign(current, { intent: entry, word: undefined });
      current.requests.push(entry);
      if (!before) all.push(current);
    } else if (current && WORDS.includes(entry.type)) {
      current.word = entry;
    } else if (!ASIDE.includes(entry.type) && current && !isOfResendAlone(entry, current)) {
      current.outcome = entry;
    }
  }
  return { all, current };
}

/** The sending whose key a request has. */
const continuedBy = ({ resend, idempotencyKey }: LedgerEntry, all: readonly Making[]): Making | undefined =>
  resend && idempotencyKey !== null
    ? all.findLast(({ intent }) => intent.idempotencyKey === idempotencyKey)
    : undefined;

/** What was refused when it was sent again may have been executed before. */
const isOfResendAlone = ({ type }: LedgerEntry, { requests }: Making): boolean =>
  requests.length > 1 && REFUSED.includes(type);

/** The number of the last entry, also of one that only says something of the row; 0 for none. */
export const lastEntryOf = (entries: readonly LedgerEntry[]): number => entries.at(-1)?.number ?? 0;
