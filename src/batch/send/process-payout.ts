// The way of one payout, top to bottom: documents, quote, transfer, outcome. What comes out is a value.
import { transferText } from '../../client/client.ts';
import type { NotAccepted } from '../../client/outcome.ts';
import { LedgerError } from '../../ledger/ledger.ts';
import type { PayoutRow } from '../input/row.ts';
import type { RowKey } from '../plan/keys.ts';
import type { RowResult } from '../results/result.ts';
import type { RunContext } from './context.ts';
import { identityOf, settle } from './settle.ts';
import { create, type CreateResult, resend } from './steps/create.ts';
import { NO_FIGURES, quote, type QuoteFigures, quoteFigures } from './steps/quote.ts';
import { unreadable } from './steps/upload.ts';

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
  let done: CreateResult | NotAccepted | undefined;
  try {
    done = again ? await resend(context, identity) : await prepare(context, row, progress);
    if (!again && done === undefined) {
      const { documentIds, quoteText } = progress;
      const body = transferText(
        documentIds.length === 0 ? row.body : { ...row.body, documents: documentIds },
      );
      done = await create(context, { operation: 'createTransfer', identity, body, quote: quoteText });
    }
  } catch (error) {
    if (!(error instanceof LedgerError)) throw error;
    done = { kind: 'no_ledger', message: error.message };
  }
  const common = { ...progress.figures, documentIds: progress.documentIds, startedAt };
  const outcome = await settle(context, row, identity, common, done);
  // Whatever kept a row in doubt from being sent again, it is in doubt still.
  const open = again && (outcome.status === 'failed' || outcome.status === 'not_sent');
  return open ? { ...outcome, status: 'in_doubt' } : outcome;
}

/** Documents and quote; what it gives ends the row. */
async function prepare(
  context: RunContext,
  row: PayoutRow,
  progress: Progress,
): Promise<NotAccepted | undefined> {
  for (const item of row.documents) {
    context.at('before-upload', row.reference);
    const upload = await context.uploads.idOf(item);
    context.at('after-upload', row.reference);
    if ('unreadable' in upload) return unreadable(`documents: ${upload.unreadable}`);
    if (!('id' in upload)) return upload;
    progress.documentIds.push(upload.id);
  }
  if (!context.quote) return undefined;
  const quoted = await quote(context.client, row);
  if (quoted.outcome !== 'accepted') return quoted;
  progress.figures = quoteFigures(quoted.text, context.client.profile);
  progress.quoteText = quoted.text;
  context.at('after-quote', row.reference);
  return undefined;
}
