// What is said of a list of papers: the name that it is given, the comment above it, what it stands in, the first words of
// the file. Lines and how far they are indented tell it, in every format alike.
import type { Span } from '../model/model.ts';
import type { Pack } from './gather.ts';
import { indentOf, type Layout, lineAt, lineOf } from './layout.ts';
import { insertAbove } from './sql.ts';

export interface Said {
  /** The line that the list begins at: its name's, where it has one. */
  readonly line: number;
  readonly at: Span;
  /** The list's own name, with what stands on its line, papers left out. */
  readonly name: string;
  /** The comment above, and beside it; of documentation, the sentence before. */
  readonly comment: string;
  /** What it stands in, nearest first, with the comments there. */
  readonly outer: readonly string[];
  /** The list itself and the few lines behind it. */
  readonly body: string;
  readonly behind: string;
}

const MAX_OUTER = 8;
const MAX_COMMENT = 8;
const MAX_NAME = 600;
const MAX_UP = 400;
const MAX_BODY = 6_000;
const BEHIND = 6;

export function saidOf(pack: Pack, layout: Layout, prose: boolean): Said {
  const [first] = pack.items;
  const last = pack.items.at(-1);
  const firstLine = first?.line ?? 0;
  const begin = prose ? firstLine : beginOf(pack, layout, firstLine);
  const end = Math.max(
    pack.bracket.at >= 0 && !pack.calls ? lineOf(layout, pack.bracket.end) : 0,
    last?.line ?? 0,
  );
  const lines = (from: number, to: number, of: string): string => {
    const start = layout.starts[from] ?? of.length;
    return of.slice(start, Math.min(layout.starts[to + 1] ?? of.length, start + MAX_BODY));
  };
  return {
    line: begin,
    at: placeOf(pack, layout, begin),
    name: nameOf(pack, layout, begin),
    comment: prose ? proseAbove(layout, begin) : `${commentAt(layout, begin)} ${restOf(pack, layout)}`,
    outer: prose ? headings(layout, begin) : outerOf(layout, begin),
    body: lines(firstLine, end, layout.code),
    behind: lines(end + 1, end + BEHIND, layout.code),
  };
}

/** From the line's beginning to the first paper, or to the bracket; of calls, what is called. */
function nameOf({ items: [first], bracket, calls, members }: Pack, layout: Layout, begin: number): string {
  if (calls && !members) return first?.callee ?? '';
  const start = layout.starts[begin] ?? 0;
  const end = Math.min(first?.at ?? start, bracket.at >= start ? bracket.at + 1 : Infinity);
  return layout.code
    .slice(start, end)
    .replace(/<\/?\w{1,40}/g, ' ')
    .slice(0, MAX_NAME);
}

