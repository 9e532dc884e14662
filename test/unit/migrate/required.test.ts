// A required field that is empty needs an answer, so that check accepts every file that migrate calls ready.
import { readFileSync } from 'node:fs';
import { join } from 'node:path';

import { describe, expect, it } from 'vitest';

import { program } from '../../../src/cli/program.ts';
import { folder } from '../../kit/folder.ts';
import { fakeIo } from '../../kit/io.ts';
import { numbered, payouts } from '../../kit/payouts.ts';

async function say(at: string, ...args: string[]) {
  const io = fakeIo(at);
  return { code: await program(args, io), ...io.said };
}

const without = (column: string): string => payouts(numbered(2).map((row) => ({ ...row, [column]: '' })));

describe('a required field that is empty', () => {
  it.each<[string, Readonly<Record<string, string>>, string]>([
    ['an amount in a CSV', { 'in.csv': without('receiverAmount') }, 'receiverAmount'],
    ['an amount in JSON', { 'in.json': '[{"customerId":"c"}]' }, 'receiverAmount'],
    ['an amount that is null', { 'in.json': '[{"customerId":"c","receiverAmount":null}]' }, 'receiverAmount'],
    ['no column for the amount', { 'in.csv': 'customerId,documents\nc,\n' }, 'receiverAmount'],
    [
      'a purpose in a CSV',
      { 'in.csv': 'customerId,receiverAmount,purposeOfPayment\nc,1,\n' },
      'purposeOfPayment',
    ],
    [
      'a customer without a name',
      { 'in.csv': 'businessLegalName,businessIndustries\n,x\n' },
      'businessLegalName',
    ],
  ])('is in the todo file, also after a second migration: %s', async (_, files, field) => {
    const at = folder(files);
    const [name = ''] = Object.keys(files);
    expect((await say(at, 'migrate', name, '--out', 'out')).code).toBe(1);
    expect(readFileSync(join(at, 'out/in.todo.csv'), 'utf8')).toContain(
      `2,${field},`.replace(/^2/, name.endsWith('csv') ? '2' : '1'),
    );
    // A migration of the output: the field still needs an answer.
    const again = await say(at, 'migrate', `out/${name}`, '--dry-run', '--json');
    expect(again).toMatchObject({ code: 1, out: expect.stringMatching(/"ready":0/) });
  });
  it('is counted by audit as a row that needs an answer', async () => {
    const at = folder({ 'in.csv': without('receiverAmount') });
    const { code, out } = await say(at, 'audit', '.');
    expect([code, out]).toEqual([1, expect.stringMatching(/2 rows of data need an answer/)]);
  });
});
