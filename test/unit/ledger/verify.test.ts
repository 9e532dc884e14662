// ledger verify finds attacks on the hash chain: each cell changed, entries deleted, inserted or reordered, a tail cut
// off, copies that were used separately. Tables in which a change is not found are listed here with the reason.
import { copyFileSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { dirname, join } from 'node:path';

import Database from 'libsql';
import { describe, expect, it } from 'vitest';

import { gather } from '../../../src/ledger/evidence/archive/collect.ts';
import { backUp } from '../../../src/ledger/evidence/backup.ts';
import type { LedgerFinding } from '../../../src/ledger/evidence/finding.ts';
import { verifyLedger, verifyOpened } from '../../../src/ledger/evidence/verify.ts';
import { connect } from '../../../src/ledger/file/connection.ts';
import { FileDriver } from '../../../src/ledger/file/driver.ts';
import { scratch } from '../../../src/ledger/file/schema.ts';
import { COVERED_TABLES, LEDGER_TABLES, quoted } from '../../../src/ledger/store/tables.ts';
import { folder } from '../../kit/folder.ts';
import {
  after,
  claims,
  intent,
  newRun,
  openedLedger,
  outcome,
  resolution,
  runRow,
  sent,
} from '../../kit/ledger.ts';
import { trials } from '../../kit/seed.ts';
import { verbatim } from '../../kit/words.ts';

const ROW_NAMES = quoted(LEDGER_TABLES['rows']?.columns ?? []);

/** Tables that the chain doesn't cover, with the reason. */
const NOT_COVERED: Readonly<Record<string, string>> = {
  claims: 'who is at work now: emptied when a run ends',
};

const findings = (path: string, inUse = true): readonly LedgerFinding[] =>
  verifyLedger({ path, inUse, seen: [] }).findings;
const sql = (path: string, ...statements: readonly string[]): void => {
  const db = new Database(path);
  for (const statement of statements) db.exec(statement);
  db.close();
};

/** A ledger with rows in every table. One row was tried twice, and one was resolved. */
async function lived(path = join(folder(), 'state', 'ledger.db'), environment = 'env'): Promise<string> {
  const one = openedLedger(path, environment);
  await one.accept(verbatim('tried'), after(0));
  await one.begin(newRun('a', { rows: 4, settings: { quote: true } }), claims('p:r:a'));
  await sent(one, 'a', 'created', {
    key: 'p:r:a',
    account: 'acc',
    payee: 'Ada',
    body: '{"receiverAmount":1,"destination":{"externalAccountId":"acc","currency":"GBP"},"memo":"\u{1F600}"}',
    quote: '{}',
    idempotencyKey: 'i',
    idempotencyHeader: 'I',
  });
  await sent(one, 'a', 'rejected', { key: 'p:r:b', sequence: 1, reference: 'Ｂ' });
  await sent(one, 'a', 'in_doubt', { key: 'p:r:c', sequence: 2 });
  await one.record(outcome('a', 'failed', { key: 'p:r:d', sequence: 3 }));
  await one.note('a', [runRow({ key: null, sequence: 4, status: 'invalid', message: verbatim('a\0b') })]);
  await one.keep({ runId: 'a', kind: 'facts', part: 0, data: '{}' });
  await one.remember('hash', 'doc', after(0));
  await one.finish('a', after(1), 3, { created: 1 }, { GBP: '1' });
  await one.begin(newRun('b', { batchId: 'b-a', parent: 'p' }), claims());
  await sent(one, 'b', 'created', { key: 'p:r:b', sequence: 0, amount: '2' });
  await one.finish('b', after(2), 0, { created: 1 });
  await one.resolve(resolution('created', { key: 'p:r:c', runId: 'a' }));
  await one.begin(newRun('open'), claims('x'));
  await one.intend(intent('open', { key: 'p:r:e' }));
  await one.close();
  backUp(path, join(folder(), 'b.db'), () => after(3));
  gather(path, { runId: 'a', now: () => after(4), others: new Map() });
  queued(path);
  return path;
}

/** Rows that only a ledger of several hosts writes. If it is copied to a file, the file has them. */
function queued(path: string): void {
  const db = connect(path);
  new FileDriver(db, Date.now).transaction(function* ({ changes }) {
    yield [];
    const run = { run_id: 'a', environment: 1, kind: 'payouts', batch_id: 'b-a' };
    changes.chainRow('submissions', { ...run, version: '1.0', settings: '{}', max_in_doubt: 10 });
    const item = { sequence: 0, chunk: 0, key: 'p:r:a', data: '{"line":2}', raw: 'a,b', line: 2 };
    changes.chainRow('items', { run_id: 'a', ...item });
  });
  db.close();
}

interface Cell {
  readonly table: string;
  readonly column: string;
  readonly rowid: string;
  readonly row: number;
}

/** Each cell of each table with rows. */
function cells(path: string): Cell[] {
  const db = new Database(path);
  const tables = db.prepare(`SELECT name, sql FROM sqlite_master WHERE type = 'table'`).all() as {
    name: string;
    sql: string;
  }[];
  const all = tables.flatMap(({ name: table }) => {
    const columns = db.prepare(`PRAGMA table_info(${table})`).all() as { name: string; pk: number }[];
    const keys = columns.filter(({ pk }) => pk > 0).map(({ name }) => `quote(${name})`);
    const rows = db.prepare(`SELECT ${keys.join(" || ',' || ")} AS id FROM ${table}`).all() as {
      id: string;
    }[];
    const where = `(${columns
      .filter(({ pk }) => pk > 0)
      .map(({ name }) => name)
      .join(', ')})`;
    return rows.flatMap(({ id }, row) =>
      columns.map(({ name: column }) => ({ table, column, row, rowid: `${where} = (${id})` })),
    );
  });
  db.close();
  return all;
}

const CHANGES: readonly (readonly [string, (column: string) => string])[] = [
  [
    'another value',
    (column) =>
      `CASE typeof(${column}) WHEN 'integer' THEN ${column} + 7 WHEN 'null' THEN 'x' ELSE ${column} || 'x' END`,
  ],
  ['nothing', () => 'NULL'],
  ['an invisible end', (column) => `${column} || char(0) || 'x'`],
  ['bytes', (column) => `CAST(${column} AS BLOB)`],
];

/** Each cell of the first row of each table is changed. With TRIALS above 1, each cell of all rows is. */
const changesOf = (row: number): typeof CHANGES => {
  if (row === 0) return CHANGES;
  return trials(1) > 1 ? CHANGES.slice(0, 1) : [];
};

/** Whether the statement changes the selected value. The table's constraints refuse some changes. */
function isChanged(db: InstanceType<typeof Database>, update: string, what: string): boolean {
  const look = (): string | undefined => (db.prepare(`SELECT ${what}`).get() as { v: string } | undefined)?.v;
  const before = look();
  try {
    return db.prepare(update).run().changes === 1 && look() !== before;
  } catch {
    return false;
  }
}

describe('a change in any cell of a ledger', () => {
  it('is found', async () => {
    const path = await lived();
    expect(findings(path)).toEqual([]);
    sql(path, 'PRAGMA wal_checkpoint(TRUNCATE)');
    const all = cells(path);
    expect(new Set(all.map(({ table }) => table))).toEqual(
      // This ledger was never moved. copy.test.ts tests the table `moves`.
      new Set([
        ...COVERED_TABLES.filter((table) => table !== 'moves'),
        ...['claims', 'entries', 'links', 'meta', 'rows'],
      ]),
    );
    const unseen: string[] = [];
    let changed = 0;
    const db = new Database(path);
    for (const { table, column, rowid, row } of all) {
      if (table in NOT_COVERED) continue;
      for (const [what, value] of changesOf(row)) {
        db.exec('BEGIN');
        if (
          isChanged(
            db,
            `UPDATE ${table} SET ${column} = ${value(column)} WHERE ${rowid}`,
            `quote(CAST(${column} AS BLOB)) || typeof(${column}) AS v FROM ${table} WHERE ${rowid}`,
          )
        ) {
          changed++;
          if (verifyOpened(db, { inUse: false, seen: [] }, null).found === 0)
            unseen.push(`${table}.${column} (row ${row}): ${what}`);
        }
        db.exec('ROLLBACK');
      }
    }
    db.close();
    expect(unseen).toEqual([]);
    const looked = all.filter(({ table, row }) => !(table in NOT_COVERED) && changesOf(row).length > 0);
    expect(changed).toBeGreaterThan(looked.length);
  }, 240_000);
});

describe('a ledger that was edited', () => {
  /** The findings after an edit. Entries 1 and 2 of the ledger belong to its first row. */
  async function edited(...statements: readonly string[]): Promise<readonly LedgerFinding[]> {
    const path = await lived();
    sql(path, ...statements);
    return findings(path);
  }
  const columns = (table: string, but: string): string => {
    const db = scratch();
    const all = db.prepare(`PRAGMA table_info(${table})`).all() as { name: string }[];
    db.close();
    return all
      .map(({ name }) => name)
      .filter((name) => name !== but)
      .join(', ');
  };

  it('is reported with the entry and its time', async () => {
    const [found] = await edited(`UPDATE entries SET answer = '{}' WHERE seq = 2`);
    expect(found).toMatchObject({ kind: 'changed', where: 'entries', entry: 2, key: 'p:r:a' });
    expect(found?.at).toBeInstanceOf(Date);
  });

  it.each([
    [
      'an entry deleted',
      ['DELETE FROM entries WHERE seq = 3'],
      { kind: 'missing', where: 'entries', entry: 3 },
    ],
    [
      'the last entry deleted',
      ['DELETE FROM entries WHERE seq = (SELECT max(seq) FROM entries)'],
      { kind: 'missing', where: 'entries' },
    ],
    [
      'an entry appended',
      [`INSERT INTO entries (COLS) SELECT COLS FROM entries WHERE seq = 2`],
      { kind: 'added', where: 'entries' },
    ],
    [
      'two entries swapped',
      [
        'UPDATE entries SET seq = -1 WHERE seq = 1',
        'UPDATE entries SET seq = 1 WHERE seq = 2',
        'UPDATE entries SET seq = 2 WHERE seq = -1',
      ],
      { kind: 'changed', where: 'entries', entry: 1 },
    ],
    [
      'a row deleted',
      [`DELETE FROM rows WHERE key = 'p:r:a'`],
      { kind: 'missing', where: 'rows', key: 'p:r:a' },
    ],
    [
      'a row set back to an earlier state, with its entry numbers',
      [`UPDATE rows SET state = 'rejected', taken = 3, intent_entry = 3 WHERE key = 'p:r:b'`],
      { kind: 'changed', where: 'rows', key: 'p:r:b' },
    ],
    [
      'a row added',
      [
        `INSERT INTO rows (${ROW_NAMES}) SELECT ${ROW_NAMES.replace('"key"', "'p:r:z'").replace('"created_id"', "created_id || 'z'")} FROM rows WHERE key = 'p:r:a'`,
      ],
      { kind: 'added', where: 'rows', key: 'p:r:z' },
    ],
    [
      'an upload added (hash "gone")',
      [`INSERT INTO uploads SELECT environment, 'gone', document_id, at, link FROM uploads`],
      { kind: 'added', where: 'uploads' },
    ],
    [
      'an upload added (hash "new")',
      [`INSERT INTO uploads SELECT environment, 'new', document_id, at, link FROM uploads`],
      { kind: 'added', where: 'uploads' },
    ],
    ['an upload deleted', ['DELETE FROM uploads'], { kind: 'missing', where: 'uploads' }],
    [
      'the rows of a run reordered',
      [`UPDATE run_rows SET sequence = 9 - sequence WHERE run_id = 'a'`],
      { kind: 'missing', where: 'run_rows' },
    ],
    ['a run deleted', [`DELETE FROM runs WHERE id = 'b'`], { kind: 'missing', where: 'runs' }],
    ['a link deleted', ['DELETE FROM links WHERE number = 4'], { kind: 'broken', where: 'links', link: 5 }],
    [
      'the first link deleted',
      ['DELETE FROM links WHERE number = 1'],
      { kind: 'broken', where: 'links', link: 2 },
    ],
    [
      'an index that hides paid rows',
      [
        `DROP INDEX rows_fingerprint`,
        `CREATE INDEX rows_fingerprint ON rows (environment, fingerprint, run) WHERE fingerprint <> '' AND state <> 'created'`,
      ],
      { kind: 'damaged', where: 'index rows_fingerprint' },
    ],
    [
      'a trigger added',
      ['CREATE TRIGGER t AFTER INSERT ON rows BEGIN DELETE FROM rows; END'],
      { kind: 'damaged', where: 'trigger t' },
    ],
  ])('is found to be altered: %s', async (_, statements, expected) => {
    const found = await edited(...statements.map((one) => one.replaceAll('COLS', columns('entries', 'seq'))));
    expect(found).toContainEqual(expect.objectContaining(expected));
  });

  it('is found to be shortened with its high-water mark, but not without the mark', async () => {
    const path = join(folder(), 'state', 'ledger.db');
    const one = openedLedger(path);
    await sent(one, 'a', 'created');
    await one.close();
    const copy = `${path}.copy`;
    copyFileSync(path, copy);
    const again = openedLedger(path);
    await again.remember('h', 'd', after(0)); // a link without an entry: the mark counts links as well
    await again.close();
    expect(findings(path)).toEqual([]);
    rmSync(`${path}-wal`, { force: true });
    copyFileSync(copy, path);
    expect(findings(path)).toMatchObject([{ kind: 'shorter', entry: 2, at: expect.any(Date) as unknown }]);
    expect(() => openedLedger(path)).toThrow(expect.objectContaining({ code: 'ledger_older' }));
    expect(findings(copy, false)).toEqual([]);
    rmSync(`${path}.mark`);
    expect(findings(path)).toEqual([]); // without a mark, nothing shows that it was shortened
  });

  it('is found to be a fork, by mark and ledger stamp, if a copy that was used elsewhere replaced it', async () => {
    const path = join(folder(), 'state', 'ledger.db');
    const one = openedLedger(path);
    await sent(one, 'a', 'created');
    await one.close();
    const copy = join(folder(), 'copy.db');
    copyFileSync(path, copy);
    const here = openedLedger(path);
    await sent(here, 'b', 'created', { key: 'p:r:l', sequence: 1 });
    const tip = await here.tip();
    await here.close();
    const there = openedLedger(copy);
    await sent(there, 'c', 'created', { key: 'p:r:m', sequence: 1 });
    await there.close();
    for (const ending of ['-wal', '-shm']) rmSync(path + ending, { force: true });
    copyFileSync(copy, path);
    expect(findings(path)).toMatchObject([{ kind: 'forked', where: 'mark' }]);
    expect(() => openedLedger(path)).toThrow(/is a fork of the ledger that its high-water mark has seen/);
    const seen = { ledgerId: one.id, sequence: tip.sequence, head: tip.head, place: 'results.csv:2' };
    expect(verifyLedger({ path: copy, inUse: false, seen: [seen] }).findings).toMatchObject([
      { kind: 'forked', where: 'results.csv:2', entry: 4, at: expect.any(Date) as unknown },
    ]);
    const other = { ...seen, ledgerId: 'other' };
    expect(verifyLedger({ path: copy, inUse: false, seen: [other] }).findings).toMatchObject([
      { kind: 'other' },
    ]);
  });
});

describe('ledger verify', () => {
  it('writes nothing, whether the ledger is in use or not, and reads the commits of a living run', async () => {
    const path = join(folder(), 'state', "l ?#%41'.db");
    const one = openedLedger(path);
    await one.begin(newRun('a'), claims());
    await sent(one, 'a', 'created');
    const state = () =>
      readdirSync(dirname(path))
        .filter((name) => !name.endsWith('-shm'))
        .map((name) => [name, readFileSync(join(dirname(path), name)).toString('base64')]);
    const before = state();
    expect(verifyLedger({ path, inUse: true, seen: [] })).toMatchObject({
      found: 0,
      marked: true,
      tip: { sequence: 2 },
    });
    expect(state()).toEqual(before);
    await sent(one, 'a', 'created', { key: 'p:r:l', sequence: 1, line: 3 });
    expect(verifyLedger({ path, inUse: true, seen: [] }).tip.sequence).toBe(4);
    await one.finish('a', after(1), 0, {});
    await one.close();
    const rest = join(folder(), 'rest.db');
    for (const ending of ['', '-wal']) copyFileSync(path + ending, rest + ending);
    sql(rest, 'PRAGMA wal_checkpoint(TRUNCATE)');
    for (const ending of ['-wal', '-shm']) rmSync(rest + ending, { force: true });
    expect(verifyLedger({ path: rest, inUse: false, seen: [] }).tip.sequence).toBe(4);
    expect(readdirSync(dirname(rest))).toEqual(['rest.db']);
  });

  it('refuses a file that is not a ledger, and a ledger of another version', async () => {
    const path = await lived();
    sql(path, 'PRAGMA user_version = 13');
    const why = (file: string): unknown => {
      try {
        return findings(file);
      } catch (error) {
        return error;
      }
    };
    expect(why(path)).toMatchObject({ code: 'ledger_version', exitStatus: 2 });
    const at = folder({ text: 'not a database, but long enough to be looked at as one', empty: '' });
    for (const name of ['text', 'empty', 'gone'])
      expect(why(join(at, name)), name).toMatchObject({ code: 'ledger_format', exitStatus: 2 });
  });
});
