// A ledger is moved to another place and pays there. Then its old place is restored to an earlier state. Hosts that
// saw the move, or used the ledger at its new place, refuse the restored ledger, so it pays nothing.
import { cpSync, mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';

import { describe, expect, it } from 'vitest';

import { folder } from '../kit/folder.ts';
import { COLUMNS, numbered, payouts } from '../kit/payouts.ts';
import { asked, newDatabase, postgres } from '../kit/postgres.ts';
import { paidByMemo } from '../kit/sandbox.ts';
import { cuttingProxy } from './kit/cutting-proxy.ts';
import { Company, type CompanyOptions } from './kit/hosts.ts';

const server = postgres();
type Env = Readonly<Record<string, string>>;

/** The environment of a new host, with separate high-water marks. */
const host = (): Env => ({ XDG_STATE_HOME: folder({}) });

/** A ledger that has paid a file, with functions that pay another file and that move the ledger. */
async function place() {
  const own = await Company.make(server, { rows: 2 });
  const address = own.env['PAYBATCH_LEDGER'] ?? '';
  const file = join(own.at, 'state', 'moved.db');
  const paid = await own.run(['run', 'in.csv']);
  expect(paid.code, paid.stderr).toBe(0);
  let folders = 0;
  /** Pays the other file from a new folder, where no results file shows an earlier payment. */
  const pay = async (env: Env, ledger = address) => {
    const name = join(String(++folders), 'b.csv');
    mkdirSync(join(own.at, String(folders)));
    const rows = numbered(3).map((row, i) => ({ ...row, memo: `b ${i + 1}` }));
    writeFileSync(join(own.at, name), payouts(rows, COLUMNS.slice(1)));
    return own.run(['run', name, '--yes'], { ...env, PAYBATCH_LEDGER: ledger });
  };
  const copy = async (env: Env, from = address, to = file) => {
    const copied = await own.run(['ledger', 'copy', '--from', from, '--to', to], env);
    expect(copied.code, copied.stderr).toBe(0);
  };
  return { own, address, file, pay, copy };
}

async function expectRefusal(ended: ReturnType<Awaited<ReturnType<typeof place>>['pay']>, code: RegExp) {
  const { code: exit, stdout, stderr } = await ended;
  expect(exit, stdout + stderr).toBe(2);
  expect(stderr.replaceAll(/\s+/g, ' ')).toMatch(code);
}

const OLDER = /older than the ledger that this host used before/;

describe('a moved ledger of which only the table of moves was restored', () => {
  it('is refused by a host that has never seen it', async () => {
    const { own, file, pay, copy } = await place();
    await copy(host());
    expect((await pay(host(), file)).code).toBe(0);
    const before = own.paid;
    await own.ask('DELETE FROM @moves');
    await expectRefusal(pay(host()), /its table of moves was restored/);
    expect(own.paid).toBe(before);
  });
});

describe('a database that was restored to the state before its ledger was moved', () => {
  it('is refused by the host that moved it, and by a host that only read where it was moved to', async () => {
    const { own, file, pay, copy } = await place();
    const [copier, told] = [host(), host()];
    const putBack = await own.keepRows();
    await copy(copier);
    expect((await pay(host(), file)).code).toBe(0);
    await expectRefusal(pay(told), /was moved to/);
    await putBack();
    await expectRefusal(pay(copier), OLDER);
    await expectRefusal(pay(told), OLDER);
    expect(own.paid).toBe(5);
  });
});

describe('a ledger file that was restored with its mark to the state before the move', () => {
  it('is refused by the host that moved it to Postgres, and by a host that uses it there', async () => {
    const { own, address, file, pay, copy } = await place();
    const [copier, user] = [host(), host()];
    await copy(host());
    const kept = join(own.at, 'kept');
    cpSync(dirname(file), kept, { recursive: true });
    await own.ask(`DROP SCHEMA ${own.schema} CASCADE; DROP SCHEMA IF EXISTS ${own.schema}_queue CASCADE`);
    await copy(copier, file, address);
    expect((await pay(user)).code).toBe(0);
    rmSync(dirname(file), { recursive: true });
    cpSync(kept, dirname(file), { recursive: true });
    await expectRefusal(pay(copier, file), OLDER);
    await expectRefusal(pay(user, file), OLDER);
    expect(own.paid).toBe(5);
    const doctor = await own.run(['doctor'], { ...user, PAYBATCH_LEDGER: file });
    expect(doctor.stdout.replaceAll(/\s+/g, ' ')).toMatch(OLDER);
    const env = { ...user, PAYBATCH_LEDGER: file };
    expect((await own.run(['run', 'in.csv', '--accept-ledger'], env)).code).toBe(0);
    expect((await own.run(['run', 'in.csv'], env)).code).toBe(0);
  });
});

// Databases and tables that were restored, and hosts that have no high-water mark of them. The last test moves a
// ledger while a worker uses it.

const WORK = ['work', '--until-empty'];

/** A company with a separate database, and the name of that database. */
async function alone(options: CompanyOptions): Promise<{ own: Company; name: string }> {
  const address = await newDatabase(server.superuser());
  const own = await Company.make({ ...server, address: () => address }, options);
  return { own, name: new URL(address).pathname.slice(1) };
}

const asSuperuser = (sql: string) => asked(server.superuser(), sql);

const disconnect = (name: string) =>
  asSuperuser(`SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE datname = '${name}'`);

const fresh = () => ({ XDG_STATE_HOME: folder({}) });

describe(`a database that was restored`, () => {
  it('is refused by a host that has never seen it, until a person accepts it for all hosts', async () => {
    const { own, name } = await alone({ rows: 3 });
    await own.detach();
    await disconnect(name);
    await asSuperuser(`CREATE DATABASE ${name}_old TEMPLATE ${name} OWNER ${name}`);
    expect((await own.run(WORK, fresh())).code).toBe(0);
    expect(own.paid).toBe(3);
    await disconnect(name);
    await asSuperuser(`DROP DATABASE ${name}`);
    await asSuperuser(`ALTER DATABASE ${name}_old RENAME TO ${name}`);
    const end = await own.run(WORK, fresh());
    expect(end.code, end.stderr).toBe(2);
    expect(end.stderr).toContain('is not in the database in which it was created');
    expect(end.stderr).toContain('--accept-ledger');
    expect(own.paid).toBe(3);
    const doctor = await own.run(['doctor'], fresh());
    expect(doctor.stdout.replaceAll(/\s+/g, ' ')).toContain('not in the database in which it was created');
    // `ledger init` in a start script does not accept the ledger.
    expect((await own.run(['ledger', 'init'], fresh())).code).toBe(0);
    expect((await own.run(WORK, fresh())).code).toBe(2);
    expect((await own.run(['stop', 'last', '--json'], fresh())).code).toBe(2);
    expect((await own.run([...WORK, '--accept-ledger'], fresh())).code).toBe(0);
    expect((await own.run(WORK, fresh())).code).toBe(0);
  });

  it('is refused if it replaces the ledger while a host opens it', async () => {
    const address = new URL(await newDatabase(server.superuser()));
    const name = address.pathname.slice(1);
    const proxy = await cuttingProxy(Number(address.port));
    address.port = String(proxy.port);
    const own = await Company.make({ ...server, address: () => address.href }, { rows: 3 });
    await own.detach();
    await disconnect(name);
    await asSuperuser(`CREATE DATABASE ${name}_old TEMPLATE ${name} OWNER ${name}`);
    expect((await own.run(WORK)).code).toBe(0);
    expect(own.paid).toBe(3);
    proxy.cut('FROM environments WHERE name', 'before', 1, async () => {
      await disconnect(name);
      await asSuperuser(`ALTER DATABASE ${name} RENAME TO ${name}_gone`);
      await asSuperuser(`ALTER DATABASE ${name}_old RENAME TO ${name}`);
    });
    const end = await own.run(WORK);
    expect(proxy.cuts()).toBe(1);
    expect(end.code, end.stderr).toBe(2);
    expect(own.paid).toBe(3);
  });
});

describe('rows that were restored into the same tables', () => {
  it('are refused by a host that has never seen the ledger, until a person accepts them for all hosts', async () => {
    const own = await Company.make(server, { rows: 3 });
    await own.detach();
    const putBack = await own.keepRows();
    expect((await own.run(WORK, fresh())).code).toBe(0);
    expect(own.paid).toBe(3);
    await putBack();
    for (const args of [WORK, ['run', 'in.csv'], ['run', 'in.csv', '--detach']]) {
      const end = await own.run(args, fresh());
      expect(end.code, end.stderr).toBe(2);
      expect(end.stderr).toContain('written again after paybatch wrote them');
      expect(end.stderr).toContain('--accept-ledger');
    }
    expect(own.paid).toBe(3);
    const doctor = await own.run(['doctor'], fresh());
    expect(doctor.stdout.replaceAll(/\s+/g, ' ')).toContain('written again after paybatch wrote them');
    const status = await own.run(['status'], fresh());
    expect(status.stderr.replaceAll(/\s+/g, ' ')).toContain('written again after paybatch wrote them');
    expect((await own.run(['ledger', 'init'], fresh())).code).toBe(0);
    expect((await own.run(WORK, fresh())).code).toBe(2);
    await own.ask(`DELETE FROM @items`);
    await own.ask(`UPDATE @submissions SET ended_at = now()`);
    expect((await own.run([...WORK, '--accept-ledger'], fresh())).code).toBe(0);
    expect((await own.run(WORK, fresh())).code).toBe(0);
  });
});

const workersOf = (own: Company): Promise<number> =>
  own.ask('SELECT 1 FROM @workers WHERE closed_at IS NULL').then((found) => found.length);

const twice = (own: Company): string[] =>
  [...paidByMemo(own.service)].filter(([, times]) => times > 1).map(([memo]) => memo);

describe('an older copy that replaces the ledger under running workers', () => {
  it('is refused by a busy worker, and by a worker that was waiting all the time', async () => {
    const own = await Company.make(server, { rows: 120, slowMs: 300 });
    await own.detach();
    const busy = own.start([...WORK, '--concurrency', '2'], fresh());
    await own.paying(1);
    const idle = own.start([...WORK, '--concurrency', '2'], fresh());
    await expect.poll(() => workersOf(own), { timeout: 20_000 }).toBe(2);
    const putBack = await own.keepRows();
    await own.paying(own.paid + 4);
    await putBack();
    await Promise.all([idle.over, busy.over]);
    expect(twice(own)).toEqual([]);
    for (const { over } of [idle, busy]) {
      const end = await over;
      expect(end.code, end.stderr + end.stdout).not.toBe(0);
      expect(end.stderr).toContain('an old copy was put in its place');
    }
  });
});

describe(`a ledger that is moved away`, () => {
  it('ends a waiting worker with 2, and the message names the new place', async () => {
    const own = await Company.make(server, { rows: 2 });
    const worker = own.start(['work']);
    await expect
      .poll(async () => (await own.ask('SELECT 1 FROM @workers')).length, { timeout: 20_000 })
      .toBeGreaterThan(0);
    const to = join(own.at, 'moved.db');
    const from = own.env['PAYBATCH_LEDGER'] ?? '';
    const copied = await own.run(['ledger', 'copy', '--from', from, '--to', to]);
    expect(copied.code, copied.stderr).toBe(0);
    const end = await worker.over;
    expect(end.code, end.stderr).toBe(2);
    expect(end.stderr).toContain('moved.db');
  });
});
