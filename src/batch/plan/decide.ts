// What to do with a row, by the ledger's record of its key (DECISIONS 10, rule 1). Pure.
import { printable } from '../../csv/header.ts';
import type { RowRecord } from '../../ledger/ledger.ts';
import { type Issue, type RetryOf, type Subject } from '../input/row.ts';
import { knownRow, rowMessage } from '../results/messages.ts';
import { invalid, PAID_OTHERWISE, result, type RowResult } from '../results/result.ts';
import { isOfBatch, type RowKey } from './keys.ts';

export type RowDecision =
  | { readonly do: 'send' }
  /**
   * A row in doubt, within the window of an idempotency header: the same bytes are sent again with the same key.
   * `result`: the row's result until then.
   */
  | { readonly do: 'resend'; readonly result: RowResult }
  /** A customer that exists. Documents may be missing. `result`: the row's result when none is missing. */
  | { readonly do: 'continue'; readonly result: RowResult }
  | { readonly do: 'nothing'; readonly result: RowResult };

export type RowToDecide = Subject & { readonly issues: readonly Issue[]; readonly retryOf?: RetryOf };

export interface DecisionContext {
  /** Run that holds this key now, if another does. */
  readonly usedBy?: string | undefined;
  readonly nowMs: number;
  /** Of the profile's idempotency header; 0 without one. */
  readonly idempotencyWindowMs: number;
}

export function decideRow(
  row: RowToDecide,
  key: RowKey,
  known: RowRecord | undefined,
  context: DecisionContext,
): RowDecision {
  const nothing = (outcome: RowResult): RowDecision => ({ do: 'nothing', result: outcome });
  const repeated = row.issues.some((issue) => issue.repeats === true);
  // Comes first: money may be on its way under this key.
  if (known?.state === 'in_doubt' && !repeated) {
    const inside =
      row.kind === 'payouts' && context.nowMs - known.updatedAt.getTime() < context.idempotencyWindowMs;
    const isSame = row.issues.length === 0 && key.content === known.content;
    return { do: inside && isSame ? 'resend' : 'nothing', result: stillInDoubt(row, key, known) };
  }
  const isPaid = known?.state === 'created' && !repeated;
  // Comes before the row's issues: a corrected row may have been paid.
  if (isPaid && row.reference === '' && !row.retryOf && key.content !== known.content)
    // A customer still gets its documents.
    return { do: row.kind === 'customers' ? 'continue' : 'nothing', result: corrected(row, known) };
  if (row.issues.length > 0) return nothing(isPaid ? otherContent(row, known) : invalid(row));
  if (context.usedBy !== undefined || known?.state === 'sending')
    return nothing(usedByRun(context.usedBy ?? known?.runId ?? ''));
  if (known?.contradictedBy !== undefined) return nothing(contradicted(known, known.contradictedBy));
  if (known?.state === 'created') {
    if (key.content !== known.content) return nothing(otherContent(row, known));
    const status = isOfBatch(known, key.batchId) ? 'created' : 'duplicate';
    const why = {
      errorCode: 'duplicate',
      message: rowMessage('already_paid', { ...knownRow(row.kind, known), isCorrected: false }),
    };
    const paid = result(status, { ...paidBefore(known), ...(status === 'duplicate' && why) });
    return row.kind === 'customers' ? { do: 'continue', result: paid } : nothing(paid);
  }
  return { do: 'send' };
}

/** Another run is at work on the row. */
export const usedByRun = (runId: string): RowResult =>
  result('not_sent', { errorCode: 'held', message: rowMessage('used_by_run', { runId }) });

/** A late response contradicts a resolution as not created: the row is not sent until a person corrects that. */
function contradicted({ runId, line }: RowRecord, createdId: string): RowResult {
  const message = rowMessage('contradicted', { runId, line, createdId });
  return result('not_sent', { errorCode: 'contradicted', message });
}

const paidBefore = ({ createdId, runId }: RowRecord) => ({ createdId: createdId ?? '', runId });

/** The earlier content may have been paid, whatever the row's content is now. */
function stillInDoubt({ kind }: RowToDecide, key: RowKey, known: RowRecord): RowResult {
  const { runId, line, content } = known;
  const isSame = key.content === content;
  return result('in_doubt', {
    errorCode: 'in_doubt',
    runId,
    message: isSame
      ? rowMessage('perhaps_sent', { runId, line })
      : rowMessage('perhaps_sent_otherwise', knownRow(kind, known)),
    doubt: { runId, line },
  });
}

/** Paid with other content, without a reference: it was corrected in a retry file. It must not be paid again. */
function corrected({ kind }: RowToDecide, known: RowRecord): RowResult {
  const message = rowMessage('already_paid', { ...knownRow(kind, known), isCorrected: true });
  return result('created', { ...paidBefore(known), errorCode: 'corrected', message });
}

/** The reference, or the row of the retry file, was paid with other content: this row is not sent. */
function otherContent({ kind, retryOf }: RowToDecide, known: RowRecord): RowResult {
  const isRetry = retryOf !== undefined;
  return result('invalid', {
    errorCode: PAID_OTHERWISE,
    message: rowMessage('paid_with_other_content', { ...knownRow(kind, known), isRetry }),
  });
}

/** The reference differs from another only by case, width, spaces or leading zeros. */
export function sameReference({ kind }: Pick<RowToDecide, 'kind'>, known: RowRecord): RowResult {
  const { reference, runId, line, state } = known;
  return result('invalid', {
    errorCode: 'reference_like',
    message: rowMessage('reference_like', {
      ...{ kind, runId, line },
      reference: printable(reference ?? ''),
      isPaid: state === 'created',
    }),
  });
}
