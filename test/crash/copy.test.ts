// `ledger copy`, killed at a named point. Whichever ledger is used afterwards, the sandbox gets no payout twice, and
// the same command completes the copy.
import { join } from 'node:path';

import { describe, expect, it } from 'vitest';

import { serviceEnv, statuses } from '../kit/cli.ts';
import { folder } from '../kit/folder.ts';
import { paybatch } from '../kit/io.ts';
import { numbered, payouts } from '../kit/payouts.ts';
import { HAS_POSTGRES, postgres } from '../kit/postgres.ts';
import { paidByMemo, sandbox } from '../kit/sandbox.ts';

const server = postgres();
const ROWS = 6;

/** A file whose run was killed: two rows are paid, and one is in doubt. */
async function place() {
  const service = await sandbox({});
  const at = folder({ 'in.csv': payouts(numbered(ROWS)) });
  const schema = server.newSchema();
  const env = { ...serviceEnv(service.url), PAYBATCH_LEDGER_SCHEMA: schema };
  const first = join(at, 'first.db');
  const second = HAS_POSTGRES ? server.address() : join(at, 'second.db');
  const killed = { ...env, PAYBATCH_LEDGER: first, PAYBATCH_TEST_CRASH: 'after-answer:3' };
  await paybatch(at, ['run', 'in.csv', '--concurrency', '1', '--yes'], killed);
  const copy = (crash = '') =>
    paybatch(at, ['ledger', 'copy', '--from', first, '--to', plainAddress(second)], {
      ...env,
      PAYBATCH_LEDGER: second,
      ...(crash === '' ? {} : { PAYBATCH_TEST_CRASH: crash }),
    });
  const run = (ledger: string) =>
    paybatch(at, ['run', 'in.csv', '--yes'], { ...env, PAYBATCH_LEDGER: ledger });
  return { service, at, first, second, copy, run };
}

function plainAddress(ledger: string): string {
  if (!URL.canParse(ledger)) return ledger;
  const url = new URL(ledger);
  url.password = '';
  return url.href;
}

describe('a ledger copy that is killed', () => {
  // unit/ledger/copy.test.ts covers every point, without a kill.
  it.each(['sealed', 'arrived'])('at "%s" can be completed, and no payout is sent twice', async (point) => {
    const { service, at, first, second, copy, run } = await place();
    expect((await copy(`copy-${point}`)).signal).toBe('SIGKILL');
    const isLate = point === 'arrived';
    // A run before the copy is completed is refused.
    const early = isLate ? run(first) : run(second);
    const refused = await early;
    expect(refused.code, refused.stdout + refused.stderr).toBe(2);
    expect(refused.stderr).toMatch(/is sealed|unfinished|no ledger/);
    const again = await copy();
    expect(again.code, again.stderr).toBe(0);
    expect(again.stdout).toContain('Counts, totals and hash chain agree');
    const old = await run(first);
    expect(old.code).toBe(2);
    expect(old.stderr).toMatch(/was moved to/);
    const end = await run(second);
    expect(end.code, end.stderr).toBe(3);
    expect(statuses(join(at, 'in.results.csv'))).toEqual({ created: ROWS - 1, in_doubt: 1 });
    expect([...paidByMemo(service).values()]).toEqual(Array.from({ length: ROWS }, () => 1));
  });
});

describe('ledger copy', () => {
  it('refuses an address with a password, and never prints the password', async () => {
    const at = folder();
    for (const flag of ['--from', '--to']) {
      const other = flag === '--from' ? '--to' : '--from';
      const words = ['ledger', 'copy', flag, 'postgres://ada:s3cret@db.example/pay', other, join(at, 'l.db')];
      const { code, stdout, stderr } = await paybatch(at, [...words, '--json']);
      expect(code).toBe(2);
      expect(JSON.parse(stdout)).toMatchObject({ error: { code: 'password_flag' } });
      expect(stdout + stderr).not.toContain('s3cret');
    }
  });
});
