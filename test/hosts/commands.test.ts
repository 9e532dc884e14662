// Commands on a ledger in Postgres. A command that is not possible there prints one line that names the alternative.
import { existsSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:net';
import { join } from 'node:path';

import { describe, expect, it, onTestFinished } from 'vitest';

import { serviceEnv } from '../kit/cli.ts';
import { folder } from '../kit/folder.ts';
import { paybatch } from '../kit/io.ts';
import { numbered, payouts } from '../kit/payouts.ts';
import { postgres } from '../kit/postgres.ts';
import { sandbox } from '../kit/sandbox.ts';
import { ahead } from './kit/hosts.ts';

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
  return { at, say, env, service };
}

describe(`a ledger on Postgres`, () => {
  it('exports a run, and ledger verify confirms the export', async () => {
    const { say } = await place();
    const exported = await say('ledger', 'export', 'last', '--out', 'run.zip');
    expect(exported.code, exported.stderr).toBe(0);
    expect((await say('ledger', 'verify', 'run.zip')).stdout).toMatch(/The export .* is intact/);
    const held = await say('ledger', 'verify', '--against', 'run.zip', 'in.results.csv');
    expect(held.stdout).toMatch(/is intact .*stamps of the other files: \d+ in the chain\./s);
    // A later export agrees with the first.
    expect((await say('ledger', 'export', 'last', '--out', 'run2.zip')).code).toBe(0);
    expect((await say('ledger', 'verify', '--against', 'run.zip', 'run2.zip')).code).toBe(0);
  });

  it('refuses ledger backup, and names pg_dump in one line', async () => {
    const { at, say } = await place();
    const { code, stderr } = await say('ledger', 'backup', '--to', join(at, 'b.db'));
    expect(code).toBe(2);
    expect(stderr).toMatch(
      /^paybatch: .*pg_dump --schema=\w+ --schema=\w+_queue\. After a restore from it, every host refuses the ledger until a person accepts it \(--accept-ledger\)\. Nothing was copied\n$/,
    );
    expect(existsSync(join(at, 'b.db'))).toBe(false);
    expect((await say('ledger', 'show')).stdout).toMatch(
      /Backup {4}by its server's own means .*every host refuses the ledger until a person accepts it \(--accept-ledger\)/,
    );
  });

  it('passes verification on a new host after it was copied from a file', async () => {
    const { at } = await place();
    const file = join(at, 'old.db');
    const service = await sandbox({});
    const env = { ...serviceEnv(service.url), PAYBATCH_LEDGER_SCHEMA: server.newSchema() };
    const say = (host: string, ...words: string[]) =>
      paybatch(at, words, { ...env, PAYBATCH_LEDGER: server.address(), XDG_STATE_HOME: join(at, host) });
    const ran = await paybatch(at, ['run', 'in.csv', '--yes'], { ...env, PAYBATCH_LEDGER: file });
    expect(ran.code, ran.stderr).toBe(0);
    const copied = await say('a', 'ledger', 'copy', '--from', file, '--to', server.address());
    expect(copied.code, copied.stderr).toBe(0);
    for (const host of ['a', 'b']) {
      const verified = await say(host, 'ledger', 'verify');
      expect(verified.code, verified.stdout + verified.stderr).toBe(0);
    }
  });

  it.each([
    ['pg', 'needs the package pg, which is not installed: npm install pg@8.23.1'],
    ['pg-boss', 'npm install pg-boss@12.35.0'],
  ])('needs the package %s: without it, a run names the package and sends nothing', async (name, what) => {
    const { at, env, service } = await place();
    writeFileSync(
      join(at, 'b.csv'),
      payouts(numbered(2).map((row) => ({ ...row, reference: `B${row['reference']}` }))),
    );
    const without = { ...env, ...ahead('process-without-package'), PAYBATCH_TEST_WITHOUT: name };
    const ran = await paybatch(at, ['run', 'b.csv', '--yes', '--alike-ok'], without);
    expect(ran.code, ran.stderr).toBe(2);
    expect(ran.stderr).toContain(what);
    expect(ran.stderr.trim().split('\n')).toHaveLength(1);
    expect(service.store.transfers).toHaveLength(4);
    const worked = await paybatch(at, ['work', '--until-empty', '--json'], without);
    expect(worked.code, worked.stderr).toBe(2);
    expect(worked.stdout).toContain('missing_package');
  });

  it('is tried only once by a run if the server accepts the connection but does not respond', async () => {
    let connections = 0;
    const silent = createServer(() => connections++);
    await new Promise<void>((resolve) => silent.listen(0, '127.0.0.1', resolve));
    onTestFinished(() => void silent.close());
    const { port } = silent.address() as { port: number };
    const at = folder({ 'in.csv': payouts(numbered(1)) });
    const address = { PAYBATCH_LEDGER: `postgres://x@127.0.0.1:${port}/x` };
    const env = { ...serviceEnv('http://127.0.0.1:1'), ...address };
    const ran = await paybatch(at, ['run', 'in.csv', '--json'], env);
    expect(ran.code, ran.stderr).toBe(2);
    expect(ran.stdout).toContain('ledger_unreachable');
    expect(connections).toBe(1);
  });
});
