// reconcile on the command line: from a run with rows in doubt to rows that a statement resolves, and what it prints
// about a statement that it does not understand.
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';

import { describe, expect, it } from 'vitest';

import { program } from '../../src/cli/program.ts';
import { ledgerEnv } from '../kit/cli.ts';
import { folder } from '../kit/folder.ts';
import { serviceThat } from '../kit/http.ts';
import { LATER_MS } from '../kit/in-doubt.ts';
import { fakeIo } from '../kit/io.ts';
import { ACCOUNT, payouts } from '../kit/payouts.ts';
import { sandbox } from '../kit/sandbox.ts';
import { CONSTANTS } from '../unit/batch/imports/imports.ts';

const HEADER = 'Transaction ID,Date,Amount,Currency,External Account ID';
const bare = (text: string): string => text.replaceAll(/\s+/g, ' ');
const today = (): string => new Date().toISOString().slice(0, 10);
const uuid = (n: number): string => `aaaaaaaa-0000-4000-8000-${String(n).padStart(12, '0')}`;

async function place() {
  const service = await sandbox();
  const at = folder();
  const say = async (args: readonly string[], yes?: string) => {
    const io = fakeIo(at, ledgerEnv(at, service.url), {
      now: () => Date.now() + LATER_MS,
      ...(yes === undefined ? {} : { interactive: true, answer: yes }),
    });
    const code = await program(args, io);
    return { code, out: bare(io.said.out), err: io.said.err };
  };
  let files = 0;
  /** Runs a file: the first rows are in doubt, executed or not. */
  const run = async (rows: readonly Record<string, string>[], { doubts = 0, executed = false } = {}) => {
    service.faults.clear();
    const kind = executed ? '500-after' : '500-before';
    if (doubts > 0) service.faults.add({ kind, operation: 'createTransfer', first: doubts });
    const file = join(at, `in-${++files}.csv`);
    writeFileSync(file, payouts(rows));
    const { code, err } = await say(['run', file, '--alike-ok', '--concurrency', '1', '--halt-after', '50']);
    expect(code, err).toBe(doubts > 0 ? 3 : 0);
    return file;
  };
  const reconcile = (lines: readonly string[], ...more: string[]) => {
    writeFileSync(join(at, 's.csv'), [...lines, ''].join('\n'));
    return say(['reconcile', 'last', '--statement', join(at, 's.csv'), ...more]);
  };
  return { service, at, say, run, reconcile };
}

const row = (reference: string, receiverAmount = '100.00', memo = ''): Record<string, string> => ({
  reference,
  receiverAmount,
  memo,
});

