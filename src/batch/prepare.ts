// A run before anything is sent: its file is surveyed and compared with its plan. Guards, credentials, funds or the
// answer to the question may refuse it.
import { approvalNeeded } from '../approval/policy.ts';
import type { ServiceClient } from '../client/client.ts';
import { inputChanged, placed } from '../files/input-error.ts';
import { type ApprovedPlan, runsOfPlan, watchPlan } from './approved-plan/approved-plan.ts';
import { openPlan, refuseEndedPlan, verifyRows } from './approved-plan/verify-plan.ts';
import { requireFunds } from './funds/balances.ts';
import { Refusal } from './input/control.ts';
import { totalTexts } from './input/facts.ts';
import { guard } from './input/guards.ts';
import { type Checked, survey } from './input/survey.ts';
import type { OpenRun } from './open-run.ts';
import { KnownFile, type SurveyedFile } from './plan/known-file.ts';
import { knownMessage } from './plan/messages.ts';
import { HistoryChecks } from './plan/payment-history.ts';
import { readEvidence } from './plan/results-evidence.ts';
import { refuseDearer } from './plan-prices.ts';
import { CircuitBreaker, WalletBreakers } from './send/breakers.ts';
import type { RunContext } from './send/context.ts';
import { sendingMessage } from './send/messages.ts';
import { openClient, sharedGate, signIn, stopOnSignal } from './send/service.ts';
import { Uploads } from './send/steps/upload.ts';
import { FirstTransferGate } from './send/transfer-gate.ts';

/** A run whose file was surveyed, and may be sent. It starts when the question is answered. */
export interface Prepared extends OpenRun, SurveyedFile {
  /** The existing results may be the only record of some payments: they are kept. */
  readonly keepsResults: boolean;
  /** What the steps of all rows share. */
  readonly context: RunContext;
}

/** Errors: {@link Refusal}, PlanError, InputError, LedgerError. */
export async function prepare(running: OpenRun): Promise<Prepared> {
  const { settings, hooks, control, ledger, handle, batches, runId } = running;
  const approved = await openPlan(running);
  const changedAt = await stateOf(running);
  const { paidElsewhere, keepsResults } = await readEvidence(settings, ledger, hooks.notice);
  // Rows of a run that died become in doubt, before rows are compared with them.
  await ledger.recover(new Date(settings.clock.now()));
  const alikeSince = await alikeSinceOf(running);
  const ownRuns = approved ? await runsOfPlan(ledger, approved.id) : new Set<string>();
  const knownFile = await KnownFile.of(settings, {
    ...{ ledger, batches, runId, paidElsewhere },
    alikeDays: settings.alikeOk ? undefined : settings.alikeDays,
    historyChecks: HistoryChecks.of(ledger, settings.history, ownRuns),
  });
  const checked = await survey(handle, settings, control, knownFile);
  const surveyed = { ...running, checked, knownFile };
  if (approved) await verifyRows(surveyed, approved, ownRuns);
  checkFile(running, checked);
  hooks.checked?.(checked.facts, checked.warnings.list());

  const context = openContext(surveyed, approved, alikeSince);
  // Without a row to send, no token is needed.
  if (knownFile.preview.send.rows > 0) await signIn(context.client, { ...hooks, creates: true });
  if (settings.requireFunds) await checkFunds(surveyed, context.client);
  if (approved) await refuseDearer({ ...surveyed, context }, approved);
  if (hooks.confirm && !(await hooks.confirm(checked.facts, knownFile.preview)))
    throw new Refusal('declined', knownMessage('not_confirmed'));
  // The question may have been open for an hour.
  if ((await stateOf(running)) !== changedAt) throw inputChanged(settings.file);
  if (approved) await refuseEndedPlan(running, approved);
  return { ...surveyed, keepsResults, context };
}

function openContext(
  running: OpenRun & SurveyedFile,
  approved: ApprovedPlan | undefined,
  alikeSince: number | null,
): RunContext {
  const { settings, hooks, control, atEnd, ledger, runId, batches, checked } = running;
  const { clock, random, quote, alikeDays, haltAfter, maxInDoubt, profile } = settings;
  const { documents } = checked.options;
  if (approved) documents.holdTo(approved.documents);
  const breaker = new CircuitBreaker(haltAfter, maxInDoubt);
  const client = openClient(settings, sharedGate(ledger, clock));
  atEnd(() => client.close());
  stopOnSignal(control, breaker, client);
  return {
    ...{ runId, batchId: batches.batchId, client, ledger, clock, random, breaker },
    ...{ approved, quote, alikeSince, alikeDays },
    wallets: new WalletBreakers(haltAfter, profile),
    uploads: new Uploads({ client, ledger, clock }, documents),
    transferGate: new FirstTransferGate(),
    checkPlan: approved && watchPlan(clock, () => refuseEndedPlan(running, approved), breaker),
    reached: hooks.reached,
  };
}

/** Length and last change of the file. */
async function stateOf({ handle }: OpenRun): Promise<string> {
  const { size, mtimeNs } = await handle.stat({ bigint: true });
  return `${size} ${mtimeNs}`;
}

/**
 * Payments after this height are found when a row's intent is written. A plan was signed with the ledger's state of
 * that time.
 */
async function alikeSinceOf({ settings, ledger }: OpenRun): Promise<number | null> {
  const { alikeOk, plan } = settings;
  if (!alikeOk) return ledger.sequence();
  return plan ? plan.file.plan.ledgerSequence : null;
}

/** Errors: {@link Refusal}, PlanError. */
function checkFile({ settings }: OpenRun, { facts }: Checked): void {
  if (settings.detach === true && facts.kind === 'customers') {
    const what = knownMessage('customers_not_detached');
    throw new Refusal('detach', placed('at_place', { file: settings.file, what }));
  }
  guard(facts, settings);
  if (settings.plan || facts.kind !== 'payouts') return;
  const why = settings.needsApproval?.(totalTexts(facts.totals));
  if (why !== undefined) throw approvalNeeded(settings.file, why);
}

/** Errors: {@link Refusal} if the balance doesn't cover the rows. */
async function checkFunds(surveyed: OpenRun & SurveyedFile, client: ServiceClient): Promise<void> {
  const { settings, control } = surveyed;
  const { file, concurrency } = settings;
  if (!settings.quote)
    throw new Refusal('funds', placed('at_place', { file, what: knownMessage('cost_unquoted') }));
  // A separate breaker: a failed quote refuses the run, and does not stop it.
  const breaker = new CircuitBreaker(settings.haltAfter);
  control.onSignal(() => breaker.trip(sendingMessage('signal')));
  const { handle, checked, knownFile } = surveyed;
  await requireFunds(file, { handle, checked, client, knownFile, breaker, concurrency, developerOnly: true });
}
