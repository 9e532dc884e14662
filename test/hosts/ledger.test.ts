// What only a ledger on Postgres has to handle: unsafe servers, connections that break, and hosts that come back after
// their lease has ended.
import { randomUUID } from 'node:crypto';

import { describe, expect, it, onTestFinished } from 'vitest';

import { hasPassword, postgresAddress } from '../../src/ledger/postgres/address.ts';
import type { ServerSession } from '../../src/ledger/postgres/connections.ts';
import { answerOver } from '../../src/ledger/postgres/driver.ts';
import { HostMarks } from '../../src/ledger/postgres/host-marks.ts';
import { makeStore } from '../../src/ledger/postgres/make.ts';
import { verifyPostgres } from '../../src/ledger/postgres/mirror.ts';
import { loadDriver } from '../../src/ledger/postgres/packages.ts';
import { checkServer, type ServerFacts } from '../../src/ledger/postgres/safety.ts';
import { folder } from '../kit/folder.ts';
import { after, AT, claims, intent, newRun, outcome, resolution, runRow } from '../kit/ledger.ts';
import { asked, newDatabase, postgres } from '../kit/postgres.ts';
import { newPostgres } from '../kit/stores.ts';
import { cuttingProxy } from './kit/cutting-proxy.ts';

const server = postgres({ own: true });
const KEY = 'p:r:k';
const refusal = (code: string, message: RegExp = /./) =>
  expect.objectContaining({ code, message: expect.stringMatching(message) });

describe('the address of a Postgres ledger', () => {
  it('is read into its parts, and shown without its password', () => {
    const address = postgresAddress('postgresql://ada:s%40cret@db.example:6000/pay?sslrootcert=/ca.pem');
    expect(address).toMatchObject({
      ...{ host: 'db.example', port: 6000, user: 'ada', password: 's@cret', database: 'pay' },
      ...{ ssl: 'verify-full', rootCertificate: '/ca.pem', schema: 'paybatch' },
      shown: 'postgres://ada@db.example:6000/pay',
    });
    expect(postgresAddress('postgres://ada@h/pay', { password: 'other' }).password).toBe('other');
  });

  it.each([
    ['postgres://ada@localhost/pay', 'disable'],
    ['postgres://ada@[::1]/pay', 'disable'],
    ['postgres:///pay?host=/var/run/postgresql', 'disable'],
    ['postgres://ada@10.0.0.1/pay', 'verify-full'],
    ['postgres://ada@10.0.0.1/pay?sslmode=require', 'require'],
  ])('%s is reached with sslmode=%s', (text, ssl) => {
    expect(postgresAddress(text).ssl).toBe(ssl);
  });

  it.each([
    ['postgres://ada:secret@h/pay?options=-csynchronous_commit%3Doff', /the parameter options, which is not/],
    ['postgres://ada:secret@h/pay?sslmode=prefer', /sslmode=prefer/],
    ['postgres://ada:secret@/pay', /address/],
  ])('%s is refused, and the message does not repeat the password', (text, message) => {
    const refused = (): unknown => postgresAddress(text);
    expect(refused).toThrow(refusal('ledger_path', message));
    expect(refused).not.toThrow(/secret/);
  });

  it('is checked for a password, also one that is not escaped', () => {
    const found = [
      'postgres://a:b@h/d',
      'postgres://h/d?password=x',
      'postgres://a@h/d',
      'postgres://h:5432/d',
    ];
    expect(found.map(hasPassword)).toEqual([true, true, false, false]);
    // A person typed these passwords without escapes.
    expect(['postgres://u:p/w@h/d', 'postgres://u:p#?@w@h/d'].map(hasPassword)).toEqual([true, true]);
  });
});

describe('the pg package', () => {
  it('is refused before Node 22.12', async () => {
    await expect(loadDriver('20.19.0')).rejects.toThrow(refusal('node_version', /22\.12.*20\.19\.0/));
    await expect(loadDriver('22.11.0')).rejects.toThrow(refusal('node_version'));
  });
});

