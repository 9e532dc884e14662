// Offsets into lines and columns, and a line as it may be shown: no value, and no longer than a screen.
import { masked } from './mask.ts';

/** A copy: a slice would keep the whole file in memory for each finding. */
export const owned = (text: string): string => Buffer.from(text, 'utf16le').toString('utf16le');

export class Lines {
  readonly #text: string;
  readonly #starts: number[] = [0];

  constructor(text: string) {
    this.#text = text;
    for (let at = text.indexOf('\n'); at !== -1; at = text.indexOf('\n', at + 1)) this.#starts.push(at + 1);
  }

  get count(): number {
    return this.#starts.length;
  }

  /** 0-based line and column. */
  at(offset: number): { line: number; column: number } {
    let low = 0;
    let high = this.#starts.length - 1;
    while (low < high) {
      const middle = (low + high + 1) >> 1;
      if ((this.#starts[middle] ?? 0) <= offset) low = middle;
      else high = middle - 1;
    }
    return { line: low, column: offset - (this.#starts[low] ?? 0) };
  }

  text(line: number): string {
    const start = this.#starts[line] ?? this.#text.length;
    const end = this.#starts[line + 1] ?? this.#text.length + 1;
    const text = this.#text.slice(start, end - 1);
    // No expression: it would read the whole line for each finding in it.
    return text.endsWith('\r') ? text.slice(0, -1) : text;
  }
}

/** A line as it may be shown, and where in it the finding stands. */
export interface ShownLine {
  readonly text: string;
  readonly caret: number;
  readonly width: number;
}

const SHOWN = 120;
const BEFORE = 40;
/** A longer name that crosses the edge of what is shown may be masked. */
const EDGE = 60;

/** Around the finding at a column. `keeps`: the finding is a name, and stays whatever it is. */
export function shownLine(line: string, column: number, length: number, keeps: boolean): ShownLine {
  const start = Math.max(0, Math.min(column - BEFORE, line.length - SHOWN));
  const width = Math.max(1, Math.min(length, SHOWN - (column - start)));
  const from = Math.max(0, start - EDGE);
  const part = line.slice(from, start + SHOWN + EDGE);
  const end = keeps ? column - from + width : 0;
  const text = masked(part, keeps ? column - from : 0, end).slice(start - from, start - from + SHOWN);
  return { text: text.replaceAll('\t', ' '), caret: column - start, width };
}
