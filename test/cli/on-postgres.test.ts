// Commands about a ledger, on one that Postgres keeps: what works, and the one line where something is done otherwise.
import { existsSync } from 'node:fs';
import { join } from 'node:path';

import { describe, expect, it } from 'vitest';

import { paybatch, serviceEnv } from '../support/cli.ts';
import { folder } from '../support/folder.ts';
import { numbered, payouts } from '../support/payouts.ts';
import { HAS_POSTGRES, postgres, WHY_SKIPPED } from '../support/postgres.ts';
import { sandbox } from '../support/sandbox.ts';

const server = postgres();

async function place() {
  const service = await sandbox({});
  const at = folder({ 'in.csv': payouts(numbered(4)) });
  const env = {
    ...serviceEnv(service.url),
    PAYBATCH_LEDGER: server.address(),
    PAYBATCH_LEDGER_SCHEMA: server.newSchema(),
  };
  const say = (...words: string[]) => paybatch(at, words, env);
  expect((await say('ledger', 'init')).code).toBe(0);
  const ran = await say('run', 'in.csv', '--yes');
  expect(ran.code, ran.stderr).toBe(0);
  return { at, say };
}

describe.runIf(HAS_POSTGRES)(`a ledger on Postgres${WHY_SKIPPED}`, () => {
  it('hands out a run, sealed by its own chain', async () => {
    const { say } = await place();
    const exported = await say('ledger', 'export', 'last', '--out', 'run.zip');
    expect(exported.code, exported.stderr).toBe(0);
    expect((await say('ledger', 'verify', 'run.zip')).stdout).toMatch(/The export .* is whole/);
    const held = await say('ledger', 'verify', '--against', 'run.zip', 'in.results.csv');
    expect(held.stdout).toMatch(/is whole .*every head in the 2 files/);
    // And again: the chain went on.
    expect((await say('ledger', 'export', 'last', '--out', 'run2.zip')).code).toBe(0);
    expect((await say('ledger', 'verify', '--against', 'run.zip', 'run2.zip')).code).toBe(0);
  });

  it("is backed up by its server's own means, in one line", async () => {
    const { at, say } = await place();
    const { code, stderr } = await say('ledger', 'backup', '--to', join(at, 'b.db'));
    expect(code).toBe(2);
    expect(stderr).toMatch(/^paybatch: .*pg_dump --schema=\w+ --schema=\w+_queue\. Nothing was copied\n$/);
    expect(existsSync(join(at, 'b.db'))).toBe(false);
    expect((await say('ledger', 'show')).stdout).toMatch(/Backup {4}by its server's own means/);
  });
});
