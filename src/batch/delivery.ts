// The delivery of a run: the context of its steps, and the pages that reports read.
import { planText } from '../approval/plan-format.ts';
import type { Ledger } from '../ledger/ledger.ts';
import type { Claim } from './claim.ts';
import type { Prepared } from './prepare.ts';
import type { Running } from './running.ts';
import { FirstTransferGate } from './send/circuit-breaker.ts';
import type { RunContext } from './send/context.ts';
import type { Delivery } from './send/deliver.ts';
import { Pages } from './send/pages.ts';
import { Uploads } from './send/steps/upload.ts';

/** `keep`: writes a page of the run. */
export async function deliveryOf(
  running: Running,
  prepared: Prepared,
  { isContested }: Claim,
  keep: Ledger['keep'],
): Promise<Delivery> {
  const { settings, hooks, runId, pace } = running;
  const { handle, checked, known, approved, breaker } = prepared;
  if (approved) {
    checked.options.documents.holdTo(approved.documents);
    await keep({ runId, kind: 'plan', part: 0, data: settings.plan ? planText(settings.plan.file) : '' });
  }
  const { rows } = checked.facts;
  hooks.log.info('run started', { run: runId, batch: known.batchId, rows, file: settings.file });
  return {
    file: settings.file,
    surveyed: { handle, checked },
    known,
    context: contextOf(running, prepared),
    pages: new Pages({ keep }, runId, pace, (failure) => breaker.trip(failure)),
    page: { ...known.page, contestedBy: isContested ? runId : undefined },
  };
}

function contextOf({ settings, hooks, runId, ledger }: Running, prepared: Prepared): RunContext {
  const { client, breaker, wallets, checked, known, alikeSince, approved } = prepared;
  const { clock, random, alikeDays, quote } = settings;
  const { documents } = checked.options;
  return {
    ...{ runId, batchId: known.batchId, client, ledger, clock, random, breaker, wallets, approved, quote },
    uploads: new Uploads({ client, ledger, clock }, documents),
    gate: new FirstTransferGate(),
    alikeSince,
    alikeReferenced: alikeDays > 0,
    at: hooks.at ?? ((): void => undefined),
  };
}
