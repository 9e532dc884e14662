// The pace of a run: rows, requests, repeated requests, responses with status 429, and the time that they took. Pure.
import type { EndpointId } from '../../interface/endpoints.ts';

/** As the ledger keeps it. */
export interface RunPace {
  readonly rows: number;
  readonly requests: number;
  /** Of these, repeated attempts, and responses with status 429. */
  readonly retries: number;
  readonly limited: number;
  /** From the first request for a row to the last row. */
  readonly workedMs: number;
}

export class Pace {
  readonly #elapsed: () => number;
  readonly #counts = { rows: 0, requests: 0, retries: 0, limited: 0 };
  #firstMs: number | undefined;
  #lastMs = 0;

  /** `elapsed`: milliseconds since some moment, never going back. */
  constructor(elapsed: () => number) {
    this.#elapsed = elapsed;
  }

  /** Leaves out the time in which a person answered the question. */
  skip(ms: number): void {
    if (this.#firstMs !== undefined) this.#firstMs += ms;
  }

  row(): void {
    this.#counts.rows++;
    this.#lastMs = this.#elapsed();
  }

  readonly attempt = (
    { operation, status }: { readonly operation: EndpointId; readonly status: number | null },
    ms: number,
    again: boolean,
  ): void => {
    this.#counts.requests++;
    if (again) this.#counts.retries++;
    if (status === 429) this.#counts.limited++;
    if (operation !== 'token') this.#firstMs ??= this.#elapsed() - ms;
  };

  /** `null`: the run worked on no row. */
  total(): RunPace | null {
    if (this.#counts.rows === 0) return null;
    return { ...this.#counts, workedMs: Math.max(0, this.#lastMs - (this.#firstMs ?? this.#lastMs)) };
  }
}
