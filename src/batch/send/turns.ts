// Who may call the service: as many rows have a turn as calls may be under way. A row that waits for anything else (the
// ledger's sync, the first creation) lets another have its turn meanwhile, and has the next one that is free before any
// row that hasn't begun.

/** One row's. */
export interface Turn {
  /** Gives the turn away, if it has one. */
  rest(): void;
  /** Has a turn again, at once or when one is free. */
  resume(): Promise<void>;
}

export class Turns {
  #free: number;
  readonly #resuming: (() => void)[] = [];
  readonly #onFree: () => void;

  /** `onFree`: told of a turn that nobody waits for. */
  constructor(count: number, onFree: () => void) {
    this.#free = count;
    this.#onFree = onFree;
  }

  /** For a row that begins; `undefined` while none is free. */
  begin(): Turn | undefined {
    if (this.#free === 0) return undefined;
    this.#free--;
    let held = true;
    return {
      rest: () => {
        if (!held) return;
        held = false;
        this.#give();
      },
      resume: async () => {
        if (held) return;
        held = true;
        if (this.#free > 0) this.#free--;
        else await new Promise<void>((go) => this.#resuming.push(go));
      },
    };
  }

  #give(): void {
    const next = this.#resuming.shift();
    if (next) {
      next();
      return;
    }
    this.#free++;
    this.#onFree();
  }
}
