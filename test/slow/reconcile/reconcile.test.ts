// reconcile over the command line: evidence by payment, whoever else may own a line, and statements as they shouldn't be.
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';

import { describe, expect, it } from 'vitest';

import { program } from '../../../src/cli/program.ts';
import { serviceEnv } from '../../kit/cli.ts';
import { customers, numberedCustomers } from '../../kit/customers.ts';
import { folder } from '../../kit/folder.ts';
import { LATER_MS } from '../../kit/in-doubt.ts';
import { fakeIo } from '../../kit/io.ts';
import { ACCOUNT, COLUMNS, payouts } from '../../kit/payouts.ts';
import { sandbox } from '../../kit/sandbox.ts';

const HEAD = 'Transfer ID,External Account ID,Amount,Currency,Created At';
const now = (): string => new Date().toISOString();
const paid = (id: string, amount = '10.00'): string => `${id},${ACCOUNT},${amount},GBP,${now()}`;

async function place() {
  const service = await sandbox();
  const at = folder();
  const say = async (args: readonly string[], env: Record<string, string> = {}) => {
    const io = fakeIo(
      at,
      { ...serviceEnv(service.url), PAYBATCH_LEDGER: join(at, 'l.db'), ...env },
      { now: () => Date.now() + LATER_MS },
    );
    const code = await program(args, io);
    return { code, out: io.said.out, err: io.said.err };
  };
  let files = 0;
  /** Runs a file of one row, paid or in doubt. */
  const run = async (
    row: Record<string, string>,
    { doubt = false, executed = true, elsewhere = false, bare = false } = {},
  ): Promise<void> => {
    service.faults.clear();
    if (doubt) {
      const kind = executed ? 'reset-after' : 'reset-before';
      service.faults.add({ kind, operation: 'createTransfer', first: 1 });
    }
    const file = join(at, `in-${++files}.csv`);
    writeFileSync(file, payouts([row], bare ? COLUMNS.filter((name) => name !== 'reference') : COLUMNS));
    const env = elsewhere ? serviceEnv((await sandbox()).url) : {};
    const { code, err } = await say(['run', file, '--alike-ok'], env);
    expect(code, err).toBe(doubt ? 3 : 0);
  };
  const reconcile = (lines: readonly string[] | Buffer, ...more: string[]) => {
    writeFileSync(join(at, 's.csv'), Buffer.isBuffer(lines) ? lines : [HEAD, ...lines, ''].join('\n'));
    return say(['reconcile', 'last', '--statement', join(at, 's.csv'), ...more]);
  };
  return { service, at, say, run, reconcile };
}

describe('a payment that looks like a row in doubt', () => {
  it('settles it where nothing else in the ledger can own the line', async () => {
    const { run, reconcile, say } = await place();
    await run({ reference: 'A', receiverAmount: '25' });
    await run({ reference: 'B' }, { doubt: true });
    const done = await reconcile([paid('T-1', '25'), paid('T-2', '10')], '--yes');
    expect(done.out).toMatch(/B .*proven +T-2, line 3, by payee, amount, currency and time/);
    expect([done.code, done.out]).toEqual([0, expect.stringContaining('1 row settled as created.')]);
    expect((await say(['status', 'last'])).out).toMatch(/line 3, by payee, amount, currency and time/);
  });
  it.each([
    ['a row that was paid, under an id of the bank', {}],
    ['a row without a reference that was paid', { bare: true }],
    ['a row of another environment', { elsewhere: true }],
    ['a row in doubt of another run', { doubt: true }],
  ])('does not where it may be that of %s', async (_, other) => {
    const { run, reconcile } = await place();
    await run({ reference: 'A' }, other);
    await run({ reference: 'B' }, { doubt: true, executed: false });
    const { code, out } = await reconcile([paid('BANK-1')], '--yes');
    expect(out).toMatch(/B .*ambiguous .*it could be line 2, and so could line 2 of run/);
    expect([code, out]).toEqual([3, expect.stringContaining('Nothing is proven: 1 row stays in doubt.')]);
  });
  it('does not where it may be that of a row which a person called not created', async () => {
    const { run, reconcile, say } = await place();
    await run({ reference: 'A' }, { doubt: true });
    const word = ['--as', 'not-created', '--reason', 'not in the dashboard'];
    expect((await say(['resolve', 'last', '--line', '2', ...word])).code).toBe(0);
    await run({ reference: 'B' }, { doubt: true, executed: false });
    expect((await reconcile([paid('BANK-1')], '--yes')).out).toMatch(/B .*ambiguous/);
  });
  it('leaves the line whose id another row has', async () => {
    const { run, reconcile, service } = await place();
    await run({ reference: 'A' });
    const id = service.store.transfers[0]?.id ?? '';
    await run({ reference: 'B' }, { doubt: true, executed: false });
    expect((await reconcile([paid(id)], '--yes')).out).toMatch(/B .*unmatched/);
    expect((await reconcile([paid(id), paid('T-2')], '--yes')).out).toMatch(/B .*proven +T-2/);
  });
});

