// Rows in doubt, from the run that left them to their resolution: doubts, resolve, status, report and ledger.
import { copyFileSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

import { parse } from 'csv-parse/sync';
import { describe, expect, it, onTestFinished, vi } from 'vitest';

import { program } from '../../src/cli/program.ts';
import { environmentName } from '../../src/interface/environment.ts';
import { FileLedger } from '../../src/ledger/file/file-ledger.ts';
import { LedgerError } from '../../src/ledger/ledger.ts';
import { verbatim } from '../../src/message.ts';
import { SANDBOX_CREDENTIALS } from '../../src/sandbox/options.ts';
import { setUpApi, TRADE } from '../kit/api.ts';
import { serviceEnv } from '../kit/cli.ts';
import { folder } from '../kit/folder.ts';
import { CREATED, ids, inDoubt, LATER_MS, type Place, place, RUN } from '../kit/in-doubt.ts';
import { command, fakeIo } from '../kit/io.ts';
import { COLUMNS, customers, numbered, numberedCustomers, payouts } from '../kit/payouts.ts';
import { sandbox } from '../kit/sandbox.ts';

describe('doubts', () => {
  it('lists rows with account, amount, age and response, and also as JSON and CSV', async () => {
    const { say, runId } = await inDoubt();
    const table = await say(['doubts']);
    expect(table.code).toBe(0);
    expect(table.out).toContain(runId);
    expect(table.out).toContain('11 minutes ago');
    expect(table.out).toContain('HTTP 500');
    expect(table.out).toContain('886313e1');
    expect(table.out).toContain('\nIn doubt: 3 rows, 30.00 GBP.\nAsk the service');
    const { doubts } = JSON.parse((await say(['doubts', '--json'])).out) as { doubts: { line: number }[] };
    expect(doubts.map(({ line }) => line)).toEqual([2, 3, 4]);
    const sheet = parse<Record<string, string>>((await say(['doubts', '--csv'])).out, { columns: true });
    expect(sheet.map(({ line, as, amount }) => [line, as, amount])).toEqual([
      ['2', '', '10.00'],
      ['3', '', '10.00'],
      ['4', '', '10.00'],
    ]);
  });
  it('lists rows by line, whichever was in doubt first, and so does reconcile', async () => {
    const service = await sandbox({ faults: [{ kind: '500-after', operation: 'createTransfer', every: 1 }] });
    const { say, at } = await place(service);
    writeFileSync(join(at, 'in.csv'), payouts(numbered(30)));
    await say(
      ['run', join(at, 'in.csv'), '--concurrency', '8', '--max-in-doubt', '30', '--halt-after', '99'],
      {},
    );
    const lines = async (...more: string[]) => (await say(['doubts', ...more])).out;
    const { doubts } = JSON.parse(await lines('--json')) as { doubts: { line: number }[] };
    expect(doubts).toHaveLength(30);
    expect(doubts.map(({ line }) => line)).toEqual(doubts.map((_, row) => row + 2));
    const sheet = parse<Record<string, string>>(await lines('--csv'), { columns: true });
    expect(sheet.map(({ line }) => Number(line))).toEqual(doubts.map(({ line }) => line));
    writeFileSync(join(at, 's.csv'), 'Transfer ID,Amount\nT-1,1\n');
    const { out } = await say(['reconcile', 'last', '--statement', join(at, 's.csv'), '--json']);
    const { rows } = JSON.parse(out) as { rows: { line: number }[] };
    expect(rows.map(({ line }) => line)).toEqual(doubts.map(({ line }) => line));
  });
  it('reports that no row is in doubt, or that there is no ledger', async () => {
    const { say, service } = await place();
    const environment = environmentName(service.url, SANDBOX_CREDENTIALS.clientId);
    expect((await say(['doubts'])).err).toContain('paybatch ledger init');
    await say(['ledger', 'init']);
    expect(await say(['doubts'])).toMatchObject({ code: 0, out: `No row is in doubt in ${environment}.\n` });
    expect(JSON.parse((await say(['doubts', '--json'])).out)).toMatchObject({ environment, doubts: [] });
  });
  it('is named at the end of a run if other runs have rows in doubt', async () => {
    const { say, at } = await inDoubt();
    writeFileSync(join(at, 'other.csv'), payouts(numbered(1, { reference: 'OTHER', receiverAmount: '77' })));
    const { err } = await say(['run', join(at, 'other.csv')], {});
    expect(err).toContain('3 rows in doubt from other runs: see paybatch doubts');
    const again = await say(RUN(at), {});
    expect(again.err).not.toContain('see paybatch doubts');
  });
});

describe('resolve', () => {
  it('shows the row and asks on a terminal before it records a resolution', async () => {
    const one = await inDoubt();
    const [id = ''] = ids(one);
    const args = CREATED(id, 'seen');
    const no = await one.say(args, { interactive: true, answer: 'no' });
    expect(no.code).toBe(2);
    expect(no.asked).toHaveLength(1);
    expect(no.err).toMatch(/R-1.*886313e1.*10\.00.*GBP/);
    const yes = await one.say([...args, '--by', 'ada'], { interactive: true, answer: 'yes' });
    expect(yes).toMatchObject({ code: 0 });
    const status = await one.say(['status', one.runId.slice(0, -2)]);
    expect(status.out).toContain(`resolved as created (${id}) by ada`);
  });
  it('refuses impossible resolutions, and records nothing', async () => {
    const one = await inDoubt();
    const [id = ''] = ids(one);
    const created = (line: string, transfer: string): string[] =>
      `resolve ${one.runId} --line ${line} --as created --reason r --transfer-id`.split(' ').concat(transfer);
    const not = ['resolve', one.runId, '--line', '2', '--as', 'not-created', '--reason', 'r'];
    expect((await one.say(created('5', 'T-9'))).err).toContain('not in doubt');
    expect((await one.say(created('2', ids(one)[5] ?? ''))).err).toContain('is recorded for line');
    expect((await one.say(created('2', 'T 9'))).err).toContain('visible ASCII');
    expect((await one.say(created('2', 'x'.repeat(201)))).err).toContain('visible ASCII');
    expect((await one.say(created('99', 'T-9'))).err).toContain('no row in doubt with line 99');
    expect((await one.say(created('2-4', 'T-9'))).err).toContain('one id belongs to one row');
    const twoIds = [...created('2', 'T-9'), '--customer-id', 'C-9'];
    expect((await one.say(twoIds)).err).toContain('--transfer-id and --customer-id exclude each other');
    const ofCustomer = created('2', 'T-9').map((word) => word.replace('transfer-id', 'customer-id'));
    expect((await one.say(ofCustomer)).err).toContain('is a payout: give its id with --transfer-id');
    expect((await one.say(not, {})).err).toContain('--sure');
    expect((await one.say(['resolve', 'nope', ...not.slice(2)])).err).toContain('has no run nope');
    expect(
      (await one.say(['status', 'last', '--status', 'in_doubt', '--json'])).out.match(/in_doubt"/g),
    ).not.toBeNull();
    // Nothing was recorded: all three rows are still in doubt.
    expect((JSON.parse((await one.say(['doubts', '--json'])).out) as { doubts: [] }).doubts).toHaveLength(3);
    expect((await one.say(created('2', id))).code).toBe(0);
  });
  it('resolves several lines at once, and the next run sends the rows resolved as not-created', async () => {
    const one = await inDoubt();
    const before = ids(one).length;
    const words = `resolve ${one.runId} --line 2-3 --line 4 --as not-created --reason asked --json --yes`;
    const many = await one.say(words.split(' '));
    expect(many.code).toBe(0);
    expect((JSON.parse(many.out) as { resolved: [] }).resolved).toHaveLength(3);
    expect((await one.say(RUN(one.at), {})).code).toBe(0);
    expect(ids(one)).toHaveLength(before + 3);
  });
  it('skips and names the lines of a range that are not in doubt', async () => {
    const one = await inDoubt();
    const range = ['resolve', 'last', '--line', '4-6', '--as', 'not-created', '--reason', 'r', '--yes'];
    const { code, err } = await one.say(range);
    expect([code, err]).toEqual([0, expect.stringContaining('Not in doubt, left out: lines 5, 6.\n')]);
    const all = await one.say(range.join(' ').replace('--line 4-6', '--all').split(' '));
    expect([code, all.err]).toEqual([0, expect.not.stringContaining('left out')]);
  });
  it('with --all resolves every row in doubt of the run', async () => {
    const one = await inDoubt();
    const all = ['resolve', 'last', '--all', '--as', 'not-created', '--reason', 'r', '--yes'];
    expect((await one.say(all)).code).toBe(0);
    expect((await one.say(['doubts'])).out).toContain('No row is in doubt in http');
    expect((await one.say(all)).code).toBe(2);
  });
  it.each(['--all', '--line 2-4', '--line 2 --line 3 --line 4 --json'])(
    'with %s shows several rows, and needs --yes without a terminal',
    async (rows) => {
      const one = await inDoubt();
      const { code, err } = await one.say(`resolve last ${rows} --as not-created --reason asked`.split(' '));
      expect(code).toBe(2);
      expect(err).toMatch(/R-1.*886313e1.*10\.00.*GBP/);
      expect(err).toContain('these are 3 rows: without a terminal, this needs --yes. Nothing was changed');
      expect((JSON.parse((await one.say(['doubts', '--json'])).out) as { doubts: [] }).doubts).toHaveLength(
        3,
      );
    },
  );
  it('needs --reason for not-created, but not for created with an id', async () => {
    const one = await inDoubt();
    const [id = ''] = ids(one);
    const line = ['resolve', one.runId, '--line', '2'];
    const without = await one.say([...line, '--as', 'not-created']);
    expect([without.code, without.err]).toEqual([2, expect.stringContaining('--reason is needed')]);
    expect((await one.say([...line, '--as', 'created', '--transfer-id', id, '--by', 'ada'])).code).toBe(0);
    expect((await one.say(['status', 'last'])).out).toContain(`created (${id})`);
  });
  it.each(['1.2E+11', 'T 1'])('with --from refuses an invalid id: %s', async (id) => {
    const one = await inDoubt();
    const sheet = (await one.say(['doubts', '--csv'])).out.split('\n');
    const filled = sheet.map((line, at) => (at === 1 ? line.replace(/,,,$/, `,created,${id},seen`) : line));
    writeFileSync(join(one.at, 'd.csv'), filled.join('\n'));
    const { code, err } = await one.say(['resolve', '--from', join(one.at, 'd.csv')]);
    expect([code, err]).toEqual([2, expect.stringContaining(`${id} can't be an id`)]);
  });
  it('with --from accepts a sheet saved with semicolons and decimal commas', async () => {
    const one = await inDoubt();
    const [a = ''] = ids(one);
    const sheet = (await one.say(['doubts', '--csv'])).out.split('\n');
    const saved = (amount: string): string =>
      [sheet[0], sheet[1]?.replace(/,,,$/, `,created,${a},seen`).replace(',10.00,', `,${amount},`), '']
        .join('\r\n')
        .replaceAll(',', ';')
        .replace('_', ',');
    const file = join(one.at, 'saved.csv');
    writeFileSync(file, saved('10_01'));
    expect((await one.say(['resolve', '--from', file, '--yes'])).err).toContain('its amount is "10,01"');
    writeFileSync(file, saved('10_0'));
    const { code, err, out } = await one.say(['resolve', '--from', file, '--yes']);
    expect(code, err).toBe(0);
    expect(out).toContain('Line 2');
  });
  it('with --from resolves the completed lines, and refuses a sheet with swapped references', async () => {
    const one = await inDoubt();
    const sheet = (await one.say(['doubts', '--csv'])).out.split('\n');
    const fill = (words: readonly string[]): string =>
      [sheet[0], ...sheet.slice(1, 4).map((text, at) => text.replace(/,,,$/, words[at] ?? ',,,'))].join('\n');
    const file = join(one.at, 'doubts.csv');
    const [a = ''] = ids(one);
    writeFileSync(file, fill([`,created,${a},seen`, ',not-created,,asked']));
    const lines = readFileSync(file, 'utf8').split('\n');
    const swapped = lines.map((text, at) =>
      at === 1 ? text.replace('R-1', 'R-2') : at === 2 ? text.replace('R-2', 'R-1') : text,
    );
    writeFileSync(join(one.at, 'sorted.csv'), swapped.join('\n'));
    expect((await one.say(['resolve', '--from', join(one.at, 'sorted.csv')])).err).toContain('sorted');
    const unasked = await one.say(['resolve', '--from', file]);
    expect([unasked.code, unasked.err]).toEqual([2, expect.stringContaining('these are 2 rows')]);
    const done = await one.say(['resolve', '--from', file, '--yes']);
    expect(done.code, done.err).toBe(0);
    expect(done.out).toContain('Line 2');
    expect(done.out).toContain('Line 3');
    expect(done.out).not.toContain('Line 4');
  });
});

const quoted = (cell: string): string => `"${cell.replaceAll('"', '""')}"`;

describe('a changed sheet for resolve --from', () => {
  it.each([
    ['reference', 'R-9'],
    ['reference', ''],
    ['customerId', '11111111-1111-4111-8111-111111111111'],
    ['externalAccountId', '11111111-1111-4111-8111-111111111111'],
    ['amount', '10.01'],
    ['currency', 'EUR'],
    ['line', '3'],
    ['lastAttempt', '2026-01-01T00:00:00.000Z'],
  ])('is refused as a whole, with the line and the difference: %s changed to %j', async (column, value) => {
    const one = await inDoubt();
    const [header = [], ...rows] = parse((await one.say(['doubts', '--csv'])).out);
    const change = (cells: string[], name: string, text: string): string[] =>
      cells.map((cell, at) => (header[at] === name ? text : cell));
    const filled = rows.map((cells, at) => {
      const word = change(change(cells, 'as', 'not-created'), 'reason', 'r');
      return at === 1 ? change(word, column, value === '3' ? '4' : value) : word;
    });
    const file = join(one.at, 'd.csv');
    writeFileSync(file, [header, ...filled].map((cells) => `${cells.map(quoted).join(',')}\n`).join(''));
    const { code, err } = await one.say(['resolve', '--from', file, '--yes']);
    expect([code, err]).toEqual([2, expect.stringMatching(/the sheet's line 3 names line \d of run/)]);
    expect(err).toContain(`its ${column === 'line' ? 'reference' : column} is "`);
    expect(JSON.parse((await one.say(['doubts', '--json'])).out)).toMatchObject({
      doubts: [{ line: 2 }, { line: 3 }, { line: 4 }],
    });
  });
});

it('resolve --from refuses a sheet without a column that identifies rows', async () => {
  const one = await inDoubt();
  const [header = [], ...rows] = parse((await one.say(['doubts', '--csv'])).out);
  const kept = [header, ...rows].map((cells) => cells.filter((_, at) => header[at] !== 'amount'));
  const file = join(one.at, 'd.csv');
  writeFileSync(file, kept.map((cells) => `"${cells.join('","')}"\n`).join(''));
  const { code, err } = await one.say(['resolve', '--from', file, '--yes']);
  expect([code, err]).toEqual([
    2,
    expect.stringContaining('columns are missing (amount): fill in the CSV of'),
  ]);
});

it('doubts, its CSV and resolve show the payee if the input has a payee column', async () => {
  const one = await place(undefined, { payee: 'x-supplier' });
  const rows = numbered(3).map((row, at) => ({ ...row, 'x-supplier': at === 0 ? 'Acme Ltd' : 'Beta GmbH' }));
  writeFileSync(join(one.at, 'in.csv'), payouts(rows, [...COLUMNS, 'x-supplier']));
  expect((await one.say(RUN(one.at), {})).code).toBe(3);
  expect((await one.say(['doubts'])).out).toMatch(/payee .*\n.*Acme Ltd/);
  expect((await one.say(['doubts', '--json'])).out).toContain('"payee":"Acme Ltd"');
  const { out: sheet } = await one.say(['doubts', '--csv']);
  expect(sheet).toMatch(/^run,line,reference,payee,customerId,.*\n.*,R-1,Acme Ltd,/);
  const word = ['--as', 'not-created', '--reason', 'not in the dashboard', '--yes'];
  const said = await one.say(['resolve', 'last', '--line', '2', ...word]);
  expect([said.code, said.err]).toEqual([0, expect.stringContaining('Acme Ltd')]);
  writeFileSync(join(one.at, 'sheet.csv'), sheet.replaceAll(/,,,(?=\r?\n)/g, ',not-created,,looked'));
  expect((await one.say(['resolve', '--from', join(one.at, 'sheet.csv'), '--yes'])).code).toBe(2);
  const left = sheet.split(/\r?\n/).filter((line) => !line.includes('Acme Ltd'));
  writeFileSync(
    join(one.at, 'left.csv'),
    left.map((line) => line.replace(/,,,$/, ',not-created,,looked')).join('\n'),
  );
  expect((await one.say(['resolve', '--from', join(one.at, 'left.csv'), '--yes'])).code).toBe(0);
});

describe('a customer in doubt', () => {
  async function customersInDoubt() {
    const service = await sandbox({
      faults: [{ kind: '500-after', operation: 'createCustomer', first: 2 }],
    });
    const one = await place(service);
    writeFileSync(join(one.at, 'statement.pdf'), 'bytes');
    writeFileSync(join(one.at, 'in.csv'), customers(numberedCustomers(2)));
    expect((await one.say(RUN(one.at), {})).code).toBe(3);
    const [header = [], ...rows] = parse((await one.say(['doubts', '--csv'])).out);
    /** Resolves from the sheet with these changes to its first line. */
    const fill = async (changes: Record<string, string>) => {
      const lines = rows.map((cells, at) =>
        cells.map((cell, i) => {
          const name = header[i] ?? '';
          return { as: 'not-created', reason: 'r', ...(at === 0 && changes) }[name] ?? cell;
        }),
      );
      const text = [header, ...lines].map((cells) => `${cells.map(quoted).join(',')}\n`).join('');
      writeFileSync(join(one.at, 'd.csv'), text);
      return one.say(['resolve', '--from', join(one.at, 'd.csv'), '--yes']);
    };
    return { ...one, fill };
  }
  const [first = {}, second = {}] = numberedCustomers(2);
  const [name = '', otherName = ''] = [first['businessLegalName'], second['businessLegalName']];

  it('is shown with its name as payee, without an id, and without words for payments', async () => {
    const { say } = await customersInDoubt();
    const { doubts } = JSON.parse((await say(['doubts', '--json'])).out) as { doubts: object[] };
    expect(doubts[0]).toMatchObject({ payee: name, customerId: '' });
    const sheet = parse<Record<string, string>>((await say(['doubts', '--csv'])).out, { columns: true });
    expect(sheet[0]).toMatchObject({ payee: name, customerId: '' });
    expect((await say(['doubts'])).out).toMatch(new RegExp(`payee .*\\n.*${name}`));
    const md = (await say(['report', 'last', '--format', 'md'])).out;
    expect(md).toContain(`to ${name}, 20`);
    expect(md).not.toMatch(/payment|paid|statement|transfer/i);
    expect((await say(['report', 'last'])).out).not.toMatch(/Many at once|>Paid<|>Not paid</);
    expect((await say(['doubts'])).out).not.toContain('reconcile');
    const { doubts: reported } = JSON.parse((await say(['report', 'last', '--json'])).out) as {
      doubts: object[];
    };
    expect(reported[0]).toMatchObject({ payee: name });
  });
  it('is resolved from an older sheet with its name as customerId, but not with another name', async () => {
    const { fill } = await customersInDoubt();
    const wrong = await fill({ payee: otherName });
    expect([wrong.code, wrong.err]).toEqual([2, expect.stringContaining(`its payee is "${otherName}"`)]);
    expect((await fill({ payee: '', customerId: otherName })).code).toBe(2);
    expect((await fill({ payee: '', customerId: name })).code).toBe(0);
  });
  it('is resolved from the sheet with only the resolution filled in', async () => {
    expect((await (await customersInDoubt()).fill({})).code).toBe(0);
  });
});

it('a trade in doubt is shown with the amount and currency of its request', async () => {
  const { api, at, service } = await setUpApi([{ kind: '500-after', operation: 'createTrade', first: 1 }]);
  expect((await api([...TRADE, '--yes'])).code).toBe(3);
  const say = (...args: string[]) =>
    command(at, [...args, '--ledger', join(at, 'l.db')], serviceEnv(service.url), {
      now: () => Date.now() + LATER_MS,
    });
  const { doubts } = JSON.parse((await say('doubts', '--json')).out) as { doubts: { amount: string }[] };
  expect(doubts).toMatchObject([{ amount: expect.stringMatching(/^[\d.]+$/) as string, currency: 'USDC' }]);
  const { out } = await say('doubts');
  expect(out).toContain(`${doubts[0]?.amount} USDC`);
  expect(out).toContain('whether each row was executed');
  expect(out).not.toContain('--customer-id');
  const sheet = (await say('doubts', '--csv')).out;
  writeFileSync(join(at, 'd.csv'), sheet.replace(/,,,(?=\r?\n)/, ',not-created,,looked'));
  expect((await say('resolve', '--from', join(at, 'd.csv'))).err).not.toContain('sheet');
});

describe('ledger init', () => {
  it('creates a ledger once, readable by its owner only, and ledger show describes it', async () => {
    const { at, say } = await place();
    const made = await say(['ledger', 'init']);
    expect(made.code).toBe(0);
    expect(statSync(join(at, 'l.db')).mode & 0o777).toBe(0o600);
    expect(await say(['ledger', 'init', '--json'])).toMatchObject({ code: 2 });
    await say(RUN(at), {});
    const shown = JSON.parse((await say(['ledger', 'show', '--json'])).out) as Record<string, unknown>;
    expect(shown).toMatchObject({ path: join(at, 'l.db'), environments: [{ runs: 1 }] });
    expect(shown['ledgerSequence']).toBeGreaterThan(0);
    expect((await say(['ledger', 'verifi'])).err).toContain('ledger verifi: one of init, show');
  });
});

describe('a ledger that is older than its high-water mark', () => {
  const older = async (): Promise<Awaited<ReturnType<typeof inDoubt>>> => {
    const one = await inDoubt();
    const mark = join(one.at, 'l.db.mark');
    writeFileSync(mark, readFileSync(mark, 'latin1').replace(/ \d{16} /, ' 0000000000009999 '));
    return one;
  };
  it('is refused by doubts and by run', async () => {
    const one = await older();
    const { code, out, err } = await one.say(['doubts']);
    expect([code, out]).toEqual([2, '']);
    expect(err).toMatch(/that one at entry 9999\).*show the rows that it contains/);
    // doubts has not accepted the ledger, so a run refuses it too.
    expect((await one.say(RUN(one.at), {})).code).toBe(2);
    expect(one.service.store.transfers).toHaveLength(6);
  });
  it('is refused with an error object for --json, and without output for --csv', async () => {
    const one = await older();
    const json = await one.say(['doubts', '--json']);
    expect(json.code).toBe(2);
    const { error } = JSON.parse(json.out) as { error: { code: string; message: string } };
    expect(error.code).toBe('ledger_older');
    expect(error.message).toContain('show the rows that it contains');
    expect(await one.say(['doubts', '--csv'])).toMatchObject({ code: 2, out: '' });
    expect(await one.say(['doubts', '--accept-ledger'])).toMatchObject({ code: 2 });
  });
  it('is used with --accept-ledger, and a warning is printed', async () => {
    const one = await older();
    const [id = ''] = ids(one);
    const { code, err } = await one.say([...CREATED(id, 'seen'), '--by', 'ada', '--accept-ledger', '--yes']);
    expect(code).toBe(0);
    expect(err).toMatch(
      /warning: the ledger .* that one at entry 9999\).* --accept-ledger: paybatch continues with this ledger\. This is recorded/,
    );
  });
});

it('doubts lists the rows even if the disk is full', async () => {
  const { say } = await inDoubt();
  const full = vi
    .spyOn(FileLedger.prototype, 'recover')
    .mockRejectedValue(new LedgerError(verbatim('the ledger could not be written: the disk is full')));
  onTestFinished(() => full.mockRestore());
  const { code, out } = await say(['doubts']);
  expect(code).toBe(0);
  expect(out).toContain('In doubt: 3 rows, 30.00 GBP.');
});

// A later file has a row in doubt with another amount. Everything that shows the row shows the amount that was sent,
// because a person has to find that amount in the dashboard.

const words = (text: string): string => text.replaceAll(/\s+/g, ' ');

const OTHER_ACCOUNT = '886313e1-3b8a-4372-9b90-0c9aee190000';

/** are in doubt with 10.00 each. The next file has R-1 with 110.00 and another account for R-2. */
async function again(): Promise<Place & { file: string }> {
  const one = await inDoubt();
  const [first, second, ...others] = numbered(6);
  const file = join(one.at, 'again.csv');
  writeFileSync(
    file,
    payouts([
      { ...first, receiverAmount: '110.00' },
      { ...second, 'destination.externalAccountId': OTHER_ACCOUNT },
      ...others,
    ]),
  );
  return { ...one, file };
}

describe('a row in doubt that a later file has with another amount', () => {
  it('has the amount that was sent in the messages of the run and in the results', async () => {
    const { say, file, at } = await again();
    const { err, code } = await say(['run', file, '--yes']);
    expect(code).toBe(3);
    expect(words(err)).toContain('sent as 10.00 GBP, but this row has other content now: run ');
    const [, , second, third, fourth] = [
      '',
      ...readFileSync(join(at, 'again.results.csv'), 'utf8').split('\n'),
    ];
    expect(second).toContain('sent as 10.00 GBP, but this row has other content now');
    expect(third).toContain('but this row has other content now: run ');
    expect(fourth).not.toContain('but this row has other content now');
    expect(fourth).toContain('may have sent this request: its outcome is unknown');
  });

  it('has the amount that was sent in status and in the report', async () => {
    const { say, file } = await again();
    await say(['run', file, '--yes']);
    const status = (await say(['status', 'last'])).out;
    expect(status).toMatch(
      /R-1 +in_doubt +10\.00 +GBP .*sent as 10\.00 GBP, but this row has other content now/,
    );
    const md = (await say(['report', 'last', '--format', 'md'])).out;
    expect(md).toMatch(/- line 2, R-1: \*\*10\.00 GBP\*\* to account .*This file has 110\.00 GBP/);
    expect(md).not.toMatch(/\*\*110\.00 GBP\*\*/);
    const html = (await say(['report', 'last', '--format', 'html'])).out;
    expect(html).toContain('<div class="sum">10.00 GBP</div>');
    expect(html).not.toContain('<div class="sum">110.00 GBP</div>');
    const { doubts } = JSON.parse((await say(['report', 'last', '--json'])).out) as {
      doubts: readonly { amount: string }[];
    };
    expect(doubts.map(({ amount }) => amount)).toEqual(['10.00', '10.00', '10.00']);
  });
});

// Commands that only read a ledger file accept one that was restored from an older copy, and print a warning.

const LOOKS = [
  ['status'],
  ['status', 'last', '--json'],
  ['report', 'last', '--format', 'md'],
  ['ledger', 'show'],
];

async function twoFiles() {
  const service = await sandbox();
  const at = folder({ 'one.csv': payouts(numbered(2)), 'two.csv': payouts(numbered(3)) });
  const ledger = join(at, 'l.db');
  const env = { ...serviceEnv(service.url), PAYBATCH_LEDGER: ledger };
  const said = async (words: readonly string[]) => {
    const io = fakeIo(at, env);
    return { code: await program(words, io), out: io.said.out, err: io.said.err };
  };
  return { at, ledger, said };
}

describe('a ledger file that was restored from an older copy', () => {
  it('is shown by status, report and ledger show with one warning, and refused by doubts', async () => {
    const { at, ledger, said } = await twoFiles();
    expect((await said(['run', join(at, 'one.csv')])).code).toBe(0);
    copyFileSync(ledger, `${ledger}.backup`);
    expect((await said(['run', join(at, 'two.csv'), '--alike-ok'])).code).toBe(0);
    for (const words of LOOKS) expect((await said(words)).err, words.join(' ')).not.toContain('warning');
    copyFileSync(`${ledger}.backup`, ledger);
    for (const words of LOOKS) {
      const { code, out, err } = await said(words);
      expect(code, err).toBe(0);
      expect(out, words.join(' ')).not.toBe('');
      expect(err.match(/^paybatch: warning: .*$/gm), words.join(' ')).toEqual([
        expect.stringMatching(
          /is older than .* ends at entry \d+, and that one at entry \d+\).*\. It has no record of the rows that were paid since then\. What is shown may be incomplete: restore the right ledger/,
        ),
      ]);
    }
    const doubts = await said(['doubts']);
    expect(doubts.code).toBe(2);
    expect(doubts.err).toContain('show the rows that it contains');
    expect(doubts.err).not.toContain('warning');
  });
});
