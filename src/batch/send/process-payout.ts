// One payout, top to bottom: documents, quote, transfer, outcome.
import { paymentText } from '../../client/body-text.ts';
import { type NotAccepted, notCalled } from '../../client/outcome.ts';
import type { PayoutRow } from '../input/row.ts';
import { type RowKey, taggedMemo } from '../plan/keys.ts';
import { accountOf } from '../plan/payment-history.ts';
import { type RowResult, shortOfFunds } from '../results/result.ts';
import type { RunContext, Sending, StepsEnd } from './context.ts';
import { sendingMessage } from './messages.ts';
import { recordOutcome, sendingOf } from './outcome.ts';
import type { Slot } from './row-pool.ts';
import { create, resend } from './steps/create.ts';
import { quote, quoteFigures } from './steps/quote.ts';

export async function processPayout(
  context: RunContext,
  row: PayoutRow,
  key: RowKey,
  slot: Slot,
  isResend: boolean,
): Promise<RowResult> {
  const sending = sendingOf(context, row, key, { slot, isResend });
  const end = isResend ? await resend(context, sending) : await send(context, row, sending);
  return recordOutcome(context, sending, end);
}

async function send(context: RunContext, row: PayoutRow, sending: Sending): Promise<StepsEnd> {
  const { client, approved } = context;
  const { identity, shown } = sending;
  const wallet = context.wallets.of(row);
  const short = wallet.reasonToSkip();
  if (short) return { unsent: shortOfFunds(short) };
  const endAt = (refused: NotAccepted): StepsEnd => {
    wallet.observe(refused);
    return { outcome: refused, hasIntent: false };
  };
  const documentIds: string[] = [];
  shown.documentIds = documentIds;
  const refused = row.documents.length > 0 ? await uploadAll(context, row, documentIds) : undefined;
  if (refused) return endAt(refused);
  const quoted = context.quote ? await quote(client, row) : undefined;
  if (quoted && quoted.outcome !== 'accepted') return endAt(quoted);
  if (quoted) {
    const figures = quoteFigures(quoted.text, client.profile);
    Object.assign(shown, figures);
    context.reached?.('after-quote', row.reference);
    // If the price rose after all rows were quoted, the row ends as if the run had stopped before it.
    const why = approved?.whyDearer(identity.sequence, figures);
    if (why) return endAt(notCalled('stopped', 'dearer', sendingMessage('too_dear', { why })));
  }
  const body = { ...row.body };
  if (documentIds.length > 0) body.documents = documentIds;
  if (client.profile.memoTag) body.memo = taggedMemo(body.memo, identity.key);
  return create(context, sending, {
    body: paymentText(body),
    quote: quoted?.text ?? null,
    account: accountOf(row),
    payee: row.payee,
    wallet,
  });
}

/** Uploads every document, and adds its id to `ids`. A returned value ends the row. */
export async function uploadAll(
  context: RunContext,
  { documents, reference }: PayoutRow,
  ids: string[],
): Promise<NotAccepted | undefined> {
  for (const item of documents) {
    context.reached?.('before-upload', reference);
    const upload = await context.uploads.idOf(item);
    context.reached?.('after-upload', reference);
    if (!('id' in upload)) return upload;
    ids.push(upload.id);
  }
  return undefined;
}
