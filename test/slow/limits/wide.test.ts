// A header of very many columns, of whatever sort: checked in time that grows with it, and no faster.
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';

import { expect, it } from 'vitest';

import { program } from '../../../src/cli/program.ts';
import { folder } from '../../kit/folder.ts';
import { fakeIo } from '../../kit/io.ts';
import { whatGrowsTooFast } from '../linear/growth.ts';

const COLUMNS: Readonly<Record<string, (i: number) => string>> = {
  "the operator's own": (i) => `,x-${i}`,
  unknown: (i) => `,column${i}`,
  'nearly known': (i) => `,customerI${i}`,
  empty: () => ',',
  'the same': () => ',x-a',
  'document types': (i) => `,documents.A${i}`,
};
const CELLS = 3_000;

it.each(Object.entries(COLUMNS))('columns that are %s', { timeout: 120_000 }, async (name, column) => {
  const at = folder();
  const check = async (file: string, text: string): Promise<void> => {
    const path = join(at, file);
    writeFileSync(path, text);
    const io = fakeIo(at);
    await program(['check', path], io);
    expect(io.said.err).not.toMatch(/no such file|defect/);
  };
  const make = (cells: number): string => Array.from({ length: cells }, (_, i) => column(i)).join('');
  for (const [head, row] of [
    ['reference,receiverAmount', 'R,1'],
    ['businessLegalName', 'n'],
  ] as const) {
    const around = (columns: string): string =>
      `${head}${columns}\n${row}${','.repeat(columns.split(',').length - 1)}\n`;
    const wrong = await whatGrowsTooFast(check, { file: 'in.csv', around }, [{ name, make }], {
      ...{ at: 0, of: 1, size: CELLS },
    });
    expect(wrong).toEqual([]);
  }
});
