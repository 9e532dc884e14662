// What a person called not created, told from the ledger's entries: sendings that the next run of their file would send once
// more, and sendings that another one has followed since. A statement that has a payment of either says otherwise.
import { byBadClock } from '../../../batch/reconcile/when.ts';
import { isClockSetBack } from '../../../ledger/clock-order.ts';
import type { LedgerEntry, RowRecord } from '../../../ledger/ledger.ts';
import { calledFree, isCalled, type Sending, sendingsIn } from '../../../ledger/sendings.ts';
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
  /** When the sending was made that the row stands for: as a rule its last. */
  readonly lastSentAt: Date | undefined;
  /** Its times in the ledger run backwards. */
  readonly isByBadClock: boolean;
}

export function sendingsOf(record: RowRecord, entries: readonly LedgerEntry[], now: Date): Sendings {
  const { all, current } = sendingsIn(entries);
  const called = together(all.filter(isCalled).map((one) => calledOf(record, one)));
  const isByBadClock = isClockSetBack(entries, now);
  return {
    called: isByBadClock ? called.map(byBadClock) : called,
    isByBadClock,
    isWaiting: isFree(record.state) && calledFree(all).length > 0,
    lastSentAt: current?.requests[0]?.at,
  };
}

function calledOf(record: RowRecord, { intent, requests, outcome, word }: Sending): Called {
  const { at, body, line, runId, number } = intent;
  const heard = outcome?.type === 'in_doubt' ? outcome.at : at;
  const fromMs = Math.min(...requests.map((one) => one.at.getTime()));
  const span = { fromMs, toMs: Math.max(at.getTime(), heard.getTime()) };
  const said = fieldsOfBody(body ?? '');
  const paid = {
    ...record,
    createdId: null,
    amount: said.get('receiverAmount') ?? record.amount,
    currency: said.get('destination.currency') ?? record.currency,
  };
  return {
    ...whatItSays(paid, body ?? ''),
    ...span,
    place: placeOf(line, runId),
    sendingOf: record.key,
    sentBy: { runId, line },
    sendings: [{ ...span, sending: number, runId }],
    isCalled: true,
    calledBy: word?.by ?? null,
    now: record,
  };
}

const both = (before: Called, one: Called): Called => ({
  ...one,
  fromMs: before.fromMs,
  toMs: Math.max(before.toMs, one.toMs),
  sendings: [before, one].flatMap(({ sendings = [] }) => sendings),
});

/** Sendings of one row that say the same are one to a statement: whichever it was, the row was paid. */
function together(called: readonly Called[]): Called[] {
  const out = new Map<string, Called>();
  for (const one of called) {
    const { payee, customer, amount, currency, memo } = one;
    const says = JSON.stringify([payee, customer, amount, currency, memo]);
    const before = out.get(says);
    out.set(says, before ? both(before, one) : one);
  }
  return [...out.values()];
}
