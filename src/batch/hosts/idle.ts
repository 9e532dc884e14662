// What a worker waits for when it has nothing to do: that somebody queues something, that it has given something back itself,
// that it leaves.
import { setTimeout } from 'node:timers/promises';

export class Idle {
  readonly #left = new AbortController();
  #given = 0;
  #judged = 0;
  #wake = new AbortController();

  /** How many chunks were given back so far. */
  get given(): number {
    return this.#given;
  }

  /** What was the last of its run may have been among them. */
  gaveBack(): void {
    this.#given++;
    this.#wake.abort();
    this.#wake = new AbortController();
  }

  /** Whether any was given back since this was asked last. */
  hasGiven(): boolean {
    const isNew = this.#given > this.#judged;
    this.#judged = this.#given;
    return isNew;
  }

  /** No wait is longer than until now. */
  leave(): void {
    this.#left.abort();
    this.#wake.abort();
  }

  /** At the most so long; no longer than until more than `given` chunks were given back. */
  async pause(delayMs: number, given: number): Promise<void> {
    if (this.#given === given) await slept(delayMs, this.#wake.signal);
  }

  /** At the most so long; until it leaves. */
  async untilLeft(delayMs: number): Promise<void> {
    await slept(delayMs, this.#left.signal);
  }
}

async function slept(delayMs: number, signal: AbortSignal): Promise<void> {
  await setTimeout(delayMs, undefined, { signal }).catch(() => undefined); // only ever broken off
}
