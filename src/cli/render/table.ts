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
