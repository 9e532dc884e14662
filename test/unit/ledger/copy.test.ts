// ledger copy moves the whole ledger. At no moment are there two ledgers that could pay.
import { rmSync } from 'node:fs';

import Database from 'libsql';
import { describe, expect, it } from 'vitest';

import { copyBetween } from '../../../src/ledger/copy/copy.ts';
import { COPY_POINTS, type CopyPoint } from '../../../src/ledger/copy/copy.ts';
import { verifyOpened } from '../../../src/ledger/evidence/verify.ts';
import type { Ledger } from '../../../src/ledger/ledger.ts';
import { folder } from '../../kit/folder.ts';
import { after, AT, claims, intent, newRun, outcome } from '../../kit/ledger.ts';
import { asked, HAS_POSTGRES, postgres } from '../../kit/postgres.ts';
import { verbatim } from '../../kit/words.ts';
import { type CopyPlace, filePlace, postgresPlace } from './places.ts';

const server = postgres();
const KEYS = ['p:r:paid', 'p:r:doubt', 'p:r:orphan', 'p:r:refused'];
const refusal = (code: string, message: RegExp = /./) =>
  expect.objectContaining({ code, message: expect.stringMatching(message) });

const file = (made: boolean): Promise<CopyPlace> => Promise.resolve(filePlace(made));
const onServer = (made: boolean): Promise<CopyPlace> => postgresPlace(server, made);
type Make = (made: boolean) => Promise<CopyPlace>;
const WAYS: readonly [string, boolean, Make, Make, readonly CopyPoint[]][] = [
  ['file to file', true, file, file, COPY_POINTS],
  [`file to Postgres`, HAS_POSTGRES, file, onServer, COPY_POINTS],
  [`Postgres to file`, HAS_POSTGRES, onServer, file, ['compared', 'sealed', 'arrived']],
  [`Postgres to Postgres`, HAS_POSTGRES, onServer, onServer, ['filled', 'sealed']],
];

/** Fills a ledger with rows of every kind, an upload, a page of a report, and a second environment. */
async function live(place: CopyPlace): Promise<void> {
  const ledger = await place.open();
  await ledger.begin(newRun('a', { rows: 4 }), claims(...KEYS));
  for (const [at, type] of (['created', 'in_doubt', null, 'rejected'] as const).entries()) {
    const row = {
      key: KEYS[at]!,
      sequence: at,
      line: at + 2,
      currency: at === 3 ? 'EUR' : 'GBP',
      amount: '10.50',
    };
    await ledger.intend(intent('a', row));
    if (type === null) continue;
    await ledger.record(outcome('a', type, { ...row, createdId: 't-1', answer: '{"id":"t-1","n":"é 💶"}' }));
  }
  await ledger.remember('5a', 'doc-1', AT);
  await ledger.keep({ runId: 'a', kind: 'costs', part: 0, data: '{}' } as never);
  // The orphan has an intent without an outcome: its run ends as if the ledger could not write the outcome.
  await ledger.finish('a', after(1), 3, { created: 1 });
  await ledger.close();
  const other = await place.open('another');
  await other.intend(intent('b', { key: KEYS[0]! }));
  await other.record(outcome('b', 'created', { key: KEYS[0]! }));
  await other.close();
}

async function contents(place: CopyPlace) {
  const found: unknown[] = [];
  for (const environment of ['env', 'another']) {
    const ledger = await place.open(environment);
    const runs = (await ledger.runs(10)).map(({ id, file: name, counts, finishedAt }) => ({
      id,
      name,
      counts,
      finishedAt,
    }));
    found.push(runs, await ledger.lookup(KEYS), await ledger.entriesOf(KEYS), await ledger.doubts());
    found.push(
      await ledger.runRows('a'),
      await ledger.recall('5a'),
      await ledger.batchFile('payouts', 'b-a'),
    );
    await ledger.close();
  }
  return found;
}

const now = () => after(10);
const copy = (from: CopyPlace, to: CopyPlace, at?: (point: CopyPoint) => void) =>
  copyBetween({ from: from.from, to: to.to, now, stateFolder: folder(), at });

