// The end of a creation: the call becomes a result, and is durable in the ledger before anything else happens to the
// row. In objects that are made for each row, spreads come last, which is faster in V8.
import { timeText } from '../../client/clock.ts';
import type { CallOutcome } from '../../client/outcome.ts';
import type { Outcome, OutcomeType, RowIdentity, RowRecord, RunRow } from '../../ledger/ledger.ts';
import type { Message } from '../../message.ts';
import { CREATING, type Issue, type Subject } from '../input/row.ts';
import type { RowKey } from '../plan/keys.ts';
import { ledgerCall } from '../results/ledger-call.ts';
import type { DoubtPlace } from '../results/messages.ts';
import { result, type RowResult, UNPAID } from '../results/result.ts';
import type { CreationContext, Sending, StepsEnd } from './context.ts';
import { sendingMessage } from './messages.ts';

const OUTCOME_TRIES = 6;
/** After these failures, another try makes no sense. */
const LOST: ReadonlySet<string> = new Set(['ledger_gone', 'ledger_unreachable']);

export function sendingOf(
  context: CreationContext,
  subject: Subject,
  key: RowKey,
  { slot, isResend = false }: Partial<Pick<Sending, 'slot' | 'isResend'>> = {},
): Sending {
  const identity: RowIdentity = {
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
  return { subject, identity, slot, isResend, shown: { startedAt: timeText(context.clock.now()) } };
}

/** Gives the row's result, and writes it into the ledger if something was sent, or could not be. */
export async function recordOutcome(
  context: CreationContext,
  sending: Sending,
  end: StepsEnd,
): Promise<RowResult> {
  const { breaker } = context;
  const { shown } = sending;
  shown.finishedAt = timeText(context.clock.now());
  if ('unsent' in end) return withPlace({ ...end.unsent, ...shown }, sending);
  const { outcome, hasIntent } = end;
  if (!hasIntent) breaker.observeCall(outcome);
  const final = toResult(context, sending, outcome);
  if (!hasIntent && (sending.isResend || final.status === 'not_sent')) return withPlace(final, sending);
  const recorded = await write(context, sending, { outcome, final, hasIntent });
  // A doubt that only recording has shown. All others were counted when the call ended.
  if (recorded.status === 'in_doubt' && outcome.outcome !== 'in_doubt') breaker.countDoubt();
  return withPlace(recorded, sending);
}

/** A row in doubt can be resolved in the run that sent it: unless it names an earlier run, this one. */
function withPlace(final: RowResult, { identity: { runId, line }, isResend }: Sending): RowResult {
  const isStill = isResend && UNPAID.includes(final.status);
  if (!isStill && (final.status !== 'in_doubt' || final.doubt)) return final;
  return stillInDoubt(final, { runId, line });
}

/** A row in doubt that was not sent again stays in doubt, whatever stopped it. */
export const stillInDoubt = (outcome: RowResult, doubt: DoubtPlace): RowResult => ({
  ...outcome,
  status: 'in_doubt',
  doubt,
});

function toResult(context: CreationContext, { subject, shown }: Sending, outcome: CallOutcome): RowResult {
  const operation = CREATING[subject.kind];
  const base = {
    httpStatus: outcome.status,
    attempts: outcome.attempts.filter((attempt) => attempt.operation === operation).length,
    ...shown,
  };
  if (outcome.outcome === 'accepted') {
    const createdId = context.client.idOf(operation, outcome.text) ?? '';
    return result('created', { createdId, ...base });
  }
  const status = outcome.outcome === 'stopped' ? 'not_sent' : outcome.outcome;
  return result(status, { errorCode: outcome.code, message: outcome.message, ...base });
}

interface EndedCreation {
  readonly outcome: CallOutcome;
  readonly final: RowResult;
  readonly hasIntent: boolean;
}

/** Tries several times: only this process knows the outcome. */
async function write(context: CreationContext, sending: Sending, ended: EndedCreation): Promise<RowResult> {
  const { ledger, breaker, clock } = context;
  const { subject, identity, slot } = sending;
  const { final, hasIntent } = ended;
  slot?.park();
  for (let tries = 1; ; tries++) {
    const writing = ledgerCall(() => ledger.record(ledgerOutcome(identity, ended)));
    slot?.releaseIntent();
    const written = await writing;
    if (written.ok) {
      const { value } = written;
      if (!value.ok) {
        // Responses may belong to other rows: a later refusal could hide a payment.
        breaker.trip(sendingMessage('foreign_id'));
        return write(context, sending, { ...ended, final: idTaken(final, value.current) });
      }
      context.reached?.('after-outcome', subject.reference);
      return final;
    }
    breaker.trip(written.failure);
    if (tries === OUTCOME_TRIES || LOST.has(written.code))
      return hasIntent ? unwritten(final, written.failure) : final;
    await clock.sleep(100 * 2 ** tries);
  }
}

function ledgerOutcome(identity: RowIdentity, { outcome, final }: EndedCreation): Outcome {
  return {
    // The time in the results: a later run shows the same.
    at: new Date(final.finishedAt),
    type: outcomeType(final),
    createdId: final.createdId === '' ? null : final.createdId,
    httpStatus: final.httpStatus,
    answer: outcome.text === '' ? null : outcome.text,
    message: final.message,
    status: final.status,
    code: final.errorCode,
    startedAt: new Date(final.startedAt),
    attempts: outcome.attempts,
    ...identity,
  };
}

/** A request that never left is `failed` in the ledger: the row may be sent again. */
function outcomeType({ status }: RowResult): OutcomeType {
  return status === 'created' || status === 'rejected' || status === 'in_doubt' ? status : 'failed';
}

/** The service named an id that another row has: one of the two was not paid, or paid under another. */
function idTaken(final: RowResult, { runId, line }: RowRecord): RowResult {
  const message = sendingMessage('id_of_other', { createdId: final.createdId, runId, line });
  return { ...final, status: 'in_doubt', createdId: '', errorCode: 'id_taken', message };
}

/** The ledger has an intent without an outcome: the next run will call the row in doubt, so this one does, too. */
function unwritten(final: RowResult, failure: Message): RowResult {
  const message = sendingMessage('outcome_unwritten', { createdId: final.createdId, failure });
  return { ...final, status: 'in_doubt', errorCode: 'ledger', message };
}

/** A row as this run reports it. A row that repeats a reference of its file must not be found under that reference. */
export function runRow(
  { line, reference, currency, amount, issues }: Subject & { readonly issues: readonly Issue[] },
  { key, sequence }: Pick<RowKey, 'key' | 'sequence'>,
  { status, createdId, message, errorCode: code }: RowResult,
): RunRow {
  const isRepeated = issues.some(({ repeats }) => repeats === true);
  const own = isRepeated ? null : key;
  return { sequence, line, key: own, reference, status, createdId, currency, amount, message, code };
}

/** Records how rows ended that were not sent. If the ledger fails, the run stops. */
export async function noteRows(context: CreationContext, rows: readonly RunRow[]): Promise<void> {
  if (rows.length === 0) return;
  const noted = await ledgerCall(() => context.ledger.note(context.runId, rows));
  if (!noted.ok) context.breaker.trip(noted.failure);
}