describe('a statement', () => {
  it('is refused if it is the input of a run or the CSV of rows in doubt', async () => {
    const { at, run, say, service } = await place();
    const file = await run([row('INV-1')], { doubts: 1 });
    const sheet = join(at, 'doubts.csv');
    writeFileSync(sheet, (await say(['doubts', '--csv'])).out.replace(' INV', '\nINV'));
    for (const statement of [file, sheet]) {
      const { code, err } = await say(['reconcile', 'last', '--statement', statement, '--yes']);
      expect([code, err]).toEqual([2, expect.stringMatching(/proves (none|no payment)/)]);
    }
    const exported = join(at, 'export.csv');
    writeFileSync(exported, 'reference,receiverAmount\nINV-9,77.00\n');
    const constants = { ...CONSTANTS, 'destination.currency': 'GBP' };
    writeFileSync(join(at, 'p.json'), JSON.stringify({ constants }));
    service.faults.add({ kind: '500-before', operation: 'createTransfer', first: 1 });
    expect((await say(['run', exported, '--map', join(at, 'p.json')])).code).toBe(3);
    writeFileSync(join(at, 's.json'), JSON.stringify({ constants: { currency: 'GBP' } }));
    const { code, err } = await say([
      ...['reconcile', 'last', '--statement', exported, '--map', join(at, 's.json'), '--yes'],
    ]);
    expect([code, err]).toEqual([2, expect.stringContaining('is the input of a run')]);
    expect((await say(['doubts', '--exit-code'])).code).toBe(3);
  });

  it('resolves the rows that it proves, but only with --yes', async () => {
    const { run, reconcile, say, service } = await place();
    const file = await run([row('INV-1'), row('INV-2', '55.00')], { doubts: 1, executed: true });
    const id = service.store.transfers[0]?.id ?? '';
    const lines = ['Transaction ID,Amount,Currency,Reference', `${id},-100.00,GBP,INV-1`];
    const shown = await reconcile(lines);
    expect(shown.out).toContain(`line 2 by reference, amount and currency; transfer id ${id}`);
    expect(shown.out).toContain('1 row proven: --yes records it. Nothing was changed.');
    expect(shown.code).toBe(3);
    const done = await reconcile(lines, '--yes', '--by', 'ann');
    expect([done.code, done.out]).toEqual([0, expect.stringContaining('1 row recorded as created (paid).')]);
    expect((await say(['status', 'last'])).out).toContain(id);
    expect((await say(['run', file])).code).toBe(0);
    expect(service.store.transfers.length).toBe(2);
  });
  it('proves a payment without an id of the service, and reconcile records no id', async () => {
    const { run, reconcile, say, service, at } = await place();
    const file = await run([row('INV-1'), row('INV-2', '120.00')], { doubts: 1, executed: true });
    const lines = ['ID,Date,Amount,Currency,External Account ID,Reference'];
    const monday = [
      ...lines,
      `1,${today()},-100.00,GBP,${ACCOUNT},INV-1`,
      `2,${today()},-120.00,GBP,${ACCOUNT},INV-2`,
    ];
    const done = await reconcile(monday, '--yes');
    expect(done.out).toContain('Column "ID": "1" (line 2) and "2" (line 3): not in the form');
    expect([done.code, done.out]).toEqual([0, expect.stringContaining('1 row recorded as created (paid).')]);
    const again = await say(['run', file]);
    expect([again.code, service.store.transfers.length], again.err).toEqual([0, 2]);
    expect((await say(['ledger', 'verify'])).code).toBe(0);
    const id = service.store.transfers[0]?.id ?? '';
    const word = ['--as', 'created', '--transfer-id', id, '--reason', 'found it', '--correct'];
    expect((await say(['resolve', 'last', '--line', '2', ...word])).code).toBe(0);
    expect((await say(['run', join(at, 'in-1.csv')])).code).toBe(0);
  });
  it('proves nothing with an unknown direction or type, and reconcile prints these words', async () => {
    const { run, reconcile } = await place();
    await run([row('INV-1'), row('INV-2', '55.00')], { doubts: 2 });
    const { code, out } = await reconcile(
      [
        'Amount,Currency,Reference,Type,Direction',
        '100.00,GBP,INV-1,Payment,Bij',
        '55.00,GBP,INV-2,Rückzahlung,OUT',
      ],
      '--yes',
    );
    expect(code).toBe(3);
    expect(out).toContain('its direction "Bij" is not known as outgoing');
    expect(out).toContain('its type "Rückzahlung" is not known as a payment');
    expect(out).toContain(
      'Column "Direction": "Bij" (line 2): not known as outgoing. Such lines prove nothing.',
    );
    expect(out).toContain('Nothing is proven.');
  });
  it('proves nothing with another amount for the reference, and reconcile names the line', async () => {
    const { run, reconcile } = await place();
    await run([row('INV-1')], { doubts: 1, executed: true });
    const lines = ['Amount,Currency,Reference', '-100.40,GBP,INV-1'];
    const { code, out } = await reconcile(lines);
    expect(code).toBe(3);
    expect(out).toContain('line 2 by reference, but its amount is 100.40, not 100.00');
  });
  it('proves nothing with another amount for the account, and reconcile names the line', async () => {
    const { run, reconcile } = await place();
    await run([row('INV-1')], { doubts: 1, executed: true });
    const line = `${uuid(1)},${today()},-100.40,GBP,${ACCOUNT}`;
    const { code, out } = await reconcile([HEADER, line]);
    expect(code).toBe(3);
    expect(out).toContain('line 2 by account and time, but its amount is 100.40, not 100.00');
    const two = await reconcile([HEADER, line, `${uuid(2)},${today()},-100.00,EUR,${ACCOUNT}`]);
    expect(two.out).toContain('line 2 or line 3 by account and time, but not with its amount and currency');
  });
  it('proves neither of two equal rows', async () => {
    const { run, reconcile } = await place();
    await run([row('INV-1'), row('INV-2')], { doubts: 2, executed: true });
    const line = (n: number): string => `${uuid(n)},${today()},-100.00,GBP,${ACCOUNT}`;
    for (const lines of [[line(1)], [line(1), line(2)]])
      expect((await reconcile([HEADER, ...lines], '--yes')).out).toContain('Nothing is proven.');
  });
  it('with unrecognised columns can be read with --map, which reconcile suggests', async () => {
    const { run, reconcile, at } = await place();
    await run([row('INV-1')], { doubts: 1, executed: true });
    const lines = [
      'ID,Status,Target amount (after fees),Target currency,Reference',
      `${uuid(1)},COMPLETED,100.00,GBP,INV-1`,
    ];
    const { code, out } = await reconcile(lines);
    expect([code, out]).toEqual([3, expect.stringContaining('but it has no amount')]);
    expect(out).toContain(
      'Columns that were not recognised: "Target amount (after fees)" and "Target currency"',
    );
    expect(out).toContain('--map map.json with {"Target amount (after fees)": FIELD}');
    const map = { 'Target amount (after fees)': 'amount', 'Target currency': 'currency' };
    writeFileSync(join(at, 'map.json'), JSON.stringify(map));
    expect((await reconcile(lines, '--yes', '--map', join(at, 'map.json'))).code).toBe(0);
    const profile = { columns: map, skipRows: 1, delimiter: ';', decimal: ',' };
    writeFileSync(join(at, 'profile.json'), JSON.stringify(profile));
    await run([row('INV-3')], { doubts: 1, executed: true });
    const other = lines.map((line) =>
      line.replaceAll(',', ';').replace('100.00', '100,00').replace('INV-1', 'INV-3'),
    );
    const titled = ['A title', ...other].map((line) => line.replace(uuid(1), uuid(2)));
    const read = await reconcile(titled, '--yes', '--map', join(at, 'profile.json'));
    expect([read.code, read.err]).toEqual([0, '']);
  });
});

