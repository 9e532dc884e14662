// A table in plain text: columns aligned, no lines drawn. Nothing foreign in a cell gets through.
import Table from 'cli-table3';

import { plain } from '../../files/plain.ts';

const PLAIN = { head: [], border: [] };

export function plainTable(
  head: readonly string[],
  rows: readonly (readonly string[])[],
  right: readonly number[],
): string {
  const table = new Table({
    head: head.map((cell) => plain(cell)),
    style: PLAIN,
    colAligns: head.map((_, at) => (right.includes(at) ? 'right' : 'left')),
    chars: {
      top: '',
      'top-mid': '',
      'top-left': '',
      'top-right': '',
      bottom: '',
      'bottom-mid': '',
      'bottom-left': '',
      'bottom-right': '',
      left: '',
      'left-mid': '',
      mid: '',
      'mid-mid': '',
      right: '',
      'right-mid': '',
      middle: '  ',
    },
  });
  for (const row of rows) table.push(row.map((cell) => plain(cell)));
  return table
    .toString()
    .split('\n')
    .map((line) => line.trimEnd())
    .filter((line) => line !== '')
    .join('\n');
}

/** The same for tables of any length: line by line, so that nothing is held but the widths. Rows are gone through twice. */
export async function* tableLines(
  head: readonly string[],
  rows: () => Iterable<readonly string[]> | AsyncIterable<readonly string[]>,
  right: readonly number[],
): AsyncGenerator<string> {
  const widths = head.map((cell) => cell.length);
  for await (const row of rows()) {
    row.forEach((cell, at) => (widths[at] = Math.max(widths[at] ?? 0, plain(cell).length)));
  }
  const line = (row: readonly string[]): string =>
    row
      .map((cell, at) => {
        const width = widths[at] ?? 0;
        return right.includes(at) ? plain(cell).padStart(width) : plain(cell).padEnd(width);
      })
      .join('  ')
      .trimEnd();
  yield line(head);
  for await (const row of rows()) yield line(row);
}
