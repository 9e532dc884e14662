// One payout, top to bottom: documents, quote, transfer, outcome.
import { paymentText } from '../../client/client.ts';
import type { NotAccepted } from '../../client/outcome.ts';
import type { RowIdentity } from '../../ledger/ledger.ts';
import type { PayoutRow } from '../input/row.ts';
import type { RowKey } from '../plan/keys.ts';
import { taggedMemo } from '../plan/memo-tag.ts';
import { accountOf } from '../plan/payment-history/deviations.ts';
import { ledgerCall } from '../results/ledger-call.ts';
import type { RowResult } from '../results/result.ts';
import type { RunContext } from './context.ts';
import { identityOf, recordOutcome } from './outcome.ts';
import { create, type CreateResult, resend } from './steps/create.ts';
import { NO_FIGURES, quote, type QuoteFigures, quoteFigures } from './steps/quote.ts';
import { unreadable } from './steps/upload.ts';

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
  again: boolean,
): Promise<RowResult> {
  const startedAt = new Date(context.clock.now()).toISOString();
  const identity = identityOf(context, row, key);
  const progress: Progress = { documentIds: [], figures: NO_FIGURES, quoteText: null };
  const tried = await ledgerCall<CreateResult | NotAccepted | undefined>(() =>
    again ? resend(context, identity) : send(context, row, identity, progress),
  );
  const done = tried.ok ? tried.value : ({ kind: 'no_ledger', message: tried.failure } as const);
  const common = { documentIds: progress.documentIds, startedAt, ...progress.figures };
  const outcome = await recordOutcome(context, row, identity, common, done);
  // A row in doubt that could not be sent again stays in doubt.
  const open = again && (outcome.status === 'failed' || outcome.status === 'not_sent');
  const doubt = { runId: context.runId, line: row.line };
  return open ? { ...outcome, status: 'in_doubt', doubt } : outcome;
}

async function send(
  context: RunContext,
  row: PayoutRow,
  identity: RowIdentity,
  progress: Progress,
): Promise<CreateResult | NotAccepted> {
  const wallet = context.wallets.of(row);
  const short = wallet.reasonToSkip();
  if (short !== '') return { kind: 'short', reason: short };
  const refused =
    (await uploadAll(context, row, progress.documentIds)) ?? (await priced(context, row, identity, progress));
  if (refused) {
    wallet.observe(refused);
    return refused;
  }
  const { documentIds, quoteText } = progress;
  const body = { ...row.body };
  if (documentIds.length > 0) body.documents = documentIds;
  if (context.client.profile.memoTag) body.memo = taggedMemo(body.memo, identity.key);
  return create(context, {
    operation: 'createTransfer',
    identity,
    body: paymentText(body),
    quote: quoteText,
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
    if ('unreadable' in upload) return unreadable(`documents: ${upload.unreadable}`);
    if (!('id' in upload)) return upload;
    ids.push(upload.id);
  }
  return undefined;
}

/** Quotes the payout, unless --no-quote. A returned value ends the row. */
async function priced(
  context: RunContext,
  row: PayoutRow,
  { sequence }: RowIdentity,
  progress: Progress,
): Promise<NotAccepted | undefined> {
  if (!context.quote) return undefined;
  const quoted = await quote(context.client, row);
  if (quoted.outcome !== 'accepted') return quoted;
  progress.figures = quoteFigures(quoted.text, context.client.profile);
  progress.quoteText = quoted.text;
  context.at('after-quote', row.reference);
  const dearer = context.approved?.whyDearer(sequence, progress.figures);
  return dearer === undefined ? undefined : tooDear(dearer);
}

/** The price rose after all rows were quoted: the row ends as if the run had stopped before it. */
function tooDear(why: string): NotAccepted {
  const unsent = { attempts: [], status: null, text: '', systemic: false, halt: false } as const;
  return { outcome: 'stopped', code: 'dearer', message: `${why}: not sent`, ...unsent };
}
