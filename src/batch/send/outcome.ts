// The end of a creation: the call becomes a result, and is durable in the ledger before anything else happens to the row. In
// objects that are made for each row, spreads come last: V8 copies them faster so.
import type { CallOutcome, NotAccepted } from '../../client/outcome.ts';
import type { Outcome, OutcomeType, RowIdentity, RowRecord, RunRow } from '../../ledger/ledger.ts';
import { KINDS, type Subject } from '../input/row.ts';
import { sameReference } from '../plan/decide.ts';
import type { RowKey } from '../plan/keys.ts';
import { ledgerCall } from '../results/ledger-call.ts';
import { notStarted, result, type RowResult, turnedAway } from '../results/result.ts';
import { duplicateText } from '../results/row-messages.ts';
import type { CreationContext } from './context.ts';
import type { CreateResult } from './steps/create.ts';

const OUTCOME_TRIES = 6;

export function identityOf(context: CreationContext, subject: Subject, key: RowKey): RowIdentity {
  return {
    key: key.key,
    content: key.content,
    fingerprint: key.fingerprint,
    target: key.target,
    reference: subject.reference === '' ? null : subject.reference,
    runId: context.runId,
    batchId: key.batchId,
    line: subject.line,
    sequence: key.sequence,
    currency: subject.currency,
    amount: subject.amount,
  };
}

/** `done`: the creation's end, what ended the row before it, or `undefined` for a window that has passed. */
export async function recordOutcome(
  context: CreationContext,
  subject: Subject,
  identity: RowIdentity,
  common: Partial<RowResult>,
  done: CreateResult | NotAccepted | undefined,
): Promise<RowResult> {
  const fields = { finishedAt: new Date(context.clock.now()).toISOString(), ...common };
  if (done === undefined) {
    const errorMessage =
      'its outcome is unknown, and sending it again under its idempotency key is no longer safe';
    return result('in_doubt', {
      ...fields,
      ...doubtOf(context, subject),
      errorCode: 'in_doubt',
      errorMessage,
    });
  }
  if (!('kind' in done)) return recordCall(context, subject, identity, fields, done, false);
  switch (done.kind) {
    case 'called':
      return recordCall(context, subject, identity, fields, done.outcome, true);
    case 'owned': {
      const { runId, line } = done.current;
      const errorMessage = `run ${runId} (line ${line}) took this row first: run again when it has ended`;
      return result('not_sent', { ...fields, errorCode: 'held', errorMessage });
    }
    case 'alike': {
      const errorMessage = duplicateText('since', done.current, subject.kind);
      return result('not_sent', { ...fields, errorCode: 'alike', errorMessage });
    }
    case 'reference_like':
      return { ...sameReference(subject, done.current), ...fields };
    case 'halted': {
      const final = { ...notStarted(context.breaker.reason), ...fields };
      return done.intent ? write(context, subject, identity, NEVER_LEFT, final, true) : final;
    }
    case 'short':
      return turnedAway(done.reason, fields);
    case 'no_ledger':
      context.breaker.trip(done.message);
      return result('failed', { ...fields, errorCode: 'ledger', errorMessage: `not sent: ${done.message}` });
    default:
      return done satisfies never;
  }
}

/** For an intent whose request was never made. */
const NEVER_LEFT = { text: '', attempts: [] } as const;

async function recordCall(
  context: CreationContext,
  subject: Subject,
  identity: RowIdentity,
  fields: Partial<RowResult>,
  outcome: CallOutcome,
  sent: boolean,
): Promise<RowResult> {
  if (!sent) context.breaker.observeCall(outcome);
  const final = { ...toResult(context, subject, outcome), ...fields };
  if (final.status === 'not_sent' && !sent) return final;
  const recorded = await write(context, subject, identity, outcome, final, sent);
  // A doubt that only the recording has shown; all others are counted when the call ends.
  if (recorded.status === 'in_doubt' && outcome.outcome !== 'in_doubt') context.breaker.countDoubt();
  return recorded;
}

/** Where a row that this run sent can be resolved. */
const doubtOf = ({ runId }: CreationContext, { line }: Subject): Pick<RowResult, 'doubt'> => ({
  doubt: { runId, line },
});

