// Step: creates a transfer, a customer or a trade, which can't be undone. The intent is durable before the request.
// The outcome is durable before anything else happens to the row (outcome.ts).
import type { Idempotency } from '../../../client/call-context.ts';
import { type CallOutcome, notCalled } from '../../../client/outcome.ts';
import type { Intent, IntentResult } from '../../../ledger/ledger.ts';
import { rowNote } from '../../../ledger/messages.ts';
import { type Message } from '../../../message.ts';
import { CREATING, type Subject } from '../../input/row.ts';
import { decideRow, sameReference, usedByRun } from '../../plan/decide.ts';
import { ledgerCall } from '../../results/ledger-call.ts';
import { possibleOriginal, rowMessage } from '../../results/messages.ts';
import { notStarted, result, type RowResult, shortOfFunds } from '../../results/result.ts';
import type { WalletBreaker } from '../breakers.ts';
import type { CreationContext, Sending, StepsEnd } from '../context.ts';
import { sendingMessage } from '../messages.ts';

export interface Creation {
  /** The exact bytes that will be sent, as text. */
  readonly body: string;
  /** The service's whole answer to the quote before it. */
  readonly quote: string | null;
  /** The account that is paid, and the payee as written in the file. */
  readonly account?: string | undefined;
  readonly payee?: string | undefined;
  /** What pays for it, in a run. */
  readonly wallet?: WalletBreaker;
  /** The key of the request that it repeats, and its header. */
  readonly repeats?: Idempotency;
}

/** Waits for its turn, writes the intent, and sends the request, if the run was not stopped. */
export async function create(
  context: CreationContext,
  sending: Sending,
  creation: Creation,
): Promise<StepsEnd> {
  const { transferGate, breaker } = context;
  const { slot } = sending;
  const { wallet } = creation;
  slot?.park();
  const leaveGate = await transferGate.enter();
  let isAnswered = false;
  try {
    await slot?.acquireIntent();
    await context.checkPlan?.();
    if (breaker.reason) return { unsent: notStarted(breaker.reason) };
    const short = wallet?.reasonToSkip();
    if (short) return { unsent: shortOfFunds(short) };
    const end = await intendAndRequest(context, sending, creation);
    if ('outcome' in end) isAnswered = observe(context, end.outcome, wallet);
    return end;
  } finally {
    await leaveGate(isAnswered);
  }
}

/**
 * Before the next row may go: it must not start if this response stops the run. Returns whether the service has
 * responded.
 */
function observe(
  { breaker }: CreationContext,
  outcome: CallOutcome,
  wallet: WalletBreaker | undefined,
): boolean {
  if (wallet?.observe(outcome) === true) breaker.observe();
  else breaker.observeCall(outcome);
  if (outcome.outcome === 'in_doubt') breaker.countDoubt();
  return outcome.outcome === 'accepted' || outcome.outcome === 'rejected';
}

async function intendAndRequest(
  context: CreationContext,
  sending: Sending,
  creation: Creation,
): Promise<StepsEnd> {
  const { breaker, ledger, client, clock, alikeSince, alikeDays } = context;
  const { subject, identity, slot } = sending;
  const { body, quote, account, payee, repeats } = creation;
  const at = new Date(clock.now());
  const isResend = repeats !== undefined;
  const idempotency = repeats ?? newIdempotency(context, subject, at);
  const intent: Intent = {
    ...{ at, body, quote, account, payee },
    idempotencyKey: idempotency?.key ?? null,
    idempotencyHeader: idempotency?.header ?? null,
    resend: isResend,
    alikeSince: isResend ? null : alikeSince,
    alikeReferenced: !isResend && alikeDays > 0,
    ...identity,
  };
  context.reached?.('before-intent', subject.reference);
  const taken = await ledgerCall(() => ledger.intend(intent));
  if (!taken.ok) return { unsent: withoutLedger(context, taken.failure) };
  if (!taken.value.ok) return { unsent: notTaken(context, sending, taken.value) };
  context.reached?.('after-intent', subject.reference);
  await slot?.unpark();
  // A resend is sent all the same: stopping would only leave the row in doubt.
  if (breaker.reason && !isResend) {
    const message = rowNote('run_stopped_first', { reason: breaker.reason });
    return { outcome: notCalled('stopped', 'stopped', message), hasIntent: true };
  }
  const outcome = await client.create(CREATING[subject.kind], body, idempotency, () => ledger.maySend);
  context.reached?.('after-answer', subject.reference);
  return { outcome, hasIntent: true };
}

