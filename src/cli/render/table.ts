// A table in plain text: columns aligned, no lines drawn. Nothing foreign in a cell gets through. On a terminal that is too
// narrow its text is wrapped at spaces, and where that isn't enough each row becomes a few lines.
import { createRequire } from 'node:module';

import { plain } from '../../files/plain.ts';
import type { Io } from '../io.ts';

/** Loaded with the first table: every command asks how wide its output may be, and few draw one. */
const load = createRequire(import.meta.url);

const PLAIN = { head: [], border: [] };
const BORDERS =
  'top top-mid top-left top-right bottom bottom-mid bottom-left bottom-right left left-mid mid mid-mid right right-mid';
const CHARS = { ...Object.fromEntries(BORDERS.split(' ').map((name) => [name, ''])), middle: '  ' };

/** Narrower than this, wrapped text is a ladder. */
const LEAST_WRAPPED = 20;

/** What fits: the terminal's columns; all, where programs and files read. */
export const widthOf = ({ outTerminal, columns }: Pick<Io, 'outTerminal' | 'columns'>): number =>
  outTerminal ? columns : Infinity;

/** `right`: the columns that are aligned to the right. `width`: see widthOf. */
export function plainTable(
  head: readonly string[],
  rows: readonly (readonly string[])[],
  right: readonly number[],
  width = Infinity,
): string {
  const cells = rows.map((row) => row.map((cell) => plain(cell)));
  const whole = drawn(head, cells, right);
  const excess = whole.reduce((most, line) => Math.max(most, line.length), 0) - width;
  if (excess <= 0) return whole.join('\n');
  // What cli-table3 puts around a cell is not told, so the width is found by drawing.
  const room = columnsWithin(head, cells, right, excess);
  if (room) {
    const fitting = cells.map((row) => row.map((cell, at) => wrapped(cell, room[at] ?? Infinity).join('\n')));
    return drawn(head, fitting, right).join('\n');
  }
  return cells.map((row) => record(head, row, width).join('\n')).join('\n\n');
}

/** How wide each column may be for `excess` characters to go: text at its spaces, the widest first. `undefined`: it doesn't fit. */
function columnsWithin(
  head: readonly string[],
  cells: readonly (readonly string[])[],
  right: readonly number[],
  excess: number,
): number[] | undefined {
  const columns = head.map((name, at) => [name, ...cells.map((row) => row[at] ?? '')]);
  const widths = columns.map((column) => longest(column));
  const least = columns.map((column, at) => {
    if (right.includes(at)) return widths[at] ?? 0;
    const words = longest([column[0] ?? '', ...column.slice(1).flatMap((cell) => cell.split(' '))]);
    // Only what stands last is prose.
    return at === head.length - 1 ? Math.max(words, Math.min(LEAST_WRAPPED, widths[at] ?? 0)) : words;
  });
  for (let left = excess; left > 0; left--) {
    const spare = widths.map((own, at) => (own > (least[at] ?? 0) ? own : 0));
    const most = Math.max(...spare);
    if (most === 0) return undefined;
    widths[spare.indexOf(most)] = most - 1;
  }
  return widths;
}

const longest = (texts: readonly string[]): number =>
  texts.reduce((most, text) => Math.max(most, text.length), 0);

function drawn(
  head: readonly string[],
  rows: readonly (readonly string[])[],
  right: readonly number[],
): string[] {
  const Table = load('cli-table3') as typeof import('cli-table3'); // its own types
  const table = new Table({
    head: head.map((cell) => plain(cell)),
    style: PLAIN,
    colAligns: head.map((_, at) => (right.includes(at) ? 'right' : 'left')),
    chars: CHARS,
  });
  for (const row of rows) table.push([...row]);
  return table
    .toString()
    .split('\n')
    .map((line) => line.trimEnd())
    .filter((line) => line !== '');
}

/** A row as lines of "name  value". */
function record(head: readonly string[], row: readonly string[], width: number): string[] {
  const names = Math.max(...head.map((name) => name.length));
  return row.flatMap((cell, at) =>
    cell === ''
      ? []
      : wrapped(cell, Math.max(LEAST_WRAPPED, width - names - 2)).map((line, n) =>
          `${(n === 0 ? (head[at] ?? '') : '').padEnd(names)}  ${line}`.trimEnd(),
        ),
  );
}

/** Text in lines of at most `width`, at spaces where there are any. */
export function wrapped(text: string, width: number): string[] {
  const lines: string[] = [];
  let rest = text;
  while (rest.length > width) {
    const space = rest.lastIndexOf(' ', width);
    const at = space > 0 ? space : width;
    lines.push(rest.slice(0, at));
    rest = rest.slice(space > 0 ? at + 1 : at);
  }
  return [...lines, rest];
}
