// A text of any format as it is laid out: which brackets a place stands in, what is a comment, how far lines are indented.
// One pass over the characters; strings are passed over, so that brackets in them count for nothing.
import { blank } from '../model/lines.ts';
import type { Span } from '../model/model.ts';

/** How comments begin. */
export interface Marks {
  readonly line: readonly string[];
  readonly block: readonly (readonly [string, string])[];
  /** Brackets and quotes mean nothing in prose. */
  readonly prose?: boolean;
}

export interface Bracket {
  readonly open: string;
  readonly at: number;
  end: number;
  readonly depth: number;
  readonly parent: Bracket | undefined;
}

export interface Layout {
  readonly text: string;
  /** As long, comments and texts that document blanked. */
  readonly code: string;
  readonly comments: readonly Span[];
  /** In the order of their opening; the first is the whole text. */
  readonly brackets: readonly Bracket[];
  readonly starts: readonly number[];
}

const PAIRS: Readonly<Record<string, string>> = { '(': ')', '[': ']', '{': '}' };
const TRIPLE = ['"""', "'''"];
const MAX_BRACKETS = 100_000;

export function layoutOf(text: string, marks: Marks): Layout {
  const comments: Span[] = [];
  const root: Bracket = { open: '', at: -1, end: text.length, depth: 0, parent: undefined };
  const brackets = [root];
  let inside = root;
  for (let at = 0; at < text.length; at++) {
    const skipped = commentAt(text, at, marks);
    if (skipped > at) {
      comments.push({ start: at, end: skipped });
      at = skipped - 1;
      continue;
    }
    if (marks.prose === true) continue;
    const char = text[at] ?? '';
    if (char === '"' || char === "'" || char === '`') at = Math.max(at, stringEnd(text, at));
    else if (char in PAIRS) {
      if (brackets.length > MAX_BRACKETS) break;
      inside = { open: char, at, end: text.length, depth: inside.depth + 1, parent: inside };
      brackets.push(inside);
    } else if (char === ')' || char === ']' || char === '}') inside = closed(inside, char, at);
  }
  return { text, code: without(text, comments), comments, brackets, starts: startsOf(text) };
}

/** The bracket around one that a sign closes; a sign that closes none counts for nothing. */
function closed(inside: Bracket, sign: string, at: number): Bracket {
  let open: Bracket | undefined = inside;
  for (let climbed = 0; open && climbed < 6; climbed++, open = open.parent) {
    if (PAIRS[open.open] !== sign || !open.parent) continue;
    for (let one: Bracket | undefined = inside; one && one !== open.parent; one = one.parent) one.end = at;
    return open.parent;
  }
  return inside;
}

function commentAt(text: string, at: number, { line, block }: Marks): number {
  for (const [begin, close] of block) {
    if (!text.startsWith(begin, at)) continue;
    const end = text.indexOf(close, at + begin.length);
    return end < 0 ? text.length : end + close.length;
  }
  for (const mark of line) {
    if (!text.startsWith(mark, at)) continue;
    // `a#b`, `$#`, `http://`: no comment.
    const before = text[at - 1] ?? '\n';
    if (mark.length === 1 ? !/[\s;,({]/.test(before) : before === ':') continue;
    const end = text.indexOf('\n', at);
    return end < 0 ? text.length : end;
  }
  return TRIPLE.includes(text.slice(at, at + 3)) && marksDocs(text, at) ? tripleEnd(text, at) : at;
}

/** A text of several lines that is given to nothing documents what it stands in. Bounded: 60 characters. */
const marksDocs = (text: string, at: number): boolean =>
  /(?:^|[\n:{]|doc)\s*$/.test(text.slice(Math.max(0, at - 60), at));

function tripleEnd(text: string, at: number): number {
  const end = text.indexOf(text.slice(at, at + 3), at + 3);
  return end < 0 ? at : end + 3;
}

const MAX_TEMPLATE = 2_000;

/** The last place of a string that begins here; the place itself where none does: an apostrophe, a lifetime. */
function stringEnd(text: string, at: number): number {
  const quote = text[at] ?? '';
  if (quote !== '`' && /[A-Za-z\d]/.test(text[at - 1] ?? '') && !/[fbrRFBLu@]/.test(text[at - 1] ?? ''))
    return at;
  const triple = text.slice(at, at + 3) === quote.repeat(3) ? tripleEnd(text, at) : at;
  if (triple > at) return triple - 1;
  const most = Math.min(text.length, at + MAX_TEMPLATE);
  for (let i = at + 1; i < most; i++) {
    const char = text[i];
    if (char === '\\') i++;
    else if (char === quote) return i;
    else if (char === '\n' && quote !== '`') return at;
  }
  return at;
}

function without(text: string, comments: readonly Span[]): string {
  const parts: string[] = [];
  let at = 0;
  for (const { start, end } of comments) {
    parts.push(text.slice(at, start), blank(text.slice(start, end)));
    at = end;
  }
  parts.push(text.slice(at));
  return parts.join('');
}

function startsOf(text: string): number[] {
  const starts = [0];
  for (let at = text.indexOf('\n'); at !== -1; at = text.indexOf('\n', at + 1)) starts.push(at + 1);
  return starts;
}

/** 0-based line of a place. */
export function lineOf({ starts }: Layout, at: number): number {
  let low = 0;
  let high = starts.length - 1;
  while (low < high) {
    const middle = (low + high + 1) >> 1;
    if ((starts[middle] ?? 0) <= at) low = middle;
    else high = middle - 1;
  }
  return low;
}

const MAX_LINE = 400;

/** A line of the text, or of the same without its comments; cut where it is long. */
export function lineAt({ starts }: Layout, of: string, line: number): string {
  const start = starts[line];
  if (start === undefined) return '';
  return of.slice(start, Math.min((starts[line + 1] ?? of.length + 1) - 1, start + MAX_LINE));
}

/** How far a line is indented; a line without anything: infinitely. */
export function indentOf(line: string): number {
  const at = line.search(/\S/);
  return at < 0 ? Infinity : at;
}
