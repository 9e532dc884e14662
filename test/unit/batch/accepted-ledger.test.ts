// A person accepts a new, older or other ledger with --accept-ledger. Rows that results files list as paid or in doubt
// are then held; only --alike-ok sends them.
import {
  copyFileSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  utimesSync,
  writeFileSync,
} from 'node:fs';
import { dirname, join } from 'node:path';

import { describe, expect, it } from 'vitest';

import { place } from '../../kit/in-doubt.ts';
import { BARE, COLUMNS, customers, numbered, numberedCustomers, payouts } from '../../kit/payouts.ts';
import { sandbox } from '../../kit/sandbox.ts';

async function set(faults: Parameters<typeof sandbox>[0] = {}) {
  const service = await sandbox(faults);
  const { at, say } = await place(service);
  const runFile = (name: string, text: string, ...more: string[]) => {
    const file = join(at, name);
    mkdirSync(dirname(file), { recursive: true });
    writeFileSync(file, text);
    return say(['run', file, ...more]);
  };
  const run = (text: string, ...more: string[]) => {
    writeFileSync(join(at, 'in.csv'), text);
    return say(['run', join(at, 'in.csv'), ...more]);
  };
  const ledgerFiles = (): string[] => readdirSync(at).filter((name) => name.startsWith('l.db'));
  const lose = (): void => ledgerFiles().forEach((name) => rmSync(join(at, name)));
  /** Copies the ledger. The returned function restores the copy. */
  const backUp = () => {
    const files = ledgerFiles();
    mkdirSync(join(at, 'backup'));
    for (const name of files) copyFileSync(join(at, name), join(at, 'backup', name));
    return () => {
      lose();
      for (const name of files) copyFileSync(join(at, 'backup', name), join(at, name));
    };
  };
  return { service, at, run, runFile, lose, backUp };
}

const NOT_AGAIN = /possible duplicate: .*results[\w.-]*\.csv:\d+ lists this row as paid or in doubt/s;

describe.each([
  ['with references', COLUMNS],
  ['without references', BARE],
])('a run with --accept-ledger and rows %s', (_, columns) => {
  it('holds rows that the results list as created, and sends them with --alike-ok', async () => {
    const { service, run, lose } = await set();
    const file = payouts(numbered(3), columns);
    await run(file);
    lose();
    expect(await run(file)).toMatchObject({ code: 2 });
    const accepted = await run(file, '--accept-ledger');
    expect(accepted).toMatchObject({ code: 1, err: expect.stringMatching(NOT_AGAIN) as string });
    expect(service.store.transfers).toHaveLength(3);
    const meant = await run(file, '--accept-ledger', '--alike-ok');
    expect(meant).toMatchObject({ code: 0 });
    expect(service.store.transfers).toHaveLength(6);
  });

  it('holds rows that a restored ledger does not contain, whether created or in doubt', async () => {
    const { service, run, backUp } = await set({
      faults: [{ kind: '500-after', operation: 'createTransfer', every: 3 }],
    });
    await run(payouts(numbered(1, { memo: 'old' }), columns));
    const restore = backUp();
    const file = payouts(numbered(4).slice(1), columns);
    await run(file, '--concurrency', '1');
    const executed = service.store.transfers.length;
    expect(executed).toBe(4);
    restore();
    expect(await run(file, '--accept-ledger')).toMatchObject({ code: 1 });
    expect(service.store.transfers).toHaveLength(executed);
  });

  it('holds rows that a renamed results file lists', async () => {
    const { service, at, run, lose } = await set();
    const file = payouts(numbered(3), columns);
    await run(file);
    renameSync(join(at, 'in.results.csv'), join(at, 'monday.results.csv'));
    lose();
    expect(await run(file, '--accept-ledger')).toMatchObject({ code: 1 });
    expect(service.store.transfers).toHaveLength(3);
  });

  it('sends a file of new rows only, and warns that it continues with this ledger', async () => {
    const { service, at, run, lose } = await set();
    await run(payouts(numbered(2), columns));
    lose();
    const fresh = payouts(numbered(4, { receiverAmount: '31' }).slice(2), columns);
    expect(await run(fresh, '--accept-ledger')).toMatchObject({
      code: 0,
      err: expect.stringMatching(
        /^paybatch: warning: .*in\.results\.csv.* --accept-ledger: paybatch continues with this ledger and records that$/m,
      ) as string,
    });
    expect(service.store.transfers).toHaveLength(4);
    expect(readdirSync(at)).toContain('in.results.csv');
  });
});

