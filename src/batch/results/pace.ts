// How fast a run goes, second by second: rows, requests, what was sent again, what was with status 429, and how long the
// answers took. Holds a few minutes at the most; what is older is handed out as a page of the ledger's. Pure.
import type { EndpointId } from '../../interface/endpoints.ts';

/** One second of a run, as the ledger keeps it. */
export interface Beat {
  /** Since the run began. */
  readonly second: number;
  rows: number;
  requests: number;
  /** Of these, attempts that were not their call's first; and answers with 429. */
  again: number;
  limited: number;
  /** How many answers of an operation took how long, by {@link slotOf}. */
  readonly ms: Partial<Record<EndpointId, Record<number, number>>>;
}

/** Slots are eighths of a doubling from one millisecond on, so a time is told within 5 %. */
const SLOTS_PER_DOUBLING = 8;

function slotOf(ms: number): number {
  return ms <= 1 ? 0 : Math.round(Math.log2(ms) * SLOTS_PER_DOUBLING);
}

/** Milliseconds that a slot stands for. */
export function msOfSlot(slot: number): number {
  return 2 ** (slot / SLOTS_PER_DOUBLING);
}

/** A page has so many seconds at the most. */
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

  /** So many milliseconds were no part of the run: a person was thinking. Nothing may have happened meanwhile. */
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

  /** A row that was worked on has ended. */
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

  /** Enough seconds for a page, the one that is going on not among them; at the end whatever there is. */
  page(end: boolean): readonly Beat[] | undefined {
    const ready = end ? this.#beats.length : this.#beats.length - 1;
    if (ready < (end ? 1 : PAGE_SECONDS)) return undefined;
    if (end) this.#now = undefined;
    return this.#beats.splice(0, ready);
  }
}
