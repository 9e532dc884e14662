// Rows that nothing in the file speaks against, and the ledger does: their reference was paid with other content. They are invalid
// for a guard, a plan and a run alike, before anything is sent.
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';

import { expect, it } from 'vitest';

import { place } from '../kit/in-doubt.ts';
import { numbered, payouts } from '../kit/payouts.ts';
import { sandbox } from '../kit/sandbox.ts';

/** were paid. The next file has R-1 (or r-1) with another amount, R-2 as it was, and two more. */
async function next(reference = 'R-1') {
  const service = await sandbox();
  const { at, say } = await place(service);
  writeFileSync(join(at, 'a.csv'), payouts(numbered(2)));
  expect(await say(['run', join(at, 'a.csv')])).toMatchObject({ code: 0 });
  const rows = numbered(4).map((row, i) => (i === 0 ? { ...row, reference, receiverAmount: '99.00' } : row));
  const file = join(at, 'b.csv');
  writeFileSync(file, payouts(rows));
  return { service, at, say, file };
}

it.each(['R-1', 'r-1'])('%s counts for --max-invalid, of a run as of a check', async (reference) => {
  const { service, say, file } = await next(reference);
  expect(await say(['check', file, '--history', '--max-invalid', '0'])).toMatchObject({ code: 2 });
  const run = await say(['run', file, '--max-invalid', '0']);
  expect(run).toMatchObject({ code: 2, err: expect.stringContaining('1 of 4 rows are invalid') as string });
  expect(service.store.transfers).toHaveLength(2);
  expect(await say(['run', file, '--max-invalid', '1'])).toMatchObject({ code: 1 });
  expect(service.store.transfers).toHaveLength(4);
});

it.each(['R-1', 'r-1'])(
  'no plan is made of %s unless --max-invalid allows it, and that one can be run',
  async (reference) => {
    const { service, at, say, file } = await next(reference);
    const plan = join(at, 'p.json');
    expect(await say(['plan', file, '--out', plan])).toMatchObject({ code: 1 });
    expect(await say(['plan', file, '--out', plan, '--max-invalid', '1'])).toMatchObject({ code: 0 });
    const ran = await say(['run', '--plan', plan]);
    expect(ran.code, ran.err).toBe(1);
    expect(service.store.transfers).toHaveLength(4);
  },
);
