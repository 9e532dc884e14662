// The documents of the chunks that wait for them: each row gets its ids, and a chunk is queued when all of its rows have
// theirs. A document that can't be had ends its row as it would in any run.
import type { KeptItem, RunQueue } from '../../ledger/ledger.ts';
import { ledgerCall } from '../results/ledger-call.ts';
import type { RowResult } from '../results/result.ts';
import type { RunContext } from '../send/context.ts';
import { identityOf, recordOutcome } from '../send/outcome.ts';
import { uploadAll } from '../send/process-payout.ts';
import { payoutOf, type QueuedPayout, withDocuments } from './item.ts';

export interface Uploading {
  readonly context: RunContext;
  readonly queue: RunQueue;
  readonly onEnded: (row: QueuedPayout['row'], outcome: RowResult) => void;
}

/** If the run stops, the other chunks go on waiting for a command that completes the submission. */
export async function uploadDocuments({ context, queue, onEnded }: Uploading): Promise<void> {
  const { runId, breaker } = context;
  const waiting = await ledgerCall(() => queue.waiting(runId));
  if (!waiting.ok) breaker.trip(waiting.failure);
  for (const chunk of waiting.ok ? waiting.value : []) {
    if (breaker.isTripped) return;
    const done = await ledgerCall(async () => {
      const items = await queue.itemsOf(runId, chunk);
      const ready = await Promise.all(items.map((item) => withIds(context, item, onEnded)));
      if (!breaker.isTripped) await queue.ready(runId, chunk, ready);
    });
    if (!done.ok) breaker.trip(done.failure);
  }
}

async function withIds(
  context: RunContext,
  item: KeptItem,
  onEnded: Uploading['onEnded'],
): Promise<KeptItem> {
  if (item.isAltered) return item;
  const { row, key } = payoutOf(item);
  const ids: string[] = [];
  const refused = await uploadAll(context, row, ids);
  if (refused) {
    const shown = { documentIds: ids, startedAt: new Date(context.clock.now()).toISOString() };
    const sending = { subject: row, identity: identityOf(context, row, key) };
    const end = { outcome: refused, hasIntent: false };
    const outcome = await recordOutcome(context, sending, shown, end);
    if (outcome.status !== 'not_sent') onEnded(row, outcome);
  }
  return withDocuments(item, ids);
}
