// Step: what can't be taken back (a transfer, a customer, a trade). Intent durable, then the request, then the outcome
// durable, before anything else happens to the row.
import type { CreatingOperation } from '../../../client/client.ts';
import type { CallOutcome } from '../../../client/outcome.ts';
import type { Intent, LedgerEntry, RowIdentity, RowRecord } from '../../../ledger/ledger.ts';
import { ledgerCall } from '../../results/ledger-call.ts';
import { type CreationContext, newIdempotencyKey } from '../context.ts';
import type { WalletBreaker } from '../wallet-breakers.ts';

export type CreateResult =
  | { readonly kind: 'called'; readonly outcome: CallOutcome }
  /** Another run became the row's owner first. */
  | { readonly kind: 'owned'; readonly current: RowRecord }
  /** A payment that looks like this one came to be since this run looked: nothing was sent. */
  | { readonly kind: 'alike'; readonly current: RowRecord }
  /** Likewise, a payment whose reference only looks another. */
  | { readonly kind: 'reference_like'; readonly current: RowRecord }
  /** The run stopped before anything left. `intent`: there was one already, and the ledger must be told. */
  | { readonly kind: 'halted'; readonly intent: boolean }
  /** No more rows are paid from its wallet; before anything was written. */
  | { readonly kind: 'short'; readonly reason: string }
  /** The ledger could not make the intent durable: nothing was sent. */
  | { readonly kind: 'no_ledger'; readonly message: string };

export interface Creation {
  readonly operation: CreatingOperation;
  readonly identity: RowIdentity;
  /** The exact bytes that will be sent, as text. */
  readonly body: string;
  /** The service's whole answer to the quote before it. */
  readonly quote: string | null;
  /** The account that is paid, and who, as the file says it. */
  readonly account?: string | undefined;
  readonly payee?: string | undefined;
  /** What pays for it, in a run. */
  readonly wallet?: WalletBreaker;
}

/** The profile's idempotency header speaks of transfers alone (section 4). */
const idempotencyOf = (context: CreationContext, operation: CreatingOperation) =>
  operation === 'createTransfer' ? context.client.profile.idempotency : null;

export async function create(context: CreationContext, creation: Creation): Promise<CreateResult> {
  const { operation, identity, body, quote, wallet, account, payee } = creation;
  const idempotency = idempotencyOf(context, operation);
  const intent = (): Intent => ({
    at: new Date(context.clock.now()),
    body,
    idempotencyKey: idempotency === null ? null : newIdempotencyKey(context),
    idempotencyHeader: idempotency?.header ?? null,
    quote,
    resend: false,
    alikeSince: context.alikeSince,
    alikeReferenced: context.alikeReferenced,
    account,
    payee,
    ...identity,
  });
  return throughGate(context, () => intendAndRequest(context, operation, intent()), wallet);
}

/**
 * The same bytes of a transfer again under the same key in the same header; `undefined` where that is not certain to
 * be harmless any more: the window has passed, the header has another name by now, or the clock went back.
 */
export async function resend(
  context: CreationContext,
  identity: RowIdentity,
): Promise<CreateResult | undefined> {
  const entries = await context.ledger.entries(identity.key);
  const first = await windowOpening(context, entries);
  const last = entries.findLast((entry) => entry.type === 'intent');
  if (!first || !last || last.body === null) return undefined;
  const { body, idempotencyKey, idempotencyHeader } = last;
  const intent = (): Intent => ({
    at: new Date(context.clock.now()),
    body,
    idempotencyKey,
    idempotencyHeader,
    quote: null,
    resend: true,
    alikeSince: null,
    alikeReferenced: false,
    ...identity,
  });
  return throughGate(context, () =>
    intendAndRequest(context, 'createTransfer', intent(), first.at.getTime()),
  );
}

/** The first request under the last one's key, if its window is open beyond doubt. */
async function windowOpening(
  { client, clock, ledger }: CreationContext,
  entries: readonly LedgerEntry[],
): Promise<LedgerEntry | undefined> {
  const { idempotency } = client.profile;
  const intents = entries.filter((entry) => entry.type === 'intent');
  const key = intents.at(-1)?.idempotencyKey ?? null;
  const first = intents.find((entry) => entry.idempotencyKey === key);
  if (!idempotency || !first || key === null) return undefined;
  // Under another header the key means nothing: the service would pay again.
  if (intents.at(-1)?.idempotencyHeader !== idempotency.header) return undefined;
  const now = clock.now();
  const lastEntry = await ledger.lastEntryAt();
  if (lastEntry && now < lastEntry.getTime()) return undefined;
  if (entries.some(({ at }) => now < at.getTime())) return undefined;
  return now < first.at.getTime() + idempotency.windowSeconds * 1000 ? first : undefined;
}

/** Waits for the first transfer of the run, and looks once more whether the run still goes on. */
async function throughGate(
  { gate, breaker, slot }: CreationContext,
  work: () => Promise<CreateResult>,
  wallet?: WalletBreaker,
): Promise<CreateResult> {
  slot?.park();
  const over = await gate.enter();
  let answered = false;
  try {
    await slot?.acquireIntent();
    if (breaker.isTripped) return { kind: 'halted', intent: false };
    const short = wallet?.reasonToSkip() ?? '';
    if (short !== '') return { kind: 'short', reason: short };
    const done = await work();
    if (done.kind === 'called') {
      // Before the next row may go: it must not start if this response stops the run.
      if (wallet?.observe(done.outcome) === true) breaker.observe(false, '');
      else breaker.observeCall(done.outcome);
      if (done.outcome.outcome === 'in_doubt') breaker.countDoubt();
      answered = ['accepted', 'rejected'].includes(done.outcome.outcome);
    }
    return done;
  } finally {
    await over(answered);
  }
}

async function intendAndRequest(
  context: CreationContext,
  operation: CreatingOperation,
  intent: Intent,
  windowOpenedMs: number = intent.at.getTime(),
): Promise<CreateResult> {
  const reference = intent.reference ?? '';
  context.at('before-intent', reference);
  const taken = await ledgerCall(() => context.ledger.intend(intent));
  if (!taken.ok) return { kind: 'no_ledger', message: taken.failure };
  if (!taken.value.ok && taken.value.why === 'stopped') {
    context.breaker.trip(taken.value.reason);
    return { kind: 'halted', intent: false };
  }
  if (!taken.value.ok) return { kind: taken.value.why, current: taken.value.current };
  context.at('after-intent', reference);
  await context.slot?.unpark();
  // What was in doubt before stays in doubt if it isn't sent: then it may as well go.
  if (context.breaker.isTripped && !intent.resend) return { kind: 'halted', intent: true };
  const idempotency = idempotencyOf(context, operation);
  const outcome = await context.client.create(
    operation,
    intent.body,
    idempotency && intent.idempotencyKey !== null
      ? {
          header: idempotency.header,
          key: intent.idempotencyKey,
          untilMs: windowOpenedMs + idempotency.windowSeconds * 1000,
          mayBeProcessed: intent.resend,
        }
      : null,
    () => context.ledger.maySend,
  );
  context.at('after-answer', reference);
  return { kind: 'called', outcome };
}