describe('a row that a person called not created', () => {
  const word = ['--as', 'not-created', '--reason', 'not in the dashboard', '--by', 'ann'];
  it('is told, and kept from being sent again, where the statement has it', async () => {
    const { run, reconcile, say, service, at } = await place();
    await run({ reference: 'A' }, { doubt: true });
    service.faults.clear();
    expect((await say(['resolve', 'last', '--line', '2', ...word])).code).toBe(0);
    const told = await reconcile([paid('T-7')]);
    expect(told.out).toContain('No row of this run is in doubt, but');
    expect(told.out).toContain('1 row called not created may have been paid after all:');
    expect(told.out).toMatch(
      /line 2 \(A, 10\.00 GBP\), called not created by ann: T-7, line 2, by payee, amount, currency and time/,
    );
    expect(told.code).toBe(3);
    const command = /paybatch (resolve .*)"how you know" --correct/.exec(told.out)?.[1] ?? '';
    const settled = await say([...command.trim().split(' '), 'on the statement', '--correct', '--yes']);
    expect(settled.code, settled.err).toBe(0);
    const again = await say(['run', join(at, 'in-1.csv')]);
    expect(again.code, again.err).toBe(0);
    expect(service.store.transfers.length).toBe(1);
  });
  it('is told as JSON, beside the rows in doubt', async () => {
    const { run, reconcile, say } = await place();
    await run({ reference: 'A' }, { doubt: true });
    await say(['resolve', 'last', '--line', '2', ...word]);
    const { code, out } = await reconcile([paid('T-7')], '--json', '--yes');
    const { rows, exitCode } = JSON.parse(out) as { rows: object[]; exitCode: number };
    expect([code, exitCode]).toEqual([3, 3]);
    expect(rows).toMatchObject([
      {
        line: 2,
        reference: 'A',
        verdict: 'proven',
        transferId: 'T-7',
        settled: false,
        calledNotCreated: true,
        backInDoubt: true,
        sentAgain: false,
      },
    ]);
  });
  it('goes back into doubt with a yes, and no run sends it until somebody knows', async () => {
    const { run, reconcile, say, service, at } = await place();
    await run({ reference: 'A' }, { doubt: true });
    service.faults.clear();
    await say(['resolve', 'last', '--line', '2', ...word]);
    const seen = await reconcile([paid('T-7')]);
    expect(seen.out).toContain('The next run of the file sends it again. --yes puts it back in doubt');
    const held = await reconcile([paid('T-7')], '--yes', '--by', 'bea');
    expect([held.code, held.out]).toEqual([3, expect.stringContaining('No run sends it now')]);
    expect((await say(['run', join(at, 'in-1.csv')])).code).toBe(3);
    expect((await say(['run', join(at, 'in-1.csv'), '--batch-id', 'other'])).code).not.toBe(0);
    expect(service.store.transfers.length).toBe(1);
    expect((await say(['doubts'])).out).toContain('A');
    expect((await say(['ledger', 'verify'])).code).toBe(0);
    // What a reading has put back against a person's word, another one doesn't settle by itself.
    const again = await reconcile([paid('T-7')], '--yes');
    expect([again.code, again.out.replaceAll(/\s+/g, ' ')]).toEqual([
      3,
      expect.stringMatching(
        /proven .*called not created, and put back in doubt .* by bea.*1 row that a statement put back in doubt stays so/,
      ),
    ]);
    expect(again.out).toContain('not-created --correct');
    expect((await say(['doubts'])).out).toContain('A');
    const done = await reconcile([paid('T-7')], '--yes', '--correct');
    expect([done.code, done.out]).toEqual([0, expect.stringContaining('1 row settled as created.')]);
    expect((await say(['run', join(at, 'in-1.csv')])).code).toBe(0);
    expect(service.store.transfers.length).toBe(1);
  });
  it.each([
    ['under the service’s ids', (id: string) => [paid('T-7'), paid(id)]],
    ['under ids of the bank', () => [paid('BANK-1'), paid('BANK-2')]],
  ])('and which was sent again is told where the statement has both payments, %s', async (_, lines) => {
    const { run, reconcile, say, service, at } = await place();
    await run({ reference: 'A' }, { doubt: true });
    service.faults.clear();
    await say(['resolve', 'last', '--line', '2', ...word]);
    expect((await say(['run', join(at, 'in-1.csv')])).code).toBe(0);
    expect(service.store.transfers.length).toBe(2);
    const id = service.store.transfers[1]?.id ?? '';
    const twice = await reconcile(lines(id), '--yes');
    expect(twice.out).toContain('1 row called not created and sent again may have been paid twice');
    expect(twice.code).toBe(3);
    const once = await reconcile(lines(id).slice(-1), '--yes');
    expect([once.code, once.out]).toEqual([0, expect.not.stringContaining('paid twice')]);
    const told = JSON.parse((await reconcile(lines(id), '--json')).out) as { rows: object[] };
    expect(told.rows).toMatchObject([{ line: 2, sentAgain: true, settled: false }]);
  });
  it.each([
    ['nothing of it', paid('T-7', '11.00')],
    ['that it failed', `${paid('T-7')},Failed`],
  ])('is left alone where the statement says %s', async (_, line) => {
    const { run, reconcile, say } = await place();
    await run({ reference: 'A' }, { doubt: true });
    await say(['resolve', 'last', '--line', '2', ...word]);
    const head = line.endsWith('Failed') ? `${HEAD},Status` : HEAD;
    const { code, out } = await reconcile(Buffer.from(`${head}\n${line}\n`), '--yes');
    expect([code, out]).toEqual([0, expect.not.stringContaining('called not created')]);
  });
});

