// The values that the steps of a run share, and those of one row.
import type { ServiceClient } from '../../client/client.ts';
import type { Clock, Random } from '../../client/clock.ts';
import type { CallOutcome } from '../../client/outcome.ts';
import type { Ledger, RowIdentity } from '../../ledger/ledger.ts';
import type { ApprovedPlan } from '../approved-plan/approved-plan.ts';
import type { Subject } from '../input/row.ts';
import type { RunHooks } from '../results/hooks.ts';
import type { RowResult } from '../results/result.ts';
import type { CircuitBreaker, WalletBreakers } from './breakers.ts';
import type { Slot } from './row-pool.ts';
import type { Uploads } from './steps/upload.ts';
import type { FirstTransferGate } from './transfer-gate.ts';

/** For one creation, in a run or by a single call. */
export interface CreationContext {
  readonly runId: string;
  readonly batchId: string;
  readonly client: ServiceClient;
  readonly ledger: Ledger;
  readonly clock: Clock;
  readonly breaker: CircuitBreaker;
  readonly transferGate: FirstTransferGate;
  /** Stops the run when its plan has expired or was rejected. Asked before each intent. */
  readonly checkPlan?: (() => Promise<void>) | undefined;
  /** The ledger's height when this run looked for possible duplicates; `null`: --alike-ok. */
  readonly alikeSince: number | null;
  /** Payments of this many days under other references count, too; 0: they don't. */
  readonly alikeDays: number;
  readonly random: Random;
  /** For crash tests: called at named points of a row's life. */
  readonly reached?: RunHooks['reached'];
}

export interface RunContext extends CreationContext {
  readonly uploads: Uploads;
  readonly wallets: WalletBreakers;
  readonly quote: boolean;
  readonly approved: ApprovedPlan | undefined;
}

/** A row, or a single call, on its way. */
export interface Sending {
  readonly subject: Subject;
  readonly identity: RowIdentity;
  /** `undefined` for a single call. */
  readonly slot?: Slot | undefined;
  /** A row in doubt that is sent again: it stays in doubt unless it is accepted now. */
  readonly isResend: boolean;
  /** What its result shows however it ends; the steps add to it. */
  readonly shown: ShownResult;
}

type Writable<T> = { -readonly [K in keyof T]: T[K] };
type ShownResult = Writable<Partial<RowResult> & Pick<RowResult, 'startedAt'>>;

/** How the steps of a row ended. */
export type StepsEnd =
  /** With a call. `hasIntent`: the ledger has its intent, so the request may have been sent. */
  | { readonly outcome: CallOutcome; readonly hasIntent: boolean }
  /** Before anything was written or sent. */
  | { readonly unsent: RowResult };
