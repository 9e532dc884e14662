// The sendings of a row, told from its entries, and which of them it stands for: its last, until a person's "not created" about
// one before is taken back. Pure.
import type { EntryData, LedgerEntry, RowRecord } from './records.ts';
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

/** In their order. `current`: the one that the row stands for; none of a row that was never sent. */
export interface Sendings {
  readonly all: readonly Sending[];
  readonly current: Sending | undefined;
}

/** A row as one sending had it. */
export type SentAs = NonNullable<EntryData['row']>;

const WORDS: readonly EntryType[] = [
  'resolved_created',
  'resolved_not_created',
  'corrected_created',
  'corrected_not_created',
  'corrected_in_doubt',
];
const NOT_CREATED: readonly EntryType[] = ['resolved_not_created', 'corrected_not_created'];
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
    } else if (WORDS.includes(entry.type)) {
      if (entry.type === 'corrected_in_doubt') current = meant(all, entry) ?? current;
      if (current) current.word = entry;
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

/** Whether a person's "not created" about it stands. */
export const isCalled = ({ word }: Sending): boolean => word !== undefined && NOT_CREATED.includes(word.type);

/** Of which nobody has said, and nothing was heard, that it did not pay. */
export const openOf = (all: readonly Sending[]): Sending[] =>
  all.filter((one) => !isRefused(one) && !isCalled(one));

/** Besides the one that the row stands for, those that may have paid for all that the service or its run said, whatever people did. */
export const besides = ({ all, current }: Sendings): Sending[] =>
  all.filter((one) => one !== current && !isRefused(one));

/** Certainly not paid, by what the service or its run said. */
const isRefused = ({ outcome, word }: Sending): boolean =>
  word === undefined && outcome !== undefined && REFUSED.includes(outcome.type);

/** Those of which a person may take back "not created": nothing has followed that may have paid. Last first. */
export function calledFree(all: readonly Sending[]): Sending[] {
  const last = all.findLastIndex((one) => !isRefused(one) && !isCalled(one));
  return all
    .slice(last + 1)
    .filter(isCalled)
    .toReversed();
}

const withNumber = <One extends Sending>(all: readonly One[], number: number | undefined): One | undefined =>
  all.find(({ requests }) => requests.some((one) => one.number === number));

/** Which one is in doubt again; an entry that doesn't name it means the last that was called not created. */
function meant(all: readonly Making[], { data }: LedgerEntry): Making | undefined {
  return withNumber(all, data.sending ?? calledFree(all)[0]?.intent.number);
}

/** The sending that a word takes back: the one that it names (by its intent's number), else the last. */
export const takenBack = (all: readonly Sending[], number: number | undefined): Sending | undefined =>
  number === undefined ? calledFree(all)[0] : withNumber(calledFree(all), number);

/** The row's identity, for the entry of a word about it. */
export function sentAs({
  reference,
  content,
  fingerprint,
  target,
  runId,
  batchId,
  line,
  sequence,
  currency,
  amount,
}: RowRecord): SentAs {
  return { reference, content, fingerprint, target, runId, batchId, line, sequence, currency, amount };
}