describe('a restored ledger that has grown past the ledger stamp of the results', () => {
  /** The restored ledger lacks the two rows of suppliers/b.csv. Then payroll/ adds six other payments to it. */
  async function grown(doubtful = false) {
    const one = await set();
    const { service, runFile, backUp } = one;
    const text = payouts(numbered(3).slice(1));
    expect((await runFile('suppliers/a.csv', payouts(numbered(1)))).code).toBe(0);
    const restore = backUp();
    if (doubtful) service.faults.add({ kind: '500-after', operation: 'createTransfer', first: 2 });
    await runFile('suppliers/b.csv', text, '--concurrency', '1');
    service.faults.clear();
    restore();
    const payroll = payouts(numbered(9, { receiverAmount: '77' }).slice(3));
    expect((await runFile('payroll/pay.csv', payroll)).code).toBe(0);
    return { ...one, text };
  }

  it('is refused when the same rows come in a file with another name', async () => {
    const { service, runFile, text } = await grown();
    const again = await runFile('suppliers/b-again.csv', text);
    expect(again).toMatchObject({
      code: 2,
      err: expect.stringMatching(/b\.results\.csv .*another copy of this ledger/) as string,
    });
    expect(service.store.transfers).toHaveLength(9);
  });
  it('needs --accept-ledger only once, and later runs still hold the rows of those results', async () => {
    const { service, runFile, text } = await grown();
    const fresh = (first: number): string =>
      payouts(numbered(first, { receiverAmount: '5' }).slice(first - 1));
    expect((await runFile('suppliers/c.csv', fresh(10))).code).toBe(2);
    expect(await runFile('suppliers/c.csv', fresh(10), '--accept-ledger')).toMatchObject({ code: 0 });
    expect(await runFile('suppliers/d.csv', fresh(11))).toMatchObject({ code: 0 });
    expect(await runFile('suppliers/b-again.csv', text)).toMatchObject({
      code: 1,
      err: expect.stringMatching(NOT_AGAIN) as string,
    });
    expect(service.store.transfers).toHaveLength(11);
  });
  it('is refused when the results of the same file list rows in doubt', async () => {
    const { service, runFile, text } = await grown(true);
    expect(await runFile('suppliers/b.csv', text)).toMatchObject({ code: 2 });
    expect(service.store.transfers).toHaveLength(9);
  });
});

describe('results of a lost ledger that a new run would overwrite', () => {
  it('are kept in a separate file, and later runs hold their rows', async () => {
    const { service, at, runFile, backUp } = await set();
    await runFile('a.csv', payouts(numbered(1)));
    const restore = backUp();
    await runFile('b.csv', payouts(numbered(3).slice(1)));
    restore();
    const all = payouts([...numbered(3).slice(1), { reference: 'R-4', memo: 'row 4', receiverAmount: '31' }]);
    expect((await runFile('b.csv', all)).code).toBe(2);
    const accepted = await runFile('b.csv', all, '--accept-ledger');
    expect(accepted).toMatchObject({
      code: 1,
      err: expect.stringMatching(/is kept as \S+b\.results\.kept-/) as string,
    });
    expect(service.store.transfers).toHaveLength(4);
    expect((await runFile('b.csv', all)).code).toBe(1);
    expect(service.store.transfers).toHaveLength(4);
    expect(readdirSync(at).filter((name) => name.includes('.kept-'))).toHaveLength(1);
  });
});

