// The bounded pool of rows. At most `concurrency` rows call the service at a time (slots.ts). Other rows are quoted and wait for
// the ledger meanwhile: a slow sync delays its rows, not the calls of others. Between the first open row and the last one taken
// there is never more than a window of rows, so that memory stays flat whatever one row does.
import { type Slot, Slots } from './slots.ts';

const WINDOW = 20_000;
/** Rows in progress for each slot: one calls, one waits for the ledger, one is ready to follow. */
const AT_WORK = 3;

type Work = (slot: Slot) => Promise<void>;

export class RowPool {
  readonly #slots: Slots;
  readonly #atWorkAtMost: number;
  readonly #waitingAtMost: number;
  readonly #waiting: Work[] = [];
  #atWork = 0;
  #wake: (() => void) | undefined;
  #failure: { error: unknown } | undefined;

  constructor(concurrency: number) {
    this.#slots = new Slots(concurrency, () => {
      this.#start();
    });
    // --concurrency 1 means one row at a time.
    this.#atWorkAtMost = concurrency === 1 ? 1 : concurrency * AT_WORK;
    this.#waitingAtMost = concurrency * 2;
  }

  /** Takes one row's work, and waits while too many wait. `behind`: how many rows are taken but not written. */
  async add(work: Work, behind: () => number): Promise<void> {
    this.#waiting.push(work);
    this.#start();
    while (this.#waiting.length >= this.#waitingAtMost || behind() >= WINDOW) await this.#change();
    this.#check();
  }

  async drain(): Promise<void> {
    while (this.#atWork > 0) await this.#change();
    this.#check();
  }

  #start(): void {
    while (this.#waiting.length > 0 && this.#atWork < this.#atWorkAtMost) {
      const slot = this.#slots.begin();
      const work = slot && this.#waiting.shift();
      if (!work) return;
      this.#atWork++;
      void this.#run(work, slot);
    }
  }

  async #run(work: Work, slot: Slot): Promise<void> {
    try {
      await work(slot);
    } catch (error) {
      this.#failure ??= { error };
    }
    this.#atWork--;
    slot.end();
    this.#start();
    this.#wake?.();
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
