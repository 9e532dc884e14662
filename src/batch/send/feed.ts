// The bounded pool. At most `concurrency` rows call the service at a time, and at most as many have an intent without an
// outcome that the ledger was handed (turns.ts). Others are under way meanwhile, quoted and waiting for the ledger: a slow sync holds up its rows, not
// the calls of others. A few more rows wait to begin, and never more than a window of rows lies between the first that is
// open and the last that was taken, so that memory stays flat whatever one row does.
import { type Turn, Turns } from './turns.ts';

const WINDOW = 20_000;
/** Rows under way for each that may call: one calls, one waits for its intent or its outcome, one is ready to follow. */
const AT_WORK = 3;

/** One row's. The turn is its own from the beginning, and is taken back at the end. */
type Work = (turn: Turn) => Promise<void>;

export class Feed {
  readonly #turns: Turns;
  readonly #atWorkAtMost: number;
  readonly #waitingAtMost: number;
  readonly #waiting: Work[] = [];
  #atWork = 0;
  #wake: (() => void) | undefined;
  #failure: { error: unknown } | undefined;

  constructor(concurrency: number) {
    this.#turns = new Turns(concurrency, () => {
      this.#start();
    });
    // Who asks for one row at a time gets one row at a time.
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

  /** Waits until nothing is at work. */
  async drain(): Promise<void> {
    while (this.#atWork > 0) await this.#change();
    this.#check();
  }

  #start(): void {
    while (this.#waiting.length > 0 && this.#atWork < this.#atWorkAtMost) {
      const turn = this.#turns.begin();
      const work = turn && this.#waiting.shift();
      if (!work) return;
      this.#atWork++;
      void this.#run(work, turn);
    }
  }

  async #run(work: Work, turn: Turn): Promise<void> {
    try {
      await work(turn);
    } catch (error) {
      this.#failure ??= { error };
    }
    this.#atWork--;
    turn.end();
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
