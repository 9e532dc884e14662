// One run as one worker sees it. The submission decides about its rows. A session lasts as long as the worker's lease.
import { PlanError } from '../../approval/plan-error.ts';
import { planId, readPlan, refuseExpired } from '../../approval/plan-format.ts';
import type { ServiceClient } from '../../client/client.ts';
import type { Gate } from '../../client/gate.ts';
import type { Ledger, RunQueue, Submission } from '../../ledger/ledger.ts';
import type { Message } from '../../message.ts';
import { ApprovedPlan, type CheckQueued, rejectionsOf, watchPlan } from '../approved-plan/approved-plan.ts';
import { DocumentFolder } from '../input/documents.ts';
import type { RunHooks } from '../results/hooks.ts';
import { CircuitBreaker, WalletBreakers } from '../send/breakers.ts';
import type { RunContext } from '../send/context.ts';
import { openClient, sharedGate } from '../send/service.ts';
import type { ClientSettings } from '../send/settings.ts';
import { Uploads } from '../send/steps/upload.ts';
import { FirstTransferGate } from '../send/transfer-gate.ts';
import { hostsMessage } from './messages.ts';
import { type RunShape, shapeOf } from './submission.ts';

export interface HostSettings extends Omit<ClientSettings, 'profile'> {
  readonly ledger: Ledger;
  readonly queue: RunQueue;
  /** Used for every run, if given, and closed by the caller. */
  readonly made?: ServiceClient;
  readonly reached?: RunHooks['reached'];
  readonly checkQueued?: CheckQueued | undefined;
}

export interface Session {
  readonly submission: Submission;
  readonly context: RunContext;
}

/** One client for all runs with the same settings, so that a rate holds for them together. */
export class Clients {
  readonly #settings: HostSettings;
  readonly #clients = new Map<string, ServiceClient>();
  readonly #gate: Gate | undefined;

  constructor(settings: HostSettings) {
    this.#settings = settings;
    this.#gate = sharedGate(settings.ledger, settings.clock);
  }

  of({ profile, timeoutMs }: Pick<RunShape, 'profile' | 'timeoutMs'>): ServiceClient {
    const name = JSON.stringify([profile, timeoutMs]);
    const known = this.#settings.made ?? this.#clients.get(name);
    if (known) return known;
    const client = { ...this.#settings.client, timeoutMs };
    const made = openClient({ ...this.#settings, client, profile }, this.#gate);
    this.#clients.set(name, made);
    return made;
  }

  /** Aborts requests in progress. */
  stop(): void {
    this.#settings.made?.stop();
    for (const client of this.#clients.values()) client.stop();
  }

  async close(): Promise<void> {
    for (const client of this.#clients.values()) await client.close();
  }
}

/**
 * `refuse`: called when the plan is not valid now (rejected, expired). Errors: {@link PlanError} if none of its rows
 * may be sent.
 */
export async function openSession(
  settings: HostSettings,
  clients: Clients,
  submission: Submission,
  refuse: (why: Message) => Promise<void>,
): Promise<Session> {
  const { ledger, queue, clock, random, reached } = settings;
  const { runId, batchId } = submission;
  if (submission.isAltered) throw new PlanError('plan_differs', hostsMessage('settings_altered'));
  const shape = shapeOf(submission);
  const approved = await approvedOf(ledger, runId, shape);
  const check = (): Promise<void> => checkApproval(settings, submission, approved, shape);
  await check();
  const client = clients.of(shape);
  const breaker = new CircuitBreaker(shape.haltAfter);
  // Queued rows name their documents by id: no file is opened.
  const documents = new DocumentFolder('.', shape.profile.maxDocumentBytes);
  const { quote, alikeSince, alikeDays } = shape;
  const context: RunContext = {
    ...{ runId, batchId, client, ledger, clock, random, breaker, reached, approved },
    ...{ quote, alikeSince, alikeDays },
    uploads: new Uploads({ client, ledger, clock }, documents),
    wallets: new WalletBreakers(shape.haltAfter, shape.profile),
    transferGate: new FirstTransferGate({ queue, runId, isOver: () => breaker.isTripped }),
    // Without a plan, nothing can change that.
    checkPlan: approved && watchPlan(clock, check, breaker, refuse),
  };
  return { submission, context };
}

/** The plan, as the submitting host has kept it. Errors: {@link PlanError}. */
async function approvedOf(
  ledger: Ledger,
  runId: string,
  { plan }: RunShape,
): Promise<ApprovedPlan | undefined> {
  if (!plan) return undefined;
  const { id, name, drift } = plan;
  for await (const { data } of ledger.eachPart(runId, 'plan')) {
    const file = readPlan(data, name);
    if (planId(file) === id) return new ApprovedPlan({ file, name, drift });
  }
  throw new PlanError('plan_differs', hostsMessage('plan_altered', { name }));
}

/** Errors: {@link PlanError}. */
async function checkApproval(
  { ledger, clock, checkQueued }: HostSettings,
  { file }: Submission,
  approved: ApprovedPlan | undefined,
  { totals }: RunShape,
): Promise<void> {
  if (!approved) {
    checkQueued?.({ file, totals });
    return;
  }
  const { id, name, plan } = approved;
  const kept = await rejectionsOf(ledger, id);
  refuseExpired(plan, clock.now(), name);
  checkQueued?.({ file, totals: plan.totals, plan: { name, file: approved.file, kept } });
}
