// What to do with a row, by what the ledger knows of its key (CONTRACT, Identity and duplicates, rule 1). Pure.
import { printable } from '../../csv/header.ts';
import { RETRY_COLUMN } from '../../interface/columns.ts';
import type { RowRecord } from '../../ledger/ledger.ts';
import { type Issue, KINDS, type RetryOf, type Subject } from '../input/row.ts';
import { invalid, result, type RowResult } from '../results/result.ts';
import { contradictedText, doneBefore, doubtBefore, heldText } from '../results/row-messages.ts';
import { isOfBatch, type RowKey } from './keys.ts';

export type Decision =
  | { readonly do: 'send' }
  /** In doubt, within the window of an idempotency header: the same bytes again under the same key. */
  | { readonly do: 'resend' }
  /** A customer that exists already: its documents may be missing. `result`: once all of them are there. */
  | { readonly do: 'continue'; readonly result: RowResult }
  | { readonly do: 'nothing'; readonly result: RowResult };

export type Judged = Subject & { readonly issues: readonly Issue[]; readonly retryOf?: RetryOf };

export interface DecisionContext {
  /** Run that holds this key now, if another does. */
  readonly heldBy?: string | undefined;
  /** The fields in which the row differs from what was sent. */
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
  // First of all: money may be on its way under this key.
  if (known?.state === 'in_doubt' && !repeated) {
    const inside =
      row.kind === 'payouts' && context.nowMs - known.updatedAt.getTime() < context.idempotencyWindowMs;
    if (inside && row.issues.length === 0 && key.content === known.content) return { do: 'resend' };
    return nothing(stillInDoubt(key, known, context));
  }
  // Before the row's own mistakes: they may be what was corrected.
  if (known?.state === 'created' && row.reference === '' && !repeated && key.content !== known.content) {
    // A retry file that was changed again after it was paid: the change was not sent. A customer still gets its
    // documents.
    const isChange = row.retryOf !== undefined && row.issues.length === 0;
    if (row.kind === 'customers') return { do: 'continue', result: corrected(row, known) };
    return nothing(isChange ? otherContent(row, known, context) : corrected(row, known));
  }
  if (row.issues.length > 0)
    return nothing(known?.state === 'created' && !repeated ? paidOtherwise(row, known) : invalid(row));
  if (context.heldBy !== undefined || known?.state === 'sending') {
    const errorMessage = heldText(context.heldBy ?? known?.runId ?? '');
    return nothing(result('not_sent', { errorCode: 'held', errorMessage }));
  }
  if (known?.contradictedBy !== undefined) {
    const errorMessage = contradictedText(known, known.contradictedBy);
    return nothing(result('not_sent', { errorCode: 'contradicted', errorMessage }));
  }
  if (known?.state === 'created') {
    if (key.content !== known.content) return nothing(otherContent(row, known, context));
    const status = isOfBatch(known, key.batchId) ? 'created' : 'duplicate';
    const errorMessage = status === 'duplicate' ? doneBefore(row.kind, known) : '';
    const errorCode = status === 'duplicate' ? 'duplicate' : '';
    const paid = result(status, { ...paidBefore(known), errorCode, errorMessage });
    return row.kind === 'customers' ? { do: 'continue', result: paid } : nothing(paid);
  }
  return { do: 'send' };
}

const paidBefore = ({ createdId, runId }: RowRecord) => ({ createdId: createdId ?? '', runId });

/** The earlier content may have been paid, whatever the row says now. */
function stillInDoubt(key: RowKey, known: RowRecord, { differs = '' }: DecisionContext): RowResult {
  const { runId, line, content } = known;
  return result('in_doubt', {
    errorCode: 'in_doubt',
    runId,
    errorMessage: doubtBefore(known, key.content === content ? undefined : differs),
    doubt: { runId, line },
  });
}

/** Paid with other content, without a reference: corrected in a retry file. Nobody may be led to pay it again. */
function corrected({ kind, retryOf }: Judged, known: RowRecord): RowResult {
  const errorMessage = retryOf
    ? `${doneBefore(kind, known, ', with other content,')}. The present content of this row was not sent`
    : doneBefore(kind, known, ' after a correction');
  return result('created', { ...paidBefore(known), errorCode: 'corrected', errorMessage });
}

/** Invalid here, and paid, most likely after a correction in a retry file. Nobody may correct it again. */
function paidOtherwise(row: Judged, known: RowRecord): RowResult {
  const outcome = invalid(row);
  const errorMessage = `${doneBefore(row.kind, known)}: do not correct this row. Its mistake: ${outcome.errorMessage}`;
  return { ...outcome, errorCode: 'reference_used', errorMessage };
}

/** The reference, or the row of the retry file, was paid with other content: this row is not sent. */
function otherContent(
  { kind, retryOf }: Judged,
  known: RowRecord,
  { differs = '' }: DecisionContext,
): RowResult {
  const isRetry = retryOf !== undefined;
  const how = `${isRetry ? '' : ' under this reference'}, with other content,`;
  const which = differs === '' ? '' : ` differs in ${differs} and`;
  const next = isRetry ? `move it to a separate file, without ${RETRY_COLUMN}` : 'give it a new reference';
  const same =
    kind === 'customers'
      ? '. If it is the same customer, write its earlier content: its documents are continued'
      : '';
  return result('invalid', {
    errorCode: isRetry ? 'retry_row_changed' : 'reference_used',
    errorMessage: `${doneBefore(kind, known, how)}. This row${which} was not sent. If it is another ${KINDS[kind].noun}, ${next}${same}`,
  });
}

/** The reference differs from another only by case, width, spaces or leading zeros. */
export function sameReference({ kind }: Pick<Judged, 'kind'>, known: RowRecord): RowResult {
  const { reference, runId, line, state } = known;
  const name = printable(reference ?? '');
  const how = state === 'created' ? `was ${KINDS[kind].done}` : 'is in doubt';
  return result('invalid', {
    errorCode: 'reference_like',
    errorMessage: `the reference differs from "${name}" only by case, width, spaces or leading zeros, and "${name}" ${how} in run ${runId} (line ${line}). Same ${KINDS[kind].noun}: remove this row. Another ${KINDS[kind].noun}: give it a clearly different reference`,
  });
}