describe('a line that may not be a payment that was made', () => {
  it.each([
    'Refunded',
    'Bounced',
    'Denied',
    'Not executed',
    'Awaiting approval',
    'pending',
    'PROCESSING',
    'Cancelled',
    'rejected',
    'failed',
    'Returned',
    'Reversed',
    'Expired',
    'unpaid',
    '',
  ])('by its state %j settles nothing', async (state) => {
    const { run, reconcile } = await place();
    await run({ reference: 'B' }, { doubt: true, executed: false });
    const text = `id,reference,amount,currency,status\nT-1,B,10.00,GBP,${state}\n`;
    const { code, out } = await reconcile(Buffer.from(text), '--yes');
    expect([code, out]).toEqual([3, expect.stringMatching(/B .*(ambiguous|contradicted)/)]);
    expect(out).toContain(state === '' ? 'it has no state' : `"${state}"`);
  });
  it('settles by a state that means done, unless the profile says that it failed', async () => {
    const { run, reconcile, at } = await place();
    await run({ reference: 'B' }, { doubt: true });
    const text = Buffer.from('id,reference,amount,currency,status\nT-1,B,10.00,GBP,Processed\n');
    const config = join(at, 'c.json');
    writeFileSync(config, JSON.stringify({ profile: { transferFailedStates: ['processed'] } }));
    expect((await reconcile(text, '--yes', '--config', config)).out).toMatch(/B .*ambiguous .*Processed/);
    expect((await reconcile(text, '--yes')).out).toMatch(/B .*proven +T-1/);
  });
  it.each([
    ['an incoming refund', 'Type', 'incoming refund', '10.00'],
    ['a credit', 'Direction', 'CRDT', '10.00'],
    ['a reversal', 'Transaction Type', 'Payment reversal', '-10.00'],
    ['money that came in, where payments are negative', 'Note', '', '10.00'],
    ['money that came in by its plus', 'Note', '', '+10.00'],
  ])('as %s settles nothing', async (_, header, type, amount) => {
    const { run, reconcile } = await place();
    await run({ reference: 'B' }, { doubt: true, executed: false });
    const other = `T-0,${ACCOUNT},-99.00,GBP,${now()},${header === 'Note' ? '' : 'payment'}`;
    const text = `${HEAD},${header}\n${other}\n${paid('T-1', amount)},${type}\n`;
    const { code, out } = await reconcile(Buffer.from(text), '--yes');
    expect([code, out]).toEqual([3, expect.stringMatching(/B .*ambiguous .*line 3, but it/)]);
  });
  it('settles by the line of a payment beside it', async () => {
    const { run, reconcile } = await place();
    await run({ reference: 'B' }, { doubt: true });
    const lines = [`${paid('T-1', '-10.00')},payment`, `${paid('T-2', '99.00')},incoming refund`];
    const text = `${HEAD},Type\n${lines.join('\n')}\n`;
    expect((await reconcile(Buffer.from(text), '--yes')).out).toMatch(/B .*proven +T-1/);
  });
  it("with the bank's own numbers settles nothing", async () => {
    const { run, reconcile } = await place();
    await run({ reference: '2' }, { doubt: true, executed: false });
    for (const text of [
      'Transaction ID,Reference\nT-1,002\n',
      'Transaction ID,Reference\nT-1,2\n',
      'Transaction ID,Reference,Amount,Currency\nT-1,2,10.00,GBP\n',
    ])
      expect((await reconcile(Buffer.from(text), '--yes')).out).toMatch(/ambiguous/);
  });
});

