// What to do with a row, given what the ledger knows of its key (CONTRACT, Identity and duplicates, rule 1). Pure: the branching
// of a run lives here.
import { printable } from '../../csv/header.ts';
import { RETRY_COLUMN } from '../../interface/columns.ts';
import type { RowRecord } from '../../ledger/ledger.ts';
import { KINDS, type Subject } from '../input/kinds.ts';
import type { Issue, RetryOf } from '../input/row.ts';
import { invalid, result, type RowResult } from '../results/result.ts';
import { doubtBefore, heldText } from '../results/words.ts';
import { isOfBatch, type RowKey } from './keys.ts';

/** A customer that the ledger knows, and what the row would be called if nothing were missing. */
export interface Continued {
  readonly customerId: string;
  readonly status: 'created' | 'duplicate';
  readonly message: string;
  /** The run that created it. */
  readonly runId: string;
  /** Created as it said before somebody corrected it: only its documents can still be brought. */
  readonly corrected?: true;
}

export type Decision =
  | { readonly do: 'send' }
  /** In doubt, and an idempotency header covers it: the same bytes again under the same key. */
  | { readonly do: 'resend' }
  /** A customer that exists already: its documents may be missing. */
  | ({ readonly do: 'continue' } & Continued)
  | { readonly do: 'nothing'; readonly result: RowResult };

/** What is to be created, with what is wrong with it. */
export type Judged = Subject & { readonly issues: readonly Issue[]; readonly retryOf?: RetryOf };

export interface DecisionContext {
  /** Run that holds this key now, if another does. */
  readonly heldBy?: string | undefined;
  /** Of a row that was sent with other content, and paid or perhaps: what differs, in words. */
  readonly differs?: string | undefined;
  readonly nowMs: number;
  /** Of the profile's idempotency header; 0 without one. */
  readonly idempotencyWindowMs: number;
}

export function decide(
  row: Judged,
  key: RowKey,
  known: RowRecord | undefined,
  context: DecisionContext,
): Decision {
  const nothing = (outcome: RowResult): Decision => ({ do: 'nothing', result: outcome });
  const repeated = row.issues.some((issue) => issue.repeats === true);
  // Whatever else is wrong with the row now: money may be on its way under this key.
  if (known?.state === 'in_doubt' && !repeated) {
    const inside =
      row.kind === 'payouts' && context.nowMs - known.updatedAt.getTime() < context.idempotencyWindowMs;
    if (inside && row.issues.length === 0 && key.content === known.content) return { do: 'resend' };
    return nothing(stillInDoubt(key, known, context));
  }
  // Before what is wrong with it: that may be just what was corrected.
  if (known?.state === 'created' && row.reference === '' && !repeated && key.content !== known.content) {
    // Of a retry file that was changed once more after it was paid, nobody may think that the change was sent. What a
    // customer lacks is brought all the same.
    const isChange = row.retryOf !== undefined && row.issues.length === 0;
    if (row.kind !== 'customers')
      return nothing(isChange ? changedAgain(row, known, context.differs) : corrected(row, known));
    const { errorMessage: message } = corrected(row, known);
    const customerId = known.createdId ?? '';
    return { do: 'continue', customerId, status: 'created', message, runId: known.runId, corrected: true };
  }
  if (row.issues.length > 0)
    return nothing(known?.state === 'created' ? paidOtherwise(row, known) : invalid(row));
  if (context.heldBy !== undefined || known?.state === 'sending') {
    return nothing(
      result('not_sent', {
        errorCode: 'held',
        errorMessage: heldText(context.heldBy ?? known?.runId ?? ''),
      }),
    );
  }
  if (known?.contradictedBy !== undefined) return nothing(contradicted(known, known.contradictedBy));
  if (known?.state === 'created') {
    if (key.content !== known.content) return nothing(otherContent(row, known, context.differs));
    const { done } = KINDS[row.kind];
    const status = isOfBatch(known, key.batchId) ? 'created' : 'duplicate';
    const message =
      status === 'duplicate' ? `already ${done} in run ${known.runId} (line ${known.line})` : '';
    const id = known.createdId ?? '';
    if (row.kind === 'customers')
      return { do: 'continue', customerId: id, status, message, runId: known.runId };
    const errorCode = status === 'duplicate' ? 'duplicate' : '';
    const { runId } = known;
    return nothing(result(status, { createdId: id, errorCode, errorMessage: message, runId }));
  }
  return { do: 'send' };
}

