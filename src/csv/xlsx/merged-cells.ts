// Merged cells: only the first of them has a value, and what a person sees in the others is in none of them.
import type { CellKind } from '../cell-kind.ts';

export interface Range {
  readonly top: number;
  readonly bottom: number;
  readonly left: number;
  readonly right: number;
}

/** `A3:C5`; `undefined` for what is none, or one cell alone. */
export function rangeOf(text: string, columnOf: (address: string) => number): Range | undefined {
  const [, from = '', top = '', to = '', bottom = ''] =
    /^([A-Z]{1,3})(\d{1,7}):([A-Z]{1,3})(\d{1,7})$/.exec(text) ?? [];
  if (from === '') return undefined;
  const range = { top: Number(top), bottom: Number(bottom), left: columnOf(from), right: columnOf(to) };
  return range.top === range.bottom && range.left === range.right ? undefined : range;
}

/** How far to the right a merged cell is followed. */
const MAX_WIDTH = 1_000;

export class MergedCells {
  /** From the last row to the first, so that the next one is at the end. */
  readonly #waiting: Range[];
  #here: Range[] = [];

  constructor(ranges: readonly Range[]) {
    this.#waiting = [...ranges].sort((a, b) => b.top - a.top);
  }

  /** Marks the cells of a row that another one's value covers. Rows come in order. */
  mark(line: number, cells: string[], kinds: CellKind[]): void {
    for (let next = this.#waiting.at(-1); next && next.top <= line; next = this.#waiting.at(-1)) {
      this.#here.push(next);
      this.#waiting.pop();
    }
    if (this.#here.length === 0) return;
    this.#here = this.#here.filter(({ bottom }) => bottom >= line);
    // A row without a value of its own is an empty row.
    if (kinds.every((kind) => kind === 'empty')) return;
    for (const { top, left, right } of this.#here) {
      for (let at = line === top ? left + 1 : left; at <= Math.min(right, MAX_WIDTH); at++) {
        while (kinds.length <= at) {
          cells.push('');
          kinds.push('empty');
        }
        if (kinds[at] === 'empty') kinds[at] = 'merged';
      }
    }
  }
}