/** A new key. The profile's idempotency header is for transfers alone (section 4). */
function newIdempotency(
  { client, random, runId }: CreationContext,
  { kind }: Subject,
  at: Date,
): Idempotency | null {
  const own = kind === 'payouts' ? client.profile.idempotency : null;
  if (!own) return null;
  const key = `${runId}-${Math.floor(random() * 2 ** 48).toString(16)}`;
  const untilMs = at.getTime() + own.windowSeconds * 1000;
  return { header: own.header, key, untilMs, mayBeProcessed: false };
}

/** The ledger could not make the intent durable. */
function withoutLedger({ breaker }: CreationContext, failure: Message): RowResult {
  breaker.trip(failure);
  return result('failed', { errorCode: 'ledger', message: sendingMessage('intent_unwritten', { failure }) });
}

/** Another run was faster, or the run was stopped. */
function notTaken(
  { breaker, clock }: CreationContext,
  { subject, identity }: Sending,
  taken: Exclude<IntentResult, { ok: true }>,
): RowResult {
  switch (taken.why) {
    case 'stopped':
      breaker.trip(taken.reason);
      return notStarted(breaker.reason ?? taken.reason);
    case 'reference_like':
      return sameReference(subject, taken.current);
    case 'alike':
      return result('not_sent', {
        errorCode: 'alike',
        message: rowMessage('possible_duplicate', {
          ...possibleOriginal(subject.kind, taken.current),
          ...{ why: 'since', isCall: false },
        }),
      });
    case 'contradicted':
    case 'owned': {
      const row = { ...subject, issues: [] };
      const now = decideRow(row, identity, taken.current, { nowMs: clock.now(), idempotencyWindowMs: 0 });
      return now.do === 'nothing' ? now.result : usedByRun(taken.current.runId);
    }
    default:
      return taken satisfies never;
  }
}

/** The same bytes of a transfer again under the same key in the same header, if that is certain to be harmless. */
export async function resend(context: CreationContext, sending: Sending): Promise<StepsEnd> {
  const found = await ledgerCall(() => repeatable(context, sending.identity.key));
  if (!found.ok) return { unsent: withoutLedger(context, found.failure) };
  if (found.value) return create(context, sending, found.value);
  return {
    unsent: result('in_doubt', {
      errorCode: 'in_doubt',
      message: sendingMessage('resend_unsafe'),
    }),
  };
}

/** `undefined`: the window has passed, the header's name has changed, or the clock went back. */
async function repeatable(
  { client, clock, ledger }: CreationContext,
  rowKey: string,
): Promise<Creation | undefined> {
  const { idempotency } = client.profile;
  const entries = await ledger.entries(rowKey);
  const intents = entries.filter((entry) => entry.type === 'intent');
  const { body = null, idempotencyKey: key = null, idempotencyHeader = null } = intents.at(-1) ?? {};
  const first = intents.find((entry) => entry.idempotencyKey === key);
  if (!idempotency || !first || key === null || body === null) return undefined;
  // Under another header the key means nothing: the service would pay again.
  if (idempotencyHeader !== idempotency.header) return undefined;
  const untilMs = first.at.getTime() + idempotency.windowSeconds * 1000;
  const written = [await ledger.lastEntryAt(), ...entries.map(({ at }) => at)];
  const isSetBack = written.some((at) => at !== null && clock.now() < at.getTime());
  if (isSetBack || clock.now() >= untilMs) return undefined;
  return { body, quote: null, repeats: { header: idempotencyHeader, key, untilMs, mayBeProcessed: true } };
}