/** What stands on the lines of the papers beside them: `.forEach((documentType) =>`, `(customerId, ...)`. */
function restOf({ items: [first], bracket, calls, members }: Pack, layout: Layout): string {
  if (!first || members) return '';
  const line = calls ? first.line : lineOf(layout, Math.max(0, bracket.at >= 0 ? bracket.end : first.end));
  return lineAt(layout, layout.code, line).replace(/["'`][^"'`]{0,200}["'`]/g, ' ');
}

/** The line with the name that a list is given: of its bracket, or of the key above. */
function beginOf({ bracket, calls, members }: Pack, layout: Layout, first: number): number {
  if (calls && !members) return first;
  let line = first;
  const inserted = insertAbove(layout, first);
  if (inserted !== undefined) return inserted;
  if (bracket.at >= 0) line = lineOf(layout, bracket.at);
  else return keyAbove(layout, first);
  // `Required =` and its bracket in the next line. Bounded: a line of 400 characters.
  for (
    let up = 0;
    up < 2 &&
    line > 0 &&
    /^\s*(?:new\b[^{(]*|[\w.]*<[^<>]*>)?\s*[([{]/.test(lineAt(layout, layout.code, line));
    up++
  )
    line--;
  return line;
}

/** An element that only holds others. */
const STRUCTURE = /^\s*<(?:\w+:)?(?:list|set|array|values?|items?|entries|map)>\s*$/i;

/** The line less indented than the first item, where it is close: `documents:`. */
function keyAbove(layout: Layout, first: number): number {
  const text = lineAt(layout, layout.code, first);
  const indent = indentOf(text);
  for (let line = first - 1; line >= 0 && line >= first - 4; line--) {
    const above = lineAt(layout, layout.code, line);
    const own = indentOf(above);
    if (own === Infinity) continue;
    if (STRUCTURE.test(above)) continue;
    // Bounded: a line of 400 characters.
    const isKey = /[:>{]\s*$/.test(above) || /\bvalues\s*\(?\s*$/i.test(above);
    if ((own < indent || (own === indent && /^\s*-\s/.test(text) && !/^\s*-\s/.test(above))) && isKey)
      return line;
    if (own >= indent) continue;
    return first;
  }
  return first;
}

function placeOf({ items, bracket, calls, members }: Pack, layout: Layout, line: number): Span {
  const [first] = items;
  if (first && (line === first.line || (bracket.at >= 0 && calls && !members))) {
    const text = lineAt(layout, layout.code, line);
    const name =
      /^\s*(?:(?:export|public|private|protected|internal|static|final|readonly|const|let|var|val|local|def)\s+)*([$@]?\w+)\s*(?::[^=\n]{0,80})?[:=]/.exec(
        text,
      );
    const at = (layout.starts[line] ?? 0) + (name ? name[0].lastIndexOf(name[1] ?? '') : -1);
    if (!name || at > first.at || first.line !== line) return { start: first.at, end: first.end };
    return { start: at, end: at + (name[1] ?? '').length };
  }
  const start = (layout.starts[line] ?? 0) + Math.max(0, lineAt(layout, layout.code, line).search(/\S/));
  return { start, end: start + (lineAt(layout, layout.code, line).trim().length || 1) };
}

/** The comment block above a line, and the comment on it. */
function commentAt(layout: Layout, line: number): string {
  const parts = [beside(layout, line)];
  for (let above = line - 1; above >= 0 && above >= line - MAX_COMMENT; above--) {
    const text = lineAt(layout, layout.text, above);
    const code = lineAt(layout, layout.code, above).trim();
    // Marks of a declaration stand between.
    if (code !== '' && !/^[@#[][^=]*$/.test(code)) break;
    if (code === '' && text.trim() === '') break;
    parts.unshift(text);
  }
  return parts.join(' ').slice(-1_500);
}

const beside = (layout: Layout, line: number): string => {
  const code = lineAt(layout, layout.code, line).trimEnd();
  return lineAt(layout, layout.text, line).slice(code.length);
};

/** The lines that a line stands in, by their indentation, each with its comment and the text that documents it. */
function outerOf(layout: Layout, begin: number): string[] {
  const found: string[] = [];
  let indent = indentOf(lineAt(layout, layout.code, begin));
  for (let line = begin - 1; line >= 0 && line > begin - MAX_UP && found.length < MAX_OUTER; line--) {
    const text = lineAt(layout, layout.code, line);
    const own = indentOf(text);
    const isSection = /^\s*\[{1,2}[^\]"']+\]{1,2}\s*$/.test(text) && own <= indent;
    if (own === Infinity || (own >= indent && !isSection) || /^\s*[)\]}]/.test(text)) continue;
    if (isSection && found.some((one) => one.startsWith('['))) continue;
    found.push(`${text.trim()} ${commentAt(layout, line)} ${documented(layout, line)}`.slice(0, 1_500));
    if (own < indent) indent = own;
  }
  return found;
}

/** The comment or text right behind a line that opens something. */
function documented(layout: Layout, line: number): string {
  const parts: string[] = [];
  for (let below = line + 1; below <= line + 3; below++) {
    const code = lineAt(layout, layout.code, below).trim();
    const text = lineAt(layout, layout.text, below).trim();
    if (code !== '' && !/^(?:@(?:module)?doc\b|["'])/.test(code)) break;
    parts.push(text);
  }
  return parts.join(' ');
}

/** Of documentation: the paragraph before a list. */
function proseAbove(layout: Layout, begin: number): string {
  const parts: string[] = [];
  for (let line = begin - 1; line >= 0 && line > begin - 12; line--) {
    const text = lineAt(layout, layout.code, line);
    if (text.trim() === '') {
      if (parts.some((one) => !/^\s*\|/.test(one))) break;
      continue;
    }
    if (/^\s*(?:#|=+\s)/.test(text)) break;
    parts.unshift(text);
  }
  return parts.join(' ').slice(-1_500);
}

function headings(layout: Layout, begin: number): string[] {
  const found: string[] = [];
  let level = 9;
  for (let line = begin - 1; line >= 0 && line > begin - MAX_UP && found.length < MAX_OUTER; line--) {
    const text = lineAt(layout, layout.code, line);
    const mark = /^(#{1,6}|={1,6})\s+\S/.exec(text)?.[1];
    if (mark === undefined || mark.length >= level) continue;
    level = mark.length;
    found.push(text);
  }
  return found;
}

/** Package, module and the first comment of a file. */
export function topOf(layout: Layout): string {
  const first = layout.comments.find(({ start }) => layout.code.slice(0, start).trim().length < 60);
  const comment = first ? layout.text.slice(first.start, Math.min(first.end, first.start + 600)) : '';
  const block = commentAt(layout, Math.min(MAX_COMMENT, lineOf(layout, first?.end ?? 0) + 1));
  const named =
    /^[ \t]{0,8}(?:package|module|namespace|defmodule) [\w.\\:]{1,200}/m.exec(
      layout.code.slice(0, 3_000),
    )?.[0] ?? '';
  return `${comment} ${block} ${named}`;
}
