// One run as one worker sees it. The submission decides about its rows. A session lasts as long as the worker's lease.
import { setTimeout } from 'node:timers/promises';

import { PlanError } from '../../approval/plan-error.ts';
import { planId, readPlan, refuseExpired } from '../../approval/plan-format.ts';
import type { ServiceClient } from '../../client/client.ts';
import type { Gate } from '../../client/gate.ts';
import type { Ledger, RunQueue, Submission } from '../../ledger/ledger.ts';
import type { Message } from '../../message.ts';
import { DocumentFolder } from '../input/documents.ts';
import { Approved, type CheckQueued, rejectionsOf } from '../plan/approved.ts';
import type { RunHooks } from '../results/hooks.ts';
import { ledgerCall } from '../results/ledger-call.ts';
import { CircuitBreaker } from '../send/circuit-breaker.ts';
import type { RunContext } from '../send/context.ts';
import { openClient, sharedGate } from '../send/service.ts';
import type { ClientSettings } from '../send/settings.ts';
import { Uploads } from '../send/steps/upload.ts';
import { FirstTransferGate } from '../send/transfer-gate.ts';
import { WalletBreakers } from '../send/wallet-breakers.ts';
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
  /** Why its plan is no longer valid (rejected, expired): no more of its rows are sent. */
  readonly objection: () => Promise<Message | undefined>;
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

/** Returns a session, or why none of its rows may be sent. */
export async function openSession(
  settings: HostSettings,
  clients: Clients,
  submission: Submission,
): Promise<Session | Message> {
  const { ledger, queue, clock, random, reached } = settings;
  const { runId, batchId } = submission;
  if (submission.isAltered) return hostsMessage('settings_altered');
  const shape = shapeOf(submission);
  const approved = await planRefusal(() => approvedOf(ledger, runId, shape));
  if (approved && 'code' in approved) return approved;
  const objection = (): Promise<Message | undefined> =>
    planRefusal(() => checkApproval(settings, submission, approved, shape));
  const why = await objection();
  if (why !== undefined) return why;
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
    transferGate: new SharedTransferGate(queue, runId, () => breaker.isTripped),
  };
  // Without a plan, nothing can change that.
  return { submission, context, objection: approved ? objection : () => Promise.resolve(undefined) };
}

async function planRefusal<T>(work: () => Promise<T>): Promise<T | Message> {
  try {
    return await work();
  } catch (error) {
    if (!(error instanceof PlanError)) throw error;
    return error.told;
  }
}

/** The plan, as the submitting host has kept it. Errors: {@link PlanError}. */
async function approvedOf(ledger: Ledger, runId: string, { plan }: RunShape): Promise<Approved | undefined> {
  if (!plan) return undefined;
  const { id, name, drift } = plan;
  for await (const { data } of ledger.eachPart(runId, 'plan')) {
    const file = readPlan(data, name);
    if (planId(file) === id) return new Approved({ file, name, drift });
  }
  throw new PlanError('plan_differs', hostsMessage('plan_altered', { name }));
}

/** Errors: {@link PlanError}. */
async function checkApproval(
  { ledger, clock, checkQueued }: HostSettings,
  { file }: Submission,
  approved: Approved | undefined,
  { totals }: RunShape,
): Promise<undefined> {
  if (!approved) {
    checkQueued?.({ file, totals });
    return;
  }
  const { id, name, plan } = approved;
  const kept = await rejectionsOf(ledger, id);
  refuseExpired(plan, clock.now(), name);
  checkQueued?.({ file, totals: plan.totals, plan: { name, file: approved.file, kept } });
}

const POLL_MS = 100;

/**
 * The first transfer of a run goes alone, over all hosts: rows of this host wait for one another here, and for other
 * hosts in the ledger. One response, on any host, lets all go.
 */
class SharedTransferGate {
  readonly #here = new FirstTransferGate();
  readonly #queue: RunQueue;
  readonly #runId: string;
  /** Whether the run, or this process, has stopped: then no row waits. */
  readonly #isOver: () => boolean;
  #free = false;

  constructor(queue: RunQueue, runId: string, isOver: () => boolean) {
    this.#queue = queue;
    this.#runId = runId;
    this.#isOver = isOver;
  }

  async enter(): Promise<(answered: boolean) => void | Promise<void>> {
    if (this.#free) return () => undefined;
    const over = await this.#here.enter();
    let mine = false;
    while (!this.#free && !mine && !this.#isOver()) {
      const got = await ledgerCall(() => this.#queue.alone(this.#runId));
      // If the ledger fails, the intent fails as well.
      if (!got.ok) break;
      mine = got.value === 'mine';
      this.#free = got.value === 'free';
      if (got.value === 'taken') await setTimeout(POLL_MS);
    }
    return async (answered) => {
      if (mine) await ledgerCall(() => this.#queue.answered(this.#runId, answered));
      this.#free ||= answered;
      over(this.#free);
    };
  }
}
