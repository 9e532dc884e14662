// The pace of a run by seconds: rows, requests, repeated requests, responses with status 429, and response times. Holds
// a few minutes; older seconds are handed out as pages for the ledger. Pure.
import type { EndpointId } from '../../interface/endpoints.ts';

/** One second of a run, as the ledger keeps it. */
export interface Beat {
  /** Since the run began. */
  readonly second: number;
  rows: number;
  requests: number;
  /** Of these, repeated attempts, and responses with status 429. */
  again: number;
  limited: number;
  /** Number of responses of an operation by response time, see {@link slotOf}. */
  readonly ms: Partial<Record<EndpointId, Record<number, number>>>;
}

/** A slot is an eighth of a doubling from one millisecond on: times are exact within 5 %. */
const SLOTS_PER_DOUBLING = 8;

function slotOf(ms: number): number {
  return ms <= 1 ? 0 : Math.round(Math.log2(ms) * SLOTS_PER_DOUBLING);
}

export function msOfSlot(slot: number): number {
  return 2 ** (slot / SLOTS_PER_DOUBLING);
}

const PAGE_SECONDS = 300;

export class Pace {
  #startedMs: number;
  readonly #elapsed: () => number;
  #beats: Beat[] = [];
  #now: Beat | undefined;

  /** `elapsed`: milliseconds since some moment, never going back. */
  constructor(elapsed: () => number) {
    this.#elapsed = elapsed;
    this.#startedMs = elapsed();
  }

  /** Leaves out the time in which a person answered the question. */
  skip(ms: number): void {
    this.#startedMs += ms;
  }

  #beat(): Beat {
    const second = Math.floor((this.#elapsed() - this.#startedMs) / 1000);
    if (this.#now?.second === second) return this.#now;
    this.#now = { second, rows: 0, requests: 0, again: 0, limited: 0, ms: {} };
    this.#beats.push(this.#now);
    return this.#now;
  }

  row(): void {
    this.#beat().rows++;
  }

  readonly attempt = (
    { operation, status }: { readonly operation: EndpointId; readonly status: number | null },
    ms: number,
    again: boolean,
  ): void => {
    const beat = this.#beat();
    beat.requests++;
    if (again) beat.again++;
    if (status === 429) beat.limited++;
    const slots = (beat.ms[operation] ??= {});
    const slot = slotOf(ms);
    slots[slot] = (slots[slot] ?? 0) + 1;
  };

  /** Complete seconds, if there are enough for a page; at the end all. */
  page(end: boolean): readonly Beat[] | undefined {
    const ready = end ? this.#beats.length : this.#beats.length - 1;
    if (ready < (end ? 1 : PAGE_SECONDS)) return undefined;
    if (end) this.#now = undefined;
    return this.#beats.splice(0, ready);
  }
}