/** Whether a run could pay with this ledger. */
async function canPay(place: CopyPlace): Promise<boolean> {
  let ledger: Ledger | undefined;
  try {
    ledger = await place.open();
    await ledger.begin(newRun(`t${Math.random()}`), claims());
    return true;
  } catch (error) {
    expect(['no_ledger', 'ledger_moved']).toContain((error as { code?: unknown }).code);
    return false;
  } finally {
    await ledger?.close();
  }
}

describe.each(WAYS)('a copy from %s', (_, runs, makeSource, makeTarget, points) => {
  it.runIf(runs)('contains everything, and seals the source', async () => {
    const [source, target] = [await makeSource(true), await makeTarget(false)];
    await live(source);
    const ledger = await source.open();
    const id = ledger.id;
    // A connection that is opened before the copy and used after it.
    const early = await source.open();
    await ledger.recover(now());
    await ledger.close();
    const before = await contents(source);
    const copied = await copy(source, target);
    expect(copied).toMatchObject({ from: source.name, to: target.name, ledgerId: id, resumed: false });
    expect(copied.summary).toMatchObject({
      counts: { entries: 10, rows: 5, runs: 1, uploads: 1, environments: 2, moves: 1 },
      totals: { '1 GBP created': '10.50', '1 GBP in_doubt': '21.00', '1 EUR rejected': '10.50' },
      doubts: 2,
    });
    expect(await contents(target)).toEqual(before);
    expect((await target.verify()).findings).toEqual([]);
    expect((await source.verify()).findings).toEqual([]);
    const moved = refusal('ledger_moved', new RegExp(escaped(target.name)));
    await expect(source.open()).rejects.toThrow(moved);
    await expect(early.begin(newRun('late'), claims())).rejects.toThrow(moved);
    await expect(early.intend(intent('late', { key: 'p:r:late' }))).rejects.toThrow(moved);
    await early.close().catch(() => undefined);
    // The target can be used.
    const there = await target.open();
    expect(there.id).toBe(id);
    expect(await there.intend(intent('c', { key: KEYS[0]! }))).toMatchObject({ why: 'owned' });
    expect(await there.intend(intent('c', { key: 'p:r:new' }))).toEqual({ ok: true });
    await there.accept(verbatim('for a number'), now());
    await there.close();
    expect((await target.verify()).findings).toEqual([]);
  });

  it.runIf(runs)('is refused while a run is open, onto an existing ledger, and a second time', async () => {
    const [source, target] = [await makeSource(true), await makeTarget(false)];
    const ledger = await source.open();
    await ledger.begin(newRun('a'), claims());
    await expect(copy(source, target)).rejects.toThrow(refusal('ledger_busy', /run a of f\.csv/));
    await ledger.finish('a', AT, 0, {});
    await ledger.close();
    const taken = await makeTarget(true);
    await expect(copy(source, taken)).rejects.toThrow(
      refusal('ledger_exists', new RegExp(escaped(taken.name))),
    );
    expect(await canPay(taken)).toBe(true);
    await copy(source, target);
    const third = await makeTarget(false);
    await expect(copy(source, third)).rejects.toThrow(
      refusal('ledger_moved', new RegExp(escaped(target.name))),
    );
    await expect(copy(source, target)).rejects.toThrow(refusal('ledger_moved'));
    expect([await canPay(source), await canPay(target), await canPay(third)]).toEqual([false, true, false]);
  });

  it.runIf(runs).each(points)(
    'leaves at most one usable ledger when interrupted at "%s", and only the target in the end',
    async (point) => {
      const [source, target] = [await makeSource(true), await makeTarget(false)];
      await live(source);
      const broken = copy(source, target, (at) => {
        if (at === point) throw new Error('cut');
      });
      await expect(broken).rejects.toThrow('cut');
      const isEarly = COPY_POINTS.indexOf(point) < COPY_POINTS.indexOf('sealed');
      const isLate = COPY_POINTS.indexOf(point) > COPY_POINTS.indexOf('sealed');
      expect([await canPay(source), await canPay(target)]).toEqual([isEarly, isLate]);
      if (point === 'sealed')
        await expect(source.open()).rejects.toThrow(/ledger copy --from .* --to .* again/);
      if (point === 'recorded') await expect(copy(source, target)).rejects.toThrow(refusal('ledger_moved'));
      else expect(await copy(source, target)).toMatchObject({ resumed: !isEarly });
      expect([await canPay(source), await canPay(target)]).toEqual([false, true]);
      expect((await target.verify()).findings).toEqual([]);
      expect((await source.verify()).findings).toEqual([]);
    },
  );
});

