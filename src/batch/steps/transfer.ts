// Step: the money. Intent durable, then the request, then the outcome durable, before anything else happens to the row.
import { transferText } from '../../client/client.ts';
import type { CallOutcome } from '../../client/outcome.ts';
import { sha256 } from '../../ledger/keys.ts';
import { LedgerError, type Intent, type RowIdentity, type RowRecord } from '../../ledger/ledger.ts';
import type { RunContext } from '../context.ts';
import type { PayoutRow } from '../row.ts';

export type TransferResult =
  | { readonly kind: 'called'; readonly outcome: CallOutcome }
  /** Another run became the row's owner first. */
  | { readonly kind: 'owned'; readonly current: RowRecord }
  /** The ledger could not make the intent durable: nothing was sent. */
  | { readonly kind: 'no_ledger'; readonly message: string };

export async function transfer(
  context: RunContext,
  row: PayoutRow,
  identity: RowIdentity,
  documentIds: readonly string[],
  quote: string | null,
): Promise<TransferResult> {
  const body = transferText(
    documentIds.length === 0 ? row.body : { ...row.body, documents: [...documentIds] },
  );
  const idempotencyKey = context.client.profile.idempotency === null ? null : context.newKey();
  const intent: Intent = {
    ...identity,
    at: new Date(context.clock.now()),
    body,
    bodyHash: sha256(body),
    idempotencyKey,
    quote,
    resend: false,
  };
  return send(context, intent, row.reference);
}

/** The same bytes again under the same idempotency key; `undefined` when its window has passed. */
export async function resend(
  context: RunContext,
  row: PayoutRow,
  identity: RowIdentity,
): Promise<TransferResult | undefined> {
  const { idempotency } = context.client.profile;
  const entries = await context.ledger.entries(identity.key);
  const intents = entries.filter((entry) => entry.type === 'intent');
  const last = intents.at(-1);
  // The window is the service's and opened with the first request under this key.
  const first = intents.find((entry) => entry.idempotencyKey === last?.idempotencyKey);
  if (!idempotency || !last || last.idempotencyKey === null || last.body === null || !first) return undefined;
  const now = context.clock.now();
  if (now >= first.at.getTime() + idempotency.windowSeconds * 1000) return undefined;
  const intent: Intent = {
    ...identity,
    at: new Date(now),
    body: last.body,
    bodyHash: last.bodyHash ?? sha256(last.body),
    idempotencyKey: last.idempotencyKey,
    quote: null,
    resend: true,
  };
  return send(context, intent, row.reference, first.at.getTime());
}

async function send(
  context: RunContext,
  intent: Intent,
  reference: string,
  windowOpenedMs: number = intent.at.getTime(),
): Promise<TransferResult> {
  context.at('before-intent', reference);
  try {
    const taken = await context.ledger.intend(intent);
    if (!taken.ok) return { kind: 'owned', current: taken.current };
  } catch (error) {
    if (error instanceof LedgerError) return { kind: 'no_ledger', message: error.message };
    throw error;
  }
  context.at('after-intent', reference);
  const { idempotency } = context.client.profile;
  const outcome = await context.client.createTransfer(
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
