// The table of rows alone is emptied, put back as it was before, or has lost a row: the entries still tell of what was sent, and
// nothing of it is sent again.
import { rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

import { describe, expect, it } from 'vitest';

import { numbered, payouts } from '../kit/payouts.ts';
import { postgres } from '../kit/postgres.ts';
import { Company } from './kit/hosts.ts';

const REFUSED = /rows that its entries tell of|has lost what its entries tell of/;

describe(`a ledger whose table of rows was touched`, () => {
  const server = postgres();

  /** A ledger that has paid two files; nothing else remembers them. */
  async function place() {
    const own = await Company.make(server, { rows: 2 });
    writeFileSync(
      join(own.at, 'b.csv'),
      payouts(numbered(3).map((row, i) => ({ ...row, reference: `B-R-${i + 1}`, memo: `b ${i + 1}` }))),
    );
    const kept = 'CREATE TABLE @kept AS TABLE @rows';
    expect((await own.run(['run', 'in.csv'])).code).toBe(0);
    await own.ask(kept);
    expect((await own.run(['run', 'b.csv'])).code).toBe(0);
    expect(own.paid).toBe(5);
    const forget = (): void => {
      for (const name of ['in', 'b']) rmSync(join(own.at, `${name}.results.csv`), { force: true });
    };
    forget();
    return { own, forget };
  }

  it.each([
    ['emptied', 'TRUNCATE @rows'],
    ['put back as before', 'DELETE FROM @rows; INSERT INTO @rows SELECT * FROM @kept'],
  ])('%s: nothing is sent, by run, by run --detach or by work', async (_, sql) => {
    const { own } = await place();
    await own.ask(sql);
    for (const args of [
      ['run', 'b.csv'],
      ['run', 'b.csv', '--detach'],
      ['work', '--until-empty'],
    ]) {
      const end = await own.run(args);
      expect(end.code, end.stdout + end.stderr).toBe(2);
      expect(end.stderr.replaceAll(/\s+/g, ' ')).toMatch(REFUSED);
    }
    expect(own.paid).toBe(5);
  });

  it.each([
    ['run', 'b.csv'],
    ['run', 'b.csv', '--detach'],
  ])('of which one is gone: %s %s %s pays it not again', async (...args) => {
    const { own } = await place();
    // So much later that whoever opens the ledger doesn't come upon it.
    const later = numbered(12).map((row, i) => ({ ...row, reference: `D-${i + 1}`, memo: `d ${i + 1}` }));
    writeFileSync(
      join(own.at, 'd.csv'),
      payouts(later.map((row, i) => ({ ...row, receiverAmount: `${i + 20}.00` }))),
    );
    expect((await own.run(['run', 'd.csv'])).code).toBe(0);
    await own.ask(`DELETE FROM @rows WHERE reference = 'B-R-2'`);
    const end = await own.run(args);
    if (args.includes('--detach')) await own.run(['work', '--until-empty']);
    else {
      expect(end.code, end.stdout + end.stderr).toBe(4);
      expect((end.stdout + end.stderr).replaceAll(/\s+/g, ' ')).toMatch(REFUSED);
    }
    expect(own.paid).toBe(17);
  });

  it('of which one that was told of last is gone: refused as soon as it is opened', async () => {
    const { own } = await place();
    await own.ask(`DELETE FROM @rows WHERE reference = 'B-R-1'`);
    const end = await own.run(['run', 'b.csv']);
    expect(end.code, end.stdout + end.stderr).toBe(2);
    expect(own.paid).toBe(5);
  });

  it('goes on as ever where only its storage was: VACUUM FULL, and rows that were refused are sent', async () => {
    const { own } = await place();
    await own.ask('VACUUM FULL @rows');
    writeFileSync(join(own.at, 'c.csv'), payouts([{ reference: 'C-1', receiverAmount: '7.00', memo: 'c' }]));
    own.service.faults.add({ kind: 'status-before', status: 422, operation: 'createTransfer', first: 1 });
    expect((await own.run(['run', 'c.csv'])).code).toBe(1);
    expect((await own.run(['run', 'c.csv'])).code).toBe(0);
    expect((await own.run(['run', 'b.csv'])).code).toBe(0);
    expect(own.paid).toBe(6);
    await own.whole();
  });
});
