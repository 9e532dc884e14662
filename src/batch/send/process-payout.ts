// One payout, top to bottom: documents, quote, transfer, outcome.
import { paymentText } from '../../client/body-text.ts';
import { timeText } from '../../client/clock.ts';
import { type NotAccepted, notCalled } from '../../client/outcome.ts';
import type { PayoutRow } from '../input/row.ts';
import { type RowKey, taggedMemo } from '../plan/keys.ts';
import { accountOf } from '../plan/payment-history.ts';
import { type RowResult, turnedAway } from '../results/result.ts';
import type { RunContext, Sending, StepsEnd } from './context.ts';
import { sendingMessage } from './messages.ts';
import { doubtOf, identityOf, recordOutcome } from './outcome.ts';
import type { Slot } from './row-pool.ts';
import { create, resend } from './steps/create.ts';
import { NO_FIGURES, quote, type QuoteFigures, quoteFigures } from './steps/quote.ts';

/** Results show it however the row ends. */
interface Progress {
  documentIds: string[];
  figures: QuoteFigures;
  quoteText: string | null;
}

export async function processPayout(
  context: RunContext,
  row: PayoutRow,
  key: RowKey,
  slot: Slot,
  again: boolean,
): Promise<RowResult> {
  const startedAt = timeText(context.clock.now());
  const sending = { subject: row, identity: identityOf(context, row, key), slot };
  const progress: Progress = { documentIds: [], figures: NO_FIGURES, quoteText: null };
  const end = again ? await resend(context, sending) : await send(context, row, sending, progress);
  const shown = { documentIds: progress.documentIds, startedAt, ...progress.figures };
  const outcome = await recordOutcome(context, sending, shown, end);
  // A row in doubt that could not be sent again stays in doubt.
  const isOpen = again && (outcome.status === 'failed' || outcome.status === 'not_sent');
  return isOpen ? { ...outcome, status: 'in_doubt', doubt: doubtOf(context, row) } : outcome;
}

async function send(
  context: RunContext,
  row: PayoutRow,
  sending: Sending,
  progress: Progress,
): Promise<StepsEnd> {
  const wallet = context.wallets.of(row);
  const short = wallet.reasonToSkip();
  if (short) return { unsent: turnedAway(short) };
  const { key, sequence } = sending.identity;
  const { documentIds } = progress;
  const refused =
    (row.documents.length > 0 ? await uploadAll(context, row, documentIds) : undefined) ??
    (await priced(context, row, sequence, progress));
  if (refused) {
    wallet.observe(refused);
    return { outcome: refused, hasIntent: false };
  }
  const body = { ...row.body };
  if (documentIds.length > 0) body.documents = documentIds;
  if (context.client.profile.memoTag) body.memo = taggedMemo(body.memo, key);
  return create(context, sending, {
    body: paymentText(body),
    quote: progress.quoteText,
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
    context.at('before-upload', reference);
    const upload = await context.uploads.idOf(item);
    context.at('after-upload', reference);
    if (!('id' in upload)) return upload;
    ids.push(upload.id);
  }
  return undefined;
}

/** Quotes the payout, unless --no-quote. A returned value ends the row. */
async function priced(
  context: RunContext,
  row: PayoutRow,
  sequence: number,
  progress: Progress,
): Promise<NotAccepted | undefined> {
  if (!context.quote) return undefined;
  const quoted = await quote(context.client, row);
  if (quoted.outcome !== 'accepted') return quoted;
  progress.figures = quoteFigures(quoted.text, context.client.profile);
  progress.quoteText = quoted.text;
  context.at('after-quote', row.reference);
  // If the price rose after all rows were quoted, the row ends as if the run had stopped before it.
  const dearer = context.approved?.whyDearer(sequence, progress.figures);
  return dearer === undefined
    ? undefined
    : notCalled('stopped', 'dearer', sendingMessage('too_dear', { why: dearer }));
}
