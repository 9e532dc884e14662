// What the steps of a run share. Compiled once, by run.ts or single/create.ts.
import type { ServiceClient } from '../../client/client.ts';
import type { Clock, Random } from '../../client/clock.ts';
import type { Ledger } from '../../ledger/ledger.ts';
import type { Approved } from '../plan/approved/approved.ts';
import type { CrashPoint } from '../results/hooks.ts';
import type { CircuitBreaker } from './circuit-breaker.ts';
import type { TransferGate } from './first-transfer-gate.ts';
import type { Slot } from './slots.ts';
import type { Onboarding } from './steps/onboarding.ts';
import type { Uploads } from './steps/upload.ts';
import type { WalletBreakers } from './wallet-breakers.ts';

/** What it takes to create one thing, in a run or alone. */
export interface CreationContext {
  readonly runId: string;
  readonly batchId: string;
  readonly client: ServiceClient;
  readonly ledger: Ledger;
  readonly clock: Clock;
  readonly breaker: CircuitBreaker;
  readonly gate: TransferGate;
  /** The row's, among the others of a run; without it, it is alone. */
  readonly slot?: Slot;
  /** The ledger's height when this run looked for payments alike; `null`: they are meant. */
  readonly alikeSince: number | null;
  /** Whether payments under other references count, too (`alikeDays` above 0). */
  readonly alikeReferenced: boolean;
  readonly random: Random;
  /** For crash tests: called at named points of a row's life. */
  readonly at: (point: CrashPoint, reference: string) => void;
}

export interface RunContext extends CreationContext {
  readonly uploads: Uploads;
  readonly onboarding: Onboarding;
  readonly wallets: WalletBreakers;
  readonly quote: boolean;
  /** The plan that this run is held to. */
  readonly approved: Approved | undefined;
}

/** A new idempotency key: told from every other run's by the run, within it by chance. */
export const newIdempotencyKey = ({ runId, random }: CreationContext): string =>
  `${runId}-${Math.floor(random() * 2 ** 48).toString(16)}`;
