// Who may call the service: as many rows have a turn as calls may be under way. A row that waits for anything else (the
// ledger's sync, the first creation) lets another have its turn meanwhile, and has the next one that is free before any
// row that hasn't begun. As many rows may have an intent whose outcome the ledger wasn't handed: it writes in the order of
// asking, so a process that is killed leaves no more in doubt.

/** One row's. */
export interface Turn {
  /** Gives the turn away, if it has one. */
  rest(): void;
  /** Has a turn again, at once or when one is free. */
  resume(): Promise<void>;
  /** Waits until the row may have an intent. Never with a turn: that would keep others from theirs. */
  mayIntend(): Promise<void>;
  /**
   * The ledger was handed what ends the row's intent: its place is another's. Whatever that one asks for is written later, or
   * in the same commit, so the disk never knows of more open intents than there are places.
   */
  handedOn(): void;
  /** The row has ended: its turn and its place are free. */
  end(): void;
}

/** So many at a time; whoever waits has the next in the order of asking. */
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

  /** Whether nobody had waited for it. */
  give(): boolean {
    const next = this.#waiting.shift();
    if (next) next();
    else this.free++;
    return !next;
  }
}

export class Turns {
  readonly #calls: Places;
  readonly #intents: Places;
  readonly #onFree: () => void;

  /** `onFree`: told of a turn that nobody waits for. */
  constructor(count: number, onFree: () => void) {
    this.#calls = new Places(count);
    this.#intents = new Places(count);
    this.#onFree = onFree;
  }

  /** For a row that begins; `undefined` while none is free. */
  begin(): Turn | undefined {
    if (this.#calls.free === 0) return undefined;
    this.#calls.free--;
    let [calls, intends] = [true, false];
    const rest = (): void => {
      if (!calls) return;
      calls = false;
      if (this.#calls.give()) this.#onFree();
    };
    const handedOn = (): void => {
      if (intends) this.#intents.give();
      intends = false;
    };
    return {
      rest,
      resume: async () => {
        if (calls) return;
        calls = true;
        await this.#calls.take();
      },
      mayIntend: async () => {
        if (intends) return;
        intends = true;
        await this.#intents.take();
      },
      handedOn,
      end: () => {
        handedOn();
        rest();
      },
    };
  }
}
