// Offsets into lines and columns, and a line as it may be shown: no Base64, no long value.

import { type LineKind, masked } from './mask.ts';
import type { Span } from './model.ts';

/** As long, and nothing in it: places stay. */
export const blank = (text: string): string => text.replace(/[^\n]/g, ' ');

/** The same text, by itself: a part of a longer one would keep all of that in memory, for each finding. */
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

  /** Where a line begins. */
  start(line: number): number {
    return this.#starts[line] ?? this.#text.length;
  }

  text(line: number): string {
    const start = this.#starts[line] ?? this.#text.length;
    const end = this.#starts[line + 1] ?? this.#text.length + 1;
    const shown = this.#text.slice(start, end - 1);
    // No expression: it would look at the whole line for each finding on it.
    return shown.endsWith('\r') ? shown.slice(0, -1) : shown;
  }
}

/** A line as it may be shown, with where in it the finding stands. */
export interface Shown {
  readonly text: string;
  readonly caret: number;
  readonly width: number;
}

const SHOWN = 120;
const NEAR = 600;

/**
 * A line of source for people: what stands at the finding and the names around it. Values are masked: they may be names,
 * accounts, documents. In data, nothing but keys and the finding itself is known to be none.
 */
export function shownLine(
  line: string,
  column: number,
  length: number,
  kind: LineKind,
  unspoken: readonly Span[] = [],
): Shown {
  const width = Math.max(1, Math.min(length, SHOWN));
  // Of a line as long as a file, only what is near is looked at: enough to see that a value began before.
  const near = Math.max(0, column - NEAR);
  const part = line.slice(near, column + SHOWN + NEAR);
  const inPart = column - near;
  // A part may begin inside a string: then everything that is no key is masked.
  const known = line.length > NEAR && kind !== 'header' ? 'data' : kind;
  const shown = masked(part, inPart, inPart + width, known, known === 'code' ? unspoken : []);
  const text = cut(shown, inPart, line.length - near);
  return { text: text.text, caret: text.caret, width: Math.max(1, Math.min(width, SHOWN - text.caret)) };
}

function cut(masked: string, column: number, length: number): { text: string; caret: number } {
  const from = Math.max(0, Math.min(column - 40, length - SHOWN));
  const text = masked.slice(from, from + SHOWN).replaceAll('\t', ' ');
  return { text, caret: column - from };
}
