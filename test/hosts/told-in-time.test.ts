// What a person is told before a try shows it: that a flag is ignored, that a word needs --host-gone.
import { describe, expect, it } from 'vitest';

import { postgres } from '../kit/postgres.ts';
import { Company } from './kit/hosts.ts';

const server = postgres();

describe(`what is told in time`, () => {
  it('names --host-gone beside the doubts of a host that was killed, until they are settled', async () => {
    const own = await Company.make(server, { rows: 2, slowMs: 3000, lease: 2 });
    const id = await own.detach();
    const killed = own.start(['work', '--concurrency', '1']);
    await expect
      .poll(async () => (await own.ask('SELECT 1 FROM @intents')).length, { timeout: 20_000 })
      .toBeGreaterThan(0);
    expect((await own.run(['status'])).stdout).toContain('open to every host at work');
    killed.child.kill('SIGKILL');
    await killed.over;
    await expect
      .poll(async () => (await own.run(['doubts'])).stdout, { timeout: 20_000 })
      .toMatch(/Process \d+ on \S+ .*--host-gone/s);
    const told = (await own.run(['doubts'])).stdout;
    expect(told).toContain(
      'no response: its run ended, or its host stopped reporting, while the request was in progress',
    );
    expect(told).toContain(`paybatch resolve ${id} --line 2 --as not-created [--host-gone] --reason "..."`);
    const lost = async () =>
      (
        JSON.parse((await own.run(['status', '--json'])).stdout) as {
          hosts: { state: string; rows: number }[];
        }
      ).hosts;
    expect(await lost()).toMatchObject([{ state: 'lost', rows: 1 }]);
    const word = ['--as', 'not-created', '--reason', 'gone', '--sure', '--host-gone', '--yes'];
    const settled = await own.run(['resolve', id, '--line', '2', ...word]);
    expect(settled.code, settled.stderr).toBe(0);
    expect((await own.run(['doubts'])).stdout).not.toContain('--host-gone');
    // Nobody waits for it any more: an alarm that no command clears is soon not heard.
    expect(await lost()).toEqual([]);
  });
});
