// The end of a creation: what happened becomes a result, and is durable in the ledger before anything else happens to
// the row.
import type { AttemptRecord, CallOutcome, NotAccepted } from '../../client/outcome.ts';
import {
  LedgerError,
  type RowIdentity,
  type RunKind,
  type RunRow,
  type SettledType,
  type Settlement,
} from '../../ledger/ledger.ts';
import type { RowKey } from '../plan/keys.ts';
import { result, type RowResult } from '../results/result.ts';
import type { CreationContext } from './context.ts';
import type { CreateResult, Creation } from './steps/create.ts';

const OUTCOME_TRIES = 6;

/** What a creation is for: a row of a file, or a single call. */
export interface Subject {
  readonly kind: RunKind;
  readonly line: number;
  readonly reference: string;
  readonly currency: string;
  readonly amount: string;
}

/** How each kind is spoken of, and which call creates it. */
export const KINDS: Readonly<
  Record<
    RunKind,
    {
      readonly operation: Creation['operation'];
      readonly noun: string;
      readonly done: string;
      /** Of `resolve`, for the id of what was created. */
      readonly flag: string;
    }
  >
> = {
  payouts: { operation: 'createTransfer', noun: 'payout', done: 'paid', flag: '--transfer-id' },
  customers: { operation: 'createCustomer', noun: 'customer', done: 'created', flag: '--customer-id' },
  trades: { operation: 'createTrade', noun: 'trade', done: 'executed', flag: '--transfer-id' },
};

export function identityOf(context: CreationContext, subject: Subject, key: RowKey): RowIdentity {
  return {
    ...key,
    reference: subject.reference === '' ? null : subject.reference,
    runId: context.runId,
    batchId: context.batchId,
    line: subject.line,
    currency: subject.currency,
    amount: subject.amount,
  };
}

/** `done`: the creation's end, what ended the row before it, or `undefined` for a window that has passed. */
export async function settle(
  context: CreationContext,
  subject: Subject,
  identity: RowIdentity,
  common: Partial<RowResult>,
  done: CreateResult | NotAccepted | undefined,
): Promise<RowResult> {
  const fields = { ...common, finishedAt: new Date(context.clock.now()).toISOString() };
  if (done === undefined) {
    return result('in_doubt', {
      ...fields,
      errorCode: 'in_doubt',
      errorMessage: `its outcome is unknown and the idempotency window has passed: settle it with paybatch resolve ${context.runId} --line ${subject.line} --as created|not-created`,
    });
  }
  if ('kind' in done && done.kind === 'owned') {
    const { runId, line } = done.current;
    return result('not_sent', {
      ...fields,
      errorCode: 'held',
      errorMessage: `run ${runId} (line ${line}) took this row first: run again when it has ended`,
    });
  }
  if ('kind' in done && done.kind === 'no_ledger') {
    context.halt.now(done.message);
    return result('failed', { ...fields, errorCode: 'ledger', errorMessage: `not sent: ${done.message}` });
  }
  const outcome: CallOutcome = 'kind' in done ? done.outcome : done;
  const sent = 'kind' in done;
  context.halt.observeCall(outcome);
  const { status, ...rest } = toResult(context, subject, outcome, sent);
  const final = result(status, { ...fields, ...rest });
  if (status === 'not_sent' && !sent) return final;
  return record(context, subject, identity, outcome, final, sent);
}

function toResult(context: CreationContext, subject: Subject, outcome: CallOutcome, sent: boolean) {
  const { operation, done } = KINDS[subject.kind];
  const base = {
    httpStatus: outcome.status,
    attempts: outcome.attempts.filter((attempt) => attempt.operation === operation).length,
  };
  if (outcome.outcome === 'accepted') {
    const transferId = context.client.createdId(operation, outcome.text) ?? '';
    return { ...base, status: 'created' as const, transferId, errorCode: '', errorMessage: '' };
  }
  const { code, message } = outcome;
  const fields = { ...base, transferId: '', errorCode: code };
  if (outcome.outcome === 'in_doubt') {
    const next = `It may have been ${done} and is not sent again by itself: find out from the service, then paybatch resolve ${context.runId} --line ${subject.line} --as created|not-created`;
    return { ...fields, status: 'in_doubt' as const, errorMessage: `${message}. ${next}` };
  }
  // "stopped" with an intent: the request never started, and the ledger has to be told so.
  const status =
    outcome.outcome === 'stopped' ? (sent ? ('failed' as const) : ('not_sent' as const)) : outcome.outcome;
  return { ...fields, status, errorMessage: message };
}

/** Writes the outcome, again and again for a while: what the service did is known only here. */
async function record(
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
    transferId: final.transferId === '' ? null : final.transferId,
    httpStatus: final.httpStatus,
    answer: outcome.text === '' ? null : outcome.text,
    message: final.errorMessage,
    attempts: outcome.attempts satisfies readonly AttemptRecord[],
  };
  for (let tries = 1; ; tries++) {
    try {
      await context.ledger.settle(settlement, runRow(subject, identity.key, final));
      context.at('after-outcome', subject.reference);
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
      const { flag } = KINDS[subject.kind];
      const known = final.transferId === '' ? '' : ` The service did create ${final.transferId}: `;
      return {
        ...final,
        status: 'in_doubt',
        errorCode: 'ledger',
        errorMessage: `the outcome could not be written to the ledger (${error.message}).${known} settle it with paybatch resolve ${context.runId} --line ${subject.line} --as created${final.transferId === '' ? '|not-created' : ` ${flag} ${final.transferId}`}`,
      };
    }
  }
}

export function runRow(subject: Subject, key: string | null, outcome: RowResult): RunRow {
  return {
    line: subject.line,
    key,
    reference: subject.reference,
    status: outcome.status,
    transferId: outcome.transferId,
    currency: subject.currency,
    amount: subject.amount,
    message: outcome.errorMessage,
  };
}
