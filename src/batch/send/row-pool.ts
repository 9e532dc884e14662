// The bounded pool of rows. At most `concurrency` rows call the service at a time. A row that waits for something else
// (the ledger's sync, the first transfer) parks its slot for another row, and gets one again before any new row: a
// slow sync delays its own rows, not the calls of others. Between the first open row and the last row taken there is
// at most a window of rows, so that one slow row does not fill the memory.

const WINDOW = 20_000;
/** Rows in progress for each slot: one calls, one waits for the ledger, one is ready to follow. */
const AT_WORK = 3;

/** A counting semaphore, first come, first served. */
class Places {
  free: number;
  readonly #waiting: (() => void)[] = [];

  constructor(count: number) {
    this.free = count;
  }

  /** `undefined`: a place was free. */
  take(): Promise<void> | undefined {
    if (this.free <= 0) return new Promise<void>((go) => this.#waiting.push(go));
    this.free--;
    return undefined;
  }

  give(): void {
    const next = this.#waiting.shift();
    if (next) next();
    else this.free++;
  }
}

/** The right of one row to call, and to have an intent. */
export class Slot {
  readonly #pool: RowPool;
  #isCalling = true;
  #hasIntent = false;

  constructor(pool: RowPool) {
    this.#pool = pool;
    pool.calls.free--;
  }

  park(): void {
    if (!this.#isCalling) return;
    this.#isCalling = false;
    this.#pool.calls.give();
    this.#pool.wake();
  }

  /** Has a slot again, at once or when one is free. */
  unpark(): Promise<void> | undefined {
    if (this.#isCalling) return undefined;
    this.#isCalling = true;
    return this.#pool.calls.take();
  }

  /**
   * Waits until the row may have an intent. Park first: a row that waits with its slot would block other rows.
   */
  acquireIntent(): Promise<void> | undefined {
    if (this.#hasIntent) return undefined;
    this.#hasIntent = true;
    return this.#pool.intents.take();
  }

  /**
   * The ledger was given the outcome. The next row's intent is written later, or in the same commit, so that a killed
   * process leaves at most `concurrency` rows in doubt.
   */
  releaseIntent(): void {
    if (this.#hasIntent) this.#pool.intents.give();
    this.#hasIntent = false;
  }
}

type RowWork = (slot: Slot) => Promise<void>;

export class RowPool {
  readonly calls: Places;
  readonly intents: Places;
  readonly #atWorkAtMost: number;
  #atWork = 0;
  #wake: (() => void) | undefined;
  #failure: { error: unknown } | undefined;

  constructor(concurrency: number) {
    this.calls = new Places(concurrency);
    this.intents = new Places(concurrency);
    // --concurrency 1 means one row at a time.
    this.#atWorkAtMost = concurrency === 1 ? 1 : concurrency * AT_WORK;
  }

  /**
   * Begins one row's work, as soon as a slot is free. Rows in progress come first. `behind`: how many rows are taken
   * but not written. One caller at a time.
   */
  async add(work: RowWork, behind: () => number = () => 0): Promise<void> {
    const isFull = (): boolean => this.#atWork >= this.#atWorkAtMost || this.calls.free <= 0;
    while (isFull() || behind() >= WINDOW) await this.#change();
    this.#check();
    this.#atWork++;
    void this.#run(work, new Slot(this));
  }

  async drain(): Promise<void> {
    while (this.#atWork > 0) await this.#change();
    this.#check();
  }

  /** Something has changed for whoever waits. */
  wake(): void {
    this.#wake?.();
  }

  async #run(work: RowWork, slot: Slot): Promise<void> {
    try {
      await work(slot);
    } catch (error) {
      this.#failure ??= { error };
    }
    this.#atWork--;
    slot.releaseIntent();
    slot.park();
    this.wake();
  }

  #change(): Promise<void> {
    return new Promise((resolve) => {
      this.#wake = () => {
        this.#wake = undefined;
        resolve();
      };
    });
  }

  /** A row's outcome is a value: an exception is a bug, and ends the run loudly. */
  #check(): void {
    if (this.#failure) throw this.#failure.error;
  }
}
