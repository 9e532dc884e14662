// Offsets into lines and columns, and a line as it may be shown: no Base64, no long value.

import { INTEREST } from './words.ts';

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
    const shown = this.#text.slice(start, end - 1);
    // No expression: it would look at the whole line for each finding on it.
    return shown.endsWith('\r') ? shown.slice(0, -1) : shown;
  }
}

const SHOWN = 120;
const NEAR = 600;

/** Of a line: code, data, or the header of a table, which has no values. */
export type LineKind = 'code' | 'data' | 'header';

/**
 * A line of source for people: what stands at the finding and the names around it. Values are masked: they may be names,
 * accounts, documents. In data, nothing but keys and the finding itself is known to be none.
 */
export function shownLine(
  line: string,
  column: number,
  length: number,
  kind: LineKind,
): { text: string; caret: number; width: number } {
  const width = Math.max(1, Math.min(length, SHOWN));
  // Of a line as long as a file, only what is near is looked at: enough to see that a value began before.
  const near = Math.max(0, column - NEAR);
  const part = line.slice(near, column + SHOWN + NEAR);
  const inPart = column - near;
  // A part may begin inside a string: then everything that is no key is masked.
  const shown =
    kind === 'header'
      ? maskNumbers(withoutBlobs(part))
      : kind === 'data' || line.length > NEAR
        ? maskData(part, inPart, inPart + width)
        : maskCode(part, inPart, inPart + width);
  const text = cut(shown, inPart, line.length - near);
  return { text: text.text, caret: text.caret, width: Math.max(1, Math.min(width, SHOWN - text.caret)) };
}

function cut(masked: string, column: number, length: number): { text: string; caret: number } {
  const from = Math.max(0, Math.min(column - 40, length - SHOWN));
  const text = masked.slice(from, from + SHOWN).replaceAll('\t', ' ');
  return { text, caret: column - from };
}

const dots = (text: string): string => text.replace(/[^\s"',;:{}[\]()]/g, '.');

/** Bounded, like all that follows: a part of a line, of 2 * NEAR + SHOWN characters. */
function withoutBlobs(line: string): string {
  const urls = line.replace(/data:[\w.+-]+\/[\w.+-]+[^,\s]*,[A-Za-z0-9+/=]*/g, (url) =>
    'data:'.padEnd(url.length, '.'),
  );
  return urls.replace(/[A-Za-z0-9+/]{60,}={0,2}/g, (blob) => '.'.repeat(blob.length));
}

/** Same length; only keys and the finding stay. */
function maskData(line: string, start: number, end: number): string {
  const shown = withoutBlobs(line);
  let out = '';
  let at = 0;
  for (const key of shown.matchAll(/(?<![\w.-])(["']?)([\w.-]{1,120})\1\s*:(?=\s|["'[{\d]|$)/g)) {
    out += dots(shown.slice(at, key.index)) + key[0];
    at = key.index + key[0].length;
  }
  out += dots(shown.slice(at));
  return out.slice(0, start) + shown.slice(start, end) + out.slice(end);
}

/** Same length; strings that are no keys, paths or names of the interface are dots, and so are long numbers. */
function maskCode(line: string, start: number, end: number): string {
  const shown = withoutBlobs(line).replace(
    // Bounded: a line of NEAR characters.
    /(["'`])((?:\\.|(?!\1)[^\\])*)\1/g,
    (whole: string, quote: string, value: string, at: number) => {
      const isKey = /^\s*(:|=>|\]\s*=)/.test(line.slice(at + whole.length)) || INTEREST.has(value);
      const isPath = /\/(api|v1|current-tenant|transfers|customers)/.test(value);
      const holds = at < end && at + whole.length > start;
      return isKey || isPath || holds ? whole : quote + dots(value) + quote;
    },
  );
  return maskNumbers(shown);
}

const maskNumbers = (text: string): string => text.replace(/\d{6,}/g, (digits) => '.'.repeat(digits.length));
