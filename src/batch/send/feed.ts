// The bounded pool: at most `concurrency` rows at work, a few more waiting, and never more than a window of rows
// between the first that is open and the last that was taken, so that memory stays flat whatever one row does.
import pLimit from 'p-limit';

const WINDOW = 20_000;

export class Feed {
  readonly #limit;
  readonly #waitingAtMost: number;
  #open = 0;
  #wake: (() => void) | undefined;
  #failure: { error: unknown } | undefined;

  constructor(concurrency: number) {
    this.#limit = pLimit(concurrency);
    this.#waitingAtMost = concurrency * 2;
  }

  /** Takes one row's work, and waits while too many wait. `behind`: how many rows are taken but not written. */
  async add(work: () => Promise<void>, behind: () => number): Promise<void> {
    this.#open++;
    void this.#limit(work)
      .catch((error: unknown) => {
        this.#failure ??= { error };
      })
      .finally(() => {
        this.#open--;
        this.#wake?.();
      });
    while (this.#limit.pendingCount >= this.#waitingAtMost || behind() >= WINDOW) await this.#change();
    this.#check();
  }

  /** Waits until nothing is at work. */
  async drain(): Promise<void> {
    while (this.#open > 0) await this.#change();
    this.#check();
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
