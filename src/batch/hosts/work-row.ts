// One row of a chunk, which the worker has planned again: it is sent as in any run. A row that stays open is
// sent by the next worker that takes the chunk.
import type { RowRecord } from '../../ledger/ledger.ts';
import type { Planned } from '../plan/page.ts';
import { ledgerCall } from '../results/ledger-call.ts';
import { result, type RowResult } from '../results/result.ts';
import type { RunContext } from '../send/context.ts';
import { noteRows, runRow } from '../send/outcome.ts';
import { processPayout } from '../send/process-payout.ts';
import type { Slot } from '../send/row-pool.ts';
import type { QueuedPayout } from './item.ts';
import { hostsMessage } from './messages.ts';

export type TakenPayout = Planned<QueuedPayout>;

/** Returns how it ended; `undefined` if it is still open. */
export async function workRow(
  context: RunContext,
  taken: TakenPayout,
  slot: Slot,
): Promise<RowResult | undefined> {
  const { runId } = context;
  const { row, key, isAltered, known, planned } = taken;
  const note = async (outcome: RowResult): Promise<RowResult> => {
    await noteRows(context, [runRow(row, key, outcome)]);
    return outcome;
  };
  if (isAltered) {
    if (isUnderWay(known, runId)) return undefined;
    return note(result('not_sent', { errorCode: 'altered', message: hostsMessage('row_altered') }));
  }
  if (planned.do === 'nothing') {
    return isUnderWay(known, runId) ? undefined : note(planned.result);
  }
  const isResend = planned.do === 'resend';
  const outcome = await processPayout(context, row, key, slot, isResend);
  if (outcome.status === 'failed' && outcome.errorCode === 'ledger') return undefined;
  if (outcome.status === 'not_sent' || (isResend && outcome.status === 'in_doubt')) {
    if (outcome.errorCode === 'stopped' || (await isUsedByOwnRun(context, outcome, key.key)))
      return undefined;
    return note(outcome);
  }
  return outcome;
}

const isUnderWay = (known: RowRecord | undefined, runId: string): boolean =>
  known?.state === 'sending' && known.runId === runId;

/** Another worker of the same run has the row: it was handed out twice. */
async function isUsedByOwnRun(
  { ledger, runId }: RunContext,
  outcome: RowResult,
  key: string,
): Promise<boolean> {
  if (outcome.errorCode !== 'held') return false;
  const found = await ledgerCall(() => ledger.row(key));
  return !found.ok || found.value?.runId === runId;
}
