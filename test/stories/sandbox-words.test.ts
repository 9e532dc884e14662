// What a run in the embedded sandbox says of what comes after it: its ledger and its wallets are gone by then.
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';

import { expect, it } from 'vitest';

import { program } from '../../src/cli/program.ts';
import { folder } from '../kit/folder.ts';
import { fakeIo } from '../kit/io.ts';
import { numbered, payouts } from '../kit/payouts.ts';

async function inSandbox(
  ...flags: string[]
): Promise<{ code: number; out: string; err: string; file: string }> {
  const at = folder();
  const file = join(at, 'in.csv');
  writeFileSync(file, payouts(numbered(3, { useDeveloperFunds: 'true' })));
  const io = fakeIo(at);
  const code = await program(['run', file, '--sandbox', ...flags], io);
  return { code, out: io.said.out.replaceAll(/\s+/g, ' '), err: io.said.err, file };
}

it('that stopped does not say that it continues', async () => {
  const { code, out } = await inSandbox('--balance', 'USDC=20', '--halt-after', '1', '--concurrency', '1');
  expect(code).toBe(4);
  expect(out).toContain('The sandbox has thrown its ledger away');
  expect(out).not.toContain('again continues');
});

it('names a look at the funds of a sandbox like its own, and that shows what it said', async () => {
  const { err, file } = await inSandbox('--balance', 'USDC=20');
  expect(err).toContain(
    `(paybatch quote --sandbox --balance USDC=20 ${file} --funds, with the flags of this run, shows more)`,
  );
  const io = fakeIo(folder());
  expect(await program(['funds', '--sandbox', '--balance', 'USDC=20', file], io)).toBe(1);
  expect(io.said.out).toMatch(/missing/);
});

it('says of a balance that no row is paid from that nobody looked at it', async () => {
  const { out } = await inSandbox('--balance', 'EUR=5000000');
  expect(out).toContain('--balance EUR was not used: no row is paid from it. The rows are paid from USDC.');
  expect((await inSandbox('--balance', 'USDC=5000')).out).not.toContain('was not looked at');
});

it('takes what its wallets hold by a currency that one holds', async () => {
  const { code, err } = await inSandbox('--balance', '5000000');
  expect([code, err]).toEqual([2, expect.stringContaining('expected CUR=AMOUNT, such as USDC=1250.00')]);
});
