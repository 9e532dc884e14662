// The connection to the database breaks just after a claim, an intent or an outcome was committed, and the response is
// lost. The host finds out whether the commit took effect. No row is sent twice, lost or in doubt, and the run ends.
import { describe, expect, it } from 'vitest';

import { postgres } from '../kit/postgres.ts';
import { type CuttingProxy, cuttingProxy } from './kit/cutting-proxy.ts';
import { Company } from './kit/hosts.ts';

const server = postgres();
const WORK = ['work', '--until-empty', '--concurrency', '3'];
const CLAIM = 'UPDATE chunks c SET worker = me.id';

/** A queued run. `far` has an address of its ledger whose connections the proxy can break. */
async function queued(rows: number): Promise<{
  own: Company;
  id: string;
  proxy: CuttingProxy;
  far: Record<string, string>;
}> {
  const own = await Company.make(server, { rows, slowMs: 10 });
  const id = await own.detach();
  const proxy = await cuttingProxy(Number(new URL(server.superuser()).port));
  const url = new URL(server.address());
  url.port = String(proxy.port);
  return { own, id, proxy, far: { PAYBATCH_LEDGER: url.href } };
}

async function ended(own: Company, id: string): Promise<void> {
  const end = await own.run(['results', id, '--out', 'in.results.csv', '--json']);
  expect(end.code, end.stderr + end.stdout).toBe(0);
  expect(JSON.parse(end.stdout)).toMatchObject({ counts: { created: own.rows } });
  expect(own.compare()).toBe(0);
  await own.whole();
}

describe('a host that loses the response to a commit', () => {
  it.each([
    ['a claim', CLAIM, 'its answer'],
    ['an intent', '"type":"intent"', 'COMMIT'],
    ['an outcome', '"type":"created"', 'COMMIT'],
  ] as const)('of %s, four times, completes its run', async (_, text, what) => {
    const { own, id, proxy, far } = await queued(120);
    if (what === 'COMMIT') proxy.cutCommit(text, 4);
    else proxy.cut(text, 'answer', 4);
    const worker = await own.run(WORK, far);
    expect(worker.code, worker.stderr).toBe(0);
    expect(proxy.cuts()).toBe(4);
    await ended(own, id);
  });

  it('of each kind in turn, together with a second host, completes its run', async () => {
    const { own, id, proxy, far } = await queued(150);
    const hosts = [own.start(WORK, far), own.start(WORK, far)];
    const texts = [CLAIM, '"type":"intent"', '"type":"created"'];
    let over = false;
    void Promise.all(hosts.map((host) => host.over)).then(() => (over = true));
    for (let i = 0; !over; i++) {
      const before = proxy.cuts();
      const text = texts[i % 3] ?? CLAIM;
      if (text === CLAIM) proxy.cut(text, 'answer');
      else proxy.cutCommit(text);
      await expect.poll(() => over || proxy.cuts() > before || i % 3 === 0, { timeout: 30_000 }).toBe(true);
    }
    for (const host of hosts) expect((await host.over).code).toBe(0);
    expect(proxy.cuts()).toBeGreaterThan(4);
    await ended(own, id);
  });
});
