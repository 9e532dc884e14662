// A table in plain text, without borders and without control characters. On a narrow terminal the last column is
// wrapped. If that is not enough, each row becomes a few lines.
import { createRequire } from 'node:module';

import { plain, wrapped } from '../../files/plain.ts';
import type { Io } from '../io.ts';

/** cli-table3 is loaded with the first table: most commands print none. */
const load = createRequire(import.meta.url);

const GAP = '  ';
const BORDERS =
  'top top-mid top-left top-right bottom bottom-mid bottom-left bottom-right left left-mid mid mid-mid right right-mid';
const CHARS = { ...Object.fromEntries(BORDERS.split(' ').map((name) => [name, ''])), middle: GAP };
const STYLE = { head: [], border: [], 'padding-left': 0, 'padding-right': 0 };

/** Wrapped text in a narrower column is hard to read. */
const LEAST_WRAPPED = 20;

/** The terminal's columns; unlimited for files and programs. */
export const widthOf = ({ outTerminal, columns }: Pick<Io, 'outTerminal' | 'columns'>): number =>
  outTerminal ? columns : Infinity;

/** `right`: the columns that are aligned to the right. `width`: see widthOf. */
export function plainTable(
  head: readonly string[],
  rows: readonly (readonly string[])[],
  right: readonly number[],
  width = Infinity,
): string {
  const cells = [head, ...rows].map((row) => row.map((cell) => plain(cell)));
  const widths = head.map((_, at) => longest(cells.map((row) => row[at] ?? '')));
  const last = widths.pop() ?? 0;
  const room = width - widths.reduce((sum, one) => sum + one + GAP.length, 0);
  const words = longest(cells.flatMap((row) => (row.at(-1) ?? '').split(' ')));
  if (room < Math.min(last, Math.max(words, LEAST_WRAPPED)))
    return cells
      .slice(1)
      .map((row) => record(head, row, width))
      .join('\n\n');
  const Table = load('cli-table3') as typeof import('cli-table3'); // its own types
  const table = new Table({
    ...{ chars: CHARS, style: STYLE, wordWrap: true },
    colAligns: head.map((_, at) => (right.includes(at) ? 'right' : 'left')),
    colWidths: room < last ? [...widths, room] : [],
  });
  table.push(...cells);
  const lines = table.toString().split('\n');
  return lines.map((line) => line.trimEnd()).join('\n');
}

const longest = (texts: readonly string[]): number =>
  texts.reduce((most, text) => Math.max(most, text.length), 0);

/** A row as lines of "name  value". A word that is longer than the line is broken. */
function record(head: readonly string[], row: readonly string[], width: number): string {
  const names = longest(head) + GAP.length;
  const room = Math.max(LEAST_WRAPPED, width - names);
  const pieces = new RegExp(`.{1,${room}}`, 'gu');
  const lines = row.flatMap((cell, at) =>
    wrapped(cell, room)
      .flatMap((text) => text.match(pieces) ?? [])
      .map((text, n) => (n === 0 ? (head[at] ?? '') : '').padEnd(names) + text),
  );
  return lines.join('\n');
}
