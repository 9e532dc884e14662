// The first transfer of a run goes alone, over all hosts: rows of this host wait for one another here, and for other hosts in the
// ledger. One response, on any host, lets all go.
import { setTimeout } from 'node:timers/promises';

import type { RunQueue } from '../../ledger/ledger.ts';
import { ledgerCall } from '../results/ledger-call.ts';
import { FirstTransferGate } from '../send/circuit-breaker.ts';

const POLL_MS = 100;

export class SharedTransferGate {
  readonly #here = new FirstTransferGate();
  readonly #queue: RunQueue;
  readonly #runId: string;
  /** Whether the run, or this process, has stopped: then nothing waits any more. */
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
      // A ledger that fails is met again by the intent.
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
