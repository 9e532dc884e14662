// One run as one worker sees it. The submission decides about its rows. A session lasts as long as the worker's lease.
import { PlanError } from '../../approval/plan-error.ts';
import { judgeExpiry, planId, readPlan } from '../../approval/plan-format.ts';
import { type ClientOptions, ServiceClient } from '../../client/client.ts';
import type { Clock } from '../../client/clock.ts';
import { type Gate, SharedGate } from '../../client/gate.ts';
import type { Ledger, RunQueue, Submission } from '../../ledger/ledger.ts';
import { DocumentFolder } from '../input/documents.ts';
import { Approved, type GivenPlan, type JudgeQueued, rejectionsOf } from '../plan/approved/approved.ts';
import type { CrashPoint } from '../results/hooks.ts';
import { CircuitBreaker } from '../send/circuit-breaker.ts';
import type { RunContext } from '../send/context.ts';
import { Uploads } from '../send/steps/upload.ts';
import { WalletBreakers } from '../send/wallet-breakers.ts';
import { SharedTransferGate } from './shared-transfer-gate.ts';
import { type RunShape, shapeOf } from './submission.ts';

export interface HostSettings {
  readonly ledger: Ledger;
  readonly queue: RunQueue;
  readonly client: Omit<ClientOptions, 'profile' | 'concurrency'>;
  /** Used for every run, if given, and closed by the caller. */
  readonly made?: ServiceClient;
  readonly concurrency: number;
  readonly clock: Clock;
  readonly random: () => number;
  readonly at: (point: CrashPoint, reference: string) => void;
  readonly judgeQueued?: JudgeQueued | undefined;
}

export interface Session {
  readonly submission: Submission;
  readonly context: RunContext;
  /** Why its plan no longer holds (a rejection, its expiry): then none of its rows is sent any more. */
  readonly objection: () => Promise<string | undefined>;
}

/** One client for all runs with the same settings, so that a rate holds for them together. */
export class Clients {
  readonly #settings: HostSettings;
  readonly #clients = new Map<string, ServiceClient>();
  readonly #gate: Gate | undefined;

  constructor(settings: HostSettings) {
    this.#settings = settings;
    const { limits } = settings.ledger;
    this.#gate = limits && new SharedGate(limits, settings.clock);
  }

  of({ profile, timeoutMs }: Pick<RunShape, 'profile' | 'timeoutMs'>): ServiceClient {
    const name = JSON.stringify([profile, timeoutMs]);
    const known = this.#settings.made ?? this.#clients.get(name);
    if (known) return known;
    const { client, concurrency, clock, random } = this.#settings;
    const gate = this.#gate;
    const made = new ServiceClient({ clock, random, ...client, timeoutMs, profile, concurrency, gate });
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

type Held = Omit<GivenPlan, 'judge'>;

/** Returns a session, or why none of its rows may be sent. */
export async function openSession(
  settings: HostSettings,
  clients: Clients,
  submission: Submission,
): Promise<Session | string> {
  const { ledger, queue, clock, random, at } = settings;
  const { runId, batchId } = submission;
  if (submission.isAltered)
    return 'its settings were changed in the database. Find out by whom. Running the same file again continues';
  const shape = shapeOf(submission);
  const held = await objected(() => planOf(ledger, runId, shape));
  if (typeof held === 'string') return held;
  const judge = (): Promise<string | undefined> =>
    objected(async () => {
      await judgeApproved(settings, submission, held, shape);
      return undefined;
    });
  const objection = await judge();
  if (objection !== undefined) return objection;
  const client = clients.of(shape);
  const breaker = new CircuitBreaker(shape.haltAfter);
  // Its documents are known by their ids: no file is ever opened.
  const documents = new DocumentFolder('.', shape.profile.maxDocumentBytes);
  const context: RunContext = {
    ...{ runId, batchId, client, ledger, clock, random, breaker, at },
    uploads: new Uploads({ client, ledger, clock }, documents),
    wallets: new WalletBreakers(shape.haltAfter, shape.profile),
    gate: new SharedTransferGate(queue, runId, () => breaker.isTripped),
    alikeSince: shape.alikeSince,
    alikeReferenced: shape.alikeReferenced,
    quote: shape.quote,
    approved: held && new Approved(held),
  };
  // Without a plan nothing can change.
  return { submission, context, objection: held ? judge : () => Promise.resolve(undefined) };
}

async function objected<T>(judge: () => Promise<T>): Promise<T | string> {
  try {
    return await judge();
  } catch (error) {
    if (!(error instanceof PlanError)) throw error;
    return error.message;
  }
}

/** The plan, as the submitting host has kept it. Errors: {@link PlanError}. */
async function planOf(ledger: Ledger, runId: string, { plan }: RunShape): Promise<Held | undefined> {
  if (!plan) return undefined;
  const { id, name, drift } = plan;
  for await (const { data } of ledger.eachPart(runId, 'plan')) {
    const file = readPlan(data, name);
    if (planId(file) === id) return { file, name, drift };
    throw new PlanError(
      'plan_differs',
      `${name}: the ledger has another plan in its place: it was changed in the database. Find out by whom`,
    );
  }
  throw new PlanError('plan_differs', `${name}: the ledger doesn't have it`);
}

/** Errors: {@link PlanError}. */
async function judgeApproved(
  { ledger, clock, judgeQueued }: HostSettings,
  { runId, file }: Submission,
  held: Held | undefined,
  { totals }: RunShape,
): Promise<void> {
  if (!held) {
    judgeQueued?.({ runId, file, totals });
    return;
  }
  const { plan } = held.file;
  const kept = await rejectionsOf(ledger, planId(held.file));
  if (plan.ledgerId !== ledger.id)
    throw new PlanError(
      'plan_differs',
      `${held.name}: it was made with the ledger ${plan.ledgerId}, and this is ${ledger.id}`,
    );
  judgeExpiry(plan, clock.now(), held.name);
  judgeQueued?.({ runId, file, totals: plan.totals, plan: { name: held.name, file: held.file, kept } });
}
