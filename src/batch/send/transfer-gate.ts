// Until the service accepts or rejects a transfer, a run sends one at a time: a wrong setting costs at most --halt-after
// rows, and not whole pools. On several hosts, all of them together send one at a time.
import { setTimeout } from 'node:timers/promises';

import type { RunQueue } from '../../ledger/ledger.ts';
import { ledgerCall } from '../results/ledger-call.ts';

const POLL_MS = 100;

/** A run that several hosts share. `isOver`: whether the run, or this process, has stopped: then no row waits. */
export interface SharedRun {
  readonly queue: Pick<RunQueue, 'claimProbe' | 'endProbe'>;
  readonly runId: string;
  readonly isOver: () => boolean;
}

export class FirstTransferGate {
  readonly #shared: SharedRun | undefined;
  #isFree = false;
  #isTaken = false;
  readonly #waiting: (() => void)[] = [];

  constructor(shared?: SharedRun) {
    this.#shared = shared;
  }

  /** Waits until this transfer may go. Call the returned function at its end, with whether it got a response. */
  async enter(): Promise<(isAnswered: boolean) => Promise<void>> {
    if (this.#isFree) return () => Promise.resolve();
    if (this.#isTaken) await new Promise<void>((go) => this.#waiting.push(go));
    else this.#isTaken = true;
    const leave = await this.#enterOnHosts();
    return async (isAnswered) => {
      await leave?.(isAnswered);
      this.#isFree ||= isAnswered;
      const next = this.#waiting.splice(0, this.#isFree ? Infinity : 1);
      if (next.length === 0) this.#isTaken = false;
      for (const go of next) go();
    };
  }

  /** Waits for the transfers of other hosts. */
  async #enterOnHosts(): Promise<((isAnswered: boolean) => Promise<unknown>) | undefined> {
    if (!this.#shared) return undefined;
    const { queue, runId, isOver } = this.#shared;
    while (!this.#isFree && !isOver()) {
      const got = await ledgerCall(() => queue.claimProbe(runId));
      // If the ledger fails, the intent fails as well.
      if (!got.ok) break;
      if (got.value === 'mine') return (isAnswered) => ledgerCall(() => queue.endProbe(runId, isAnswered));
      this.#isFree = got.value === 'free';
      if (got.value === 'taken') await setTimeout(POLL_MS);
    }
    return undefined;
  }
}
