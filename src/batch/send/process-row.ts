// A planned row to its step: which way it goes is told by its kind.
import type { BatchRow } from '../input/row.ts';
import type { Decision } from '../plan/decide.ts';
import type { RowKey } from '../plan/keys.ts';
import type { RowResult } from '../results/result.ts';
import type { RunContext } from './context.ts';
import { processCustomer } from './process-customer.ts';
import { processPayout } from './process-payout.ts';

export function processRow(
  context: RunContext,
  row: BatchRow,
  key: RowKey,
  plan: Exclude<Decision, { do: 'nothing' }>,
): Promise<RowResult> {
  if (row.kind === 'payouts') return processPayout(context, row, key, plan.do === 'resend');
  return processCustomer(context, row, key, plan.do === 'continue' ? plan : undefined);
}