describe('a Postgres server', () => {
  const good: ServerFacts = {
    ...{ fsync: 'on', full_page_writes: 'on', synchronous_commit: 'on' },
    ...{ server_encoding: 'UTF8', standby: false, synchronous_standby_names: '', standbys: 0 },
    ...{ timeline: '00000001' },
  };

  it.each<[string, Partial<ServerFacts>]>([
    ['fsync', { fsync: 'off' }],
    ['full_page_writes', { full_page_writes: 'off' }],
    ['synchronous_commit', { synchronous_commit: 'local' }],
    ['pg_is_in_recovery', { standby: true }],
    ['synchronous_standby_names', { standbys: 1 }],
    ['server_encoding', { server_encoding: 'SQL_ASCII' }],
  ])('is refused if it is unsafe, and the message names %s', (name, facts) => {
    expect(() => checkServer('x', { ...good, ...facts })).toThrow(refusal('ledger_unsafe', new RegExp(name)));
  });

  it('is accepted if it has no standby, or waits for one', () => {
    checkServer('x', good);
    checkServer('x', { ...good, synchronous_commit: 'remote_apply' });
    checkServer('x', { ...good, standbys: 2, synchronous_standby_names: 'ANY 1 (*)' });
  });
});

describe(`a ledger on Postgres`, () => {
  it('is created once, even if several processes create it at the same time', async () => {
    const address = postgresAddress(server.address(), { schema: server.newSchema() });
    const make = () => makeStore({ address, newId: randomUUID, now: () => AT });
    await Promise.all([make(), make(), make()]);
    const { ledger_id: id } = (await asked(server.address(), `SELECT * FROM ${address.schema}.meta`))[0]!;
    await make();
    expect(await asked(server.address(), `SELECT ledger_id FROM ${address.schema}.meta`)).toEqual([
      { ledger_id: id },
    ]);
  });

  it('is refused if it does not exist or has another schema version', async () => {
    const { open, schema, address } = await newPostgres(server);
    const none = postgresAddress(server.address(), { schema: server.newSchema() });
    await expect(open('env', { address: none })).rejects.toThrow(refusal('no_ledger'));
    await asked(server.address(), `UPDATE ${schema}.store SET version = 99`);
    await expect(open()).rejects.toThrow(refusal('ledger_version', /has schema 99/));
    const make = makeStore({ address, newId: randomUUID, now: () => AT });
    await expect(make).rejects.toThrow(refusal('ledger_version'));
  });

  it('is not created for a role with synchronous_commit off', async () => {
    const text = await newDatabase(server.superuser());
    const role = new URL(text).username;
    await asked(server.superuser(), `ALTER ROLE ${role} SET synchronous_commit = off`);
    const address = postgresAddress(text);
    const make = () => makeStore({ address, newId: randomUUID, now: () => AT });
    await expect(make()).rejects.toThrow(refusal('ledger_unsafe', /synchronous_commit is off/));
    await asked(server.superuser(), `ALTER ROLE ${role} RESET synchronous_commit`);
    await make();
  });

  it.each([
    ['ends earlier', 'DELETE FROM links WHERE sequence >= 1', 'ledger_timeline', /ends before link/],
    [
      'has another chain',
      "UPDATE links SET head = 'x' WHERE sequence >= 1",
      'ledger_other',
      /has another link/,
    ],
  ])(
    'is refused by an open process after it was replaced with a copy that %s',
    async (_, change, code, words) => {
      const { open, schema, text } = await newPostgres(server);
      const idle = await open();
      const busy = await open();
      await busy.intend(intent('a'));
      await idle.intend(intent('b'));
      await asked(text, `SET search_path TO ${schema}; ${change}`);
      for (const one of [idle, busy])
        await expect(one.intend(intent('c'))).rejects.toThrow(refusal(code, words));
    },
  );

  it('is refused with another id, an earlier end or another timeline, until a person accepts it', async () => {
    const { open, schema, text } = await newPostgres(server);
    const first = await open();
    await first.intend(intent('a'));
    await first.close();
    await asked(text, `DELETE FROM ${schema}.entries; DELETE FROM ${schema}.links WHERE sequence = 1`);
    await expect(open()).rejects.toThrow(
      refusal('ledger_timeline', /ends at entry 0, and that one at entry 1/),
    );
    await (await open('env', { accept: true })).close();
    await (await open()).close();
    await asked(text, `UPDATE ${schema}.store SET timeline = '00000007'`);
    await expect(open()).rejects.toThrow(
      refusal('ledger_timeline', /timeline 1 of its server, and was on 7/),
    );
    await (await open('env', { accept: true })).close();
    await (await open('other')).close(); // accepted for every environment
    const accepted = async () => {
      const reasons = await asked(text, `SELECT reason FROM ${schema}.acceptances ORDER BY id`);
      return reasons.map(({ reason }) => /"code":"(ledger_\w+)"/.exec(String(reason))?.[1]);
    };
    expect(await accepted()).toEqual(['ledger_timeline', 'ledger_timeline']);
    await asked(text, `UPDATE ${schema}.meta SET ledger_id = 'another'`);
    await expect(open()).rejects.toThrow(refusal('ledger_other'));
    await expect(open('env', { pinnedId: 'pinned', accept: false })).rejects.toThrow(
      refusal('ledger_other', /pinned/),
    );
    await (await open('env', { pinnedId: 'pinned', accept: true })).close();
    expect((await accepted()).slice(2)).toEqual(['ledger_other', 'ledger_other']);
  });

  it('fails verification after a row was changed or a link was deleted', async () => {
    const { open, schema, text, address, stateFolder } = await newPostgres(server);
    const one = await open();
    await one.intend(intent('a'));
    await one.record(outcome('a', 'created'));
    const found = async () => (await verifyPostgres(address, stateFolder)).found;
    expect(await found()).toBe(0);
    await asked(text, `UPDATE ${schema}.rows SET amount = '2'`);
    expect(await found()).toBeGreaterThan(0);
    await asked(text, `UPDATE ${schema}.rows SET amount = '1'`);
    expect(await found()).toBe(0);
    await asked(text, `UPDATE ${schema}.rows SET state = 'planned'`);
    expect(await found()).toBeGreaterThan(0);
    await asked(text, `UPDATE ${schema}.rows SET state = 'created'`);
    await asked(text, `DELETE FROM ${schema}.links WHERE number = (SELECT max(number) FROM ${schema}.links)`);
    expect(await found()).toBeGreaterThan(0);
  });
});

