// The way of one payout, top to bottom: documents, quote, transfer, outcome. What comes out is a value.
import type { AttemptRecord, CallOutcome, NotAccepted } from '../client/outcome.ts';
import {
  LedgerError,
  type RowIdentity,
  type RunRow,
  type Settlement,
  type SettledType,
} from '../ledger/ledger.ts';
import type { RunContext } from './context.ts';
import type { RowKey } from './payout-file.ts';
import { result, type RowResult } from './result.ts';
import type { PayoutRow } from './row.ts';
import { NO_FIGURES, quote, quoteFigures, type QuoteFigures } from './steps/quote.ts';
import { resend, transfer, type TransferResult } from './steps/transfer.ts';

const OUTCOME_TRIES = 6;

interface Progress {
  documentIds: string[];
  figures: QuoteFigures;
  quoteText: string | null;
}

export async function processRow(
  context: RunContext,
  row: PayoutRow,
  key: RowKey,
  again: boolean,
): Promise<RowResult> {
  const startedAt = new Date(context.clock.now()).toISOString();
  const identity: RowIdentity = {
    ...key,
    reference: row.reference === '' ? null : row.reference,
    runId: context.runId,
    batchId: context.batchId,
    line: row.line,
    currency: row.currency,
    amount: row.amount,
  };
  const progress: Progress = { documentIds: [], figures: NO_FIGURES, quoteText: null };
  let done: TransferResult | NotAccepted | undefined;
  try {
    done = again
      ? await resend(context, row, identity)
      : ((await prepare(context, row, progress)) ??
        (await transfer(context, row, identity, progress.documentIds, progress.quoteText)));
  } catch (error) {
    if (!(error instanceof LedgerError)) throw error;
    done = { kind: 'no_ledger', message: error.message };
  }
  const outcome = await settle(context, row, identity, progress, startedAt, done);
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
    if ('unreadable' in upload) {
      return {
        outcome: 'failed',
        attempts: [],
        status: null,
        text: '',
        code: 'document',
        message: upload.unreadable,
        systemic: false,
        halt: false,
      };
    }
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

async function settle(
  context: RunContext,
  row: PayoutRow,
  identity: RowIdentity,
  progress: Progress,
  startedAt: string,
  done: TransferResult | NotAccepted | undefined,
): Promise<RowResult> {
  const common = {
    ...progress.figures,
    documentIds: progress.documentIds,
    startedAt,
    finishedAt: new Date(context.clock.now()).toISOString(),
  };
  if (done === undefined) {
    return result('in_doubt', {
      ...common,
      errorCode: 'in_doubt',
      errorMessage: `its outcome is unknown and the idempotency window has passed: settle it with paybatch resolve ${context.runId} --line ${row.line} --as created|not-created`,
    });
  }
  if ('kind' in done && done.kind === 'owned') {
    const { runId, line } = done.current;
    return result('not_sent', {
      ...common,
      errorCode: 'held',
      errorMessage: `run ${runId} (line ${line}) took this row first: run again when it has ended`,
    });
  }
  if ('kind' in done && done.kind === 'no_ledger') {
    context.halt.now(done.message);
    return result('failed', { ...common, errorCode: 'ledger', errorMessage: `not sent: ${done.message}` });
  }
  const outcome: CallOutcome = 'kind' in done ? done.outcome : done;
  const sent = 'kind' in done;
  context.halt.observeCall(outcome);
  const outcomeResult = toResult(context, row, outcome, sent);
  const final: RowResult = { ...common, ...outcomeResult };
  if (final.status === 'not_sent' && !sent) return final;
  return record(context, row, identity, outcome, final, sent);
}

function toResult(context: RunContext, row: PayoutRow, outcome: CallOutcome, sent: boolean) {
  const base = {
    httpStatus: outcome.status,
    attempts: outcome.attempts.filter((attempt) => attempt.operation === 'createTransfer').length,
  };
  if (outcome.outcome === 'accepted') {
    const transferId = context.client.transferId(outcome.text) ?? '';
    return { ...base, status: 'created' as const, transferId, errorCode: '', errorMessage: '' };
  }
  const { code, message } = outcome;
  const fields = { ...base, transferId: '', errorCode: code };
  if (outcome.outcome === 'in_doubt') {
    const next = `It may have been paid and is not sent again by itself: find out from the service, then paybatch resolve ${context.runId} --line ${row.line} --as created|not-created`;
    return { ...fields, status: 'in_doubt' as const, errorMessage: `${message}. ${next}` };
  }
  // "stopped" with an intent: the request never started, and the ledger has to be told so.
  const status =
    outcome.outcome === 'stopped' ? (sent ? ('failed' as const) : ('not_sent' as const)) : outcome.outcome;
  return { ...fields, status, errorMessage: message };
}

/** Writes the outcome, again and again for a while: what the service did is known only here. */
async function record(
  context: RunContext,
  row: PayoutRow,
  identity: RowIdentity,
  outcome: CallOutcome,
  final: RowResult,
  sent: boolean,
): Promise<RowResult> {
  const settlement: Settlement = {
    ...identity,
    at: new Date(context.clock.now()),
    type: final.status as SettledType, // only created, rejected, failed and in_doubt come here
    transferId: final.transferId === '' ? null : final.transferId,
    httpStatus: final.httpStatus,
    answer: outcome.text === '' ? null : outcome.text,
    message: final.errorMessage,
    attempts: outcome.attempts satisfies readonly AttemptRecord[],
  };
  for (let tries = 1; ; tries++) {
    try {
      await context.ledger.settle(settlement, runRow(row, identity.key, final));
      context.at('after-outcome', row.reference);
      return final;
    } catch (error) {
      if (!(error instanceof LedgerError)) throw error;
      context.halt.now(error.message);
      if (tries < OUTCOME_TRIES) {
        await context.clock.sleep(100 * 2 ** tries);
        continue;
      }
      if (!sent) return final;
      // The ledger still holds an intent without an outcome: the next run will call the row in doubt, and so must this one.
      const known = final.transferId === '' ? '' : ` The service did create ${final.transferId}: `;
      return {
        ...final,
        status: 'in_doubt',
        errorCode: 'ledger',
        errorMessage: `the outcome could not be written to the ledger (${error.message}).${known} settle it with paybatch resolve ${context.runId} --line ${row.line} --as created${final.transferId === '' ? '|not-created' : ` --transfer-id ${final.transferId}`}`,
      };
    }
  }
}

export function runRow(row: PayoutRow, key: string | null, outcome: RowResult): RunRow {
  return {
    line: row.line,
    key,
    reference: row.reference,
    status: outcome.status,
    transferId: outcome.transferId,
    currency: row.currency,
    amount: row.amount,
    message: outcome.errorMessage,
  };
}