describe('a row that was resolved as not-created', () => {
  const word = ['--as', 'not-created', '--reason', 'not in the dashboard', '--by', 'ann'];
  it('goes back in doubt if the statement proves it, and is not sent again', async () => {
    const { run, reconcile, say, service } = await place();
    const file = await run([row('INV-1')], { doubts: 1, executed: true });
    service.faults.clear();
    expect((await say(['resolve', 'last', '--line', '2', ...word])).code).toBe(0);
    const id = service.store.transfers[0]?.id ?? '';
    const lines = ['Transaction ID,Amount,Currency,Reference', `${id},-100.00,GBP,INV-1`];
    const shown = await reconcile(lines);
    expect([shown.code, shown.out]).toEqual([
      3,
      expect.stringContaining('resolved as not created; statement line 2 by reference'),
    ]);
    const done = await reconcile(lines, '--yes');
    expect([done.code, done.out]).toEqual([3, expect.stringContaining('in doubt again, so no run sends it')]);
    expect((await say(['run', file])).code).toBe(3);
    expect(service.store.transfers.length).toBe(1);
    expect((await reconcile(lines, '--yes')).code).toBe(0);
    expect((await say(['run', file])).code).toBe(0);
    expect(service.store.transfers.length).toBe(1);
  });
  it('stays resolved if no line of the statement fits', async () => {
    const { run, reconcile, say } = await place();
    await run([row('INV-1')], { doubts: 1 });
    expect((await say(['resolve', 'last', '--line', '2', ...word])).code).toBe(0);
    const { code, out } = await reconcile(['Amount,Currency,Reference', '-3.00,GBP,INV-9'], '--yes');
    expect([code, out]).toEqual([0, expect.stringContaining('no line of the statement fits')]);
  });
});

describe('a line that may belong to a row of another run', () => {
  it.each([
    ['paid', 0],
    ['in doubt', 1],
  ])('proves nothing if that row is %s', async (_, doubts) => {
    const { run, reconcile } = await place();
    await run([row('INV-7')], { doubts, executed: true });
    await run([row('INV-1')], { doubts: 1 });
    const line = `${today()},-100.00,GBP,${ACCOUNT}`;
    const { code, out } = await reconcile(['Date,Amount,Currency,External Account ID', line], '--yes');
    expect([code, out]).toEqual([3, expect.stringContaining('which may belong to line 2 of run')]);
  });
});

