// A ledger that was carried to another place and paid there, and whose old place is then put back as it was before: on each host
// that has seen it leave, or has used it where it went, nothing is paid by the old one.
import { cpSync, mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';

import { describe, expect, it } from 'vitest';

import { folder } from '../kit/folder.ts';
import { COLUMNS, numbered, payouts } from '../kit/payouts.ts';
import { postgres } from '../kit/postgres.ts';
import { Company } from './kit/hosts.ts';

const server = postgres();
type Env = Readonly<Record<string, string>>;

/** Of a host of its own, which remembers what it has seen. */
const host = (): Env => ({ XDG_STATE_HOME: folder({}) });

/** A ledger that has paid a file, and another file without references, in as many folders as are wanted. */
async function place() {
  const own = await Company.make(server, { rows: 2 });
  const address = own.env['PAYBATCH_LEDGER'] ?? '';
  const file = join(own.at, 'state', 'moved.db');
  const paid = await own.run(['run', 'in.csv']);
  expect(paid.code, paid.stderr).toBe(0);
  let folders = 0;
  /** Pays the other file as if it had never been seen: no results of it lie beside it. */
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

const OLDER = /which this host has seen|this host has seen entry/;

describe(`a ledger that has left and whose table of moves alone is put back`, () => {
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

describe(`a database that is put back as before its ledger left`, () => {
  it('is refused by the host that copied it, and by one that was only told where it went', async () => {
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

describe(`a file that is put back with its mark, as before its ledger left`, () => {
  it('is refused by the host that copied it, and by one that uses it on Postgres', async () => {
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
