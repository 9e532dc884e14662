// A database that was put back from a copy, and hosts that have seen nothing of it; a ledger that was moved away under a host.
import { join } from 'node:path';

import { describe, expect, it } from 'vitest';

import { folder } from '../support/folder.ts';
import { Place, type PlaceOptions } from '../support/hosts.ts';
import { asked, HAS_POSTGRES, newDatabase, postgres, WHY_SKIPPED } from '../support/postgres.ts';

const server = postgres();
const WORK = ['work', '--until-empty'];

/** A place with a database to itself, whose name is told. */
async function alone(options: PlaceOptions): Promise<{ own: Place; name: string }> {
  const address = await newDatabase(server.server().address);
  const own = await Place.make({ ...server, address: () => address }, options);
  return { own, name: new URL(address).pathname.slice(1) };
}

const asSuperuser = (sql: string) => asked(server.server().address, sql);
const disconnect = (name: string) =>
  asSuperuser(`SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE datname = '${name}'`);
const fresh = () => ({ XDG_STATE_HOME: folder({}) });

describe.runIf(HAS_POSTGRES)(`a database that was restored${WHY_SKIPPED}`, () => {
  it('is refused by a host that has never seen it, until a person accepts it for all', async () => {
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
    expect(end.stderr).toContain('is in another database than it was made in');
    expect(end.stderr).toContain('--accept-ledger');
    expect(own.paid).toBe(3);
    const doctor = await own.run(['doctor'], fresh());
    expect(doctor.stdout.replaceAll(/\s+/g, ' ')).toContain('in another database than it was made in');
    // A start script makes it no better.
    expect((await own.run(['ledger', 'init'], fresh())).code).toBe(0);
    expect((await own.run(WORK, fresh())).code).toBe(2);
    expect((await own.run(['stop', 'last', '--json'], fresh())).code).toBe(2);
    expect((await own.run([...WORK, '--accept-ledger'], fresh())).code).toBe(0);
    expect((await own.run(WORK, fresh())).code).toBe(0);
  });

  it('is the same one after a new name, and tables that were written anew', async () => {
    const { own, name } = await alone({ rows: 3 });
    await own.detach();
    for (const table of ['store', 'items']) await own.ask(`VACUUM FULL @${table}`);
    await disconnect(name);
    await asSuperuser(`ALTER DATABASE ${name} RENAME TO ${name}_new`);
    const PAYBATCH_LEDGER = `${own.env['PAYBATCH_LEDGER'] ?? ''}_new`;
    const end = await own.run(WORK, { PAYBATCH_LEDGER });
    expect(end.code, end.stderr).toBe(0);
    expect(own.paid).toBe(3);
  });
});

describe.runIf(HAS_POSTGRES)(`a ledger that is moved away${WHY_SKIPPED}`, () => {
  it('ends the workers that wait for it, and tells them where it is', async () => {
    const own = await Place.make(server, { rows: 2 });
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