describe('an id in the response to a row in doubt', () => {
  const [ID, OTHER] = [uuid(61), uuid(62)];
  const HEAD = 'Transaction ID,Amount,Currency,Reference';
  /** A run of these rows whose responses all have one id. */
  async function answered(response: object, rows: readonly Record<string, string>[]) {
    let count = 0; // a repeat of the same bytes is not accepted as the response to another request
    const url = await serviceThat(() => ({
      status: 201,
      text: JSON.stringify({ id: ID, ...response, count: ++count }),
    }));
    const at = folder({ 'in.csv': payouts(rows) });
    const say = async (...args: string[]) => {
      const io = fakeIo(at, ledgerEnv(at, url), { now: () => Date.now() + LATER_MS });
      return { code: await program(args, io), out: bare(io.said.out), err: io.said.err };
    };
    const ran = await say('run', join(at, 'in.csv'), '--no-quote', '--alike-ok', '--concurrency', '1');
    expect(ran.code, ran.err).toBe(3);
    const reconcile = (line: string, ...more: string[]) => {
      writeFileSync(join(at, 's.csv'), `${HEAD}\n${line}\n`);
      return say('reconcile', 'last', '--statement', join(at, 's.csv'), ...more);
    };
    /** A second file with this row, whose response has the same id. */
    const also = async (reference: string) => {
      writeFileSync(join(at, 'in-2.csv'), payouts([row(reference)]));
      expect((await say('run', join(at, 'in-2.csv'), '--no-quote', '--alike-ok')).code).toBe(3);
    };
    return { reconcile, say, also };
  }

  it('proves the row, unless the line has another amount', async () => {
    const { reconcile, say } = await answered({ receiverAmount: 999 }, [row('INV-1')]);
    const other = await reconcile(`${ID},999.00,GBP,`, '--yes');
    expect([other.code, other.out]).toEqual([
      3,
      expect.stringContaining('line 2 by transfer id, but its amount is 999.00, not 100.00'),
    ]);
    const done = await reconcile(`${ID.toUpperCase()},100.00,GBP,`, '--yes');
    expect([done.code, done.out]).toEqual([0, expect.stringContaining('1 row recorded as created (paid).')]);
    expect((await say('status', 'last')).out).toContain(ID);
    const again = await reconcile(`${ID},100.00,GBP,`, '--yes');
    expect([again.code, again.err]).toEqual([0, '']);
  });
  it('proves no row if another row in doubt has it', async () => {
    const { reconcile } = await answered({ receiverAmount: 999 }, [row('INV-1'), row('INV-2', '55.00')]);
    const { code, out } = await reconcile(`${ID},100.00,GBP,`, '--yes');
    expect([code, out]).toEqual([3, expect.stringContaining('Nothing is proven.')]);
    const done = await reconcile(`${OTHER},100.00,GBP,INV-1`, '--yes');
    expect(done.out).toContain('1 row recorded as created (paid).');
  });
  it('proves no row if a row of another run had it, even one resolved as not-created', async () => {
    const { reconcile, say, also } = await answered({ receiverAmount: 999 }, [row('INV-1')]);
    await say('resolve', 'last', '--line', '2', '--as', 'not-created', '--sure', '--reason', 'x');
    await also('INV-2');
    const { code, out } = await reconcile(`${ID},100.00,GBP,`, '--yes');
    expect([code, out]).toEqual([3, expect.stringContaining('Nothing is proven.')]);
  });
  it('proves no row if another row was created with it', async () => {
    const { reconcile } = await answered({}, [row('INV-1'), row('INV-2', '55.00')]);
    const { code, out } = await reconcile(`${ID},55.00,GBP,INV-2`, '--yes');
    expect([code, out]).toEqual([3, expect.stringContaining('Nothing is proven.')]);
    const done = await reconcile(`${OTHER},55.00,GBP,INV-2`, '--yes');
    expect(done.out).toContain('1 row recorded as created (paid).');
  });
});

it('reconcile needs a statement, and has nothing to prove if no row is in doubt', async () => {
  const { run, reconcile, say } = await place();
  await run([row('INV-1')]);
  expect((await say(['reconcile', 'last'])).err).toContain('--statement FILE is needed');
  const lines = ['Amount,Currency,Reference', '-3.00,GBP,INV-9'];
  const none = await reconcile(lines, '--yes');
  expect([none.code, none.err]).toEqual([0, '']);
  expect(none.out).toContain(
    'No row of this run can be proven: none is in doubt, and none that was resolved as not-created is still unsent.',
  );
  expect(JSON.parse((await reconcile(lines, '--json')).out)).toMatchObject({ rows: [], exitCode: 0 });
});
