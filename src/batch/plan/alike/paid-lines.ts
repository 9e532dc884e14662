// The lines of a file that are to be sent, and which of them were paid in another reading of it. Five bytes a line: a file may
// have a million, and each of them may have been.
import type { RowRecord } from '../../../ledger/ledger.ts';

const FIRST_LINES = 1 << 10;
/** So many are named. */
const NAMED = 3;

const [OPEN, PAID, UNSURE] = [0, 1, 2];

/** What of a file is left to be paid, where some of it was in another reading, and nothing is in doubt. */
export interface LeftOver {
  /** How many rows, and the lines of the first of them. */
  readonly rows: number;
  readonly lines: readonly number[];
  /** The run whose reading pays just these; `undefined` where no run of the file has read all that was paid as it was paid. */
  readonly asRun: string | undefined;
}

export class PaidLines {
  #lines = new Int32Array(FIRST_LINES);
  #states = new Uint8Array(FIRST_LINES);
  count = 0;
  /** By a run of this very file, how many of its lines were paid as it has read them. */
  readonly #asRead = new Map<string, number>();
  #paid = 0;
  #isUnsure = false;

  /** In file order. */
  add(line: number): void {
    if (this.count === this.#lines.length) {
      const lines = new Int32Array(this.count * 2);
      lines.set(this.#lines);
      this.#lines = lines;
      this.#states = new Uint8Array(this.count * 2);
    }
    this.#lines[this.count++] = line;
  }

  has(line: number): boolean {
    return this.#at(line) !== undefined;
  }

  /** `asRead`: the run of this file that has read it under the key that it was paid under. */
  paid(line: number, state: RowRecord['state'], asRead: string | undefined): void {
    const at = this.#at(line);
    if (at === undefined) return;
    if (state !== 'created') this.#isUnsure = true;
    if (this.#states[at] === OPEN) this.#paid++;
    this.#states[at] = state === 'created' ? PAID : UNSURE;
    if (asRead !== undefined) this.#asRead.set(asRead, (this.#asRead.get(asRead) ?? 0) + 1);
  }

  /** Another look begins. */
  forget(): void {
    this.#states.fill(OPEN);
    this.#asRead.clear();
    [this.#paid, this.#isUnsure] = [0, false];
  }

  /** `undefined` where nobody knows. `isAll`: whether every row of the file is to be sent, so that this reading has paid none. */
  left(isAll: boolean): LeftOver | undefined {
    if (this.#isUnsure) return undefined;
    const lines: number[] = [];
    for (let at = 0; at < this.count && lines.length < NAMED; at++)
      if (this.#states[at] === OPEN) lines.push(this.#lines[at] ?? 0);
    const [asRun] = [...this.#asRead].find(([, count]) => count === this.#paid) ?? [];
    return { rows: this.count - this.#paid, lines, asRun: isAll ? asRun : undefined };
  }

  /** They are in order: a line is found by halves. */
  #at(line: number): number | undefined {
    let [from, to] = [0, this.count];
    while (from < to) {
      const middle = (from + to) >>> 1;
      if ((this.#lines[middle] ?? 0) < line) from = middle + 1;
      else to = middle;
    }
    return from < this.count && this.#lines[from] === line ? from : undefined;
  }
}
