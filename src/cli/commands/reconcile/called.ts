// What a person called not created, told from the ledger's entries: sendings that the next run of their file would send once
// more, and sendings that another one has followed since. A statement that has a payment of either says otherwise.
import type { LedgerEntry, RowRecord } from '../../../ledger/ledger.ts';
import { isCalledFree } from '../../../ledger/resolution.ts';
import { isFree } from '../../../ledger/state.ts';
import { fieldsOfBody } from '../../../report/body.ts';
import { type LedgerRow, placeOf, whatItSays } from './ledger-row.ts';

/** A sending that a person called not created. */
export interface Called extends LedgerRow {
  readonly calledBy: string | null;
  /** The row as it stands now. */
  readonly now: RowRecord;
}

export interface Sendings {
  readonly called: readonly Called[];
  /** Nothing since can have paid: it is what the next run sends. */
  readonly isWaiting: boolean;
  /** When it was sent last. */
  readonly lastSentAt: Date | undefined;
}

export function sendingsOf(record: RowRecord, entries: readonly LedgerEntry[]): Sendings {
  const starts = entries.flatMap(({ type }, at) => (type === 'intent' ? [at] : []));
  const called = starts.flatMap((from, nth) => {
    const intent = entries[from];
    const own = entries.slice(from + 1, starts[nth + 1]);
    const word = own.findLast(({ type }) => WORDS.includes(type));
    return intent && word?.type.endsWith('_not_created') ? [calledOf(record, intent, own, word.by)] : [];
  });
  return {
    called: together(called),
    isWaiting: isFree(record.state) && isCalledFree(entries),
    lastSentAt: entries[starts.at(-1) ?? -1]?.at,
  };
}

const WORDS: readonly LedgerEntry['type'][] = [
  'resolved_created',
  'resolved_not_created',
  'corrected_created',
  'corrected_not_created',
  'corrected_in_doubt',
];

function calledOf(
  record: RowRecord,
  { at, body, line, runId }: LedgerEntry,
  own: readonly LedgerEntry[],
  calledBy: string | null,
): Called {
  const heard = own.findLast(({ type }) => type === 'in_doubt')?.at ?? at;
  const said = fieldsOfBody(body ?? '');
  const paid = {
    ...record,
    createdId: null,
    amount: said.get('receiverAmount') ?? record.amount,
    currency: said.get('destination.currency') ?? record.currency,
  };
  return {
    ...whatItSays(paid, body ?? ''),
    fromMs: at.getTime(),
    toMs: Math.max(at.getTime(), heard.getTime()),
    place: placeOf(line, runId),
    sendingOf: record.key,
    calledBy,
    now: record,
  };
}

/** Sendings of one row that say the same are one to a statement: whichever it was, the row was paid. */
function together(called: readonly Called[]): Called[] {
  const out = new Map<string, Called>();
  for (const one of called) {
    const { payee, customer, amount, currency, memo } = one;
    const says = JSON.stringify([payee, customer, amount, currency, memo]);
    const before = out.get(says);
    out.set(says, before ? { ...one, fromMs: before.fromMs, toMs: Math.max(before.toMs, one.toMs) } : one);
  }
  return [...out.values()];
}
