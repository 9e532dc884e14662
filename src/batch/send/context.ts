// The values that the steps of a run share.
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

/** For one creation, in a run or by a single call. */
export interface CreationContext {
  readonly runId: string;
  readonly batchId: string;
  readonly client: ServiceClient;
  readonly ledger: Ledger;
  readonly clock: Clock;
  readonly breaker: CircuitBreaker;
  readonly gate: TransferGate;
  /** `undefined` for a single call. */
  readonly slot?: Slot;
  /** The ledger's height when this run looked for possible duplicates; `null`: --alike-ok. */
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
  readonly approved: Approved | undefined;
}

export const newIdempotencyKey = ({ runId, random }: CreationContext): string =>
  `${runId}-${Math.floor(random() * 2 ** 48).toString(16)}`;