function toResult(context: CreationContext, subject: Subject, outcome: CallOutcome): RowResult {
  const { operation } = KINDS[subject.kind];
  const base = {
    httpStatus: outcome.status,
    attempts: outcome.attempts.filter((attempt) => attempt.operation === operation).length,
  };
  if (outcome.outcome === 'accepted') {
    const createdId = context.client.createdId(operation, outcome.text) ?? '';
    return result('created', { createdId, ...base });
  }
  const fields = { errorCode: outcome.code, ...base };
  if (outcome.outcome === 'in_doubt')
    return result('in_doubt', { ...fields, ...doubtOf(context, subject), errorMessage: outcome.message });
  const status = outcome.outcome === 'stopped' ? 'not_sent' : outcome.outcome;
  return result(status, { ...fields, errorMessage: outcome.message });
}

/** Tries several times: only this process knows the outcome. */
async function write(
  context: CreationContext,
  subject: Subject,
  identity: RowIdentity,
  outcome: Pick<CallOutcome, 'text' | 'attempts'>,
  final: RowResult,
  sent: boolean,
): Promise<RowResult> {
  context.slot?.park();
  const recorded: Outcome = {
    // As the results have it: a later run shows when the row was paid.
    at: final.finishedAt === '' ? new Date(context.clock.now()) : new Date(final.finishedAt),
    type: outcomeType(final),
    createdId: final.createdId === '' ? null : final.createdId,
    httpStatus: final.httpStatus,
    answer: outcome.text === '' ? null : outcome.text,
    message: final.errorMessage,
    startedAt: final.startedAt === '' ? null : new Date(final.startedAt),
    attempts: outcome.attempts,
    ...identity,
  };
  for (let tries = 1; ; tries++) {
    const row = runRow(subject, identity, final);
    const writing = ledgerCall(() => context.ledger.record(recorded, row));
    context.slot?.releaseIntent();
    const written = await writing;
    if (written.ok) {
      if (!written.value.ok) {
        // Responses may belong to other rows: a later refusal could hide a payment.
        context.breaker.trip(ID_TAKEN);
        const doubtful = idTaken(context, subject, final, written.value.current);
        return write(context, subject, identity, outcome, doubtful, sent);
      }
      context.at('after-outcome', subject.reference);
      return final;
    }
    context.breaker.trip(written.failure);
    if (tries === OUTCOME_TRIES || written.gone || written.waited)
      return sent ? unwritten(context, subject, final, written.failure) : final;
    await context.clock.sleep(100 * 2 ** tries);
  }
}

/** A request that never left is `failed` in the ledger: the row may be sent again. */
function outcomeType({ status }: RowResult): OutcomeType {
  switch (status) {
    case 'created':
    case 'rejected':
    case 'failed':
    case 'in_doubt':
      return status;
    default:
      return 'failed';
  }
}

const ID_TAKEN =
  'the service returned the id of another transfer: its responses may belong to other rows. Compare the rows before this one with the dashboard as well';

/** The service named an id that another row has: one of the two was not paid, or paid under another. */
function idTaken(context: CreationContext, subject: Subject, final: RowResult, other: RowRecord): RowResult {
  const errorMessage = `the service returned ${final.createdId}, which line ${other.line} of run ${other.runId} already has`;
  const doubt = doubtOf(context, subject);
  return { ...final, ...doubt, status: 'in_doubt', createdId: '', errorCode: 'id_taken', errorMessage };
}

/** The ledger has an intent without an outcome: the next run will call the row in doubt, so this one does, too. */
function unwritten(context: CreationContext, subject: Subject, final: RowResult, failure: string): RowResult {
  const errorMessage = `the outcome could not be written to the ledger (${failure})`;
  return { ...final, ...doubtOf(context, subject), status: 'in_doubt', errorCode: 'ledger', errorMessage };
}

export function runRow(
  subject: Subject,
  { key, sequence }: { readonly key: string | null; readonly sequence: number },
  outcome: RowResult,
): RunRow {
  return {
    sequence,
    line: subject.line,
    key,
    reference: subject.reference,
    status: outcome.status,
    createdId: outcome.createdId,
    currency: subject.currency,
    amount: subject.amount,
    message: outcome.errorMessage,
    code: outcome.errorCode,
  };
}

/** Tells the ledger how rows ended that were not sent. A ledger that can't be told stops the run. */
export async function noteRows(context: CreationContext, rows: readonly RunRow[]): Promise<void> {
  if (rows.length === 0) return;
  const noted = await ledgerCall(() => context.ledger.note(context.runId, rows));
  if (!noted.ok) context.breaker.trip(noted.failure);
}
