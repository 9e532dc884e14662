// How far a run is that several hosts work on: what the ledger knows of all its rows, asked for now and then, and between two
// answers the rows that ended here.
import type { Clock } from '../../client/clock.ts';
import type { Ledger, StatusCounts } from '../../ledger/ledger.ts';
import type { ProgressReport } from '../results/hooks.ts';

/** No question sooner than this after another, and each may take a twentieth of the time at most: it counts all rows. */
const EVERY_MS = 2_000;
const SHARE = 20;

export class SharedProgress {
  readonly #ledger: Pick<Ledger, 'run'>;
  readonly #runId: string;
  readonly #clock: Clock;
  readonly #report: (report: ProgressReport) => void;
  readonly #total: number;
  #done = 0;
  #inDoubt = 0;
  #refused = 0;
  #askAt = 0;
  #asking = false;

  constructor(
    {
      ledger,
      runId,
      clock,
      total,
    }: { ledger: Pick<Ledger, 'run'>; runId: string; clock: Clock; total: number },
    report: (report: ProgressReport) => void,
  ) {
    this.#ledger = ledger;
    this.#runId = runId;
    this.#clock = clock;
    this.#total = total;
    this.#report = report;
  }

  /** A row has ended here. */
  ended(): void {
    this.#done = Math.min(this.#done + 1, this.#total);
    this.#tell();
  }

  /** Asks the ledger, unless it was asked a moment ago. A ledger that doesn't answer is met again by what needs it. */
  async look(): Promise<void> {
    const began = this.#clock.elapsed();
    if (this.#asking || began < this.#askAt) return;
    this.#asking = true;
    const found = await this.#ledger.run(this.#runId).catch(() => undefined);
    this.#asking = false;
    const now = this.#clock.elapsed();
    this.#askAt = now + Math.max(EVERY_MS, (now - began) * SHARE);
    const counts = found?.counts;
    if (!counts) return;
    this.#take(counts);
    this.#tell();
  }

  #take(counts: StatusCounts): void {
    const sum = (of: readonly (number | undefined)[]): number =>
      of.reduce<number>((all, n) => all + (n ?? 0), 0);
    // A bar that goes back is taken for trouble; an answer may be older than rows that ended here.
    this.#done = Math.max(this.#done, sum(Object.values(counts)) - (counts.pending ?? 0));
    this.#inDoubt = counts.in_doubt ?? 0;
    this.#refused = sum([counts.invalid, counts.rejected, counts.failed]);
  }

  #tell(): void {
    this.#report({ done: this.#done, total: this.#total, refused: this.#refused, inDoubt: this.#inDoubt });
  }
}
