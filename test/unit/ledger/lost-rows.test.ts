// The table of rows of a ledger in a file is emptied, put back as it was before, or has lost a row: the entries still tell of what
// was sent, and nothing of it is sent again. At the service's own count.
import { rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

import Database from 'libsql';
import { describe, expect, it } from 'vitest';

import { folder } from '../../kit/folder.ts';
import { claims, intent, newRun, openedLedger, outcome, runRow } from '../../kit/ledger.ts';
import { numbered, payouts } from '../../kit/payouts.ts';
import { runIn, sandbox } from '../../kit/sandbox.ts';
import { saying } from '../../kit/words.ts';

const REFUSED = {
  code: 'ledger_timeline',
  message: expect.stringContaining('that its entries name') as string,
};
const file = (name: string, rows: number): string =>
  payouts(
    numbered(rows).map((row, i) => ({ ...row, reference: `${name}-${i + 1}`, memo: `${name} ${i + 1}` })),
  );

/** A ledger that has paid two files, of 3 rows and of `more`; nothing else remembers them. */
async function place(more: number) {
  const at = folder({ 'a.csv': file('A', 3), 'b.csv': file('B', more) });
  const service = await sandbox();
  const run = async (name: string): Promise<unknown> => {
    rmSync(join(at, 'in.results.csv'), { force: true });
    return runIn(at, service.url, { file: join(at, `${name}.csv`) }).catch((error: unknown) => error);
  };
  const edit = (...statements: readonly string[]): void => {
    const db = new Database(join(at, 'l.db'));
    for (const statement of statements) db.exec(statement);
    db.close();
  };
  await run('a');
  edit('CREATE TABLE kept AS SELECT * FROM rows');
  expect(await run('b')).toMatchObject({ exitCode: 0 });
  return { at, service, run, edit, paid: 3 + more };
}

describe('a ledger in a file whose table of rows was touched', () => {
  it.each([
    ['emptied', 'DELETE FROM rows'],
    ['put back as it was before', 'DELETE FROM rows; INSERT INTO rows SELECT * FROM kept'],
    ['short of a row', `DELETE FROM rows WHERE key = 'p:r:B-2'`],
    ['altered in a state', `UPDATE rows SET state = 'planned' WHERE key = 'p:r:B-2'`],
    ['altered in a key', `UPDATE rows SET key = 'p:r:X', folded = 'x' WHERE key = 'p:r:B-2'`],
  ])('%s: what was paid is not sent again', async (_, sql) => {
    const { at, service, run, edit, paid } = await place(3);
    edit(sql);
    expect(await run('b')).toMatchObject({ exitCode: 4, stopped: saying('that its entries name') });
    expect(service.store.transfers).toHaveLength(paid);
    writeFileSync(join(at, 'c.csv'), file('C', 1));
    expect(await run('c')).toMatchObject({ exitCode: 0 });
  });

  it('as ever: what was refused is sent, and what was in doubt and settled', async () => {
    const { at, service, run } = await place(1);
    writeFileSync(join(at, 'c.csv'), file('C', 2));
    service.faults.add({ kind: 'status-before', status: 422, operation: 'createTransfer', first: 1 });
    expect(await run('c')).toMatchObject({ exitCode: 1 });
    expect(await run('c')).toMatchObject({ exitCode: 0 });
    expect(service.store.transfers).toHaveLength(6);
  });

  it('deleted while its request is under way: the outcome is not written as if it were there', async () => {
    const path = join(folder(), 'l.db');
    const ledger = openedLedger(path);
    await ledger.begin(newRun('a'), claims('p:r:k'));
    await ledger.intend(intent('a'));
    const db = new Database(path);
    db.exec('DELETE FROM rows');
    db.close();
    await expect(ledger.record(outcome('a', 'created'), runRow())).rejects.toMatchObject(REFUSED);
    expect(await ledger.entries('p:r:k')).toHaveLength(1);
  });
});