describe('results that were kept when a new ledger was accepted', () => {
  it('still hold their rows when the folder has 51 newer results files', async () => {
    const { service, at, run, runFile, lose } = await set();
    const file = payouts(numbered(2));
    await run(file);
    lose();
    expect((await run(file, '--accept-ledger')).code).toBe(1);
    await runFile('other.csv', payouts(numbered(3).slice(2)));
    const newer = new Date(Date.now() + 60_000);
    for (let day = 1; day <= 51; day++) {
      copyFileSync(join(at, 'other.results.csv'), join(at, `day-${day}.results.csv`));
      utimesSync(join(at, `day-${day}.results.csv`), newer, newer);
    }
    expect(await run(file)).toMatchObject({ code: 1, err: expect.stringMatching(NOT_AGAIN) as string });
    expect(service.store.transfers).toHaveLength(3);
  });
});

it('a run with --accept-ledger holds customers that the results list as created', async () => {
  const { service, at, run, lose } = await set();
  writeFileSync(join(at, 'statement.pdf'), '%PDF-1.4 x');
  const file = customers(numberedCustomers(2));
  expect((await run(file)).code).toBe(0);
  lose();
  expect((await run(file)).code).toBe(2);
  expect(await run(file, '--accept-ledger')).toMatchObject({
    code: 1,
    err: expect.stringMatching(NOT_AGAIN) as string,
  });
  expect(service.store.customers.size).toBe(2);
});

describe('results that a spreadsheet saved again', () => {
  const rows = numbered(4).map((row, at) => ({ ...row, receiverAmount: `${700 + at}.50` }));
  /** The text as a German Excel saves it: semicolons, a decimal comma, no zeros at the end. */
  const german = (text: string): string =>
    text
      .split('\n')
      .map((line) =>
        line
          .split(',')
          .map((cell) => (/^\d+\.\d+$/.test(cell) ? String(Number(cell)).replace('.', ',') : cell))
          .join(';'),
      )
      .join('\r\n');

  async function restored(text: string) {
    const one = await set();
    await one.runFile('z.csv', payouts(numbered(1, { reference: 'Z' })));
    const restore = one.backUp();
    await one.runFile('a.csv', text);
    expect(one.service.store.transfers).toHaveLength(5);
    restore();
    return { ...one, results: join(one.at, 'a.results.csv') };
  }

  it.each([
    ['with references', COLUMNS],
    ['without references', BARE],
  ])('hold rows %s when saved with semicolons and decimal commas', async (_, columns) => {
    const { service, runFile, results } = await restored(payouts(rows, columns));
    writeFileSync(results, german(readFileSync(results, 'utf8')));
    expect(await runFile('a.csv', payouts(rows, columns), '--accept-ledger')).toMatchObject({
      code: 1,
      err: expect.stringMatching(NOT_AGAIN) as string,
    });
    expect(service.store.transfers).toHaveLength(5);
  });

  it.each(['1,250.5', '1.250,5', '1250,50', '1E3'])('match any amount if it became %s', async (written) => {
    const one = [{ ...numbered(1)[0], receiverAmount: '1250.50' }];
    const { runFile, at, lose } = await set();
    const results = join(at, 'a.results.csv');
    await runFile('a.csv', payouts(one, BARE));
    lose();
    writeFileSync(results, readFileSync(results, 'utf8').replace(',1250.50,', `,"${written}",`));
    expect((await runFile('a.csv', payouts(one, BARE), '--accept-ledger')).code).toBe(1);
    expect(
      (
        await runFile(
          'c.csv',
          payouts([{ ...numbered(1)[0], receiverAmount: '77' }], BARE),
          '--accept-ledger',
        )
      ).code,
    ).toBe(1);
  });
});

it('a run in another environment keeps the earlier results, and a new ledger is checked against them', async () => {
  const { service, at, run, lose } = await set();
  const text = payouts(numbered(2));
  expect((await run(text)).code).toBe(0);
  const rehearsal = await place(await sandbox());
  const { code } = await rehearsal.say(['run', join(at, 'in.csv')]);
  expect(code).toBe(0);
  lose();
  const again = await run(text);
  expect(again.code).toBe(2);
  expect(again.err).toMatch(/in\.results\.kept-[\w-]+\.csv.* another ledger/s);
  expect(service.store.transfers).toHaveLength(2);
});
