// Who can't take part in a ledger of several hosts is told so at the start, in time, and holds nobody up.
import { createServer } from 'node:net';
import { join } from 'node:path';

import { describe, expect, it, onTestFinished } from 'vitest';

import { program } from '../../src/cli/program.ts';
import { serviceEnv } from '../kit/cli.ts';
import { folder } from '../kit/folder.ts';
import { fakeIo } from '../kit/io.ts';
import { numbered, payouts } from '../kit/payouts.ts';
import { postgres } from '../kit/postgres.ts';
import { ahead, Company } from './kit/hosts.ts';

const server = postgres();

describe(`who can't take part`, () => {
  it('waits once for a server that accepts a connection and says nothing, run as well', async () => {
    let connections = 0;
    const silent = createServer(() => connections++);
    await new Promise<void>((resolve) => silent.listen(0, '127.0.0.1', resolve));
    onTestFinished(() => void silent.close());
    const { port } = silent.address() as { port: number };
    const at = folder({ 'in.csv': payouts(numbered(1)) });
    const io = fakeIo(at, {
      ...serviceEnv('http://127.0.0.1:1'),
      PAYBATCH_LEDGER: `postgres://x@127.0.0.1:${port}/x`,
    });
    expect(await program(['run', join(at, 'in.csv'), '--json'], io)).toBe(2);
    expect(io.said.out).toContain('ledger_unreachable');
    expect(connections).toBe(1);
  });

  it.each(['work', 'run'])('%s: ends with 2 without the package pg-boss', async (command) => {
    const own = await Company.make(server, { rows: 1 });
    if (command === 'run') await own.detach();
    const args = command === 'run' ? ['run', 'in.csv', '--json'] : ['work', '--until-empty', '--json'];
    const end = await own.start(args, {
      ...ahead('process-without-package'),
      PAYBATCH_TEST_WITHOUT: 'pg-boss',
    }).over;
    expect(end.code, end.stderr).toBe(2);
    expect(end.stdout).toContain('missing_package');
    expect(end.stderr).toContain('npm install pg-boss@');
    expect(own.paid).toBe(0);
  });
});