describe('a copy', () => {
  it('is refused if the source was altered, and the source stays usable', async () => {
    const [source, target] = [filePlace(true), filePlace(false)];
    await live(source);
    const db = new Database(source.name);
    db.exec(`UPDATE rows SET amount = '1' WHERE key = '${KEYS[0]}'`);
    db.close();
    await expect(copy(source, target)).rejects.toThrow(refusal('ledger_format', /is not intact/));
    expect([await canPay(source), await canPay(target)]).toEqual([true, false]);
  });

  it('is verified with its move record: a change to any column is found', async () => {
    const [source, target] = [filePlace(true), filePlace(false)];
    await copy(source, target);
    const db = new Database(target.name);
    db.exec('BEGIN');
    for (const column of ['id', 'at', 'arrived', 'link', 'source', 'target']) {
      db.exec('SAVEPOINT s');
      db.exec(`UPDATE moves SET ${column} = ${column} || 1`);
      expect(verifyOpened(db, { inUse: false, seen: [] }, null).found, column).toBeGreaterThan(0);
      db.exec('ROLLBACK TO s');
    }
    db.close();
    const sealed = new Database(source.name);
    sealed.exec('BEGIN; UPDATE moves SET arrived = 1');
    expect(verifyOpened(sealed, { inUse: false, seen: [] }, null).found).toBeGreaterThan(0);
    sealed.close();
  });

  it('is refused back to the original place while the sealed source is still there', async () => {
    const [one, two] = [filePlace(true), filePlace(false)];
    await copy(one, two);
    await expect(copy(two, one)).rejects.toThrow(refusal('ledger_moved'));
    expect(await canPay(two)).toBe(true);
  });

  it('is refused if an earlier copy to the same target was used and then deleted', async () => {
    const [source, target] = [filePlace(true), filePlace(false)];
    await live(source);
    await expect(
      copy(source, target, (at) => {
        if (at === 'arrived') throw new Error('cut');
      }),
    ).rejects.toThrow('cut');
    const used = await target.open();
    await used.intend(intent('c', { key: 'p:r:new' }));
    await used.close();
    rmSync(target.name);
    await expect(copy(source, target)).rejects.toThrow(refusal('ledger_older', /there was a ledger at/));
  });

  it.runIf(HAS_POSTGRES)(`includes the hosts that have not reported back`, async () => {
    const [source, target] = [await onServer(true), await onServer(false)];
    const host = await source.open();
    await host.begin(newRun('a'), claims(KEYS[0]!));
    await host.intend(intent('a', { key: KEYS[0]! }));
    const schema = source.env['PAYBATCH_LEDGER_SCHEMA'] ?? '';
    await asked(
      source.word,
      `UPDATE ${schema}.workers SET lease_until = 'epoch', closed_at = clock_timestamp()`,
    );
    await copy(source, target);
    const there = await target.open();
    expect(await there.hosts()).toMatchObject([{ host: 'test', state: 'lost', rows: 1 }]);
    await there.close();
    // The host comes back. Its outcome is refused.
    await expect(host.record(outcome('a', 'created', { key: KEYS[0]! }))).rejects.toThrow(
      refusal('ledger_moved'),
    );
    await host.close().catch(() => undefined);
  });
});

const escaped = (text: string): string => text.replaceAll(/[$()*+.?[\]\\^{|}]/g, '\\$&');
