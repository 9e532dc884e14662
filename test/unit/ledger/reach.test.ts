// A process that waits for a lost database server reports the loss once, and the return once.
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

describe('the loss of a database server', () => {
  it('is reported once, and once more when the server is back', () => {
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

  it('is not reported while other queries succeed, or when the server refuses a query', () => {
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

// A host sends only while its lease certainly holds. These tests use no server; test/hosts uses one.

const LEASE_MS = 8_000;

/** A server that renews the lease, is lost, or has closed the lease. */
type Server = 'renews' | 'away' | 'closed';

async function leaseAt(server: { is: Server }): Promise<Lease> {
  const query = (sql: string): Promise<unknown[]> => {
    if (server.is === 'away') return Promise.reject(new Error('away'));
    return Promise.resolve(server.is === 'closed' && sql.startsWith('UPDATE') ? [] : [{ until: 1 }]);
  };
  // Only the methods that a lease uses.
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

  it('stops sending before the end of a lease that it could not renew', async () => {
    const server: { is: Server } = { is: 'renews' };
    const lease = await leaseAt(server);
    server.is = 'away';
    await passes(LEASE_MS * 0.7);
    expect([lease.maySend, lease.isLost]).toEqual([true, false]);
    await passes(LEASE_MS * 0.1);
    expect([lease.maySend, lease.isLost]).toEqual([false, false]);
    lease.stop();
  });

  it('stops sending once another host has closed its lease', async () => {
    const server: { is: Server } = { is: 'renews' };
    const lease = await leaseAt(server);
    server.is = 'closed';
    await passes(LEASE_MS / 4);
    expect([lease.maySend, lease.isLost]).toEqual([false, true]);
    lease.stop();
  });

  it('sends nothing in a run after its lease has ended', async () => {
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
