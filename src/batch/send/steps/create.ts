// Step: what can't be taken back (a transfer, a customer, a trade). Intent durable, then the request, then the outcome
// durable, before anything else happens to the row.
import type { CreatingOperation } from '../../../client/client.ts';
import type { CallOutcome } from '../../../client/outcome.ts';
import { sha256 } from '../../../ledger/keys.ts';
import type { Intent, RowIdentity, RowRecord } from '../../../ledger/ledger.ts';
import { ledgerCall } from '../../results/ledger-call.ts';
import type { CreationContext } from '../context.ts';

export type CreateResult =
  | { readonly kind: 'called'; readonly outcome: CallOutcome }
  /** Another run became the row's owner first. */
  | { readonly kind: 'owned'; readonly current: RowRecord }
  /** The ledger could not make the intent durable: nothing was sent. */
  | { readonly kind: 'no_ledger'; readonly message: string };

export interface Creation {
  readonly operation: CreatingOperation;
  readonly identity: RowIdentity;
  /** The exact bytes that will be sent, as text. */
  readonly body: string;
  /** The service's whole answer to the quote before it. */
  readonly quote: string | null;
}

/** The profile's idempotency header speaks of transfers alone (section 4). */
const idempotencyOf = (context: CreationContext, operation: CreatingOperation) =>
  operation === 'createTransfer' ? context.client.profile.idempotency : null;

export async function create(context: CreationContext, creation: Creation): Promise<CreateResult> {
  const { operation, identity, body, quote } = creation;
  const idempotency = idempotencyOf(context, operation);
  const intent: Intent = {
    ...identity,
    at: new Date(context.clock.now()),
    body,
    bodyHash: sha256(body),
    idempotencyKey: idempotency === null ? null : context.newKey(),
    idempotencyHeader: idempotency?.header ?? null,
    quote,
    resend: false,
    alikeSince: null,
  };
  return send(context, operation, intent);
}

/** The same bytes of a transfer again under the same idempotency key; `undefined` when its window has passed. */
export async function resend(
  context: CreationContext,
  identity: RowIdentity,
): Promise<CreateResult | undefined> {
  const { idempotency } = context.client.profile;
  const entries = await context.ledger.entries(identity.key);
  const intents = entries.filter((entry) => entry.type === 'intent');
  const last = intents.at(-1);
  // The window is the service's and opened with the first request under this key.
  const first = intents.find((entry) => entry.idempotencyKey === last?.idempotencyKey);
  if (!idempotency || !last || last.idempotencyKey === null || last.body === null || !first) return undefined;
  // Under another header the key means nothing: the service would pay again.
  if (last.idempotencyHeader !== idempotency.header) return undefined;
  const now = context.clock.now();
  if (now >= first.at.getTime() + idempotency.windowSeconds * 1000) return undefined;
  const intent: Intent = {
    ...identity,
    at: new Date(now),
    body: last.body,
    bodyHash: last.bodyHash ?? sha256(last.body),
    idempotencyKey: last.idempotencyKey,
    idempotencyHeader: last.idempotencyHeader,
    quote: null,
    resend: true,
    alikeSince: null,
  };
  return send(context, 'createTransfer', intent, first.at.getTime());
}

async function send(
  context: CreationContext,
  operation: CreatingOperation,
  intent: Intent,
  windowOpenedMs: number = intent.at.getTime(),
): Promise<CreateResult> {
  const reference = intent.reference ?? '';
  context.at('before-intent', reference);
  const taken = await ledgerCall(() => context.ledger.intend(intent));
  if (!taken.ok) return { kind: 'no_ledger', message: taken.failure };
  if (!taken.value.ok) return { kind: 'owned', current: taken.value.current };
  context.at('after-intent', reference);
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
  );
  context.at('after-answer', reference);
  return { kind: 'called', outcome };
}
