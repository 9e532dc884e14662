// A profile in which the amount is a constant: right for one row, and for whoever gets the same each month.
import { describe, expect, it } from 'vitest';

import { checkImport, CONSTANTS } from './imports.ts';

describe('one amount for all rows', () => {
  const profile = { columns: { Beleg: 'reference' }, constants: { ...CONSTANTS, receiverAmount: '116' } };
  it.each([
    [1, []],
    [
      2,
      [
        'is a constant of the profile: each of the 2 rows pays this amount, whatever the file says. If they differ, name the column of the amounts',
      ],
    ],
  ])('of %i is said where there are several', async (rows, expected) => {
    const lines = Array.from({ length: rows }, (_, i) => `R-${i}`);
    const { warnings } = await checkImport(['Beleg', ...lines, ''].join('\n'), profile);
    expect(warnings.filter(({ isTrouble }) => isTrouble).map(({ message }) => message)).toEqual(expected);
  });
});