describe('a statement', () => {
  it('of customers may have amounts, and a reference alone proves none', async () => {
    const { service, at, say } = await place();
    service.faults.add({ kind: 'reset-after', operation: 'createCustomer', first: 1 });
    writeFileSync(join(at, 'statement.pdf'), 'bytes');
    writeFileSync(join(at, 'c.csv'), customers(numberedCustomers(1)));
    expect((await say(['run', join(at, 'c.csv')])).code).toBe(3);
    writeFileSync(join(at, 's.csv'), 'Id,Reference,Amount\nCUS-1,C-1,7.00\n');
    const done = await say(['reconcile', 'last', '--statement', join(at, 's.csv'), '--yes']);
    expect([done.code, done.out]).toEqual([3, expect.stringMatching(/C-1 .*ambiguous .*line 2/)]);
  });
  it.each([
    ['a formula', '=HYPERLINK("http://evil.example";"x")'],
    ['a number that a spreadsheet shortened', '1.23457E+11'],
    ["a spreadsheet's mark for text", "'T-1"],
    ['an error', '#REF!'],
    ['a space inside', 'T 1'],
    ['an escape sequence', 'T-1\u001b[31m'],
  ])('with %s for an id settles nothing', async (_, id) => {
    const { run, reconcile } = await place();
    await run({ reference: 'B' }, { doubt: true });
    const cell = `"${id.replaceAll('"', '""')}"`;
    const { code, out } = await reconcile([paid(cell)], '--yes');
    expect([code, out]).toEqual([3, expect.stringMatching(/B .*contradicted .*can't be one/)]);
    expect(out).not.toContain('\u001b');
  });
  it('in an encoding that is not told is refused', async () => {
    const { run, reconcile, at } = await place();
    await run({ reference: 'B' }, { doubt: true });
    const latin = Buffer.from(`${HEAD},Memo\n${paid('T-1')},M\xfcller\n`, 'latin1');
    const { code, err } = await reconcile(latin, '--yes');
    expect([code, err]).toEqual([2, expect.stringContaining(join(at, 's.csv'))]);
  });
  it('in UTF-16, with semicolons, is read', async () => {
    const { run, reconcile } = await place();
    await run({ reference: 'B' }, { doubt: true });
    const text = `\ufeff${HEAD}\n${paid('T-1')}\n`.replaceAll(',', ';');
    expect((await reconcile(Buffer.from(text, 'utf16le'), '--yes')).out).toMatch(/B .*proven +T-1/);
  });
  it('of 100,000 lines takes seconds', { timeout: 60_000 }, async () => {
    const { run, reconcile } = await place();
    await run({ reference: 'B' }, { doubt: true });

    const lines = Array.from({ length: 100_000 }, (_, at) => paid(`T-${at}`, at === 777 ? '10' : '11'));
    const before = process.cpuUsage();
    const { out } = await reconcile(lines, '--yes');
    const { user, system } = process.cpuUsage(before);
    expect(out).toMatch(/B .*proven +T-777/);
    expect((user + system) / 1e6).toBeLessThan(15);
  });
});

describe('a row that was not found', () => {
  const day = () => now().slice(0, 10).split('-').reverse();
  it.each([
    [
      'no payee',
      'Transfer ID,Amount,Currency,Created At',
      () => `T-1,10.00,GBP,${now()}`,
      'no column names the payee',
    ],
    ['no time', HEAD.replace('Created At', 'Booked on'), () => paid('T-1'), 'no column names the time'],
    ['no amount', HEAD.replace('Amount', 'Betrag'), () => paid('T-1'), 'no column names the amount'],
    ['no currency', HEAD.replace('Currency', 'Waehrung'), () => paid('T-1'), 'no column names the currency'],
    [
      'names of payees where ids are wanted',
      HEAD.replace('External Account ID', 'Payee'),
      () => `T-1,Lodz Transport,10.00,GBP,${now()}`,
      '1 of 1 payees are no id of an account or a customer',
    ],
    ['an empty payee', HEAD, () => `T-1,,10.00,GBP,${now()}`, 'no line names the payee'],
    [
      'amounts that can mean two things',
      HEAD,
      () => `${paid('T-0', '"7,50"')}\n${paid('T-2', '7.50')}\n${paid('T-1', '"10,00"')}`,
      '2 of 3 amounts can\'t be read ("7,50")',
    ],
    [
      'times that can mean two things',
      HEAD,
      () => `T-1,${ACCOUNT},10.00,GBP,${day().join('/')}`,
      "1 of 1 times can't be read (",
    ],
  ])('is not said to be missing from a statement with %s', async (_, head, line, why) => {
    const { run, reconcile } = await place();
    await run({ reference: 'B' }, { doubt: true });
    const text = Buffer.from(`${head}\n${line()}\n`);
    const { code, out } = await reconcile(text, '--yes');
    expect(code).toBe(3);
    expect(out).not.toContain('nothing in the statement');
    expect(out.replace(/\s+/g, ' ')).toContain(
      `Not found is not "not paid" here, since not all could be compared: ${why}`,
    );
    const json = JSON.parse((await reconcile(text, '--json')).out) as {
      statement: { notCompared: unknown[] };
      rows: { why: string; verdict: string }[];
    };
    expect(json.statement.notCompared).toHaveLength(1);
    expect(json.rows[0]).toMatchObject({ verdict: 'unmatched', why: expect.stringContaining(why) as string });
  });
  it('names the lines of its amount and currency', async () => {
    const { run, reconcile } = await place();
    await run({ reference: 'B' }, { doubt: true });
    const { out } = await reconcile(Buffer.from(`Transfer ID,Amount,Currency\nT-1,10,GBP\nT-2,10.0,EUR\n`));
    expect(out.replace(/\s+/g, ' ')).toContain(
      "line 2 has this amount and currency: no proof either way; can't be told",
    );
    const other = await reconcile(Buffer.from(`${HEAD}\nT-1,${ACCOUNT},11.00,GBP,${now()}\n`));
    expect(other.out).toMatch(/unmatched +nothing in the statement/);
    expect(other.out).not.toContain('Not found is not');
  });
  it('names the line that has its memo', async () => {
    const { run, reconcile } = await place();
    await run({ reference: 'B', memo: 'Faktura 7/11' }, { doubt: true });
    const head = 'Transfer ID,Payee,Memo,Amount,Currency,Created At';
    const lines = ['T-0,Somebody,Rent', 'T-1,Lodz Transport,FAKTURA 7/11'].map(
      (line) => `${line},10.00,GBP,${now()}`,
    );
    const { out } = await reconcile(Buffer.from([head, ...lines, ''].join('\n')));
    expect(out.replace(/\s+/g, ' ')).toContain('line 3 has this amount and currency and the memo: no proof');
  });
  it('is proven by its reference, whatever the payee is called there', async () => {
    const { run, reconcile } = await place();
    await run({ reference: 'B' }, { doubt: true });
    const { out } = await reconcile(
      Buffer.from(
        `Transfer ID,Reference,Payee,Amount,Currency,Created At\nT-1,B,Lodz Transport,10.00,GBP,${now()}\n`,
      ),
    );
    expect(out).toMatch(/B .*proven +T-1/);
  });
  it("called not created, is not confirmed by a statement that can't be compared", async () => {
    const { run, reconcile, say } = await place();
    await run({ reference: 'B' }, { doubt: true });
    await say(['resolve', 'last', '--line', '2', '--as', 'not-created', '--reason', 'asked']);
    const { code, out } = await reconcile(Buffer.from('Transfer ID,Memo\nT-1,x\n'));
    expect([code, out]).toEqual([3, expect.stringContaining('Not found is not "not paid" here')]);
    expect((await reconcile([paid('T-1', '11.00')])).code).toBe(0);
  });
  it('is found with a decimal comma and a German time', async () => {
    const { run, reconcile } = await place();
    await run({ reference: 'B' }, { doubt: true });
    const time = `${day().join('.')} ${now().slice(11, 19)}`;
    const text = `${HEAD};Memo\nT-0;${ACCOUNT};1.234,50;GBP;${time};\nT-1;${ACCOUNT};10,00;GBP;${time};\n`;
    const { code, out } = await reconcile(Buffer.from(text.replaceAll(/,(?=[A-Z])/g, ';')), '--yes');
    expect([code, out]).toEqual([0, expect.stringMatching(/B .*proven +T-1/)]);
  });
});

describe('a statement with a column for each direction', () => {
  const head = 'Transfer ID,Date,Debit,Credit,Currency,External Account ID';
  const line = (id: string, debit: string, credit: string): string =>
    `${id},${now()},${debit},${credit},GBP,${ACCOUNT}`;
  it.each([
    ['what went out under Debit', '10.00', '', 'proven'],
    ['what went out under Debit, with a minus', '-10.00', '', 'proven'],
    ['a zero under Credit', '10.00', '0.00', 'proven'],
    ['what came in under Credit', '', '10.00', 'ambiguous'],
    ['both on one line', '10.00', '10.00', 'unmatched'],
    ['another amount', '11.00', '', 'unmatched'],
    ['neither', '', '', 'unmatched'],
  ])('%s is read', async (_, debit, credit, verdict) => {
    const { run, reconcile } = await place();
    await run({ reference: 'B' }, { doubt: true });
    const text = [head, line('T-7', '25.00', ''), line('T-8', debit, credit), ''].join('\n');
    const { out } = await reconcile(Buffer.from(text), '--json');
    expect(JSON.parse(out)).toMatchObject({ rows: [{ verdict, settled: false }] });
  });
  it('is named with --map, beside an amount without a sign', async () => {
    const { at, run, reconcile } = await place();
    await run({ reference: 'B' }, { doubt: true });
    writeFileSync(join(at, 'm.json'), '{"Soll": "debit", "Haben": "credit"}');
    const own = `Transfer ID,Date,Soll,Haben,Amount,Currency,External Account ID`;
    const text = `${own}\nT-8,${now()},10.00,,10.00,GBP,${ACCOUNT}\nT-9,${now()},,10.00,10.00,GBP,${ACCOUNT}\n`;
    const { out } = await reconcile(Buffer.from(text), '--map', join(at, 'm.json'), '--json');
    expect(JSON.parse(out)).toMatchObject({ rows: [{ statementLines: [2, 3] }] });
  });
});
