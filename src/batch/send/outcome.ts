// The end of a creation: what happened becomes a result, and is durable in the ledger before anything else happens to
// the row.
import type { CallOutcome, NotAccepted } from '../../client/outcome.ts';
import type { RowIdentity, RunRow, SettledType, Settlement } from '../../ledger/ledger.ts';
import { KINDS, type Subject } from '../input/kinds.ts';
import type { RowKey } from '../plan/keys.ts';
import { ledgerCall } from '../results/ledger-call.ts';
import { result, type RowResult } from '../results/result.ts';
import { doubtText } from '../results/words.ts';
import type { CreationContext } from './context.ts';
import type { CreateResult } from './steps/create.ts';

const OUTCOME_TRIES = 6;

export function identityOf(context: CreationContext, subject: Subject, key: RowKey): RowIdentity {
  const identity = {
    key: key.key,
    content: key.content,
    fingerprint: key.fingerprint,
    reference: subject.reference === '' ? null : subject.reference,
    runId: context.runId,
    batchId: context.batchId,
    line: subject.line,
    currency: subject.currency,
    amount: subject.amount,
  };
  return identity;
}

/** `done`: the creation's end, what ended the row before it, or `undefined` for a window that has passed. */
export async function recordOutcome(
  context: CreationContext,
  subject: Subject,
  identity: RowIdentity,
  common: Partial<RowResult>,
  done: CreateResult | NotAccepted | undefined,
): Promise<RowResult> {
  const fields = { ...common, finishedAt: new Date(context.clock.now()).toISOString() };
  if (done === undefined) {
    const why = 'its outcome is unknown and the idempotency window has passed';
    const errorMessage = doubtText(why, { ...subject, runId: context.runId });
    return result('in_doubt', { ...fields, errorCode: 'in_doubt', errorMessage });
  }
  if ('kind' in done && done.kind === 'owned') {
    const { runId, line } = done.current;
    const errorMessage = `run ${runId} (line ${line}) took this row first: run again when it has ended`;
    return result('not_sent', { ...fields, errorCode: 'held', errorMessage });
  }
  if ('kind' in done && done.kind === 'no_ledger') {
    context.halt.now(done.message);
    return result('failed', { ...fields, errorCode: 'ledger', errorMessage: `not sent: ${done.message}` });
  }
  const sent = 'kind' in done;
  const outcome = sent ? done.outcome : done;
  context.halt.observeCall(outcome);
  const final = { ...toResult(context, subject, outcome, sent), ...fields };
  if (final.status === 'not_sent' && !sent) return final;
  return write(context, subject, identity, outcome, final, sent);
}

function toResult(
  context: CreationContext,
  subject: Subject,
  outcome: CallOutcome,
  sent: boolean,
): RowResult {
  const { operation } = KINDS[subject.kind];
  const base = {
    httpStatus: outcome.status,
    attempts: outcome.attempts.filter((attempt) => attempt.operation === operation).length,
  };
  if (outcome.outcome === 'accepted') {
    const createdId = context.client.createdId(operation, outcome.text) ?? '';
    return result('created', { ...base, createdId });
  }
  const fields = { ...base, errorCode: outcome.code };
  if (outcome.outcome === 'in_doubt') {
    const errorMessage = doubtText(outcome.message, { ...subject, runId: context.runId });
    return result('in_doubt', { ...fields, errorMessage });
  }
  // "stopped" with an intent: the request never started, and the ledger has to be told so.
  const stopped = sent ? 'failed' : 'not_sent';
  const status = outcome.outcome === 'stopped' ? stopped : outcome.outcome;
  return result(status, { ...fields, errorMessage: outcome.message });
}

/** Writes the outcome, again and again for a while: what the service did is known only here. */
async function write(
  context: CreationContext,
  subject: Subject,
  identity: RowIdentity,
  outcome: CallOutcome,
  final: RowResult,
  sent: boolean,
): Promise<RowResult> {
  const settlement: Settlement = {
    ...identity,
    at: new Date(context.clock.now()),
    type: final.status as SettledType, // only created, rejected, failed and in_doubt come here
    transferId: final.createdId === '' ? null : final.createdId,
    httpStatus: final.httpStatus,
    answer: outcome.text === '' ? null : outcome.text,
    message: final.errorMessage,
    attempts: outcome.attempts,
  };
  for (let tries = 1; ; tries++) {
    const row = runRow(subject, identity.key, final);
    const written = await ledgerCall(() => context.ledger.settle(settlement, row));
    if (written.ok) {
      context.at('after-outcome', subject.reference);
      return final;
    }
    context.halt.now(written.failure);
    if (tries === OUTCOME_TRIES) return sent ? unwritten(context, subject, final, written.failure) : final;
    await context.clock.sleep(100 * 2 ** tries);
  }
}

/** The ledger still holds an intent without an outcome: the next run will call the row in doubt, and so must this one. */
function unwritten(
  { runId }: CreationContext,
  subject: Subject,
  final: RowResult,
  failure: string,
): RowResult {
  const why = `the outcome could not be written to the ledger (${failure})`;
  const errorMessage = doubtText(why, { ...subject, runId, createdId: final.createdId });
  return { ...final, status: 'in_doubt', errorCode: 'ledger', errorMessage };
}

export function runRow(subject: Subject, key: string | null, outcome: RowResult): RunRow {
  return {
    line: subject.line,
    key,
    reference: subject.reference,
    status: outcome.status,
    transferId: outcome.createdId,
    currency: subject.currency,
    amount: subject.amount,
    message: outcome.errorMessage,
  };
}

/** Tells the ledger how rows ended that were not sent. A ledger that can't be told stops the run. */
export async function noteRows(context: CreationContext, rows: readonly RunRow[]): Promise<void> {
  if (rows.length === 0) return;
  const noted = await ledgerCall(() => context.ledger.note(context.runId, rows));
  if (!noted.ok) context.halt.now(noted.failure);
}
