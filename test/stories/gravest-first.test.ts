// Which warnings are shown where there are more than fit: the gravest, however many of another kind stand before them in the file.
import { describe, expect, it } from 'vitest';

import { Warnings } from '../../src/batch/input/warnings.ts';
import { warningsShown } from '../../src/batch/input/warnings-shown.ts';
import { showWarnings } from '../../src/cli/commands/run/warnings.ts';
import { fakeIo } from '../kit/io.ts';

const ACCOUNT = 'destination.externalAccountId';

/** New suppliers, then trifles of the file, then an account that has changed, then a payment made before. */
function gathered(firsts: number, trifles: number): Warnings {
  const warnings = new Warnings();
  for (let i = 0; i < firsts; i++)
    warnings.compared(i + 2, ACCOUNT, `new-${i}`, `was never paid before: first ${i}`, {
      code: 'firstPayment',
      entry: 0,
    });
  for (let i = 0; i < trifles; i++) warnings.add(i + 2, 'memo', `memo ${i}`, () => 'is long');
  warnings.compared(5_000, ACCOUNT, 'other', 'is another account than this payee was last paid at', {
    code: 'payeeChanged',
    entry: 7,
  });
  warnings.trouble(5_001, 'reference', 'R-1', () => 'looks like a payout that was made', {
    updatedAt: new Date(0),
  });
  return warnings;
}

const shown = (warnings: Warnings): string[] => {
  const io = fakeIo('/');
  showWarnings('in.csv', warnings.list(), io);
  return io.said.err.trimEnd().split('\n');
};

describe('warnings, more than are shown', () => {
  it('begin with what looks paid and with changed accounts', () => {
    const lines = shown(gathered(35, 30));
    expect(lines[0]).toContain('looks like a payout that was made');
    expect(lines[1]).toContain('is another account than this payee was last paid at');
    expect(lines).toContain('... and 12 more warnings');
  });
  it('tell accounts that were never paid by their lines, beyond three', () => {
    const lines = shown(gathered(16, 0));
    expect(lines.filter((line) => line.includes('was never paid before: first'))).toHaveLength(3);
    expect(lines.at(-1)).toBe(
      '... and 13 more accounts that were never paid before: lines 5, 6, 7, 8, 9, 10, 11, 12, 13, 14 and further on',
    );
    expect(shown(gathered(4, 0)).at(-1)).toBe('... and 1 more account that was never paid before: line 5');
  });
  it('are kept, each kind apart: thousands of new accounts leave no other out', () => {
    const warnings = gathered(2_000, 2_000);
    expect(warnings.overflow).toBe(2_000);
    expect(
      warnings
        .list()
        .slice(0, 2)
        .map(({ firstLine }) => firstLine),
    ).toEqual([5_001, 5_000]);
  });
  it('stand so in a plan, too', () => {
    const { count, first } = warningsShown(gathered(80, 0).list(), 0);
    expect(count).toBe(82);
    expect(first.slice(0, 3).map(({ line }) => line)).toEqual([5_001, 5_000, 2]);
  });
});
