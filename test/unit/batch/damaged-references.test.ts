// References that a spreadsheet may have made something else of: what is lost is refused, what may be is pointed at, once each.
import { join } from 'node:path';

import { expect, it } from 'vitest';

import { program } from '../../../src/cli/program.ts';
import { folder } from '../../kit/folder.ts';
import { fakeIo } from '../../kit/io.ts';
import { payouts } from '../../kit/payouts.ts';

async function checked(...references: string[]): Promise<{ code: number; err: string }> {
  const at = folder({ 'in.csv': payouts(references.map((reference) => ({ reference }))) });
  const io = fakeIo(at);
  const code = await program(['check', join(at, 'in.csv')], io);
  return { code, err: io.said.err };
}

it.each(['2,02611E+14', '2.02611E+14'])(
  '%s is refused with its repair, and nothing says that it is sent',
  async (text) => {
    const { code, err } = await checked(text);
    expect(code).toBe(1);
    expect(err).toContain(`reference: "${text}" is a long number as a spreadsheet shortens it`);
    expect(err).toContain('Format the column as text');
    expect(err).not.toMatch(/warning|sent as it is/);
  },
);

it.each(['12-May', '20. Jan', '3 Mär', '1-Dez', '05-Août'])('%s is pointed at, and sent', async (text) => {
  const { code, err } = await checked(text);
  expect(code).toBe(0);
  expect(err).toContain(`warning: reference "${text}" looks like a date that a spreadsheet has made`);
});

it.each(['May-26', 'INV-12-May', '12-Mayfair', '2026-05-12', '12 May 2026', '12-5'])(
  '%s is let be',
  async (text) => {
    expect(await checked(text)).toEqual({ code: 0, err: '' });
  },
);