/** What may have been paid is what was sent, whatever the row says now. */
function stillInDoubt(key: RowKey, known: RowRecord, { differs = '' }: DecisionContext): RowResult {
  const { runId, line, amount, currency } = known;
  const other = key.content === known.content ? undefined : { amount, currency, differs };
  return result('in_doubt', {
    errorCode: 'in_doubt',
    runId,
    errorMessage: doubtBefore({ runId, line }, other),
    doubt: { runId, line },
  });
}

/** A person said that it wasn't paid, and then the host that was sending it said that it was: that is likelier. */
function contradicted({ runId, line }: RowRecord, createdId: string): RowResult {
  const why = `the host that was sending it in run ${runId} (line ${line}) came back and says that it was paid (${createdId}), after a person had said that it wasn't`;
  const next = `Find out which is true, then: paybatch resolve ${runId} --line ${line} --correct --as created --transfer-id ${createdId} --reason "..."`;
  return result('not_sent', { errorCode: 'contradicted', errorMessage: `${why}: it is not sent. ${next}` });
}

/**
 * A row without a reference that was paid with other content: somebody corrected it in a retry file, one row of which
 * this is. It is paid, and nobody may be led to pay it again.
 */
function corrected(
  { kind, retryOf }: Judged,
  { amount, currency, runId, line, createdId }: RowRecord,
): RowResult {
  const { done } = KINDS[kind];
  const sum = amount === '' ? '' : `: ${amount} ${currency}`;
  const how = retryOf ? `already ${done} with other content` : `${done} after a correction`;
  const not = retryOf ? '; what this row says now was not sent' : '';
  return result('created', {
    createdId: createdId ?? '',
    errorCode: 'corrected',
    errorMessage: `${how}${sum} in run ${runId} (line ${line})${not}`,
    runId,
  });
}

/** Wrong as it stands here, and paid: most likely by a retry file in which it was corrected. Nobody may correct it once more. */
function paidOtherwise(row: Judged, { runId, line, amount, currency }: RowRecord): RowResult {
  const outcome = invalid(row);
  if (row.issues.some((issue) => issue.repeats === true)) return outcome;
  const sum = amount === '' ? '' : `, ${amount} ${currency}`;
  const done = `already ${KINDS[row.kind].done} in run ${runId} (line ${line}${sum}): there is nothing to correct`;
  return {
    ...outcome,
    errorCode: 'reference_used',
    errorMessage: `${done}; this row: ${outcome.errorMessage}`,
  };
}

/** A row of a retry file that says something else than was paid under it. */
function changedAgain(
  { kind }: Judged,
  { amount, currency, runId, line }: RowRecord,
  differs = '',
): RowResult {
  const { done, noun } = KINDS[kind];
  const sum = amount === '' ? '' : `: ${amount} ${currency}`;
  return result('invalid', {
    errorCode: 'retry_row_changed',
    errorMessage: `already ${done} with other content${sum} in run ${runId} (line ${line}); ${differs === '' ? '' : `it differs in ${differs}, and `}what this row says now was not sent. If it is another ${noun}, write it into a separate file, without ${RETRY_COLUMN}`,
  });
}

/** Whoever reuses a reference for something else is not paid. */
function otherContent(
  { kind }: Judged,
  { amount, currency, runId, line }: RowRecord,
  differs = '',
): RowResult {
  const { done, noun } = KINDS[kind];
  const sum = amount === '' ? '' : ` with ${amount} ${currency}`;
  const same =
    kind === 'customers' ? '; if it is the same one, write what it said then: its documents go on' : '';
  return result('invalid', {
    errorCode: 'reference_used',
    errorMessage: `already ${done}${sum} under this reference, with other content, in run ${runId} (line ${line})${differs === '' ? '' : `, differs in ${differs}`}: what this row says now was not sent. Only if it is another ${noun}, give it a new reference${same}`,
  });
}

/** Its reference only looks another's. */
export function sameReference(
  { kind }: Pick<Judged, 'kind'>,
  { reference, runId, line, state }: RowRecord,
): RowResult {
  const how = state === 'created' ? `was ${KINDS[kind].done}` : 'is in doubt';
  return result('invalid', {
    errorCode: 'reference_like',
    errorMessage: `the reference differs from "${printable(reference ?? '')}", which ${how} in run ${runId} (line ${line}), only by case, width, spaces or leading zeros: use the same reference for the same payment, and a clearly different one for another`,
  });
}
