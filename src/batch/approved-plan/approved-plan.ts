// What an approved plan allows: which rows a run may send, the highest price of each, the digests of the documents.
// Also what the ledger knows of a plan: its runs, and its rejections.
import { type RowPrice, whyDearer } from '../../approval/drift.ts';
import { PlanError } from '../../approval/plan-error.ts';
import {
  type PlanBody,
  type PlanFile,
  planId,
  type PlanSignature,
  readSignature,
} from '../../approval/plan-format.ts';
import type { Clock } from '../../client/clock.ts';
import type { Ledger } from '../../ledger/ledger.ts';
import type { Message } from '../../message.ts';
import type { RowDecision } from '../plan/decide.ts';
import { planMessage } from '../plan/messages.ts';
import type { PlannedRow } from '../plan/page.ts';
import { ledgerCall } from '../results/ledger-call.ts';
import { result, type RowResult } from '../results/result.ts';

/** A plan that was read, and whose signatures were checked. */
export interface GivenPlan {
  readonly file: PlanFile;
  /** As the user named it. */
  readonly name: string;
  /** The plan's limit for dearer prices, or a lower one. */
  readonly drift: string;
  /** Checks the signatures again, with rejections that the ledger has. Errors: PlanError. */
  readonly checkSignatures: (kept: readonly PlanSignature[]) => void;
}

/** A run that is queued for several hosts, and its plan. */
export interface Queued {
  readonly file: string;
  readonly totals: Readonly<Record<string, string>>;
  readonly plan?: {
    readonly name: string;
    readonly file: PlanFile;
    readonly kept: readonly PlanSignature[];
  };
}

/** Checks the approval by this host's own settings. Errors: PlanError. */
export type CheckQueued = (what: Queued) => void;

/** Figures of a quote; empty if it has none. */
type Figures = Readonly<Record<'quoteSourceAmount' | 'quoteFee', string>>;

const PLAIN = /^\d{1,60}(?:\.\d{1,60})?$/;

/** Figures that are plain decimals. */
export function priceIn({ quoteSourceAmount, quoteFee }: Figures): RowPrice {
  const known = (text: string): string | undefined => (PLAIN.test(text) ? text : undefined);
  return { debit: known(quoteSourceAmount), fee: known(quoteFee) };
}

export class ApprovedPlan {
  readonly file: PlanFile;
  readonly plan: PlanBody;
  readonly id: string;
  readonly name: string;
  readonly drift: string;
  /** SHA-256 of each document, by the path that rows name it by. */
  readonly documents: ReadonlyMap<string, string>;
  /** Sequences of the rows that this run may send. */
  readonly open = new Set<number>();

  constructor({ file, name, drift }: Omit<GivenPlan, 'checkSignatures'>) {
    this.file = file;
    this.plan = file.plan;
    this.id = planId(file);
    this.name = name;
    this.drift = drift;
    this.documents = new Map(file.plan.documents.map(({ path, sha256 }) => [path, sha256]));
  }

  /** Why the row must not be sent at this price; `undefined` if it may be sent. */
  whyDearer(sequence: number, figures: Figures): Message | undefined {
    return whyDearer(priceIn(figures), this.plan.rows[sequence] ?? {}, this.drift);
  }

  /** What the plan lets a run do with a row. A resend repeats a request that was allowed when it was first sent. */
  allowed({ key, planned }: PlannedRow): RowDecision {
    if (planned.do === 'nothing' || planned.do === 'resend' || this.open.has(key.sequence)) return planned;
    return { do: 'nothing', result: this.#closed(key.sequence) };
  }

  #closed(sequence: number): RowResult {
    const like = this.plan.rows[sequence]?.like;
    if (like) {
      const message = planMessage('held_by_plan', { line: like.line, runId: like.run, plan: this.name });
      return result('not_sent', { errorCode: 'alike', message });
    }
    return result('not_sent', {
      errorCode: 'plan',
      message: planMessage('not_in_plan', { plan: this.name }),
    });
  }
}

const ASKED_EVERY_MS = 1000;

/**
 * Returns a function that is called before each row is sent. If the plan is no longer valid (`check` throws a
 * PlanError), no further row starts. `onEnd` is then called with the reason.
 */
export function watchPlan(
  clock: Clock,
  check: () => Promise<void>,
  breaker: { trip(reason: Message): void },
  onEnd?: (why: Message) => Promise<void>,
): () => Promise<void> {
  let askedMs = -Infinity;
  return async () => {
    if (Math.abs(clock.now() - askedMs) < ASKED_EVERY_MS) return;
    askedMs = clock.now();
    try {
      // If the ledger fails, the intent fails as well.
      await ledgerCall(check);
    } catch (error) {
      if (!(error instanceof PlanError)) throw error;
      breaker.trip(error.told);
      await onEnd?.(error.told);
    }
  };
}

/** Ids of the plan's runs. `id`: by planId. */
export async function runsOfPlan(ledger: Pick<Ledger, 'runs'>, id: string): Promise<ReadonlySet<string>> {
  const own = new Set<string>();
  for (const run of await ledger.runs(1_000_000)) {
    const { plan: of } = run.settings as { plan?: { id?: unknown } }; // as claim.ts writes it
    if (of?.id === id) own.add(run.id);
  }
  return own;
}

/** Keeps a rejection in the ledger as well: it also ends copies of the plan that lack it. */
export async function keepRejection(ledger: Ledger, planId: string, no: PlanSignature): Promise<void> {
  const part = Date.parse(no.at); // two in one millisecond: the second is refused with a message
  await ledger.keep({ runId: planId, kind: 'rejection', part, data: JSON.stringify(no) });
}

export async function rejectionsOf(ledger: Ledger, planId: string): Promise<PlanSignature[]> {
  const found: PlanSignature[] = [];
  for await (const { data } of ledger.eachPart(planId, 'rejection')) {
    const no = readSignature(data);
    if (no?.rejected !== undefined) found.push(no);
  }
  return found;
}
