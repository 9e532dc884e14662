// The delivery of a run: the context of its steps, and the pages that reports read.
import { planText } from '../approval/plan-format.ts';
import type { Ledger } from '../ledger/ledger.ts';
import type { Prepared } from './prepare.ts';
import type { Delivery } from './send/deliver.ts';
import { Pages } from './send/pages.ts';
import { Uploads } from './send/steps/upload.ts';
import { FirstTransferGate } from './send/transfer-gate.ts';

/** `isContested`: another live run holds some of the rows. `keep`: writes a page of the run. */
export async function deliveryOf(
  prepared: Prepared,
  isContested: boolean,
  keep: Ledger['keep'],
): Promise<Delivery> {
  const { settings, hooks, runId, batches, ledger, pace, handle, checked, known } = prepared;
  const { client, breaker, wallets, alikeSince, approved } = prepared;
  const { file, plan, clock, random, alikeDays, quote } = settings;
  const { batchId } = batches;
  const { documents } = checked.options;
  if (approved && plan) {
    documents.holdTo(approved.documents);
    await keep({ runId, kind: 'plan', part: 0, data: planText(plan.file) });
  }
  hooks.log.info('run started', { run: runId, batch: batchId, rows: checked.facts.rows, file });
  return {
    file,
    surveyed: { handle, checked },
    known,
    context: {
      ...{ runId, batchId, client, ledger, clock, random, breaker, wallets, approved, quote, alikeSince },
      uploads: new Uploads({ client, ledger, clock }, documents),
      gate: new FirstTransferGate(),
      alikeReferenced: alikeDays > 0,
      at: hooks.at ?? ((): void => undefined),
    },
    pages: new Pages({ keep, runId, pace, onFailure: (failure) => breaker.trip(failure) }),
    page: { ...known.page, contestedBy: isContested ? runId : undefined },
  };
}
