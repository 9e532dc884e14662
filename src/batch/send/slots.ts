// Who may call the service: there are as many slots as requests may be in progress. A row that waits for something else (the
// ledger's sync, the first transfer) parks, so that another row has its slot, and unparks before any row that has not begun.
// As many rows may have an intent whose outcome the ledger was not handed: a process that is killed leaves no more in doubt.

export interface Slot {
  park(): void;
  /** Has a slot again, at once or when one is free. */
  unpark(): Promise<void>;
  /** Waits until the row may have an intent. Park first: a row that waits with its slot would keep others from theirs. */
  acquireIntent(): Promise<void>;
  /**
   * The ledger was handed the outcome of the row's intent, so another row may have its place: what that row writes comes later, or
   * in the same commit, and the disk never has more open intents than there are places.
   */
  releaseIntent(): void;
  /** The row has ended: its slot and its place are free. */
  end(): void;
}

/** A counting semaphore, first come, first served. */
class Places {
  free: number;
  readonly #waiting: (() => void)[] = [];

  constructor(count: number) {
    this.free = count;
  }

  async take(): Promise<void> {
    if (this.free > 0) this.free--;
    else await new Promise<void>((go) => this.#waiting.push(go));
  }

  /** Returns whether the place is free now: nobody waited for it. */
  give(): boolean {
    const next = this.#waiting.shift();
    if (next) next();
    else this.free++;
    return !next;
  }
}

export class Slots {
  readonly #calls: Places;
  readonly #intents: Places;
  readonly #onFree: () => void;

  /** `onFree`: called when a slot is free that no row waits for. */
  constructor(count: number, onFree: () => void) {
    this.#calls = new Places(count);
    this.#intents = new Places(count);
    this.#onFree = onFree;
  }

  /** For a row that begins; `undefined` while none is free. */
  begin(): Slot | undefined {
    if (this.#calls.free === 0) return undefined;
    this.#calls.free--;
    let [calls, intends] = [true, false];
    const park = (): void => {
      if (!calls) return;
      calls = false;
      if (this.#calls.give()) this.#onFree();
    };
    const releaseIntent = (): void => {
      if (intends) this.#intents.give();
      intends = false;
    };
    return {
      park,
      unpark: async () => {
        if (calls) return;
        calls = true;
        await this.#calls.take();
      },
      acquireIntent: async () => {
        if (intends) return;
        intends = true;
        await this.#intents.take();
      },
      releaseIntent,
      end: () => {
        releaseIntent();
        park();
      },
    };
  }
}
