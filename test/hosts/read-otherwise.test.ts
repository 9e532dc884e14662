// A file that was paid by several hosts, and is read otherwise afterwards; what was only queued is nobody's payment.
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';

import { describe, expect, it } from 'vitest';

import { COLUMNS, numbered, payouts } from '../kit/payouts.ts';
import { postgres } from '../kit/postgres.ts';
import { Company } from './kit/hosts.ts';

const BARE = COLUMNS.filter((name) => name !== 'reference' && name !== 'useDeveloperFunds');

const FUNDED = ['--map', 'funded.json'];
const PROFILE = JSON.stringify({ constants: { useDeveloperFunds: 'true' } });

describe(`a file that hosts have paid`, () => {
  const server = postgres();

  it('is refused where it is read otherwise', async () => {
    const own = await Company.make(server);
    writeFileSync(join(own.at, 'funded.json'), PROFILE);
    writeFileSync(join(own.at, 'whole.csv'), payouts(numbered(3), BARE));
    expect((await own.run(['run', 'whole.csv'])).code).toBe(0);
    const again = await own.run(['run', 'whole.csv', ...FUNDED, '--detach']);
    expect(again.code, again.stdout).toBe(2);
    expect(again.stderr).toMatch(/3 of the 3 rows look like payouts made before/);
    expect(again.stderr).toContain('These very rows were sent before, and are read otherwise now');
  });

  it('is paid in another reading where a stop has left all of it unpaid, and not before', async () => {
    const own = await Company.make(server);
    writeFileSync(join(own.at, 'funded.json'), PROFILE);
    writeFileSync(join(own.at, 'queued.csv'), payouts(numbered(2), BARE));
    const runId = await own.detach('queued.csv');
    const otherwise = ['run', 'queued.csv', ...FUNDED];
    expect((await own.run(otherwise)).code).toBe(2);
    expect((await own.run(['stop', runId])).code).toBe(0);
    const end = await own.run(otherwise);
    expect(end.code, end.stderr).toBe(0);
    expect(own.paid).toBe(2);
  });
});
