// Who waits for a server that went away hears of it once, and once that it is back.
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';

import type { Ledger } from '../../../src/ledger/ledger.ts';
import type { Connections } from '../../../src/ledger/postgres/connections.ts';
import { Lease } from '../../../src/ledger/postgres/lease.ts';
import { type Reach, ReachNotices } from '../../../src/ledger/postgres/reach.ts';
import { verbatim } from '../../../src/message.ts';
import { statuses } from '../../kit/cli.ts';
import { folder } from '../../kit/folder.ts';
import { numbered, payouts } from '../../kit/payouts.ts';
import { runIn, sandbox } from '../../kit/sandbox.ts';

const refused = Object.assign(new Error('connect ECONNREFUSED'), { code: 'ECONNREFUSED' });

function told(play: (reaching: ReachNotices) => void): Reach[] {
  const said: Reach[] = [];
  play(new ReachNotices((reach) => said.push(reach)));
  return said;
}

describe('a server that goes away', () => {
  it('is told once, and once more that it is back', () => {
    const said = told((reaching) => {
      reaching.answered(0);
      for (let at = 1_000; at <= 45_000; at += 500) reaching.failed(refused, at - 100, at);
      reaching.answered(46_000);
      reaching.answered(47_000);
    });
    expect(said.map(({ is }) => is)).toEqual(['away', 'back']);
    expect(said[0]?.why).toEqual(verbatim('connect ECONNREFUSED'));
    expect(said[1]?.forMs).toBe(45_100);
  });

  it('is not told where others are answered meanwhile, nor of a server that says no', () => {
    const said = told((reaching) => {
      for (let at = 0; at < 60_000; at += 1_000) {
        reaching.answered(at);
        reaching.failed(refused, at - 40_000, at + 500);
      }
      for (let at = 60_000; at < 90_000; at += 500) reaching.failed(new Error('no such table'), at, at);
    });
    expect(said).toEqual([]);
  });
});

// A host sends only while its lease certainly holds. The decision without a server; test/hosts has it with one.

const LEASE_MS = 8_000;

/** A server that renews the lease, is away, or has closed it. */
type Server = 'renews' | 'away' | 'closed';

async function leaseAt(server: { is: Server }): Promise<Lease> {
  const query = (sql: string): Promise<unknown[]> => {
    if (server.is === 'away') return Promise.reject(new Error('away'));
    return Promise.resolve(server.is === 'closed' && sql.startsWith('UPDATE') ? [] : [{ until: 1 }]);
  };
  // What a lease uses of them.
  const connections = {
    query,
    once: (work: (session: object) => unknown) => work({ query }),
  } as unknown as Connections;
  const lease = new Lease(connections, 1, { name: 'h', pid: 1, version: '0' }, LEASE_MS);
  await lease.open();
  return lease;
}

const passes = (ms: number): Promise<unknown> => vi.advanceTimersByTimeAsync(ms);

describe('a host with a lease', () => {
  beforeEach(() => void vi.useFakeTimers({ toFake: ['performance', 'setInterval', 'clearInterval'] }));

  afterEach(() => void vi.useRealTimers());

  it('may send as long as its lease is renewed', async () => {
    const lease = await leaseAt({ is: 'renews' });
    for (let i = 0; i < 5; i++) {
      await passes(LEASE_MS / 2);
      expect(lease.maySend).toBe(true);
    }
    lease.stop();
    expect(lease.maySend).toBe(false);
  });

  it('may send no more well before a lease ends that could not be renewed', async () => {
    const server: { is: Server } = { is: 'renews' };
    const lease = await leaseAt(server);
    server.is = 'away';
    await passes(LEASE_MS * 0.7);
    expect([lease.maySend, lease.isLost]).toEqual([true, false]);
    await passes(LEASE_MS * 0.1);
    expect([lease.maySend, lease.isLost]).toEqual([false, false]);
    lease.stop();
  });

  it('may send no more once others have closed it', async () => {
    const server: { is: Server } = { is: 'renews' };
    const lease = await leaseAt(server);
    server.is = 'closed';
    await passes(LEASE_MS / 4);
    expect([lease.maySend, lease.isLost]).toEqual([false, true]);
    lease.stop();
  });

  it('a run whose lease has ended sends nothing', async () => {
    vi.useRealTimers();
    const service = await sandbox();
    const at = folder({ 'in.csv': payouts(numbered(3)) });
    const wrap = (ledger: Ledger): Ledger =>
      new Proxy(ledger, {
        get: (target, name: keyof Ledger) => {
          const value: unknown = name === 'maySend' ? false : target[name];
          return typeof value === 'function' ? (value.bind(target) as unknown) : value;
        },
      });
    const { exitCode } = await runIn(at, service.url, { wrap });
    expect([exitCode, service.store.transfers.length]).toEqual([4, 0]);
    expect(statuses(`${at}/in.results.csv`)['created']).toBeUndefined();
  });
});