describe('a connection to Postgres that breaks', () => {
  async function through() {
    const proxy = await cuttingProxy(Number(new URL(server.superuser()).port));
    const own = await newPostgres(server);
    const url = new URL(own.text);
    url.port = String(proxy.port);
    const address = postgresAddress(url.href, { schema: own.schema });
    return { ...own, proxy, ledger: await own.open('env', { address }) };
  }

  it.each(['before', 'answer'] as const)('at a commit (%s): each entry is written once', async (when) => {
    const { proxy, ledger, open } = await through();
    await ledger.begin(newRun('a'), claims(KEY));
    proxy.cut('COMMIT', when);
    expect(await ledger.intend(intent('a'))).toEqual({ ok: true });
    proxy.cut('COMMIT', when);
    expect(await ledger.record(outcome('a', 'created'))).toEqual({ ok: true });
    proxy.cut('COMMIT', when);
    await ledger.finish('a', AT, 0, {});
    expect(proxy.cuts()).toBe(3);
    const other = await open();
    expect((await other.entries(KEY)).map(({ type }) => type)).toEqual(['intent', 'created']);
    expect(await other.run('a')).toMatchObject({ exitCode: 0 });
  });

  it.each(['INSERT INTO claims', 'INSERT INTO workers', 'row_to_json', 'lease_until = clock'])(
    'at "%s": the run continues although the response is lost',
    async (text) => {
      const { proxy, ledger } = await through();
      proxy.cut(text, 'answer');
      expect(await ledger.begin(newRun('a'), claims(KEY, 'l'))).toMatchObject({ keysOfOthers: 0 });
      expect(await ledger.intend(intent('a'))).toEqual({ ok: true });
    },
  );

  it('at a server restart: the entries wait, and are written afterwards', async () => {
    const { open, address, stateFolder } = await newPostgres(server);
    // The recovery of a crashed server takes as long as the machine needs.
    const one = await open('env', { patienceMs: 100_000 });
    await one.begin(newRun('a'), claims(KEY));
    await one.intend(intent('a'));
    await server.server().down('SIGQUIT');
    const recorded = one.record(outcome('a', 'created'));
    const next = one.intend(intent('a', { key: 'p:r:l', sequence: 1 }));
    const [written] = await Promise.all([Promise.allSettled([recorded, next]), server.server().up()]);
    expect(written.map((each) => each.status === 'fulfilled' && each.value)).toEqual([
      { ok: true },
      { ok: true },
    ]);
    expect((await verifyPostgres(address, stateFolder)).found).toBe(0);
  }, 120_000);

  it('for too long: every call fails with ledger_unreachable, and nothing is written', async () => {
    const { open } = await newPostgres(server);
    const one = await open('env', { patienceMs: 3_000 });
    await one.begin(newRun('a'), claims(KEY));
    await server.server().down('SIGQUIT');
    const gone = refusal('ledger_unreachable', /can't be reached/);
    await expect(one.intend(intent('a'))).rejects.toThrow(gone);
    // Later calls do not wait again.
    const askedMs = performance.now();
    for (let i = 0; i < 3; i++) await expect(one.intend(intent('a'))).rejects.toThrow(gone);
    expect(performance.now() - askedMs).toBeLessThan(3_000);
    await server.server().up();
    expect(await one.row(KEY)).toBeUndefined();
    expect(await one.intend(intent('a'))).toEqual({ ok: true });
  });
});

describe('two hosts with the same row of a run', () => {
  it('keep the outcome from the host that sends it; reports of the other host change nothing', async () => {
    const { open } = await newPostgres(server);
    const [late, sending] = [await open(), await open()];
    await late.begin(newRun('a'), claims(KEY));
    const failed = (): Promise<unknown> => late.record(outcome('a', 'failed'));
    await sending.intend(intent('a'));
    await failed();
    await late.note('a', [runRow({ status: 'not_sent' })]);
    expect(await sending.row(KEY)).toMatchObject({ state: 'sending' });
    await sending.record(outcome('a', 'created'));
    await failed();
    await late.note('a', [runRow({ status: 'not_sent' })]);
    expect(await late.row(KEY)).toMatchObject({ state: 'created' });
    expect(await late.runRows('a')).toMatchObject([{ status: 'created' }]);
    expect(await late.contradictions()).toEqual([]);
  });
});

describe('the high-water mark of a host', () => {
  it('does not refuse a ledger to which another process of the host writes while it is opened', async () => {
    const stateFolder = folder();
    const address = postgresAddress('postgres://ada@127.0.0.1/x');
    const tip = (link: number) => ({ link, sequence: link, head: String(link).padStart(64, '0') });
    const [writing, opening] = [new HostMarks(stateFolder, address), new HostMarks(stateFolder, address)];
    const id = randomUUID();
    writing.begin(id, tip(1), false);
    onTestFinished(() => writing.close(tip(3)));
    let end = 2;
    const session = answering((link) => {
      if (link !== undefined) return { head: tip(link).head };
      // The other process commits right after the response of the ledger.
      writing.raise(tip(3));
      const found = { ...tip(end), number: end };
      end = 3;
      return found;
    });
    const objection = await answerOver(session, opening.object(id));
    expect(objection).toBeUndefined();
  });

  it('only rises, and only for the same chain, unless a person accepts an older ledger', async () => {
    const stateFolder = folder();
    const address = postgresAddress('postgres://ada@127.0.0.1/x');
    const tip = (link: number) => ({ link, sequence: link, head: String(link).padStart(64, '0') });
    const witness = new HostMarks(stateFolder, address);
    const id = randomUUID();
    const learn = (end: number, head = (link: number) => tip(link).head, of = id) =>
      answerOver(
        answering((link) => (link === undefined ? { ...tip(end), number: end } : { head: head(link) })),
        witness.learn(of),
      );
    await learn(5);
    expect(witness.read()).toMatchObject({ link: { number: 5 } });
    await learn(4);
    await learn(8, () => 'f'.repeat(64));
    await learn(9, undefined, randomUUID());
    const late = new HostMarks(stateFolder, address);
    late.begin(id, tip(3), false);
    late.raise(tip(4));
    late.close(tip(4));
    expect(witness.read()).toMatchObject({ ledgerId: id, link: { number: 5 } });
    await learn(6);
    expect(witness.read()).toMatchObject({ link: { number: 6 } });
    // A person has accepted an older ledger.
    late.begin(id, tip(2), true);
    late.close(tip(2));
    expect(witness.read()).toMatchObject({ link: { number: 2 } });
  });
});

/** A session that is asked for the end of the ledger, or for the head of a link. */
const answering = (
  answer: (link: number | undefined) => Record<string, unknown>,
): Pick<ServerSession, 'query'> => ({
  query: (_: string, values?: readonly unknown[]) =>
    Promise.resolve([answer(values?.[0] as number | undefined)] as never), // the columns that the two queries select
});

describe('a host whose lease has ended', () => {
  /** The lease of `host` ended while its request was in progress. `other` has put the row in doubt since. */
  async function givenUp() {
    const own = await newPostgres(server);
    const [host, other] = [await own.open(), await own.open()];
    await host.begin(newRun('a'), claims(KEY));
    expect(host.maySend).toBe(true);
    await host.intend(intent('a'));
    await asked(
      own.text,
      `UPDATE ${own.schema}.workers SET lease_until = '-infinity', closed_at = clock_timestamp()`,
    );
    expect(await other.recover(after(1))).toBe(1);
    expect(await other.row(KEY)).toMatchObject({ state: 'in_doubt' });
    return { ...own, host, other };
  }
  const whole = async ({ address, stateFolder }: Awaited<ReturnType<typeof newPostgres>>) =>
    expect((await verifyPostgres(address, stateFolder)).findings).toEqual([]);

  it('sends nothing more under its old lease', async () => {
    const { host } = await givenUp();
    await expect(host.intend(intent('a', { key: 'p:r:l', sequence: 1 }))).rejects.toThrow(
      refusal('lease_lost'),
    );
    await expect.poll(() => host.maySend, { timeout: 3_000 }).toBe(false);
  });

  it('records its late response, and the row is no longer in doubt', async () => {
    const own = await givenUp();
    const { host, other } = own;
    expect(await host.record(outcome('a', 'created', { at: after(3) }))).toEqual({ ok: true });
    expect(await other.row(KEY)).toMatchObject({ state: 'created', createdId: 't-k' });
    expect((await other.paid([KEY])).get(KEY)).toMatchObject({ answer: '{"id":"t"}', finishedAt: after(3) });
    expect(await other.runRows('a')).toMatchObject([{ status: 'created' }]);
    await whole(own);
  });

  it('frees its row if it reports that it never sent the row', async () => {
    const own = await givenUp();
    await own.host.record(outcome('a', 'failed', { status: 'not_sent' }));
    expect(await own.other.intend(intent('b'))).toEqual({ ok: true });
    await whole(own);
  });

  it('leaves its row in doubt if it has no response', async () => {
    const own = await givenUp();
    await own.host.record(outcome('a', 'in_doubt'));
    expect(await own.other.row(KEY)).toMatchObject({ state: 'in_doubt' });
    await whole(own);
  });

  it('leaves its row in doubt if its response has the id of another row', async () => {
    const { host, other } = await givenUp();
    const second = { key: 'p:r:l', sequence: 1, createdId: 't-k' };
    await other.begin(newRun('b'), claims());
    await other.intend(intent('b', second));
    await other.record(outcome('b', 'created', second));
    expect(await host.record(outcome('a', 'created'))).toMatchObject({
      ok: false,
      why: 'id_taken',
    });
    expect(await host.record(outcome('a', 'in_doubt'))).toEqual({ ok: true });
  });

  it('blocks the resolution not-created until it has reported', async () => {
    const { host, other } = await givenUp();
    expect(await other.hosts()).toMatchObject([{ host: 'test', state: 'lost', rows: 1 }]);
    const word = resolution('not-created');
    expect(await other.resolve(word)).toMatchObject({ why: 'host_not_back', host: { pid: process.pid } });
    await host.record(outcome('a', 'in_doubt'));
    expect(await other.resolve(word)).toEqual({ ok: true });
  });

  it('keeps a resolution that its late response contradicts, until a person corrects it', async () => {
    const own = await givenUp();
    const { host, other } = own;
    expect(await other.resolve({ ...resolution('not-created'), hostGone: true })).toEqual({ ok: true });
    await host.record(outcome('a', 'created'));
    expect(await other.row(KEY)).toMatchObject({ state: 'planned', byPerson: true });
    expect(await other.contradictions()).toMatchObject([{ key: KEY, createdId: 't-k', state: 'planned' }]);
    // The run reports the row as the person resolved it: the ledger does not count the late payment.
    expect(await other.runRows('a')).toMatchObject([
      { key: KEY, status: 'in_doubt', resolved: { as: 'not-created' } },
    ]);
    await whole(own);
    const word = resolution('created', { correct: true, createdId: 't-k' });
    expect(await other.resolve(word)).toEqual({ ok: true });
    expect(await other.contradictions()).toEqual([]);
    await whole(own);
  });

  it('reports a contradiction if another host has paid its row meanwhile', async () => {
    const own = await givenUp();
    const { host, other } = own;
    await other.resolve({ ...resolution('not-created'), hostGone: true });
    await other.begin(newRun('b'), claims(KEY));
    await other.intend(intent('b'));
    await host.record(outcome('a', 'created', { createdId: 't-1' }));
    await other.record(outcome('b', 'created', { createdId: 't-2' }));
    expect(await other.row(KEY)).toMatchObject({ state: 'created', createdId: 't-2' });
    expect(await other.contradictions()).toMatchObject([{ createdId: 't-1', state: 'created' }]);
    await whole(own);
    // A person can end the contradiction. The row keeps the latest response of the service.
    const seen = resolution('created', { correct: true, createdId: 't-1' });
    expect(await other.resolve({ ...seen, correct: false })).toMatchObject({ why: 'not_in_doubt' });
    expect(await other.resolve(seen)).toEqual({ ok: true });
    expect(await other.contradictions()).toEqual([]);
    expect(await other.row(KEY)).toMatchObject({ state: 'created', createdId: 't-2', byPerson: false });
    expect(await other.resolve(seen)).toMatchObject({ why: 'not_in_doubt' });
    await whole(own);
  });

  it.each([
    ['not-created', 'created', 't-k', { state: 'planned' }],
    ['created', 'rejected', null, { state: 'created', createdId: 't-p' }],
  ] as const)(
    'no longer has a contradiction after a person repeats the resolution %s',
    async (as, answer, createdId, row) => {
      const own = await givenUp();
      const { host, other } = own;
      const word = resolution(as, { createdId: as === 'created' ? 't-p' : null });
      expect(await other.resolve({ ...word, hostGone: true })).toEqual({ ok: true });
      await host.record(outcome('a', answer, { createdId }));
      expect(await other.contradictions()).toHaveLength(1);
      expect(await other.resolve({ ...word, correct: true, sure: true })).toEqual({ ok: true });
      expect(await other.contradictions()).toEqual([]);
      expect(await other.row(KEY)).toMatchObject({ ...row, byPerson: true });
      await whole(own);
    },
  );
});
