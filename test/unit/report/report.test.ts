// The report of a run, made from the ledger alone: what was paid when, what is in doubt, why rows failed, what it
// cost, and rows for bookkeeping.
import { readFileSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

import { parse } from 'csv-parse/sync';
import { describe, expect, it } from 'vitest';

import { keptWarnings, Warnings } from '../../../src/batch/input/warnings.ts';
import { reportHtml } from '../../../src/report/report-html.ts';
import { reportMarkdown } from '../../../src/report/report-markdown.ts';
import { CREATED, ids, inDoubt, type Place, place, RUN } from '../../kit/in-doubt.ts';
import { ACCOUNT, COLUMNS, numbered, payouts } from '../../kit/payouts.ts';
import { sandbox } from '../../kit/sandbox.ts';
import { verbatim } from '../../kit/words.ts';
import { CONSTANTS } from '../batch/imports/imports.ts';
import { HOSTILE, madeUp } from './made-up.ts';

interface Told {
  readonly runId: string;
  readonly totals: Record<string, Record<string, string>>;
  readonly doubts: { line: number; ifPaid: string; account: string }[];
  readonly failures: { errorCode: string; message: string; count: number }[];
  readonly cost: { currency: string; destination: string; rows: number; quoted: string; fees: string }[];
  readonly timeline: { startedAt: string; finishedAt: string | null; seconds: number | null };
  readonly rows: Record<string, string>[];
}

async function told({ say }: Place, run = 'last'): Promise<Told> {
  const { code, out } = await say(['report', run, '--format', 'json']);
  expect(code).toBe(0);
  return JSON.parse(out) as Told;
}

const XS = [...COLUMNS, 'x-supplier-name'];
const named = (count: number): Record<string, string>[] =>
  numbered(count).map((row, at) => ({ ...row, 'x-supplier-name': `=Supplier ${at % 2}` }));

/** A file in which two rows were paid before, one is invalid, and the service rejects one. */
async function mixed(): Promise<Place> {
  const one = await place(await sandbox());
  writeFileSync(join(one.at, 'in.csv'), payouts(named(2), XS));
  await one.say([...RUN(one.at), '--batch-id', 'night'], {});
  one.service.faults.add({ kind: 'status-before', status: 422, operation: 'createTransfer', first: 1 });
  const rows = named(6);
  writeFileSync(
    join(one.at, 'in.csv'),
    payouts([...rows, { ...rows[0], reference: 'R-9', receiverAmount: '1,5' }], XS),
  );
  await one.say([...RUN(one.at), '--batch-id', 'night'], {});
  return one;
}

describe('the report of a run', () => {
  it('has the contract’s members, and every row of the file with reasons and x- columns', async () => {
    const one = await mixed();
    const report = await told(one);
    expect(Object.keys(report).join(' ')).toBe(
      'runId totals doubts failures cost timeline notStarted warnings rows',
    );
    expect(report.rows.map(({ status }) => status)).toEqual([
      ...['created', 'created', 'rejected', 'created', 'created', 'created', 'invalid'],
    ]);
    expect(report.rows[6]).toMatchObject({
      'x-supplier-name': '=Supplier 0',
      errorCode: 'invalid',
      line: '8',
    });
    expect(report.rows[6]?.['errorMessage']).toContain('receiverAmount');
    expect(report.rows[2]?.['httpStatus']).toBe('422');
    expect(report.totals).toEqual({ GBP: { created: '50.00', rejected: '10.00', invalid: '0' } });
    expect(report.failures.map(({ count }) => count)).toEqual([1, 1]);
    expect(report.cost).toMatchObject([{ currency: 'USDC', destination: 'GBP', rows: 5 }]);
    expect(report.timeline.seconds).toBeGreaterThanOrEqual(0);
  });
  it('separates this run’s payments from earlier ones, and explains how the totals add up', async () => {
    const one = await mixed();
    const { rows } = await told(one);
    const first = await told(one, (await ranBefore(one)) ?? '');
    expect(new Set(rows.slice(0, 2).map(({ runId }) => runId))).toEqual(new Set([first.runId]));
    const { out } = await one.say(['report', 'last']);
    const totals = /<section id="totals".*?<\/section>/s.exec(out)?.[0] ?? '';
    expect(totals).toMatch(
      /Paid in this run"><span>30\.00.*Paid before"><span>20\.00.*Not paid"><span>10\.00/s,
    );
    expect(totals).toContain(
      'In the file = paid in this run + paid before + not paid. The totals are exact sums',
    );
  });
  it('has every column of the results file, with the same values', async () => {
    const one = await mixed();
    const results = parse<Record<string, string>>(readFileSync(join(one.at, 'in.results.csv')), {
      columns: true,
    });
    const { rows } = await told(one);
    const same = Object.keys(results[0] ?? {}).filter(
      // The ledger's time of an outcome is slightly later than that of the results file.
      (name) => !name.startsWith('ledger') && name !== 'finishedAt',
    );
    for (const [at, row] of results.entries())
      for (const name of same)
        expect(rows[at]?.[name], `${name} of line ${row['line'] ?? ''}`).toBe(row[name]);
    for (const name of Object.keys(results[0] ?? {})) expect(rows[0]).toHaveProperty(name);
  });
  it('shows rows as they are now, and what to do about rows in doubt', async () => {
    const one = await inDoubt();
    const [id = ''] = ids(one);
    await one.say([...CREATED(id, 'seen'), '--by', 'ada']);
    const { rows, doubts } = await told(one);
    expect(rows[0]).toMatchObject({ status: 'created', transferId: id });
    expect(rows[0]?.['errorMessage']).toContain('by ada');
    expect(doubts.map(({ line }) => line)).toEqual([3, 4]);
    expect(doubts[0]?.ifPaid).toBe(
      `paybatch resolve --ledger ${join(one.at, 'l.db')} ${one.runId} --line 3 --reason "..." --as created --transfer-id TRANSFER_ID`,
    );
    const { out } = await one.say(['report', 'last']);
    expect(out.indexOf('id="doubts"')).toBeLessThan(out.indexOf('id="rows"'));
    expect(out).toContain('2 rows may have been paid, and the outcome is unknown');
  });
  it('names the person who resolved a row, also in the run that finishes the file', async () => {
    const one = await inDoubt();
    const [id = ''] = ids(one);
    await one.say([...CREATED(id, 'seen'), '--by', 'ada']);
    const sure = ['--as', 'not-created', '--sure', '--reason', 'asked', '--yes'];
    for (const line of ['3', '4']) await one.say(['resolve', one.runId, '--line', line, ...sure]);
    const ran = await one.say(RUN(one.at), {});
    expect(ran.code).toBe(0);
    expect((await one.say(['report', 'last', '--format', 'md'])).out).toContain('All 6 rows are paid');
    const { rows } = await told(one);
    expect(rows.map(({ errorMessage = '' }) => errorMessage.includes('by ada'))).toEqual([
      ...[true, false, false, false, false, false],
    ]);
    // A row that an earlier run paid keeps the note of its resolution.
    expect(rows[0]?.['errorMessage']).toMatch(/^note: resolved as created \(.*\) by ada on \S+: seen$/);
  });
  it('shows how long ago the run was, and what to do about unpaid rows, with their lines', async () => {
    const one = await mixed();
    for (const format of ['md', 'html']) {
      const { out } = await one.say(['report', 'last', '--format', format]);
      expect(out).toContain(
        '2 rows were invalid or refused by the service. Rows that were refused for lack of funds need no correction: top up the wallet. Correct what is wrong in the retry file',
      );
      expect(out).not.toMatch(/sent again,|Sent again/);
    }
    const { out } = await one.say(['report', 'last', '--format', 'md']);
    expect(out).toMatch(/- \*\*1 invalid\*\*: receiverAmount: .* \(line 8\)/);
    const doubtful = await inDoubt();
    const said = (await doubtful.say(['report', 'last', '--format', 'md'])).out;
    expect(said).toMatch(/UTC \(11 minutes ago\)\./);
    expect((await doubtful.say(['report', 'last'])).out).toContain('11 minutes ago</div>');
    const away = await place(
      await sandbox({ faults: [{ kind: 'status-before', status: 403, operation: 'createTransfer' }] }),
    );
    await away.say([...RUN(away.at), '--halt-after', '2'], {});
    expect((await away.say(['report', 'last', '--format', 'md'])).out).toMatch(
      /- \d rows failed or were not sent: nothing needs a correction\. Run the same file again: no row is paid twice\./,
    );
  });
  it('can be CSV for bookkeeping: chosen columns, one status, formulas defused', async () => {
    const one = await mixed();
    const columns = 'reference,receiverAmount,currency,x-supplier-name,paidOn';
    const args = ['report', 'last', '--format', 'csv', '--status', 'created', '--columns', columns];
    const lines = (await one.say(args)).out.trimEnd().split('\n');
    const day = new Date().toISOString().slice(0, 10);
    expect(lines).toHaveLength(6);
    expect(lines.slice(0, 2)).toEqual([columns, `R-1,10.00,GBP,'=Supplier 0,${day}`]);
    const remittance = await one.say(['report', 'last', '--format', 'csv', '--columns', 'payee,remittance']);
    expect(remittance.out.split('\n')[1]).toMatch(
      /^'=Supplier 0,"?20\d\d-\d\d-\d\d: 10\.00 GBP for row 1, transfer [0-9a-f-]{36}"?$/,
    );
    const wrong = await one.say(['report', 'last', '--format', 'csv', '--columns', 'amont']);
    expect(wrong.code).toBe(2);
    expect(wrong.err).toContain('no column "amont"');
    expect((await one.say(['report', 'last', '--columns', 'line'])).code).toBe(2);
  });
  it('has the values of an import profile: payee, currencies and account', async () => {
    const one = await place(await sandbox());
    const profile = {
      columns: { Name: 'x-payee', Betrag: 'receiverAmount', Zweck: 'memo', Nr: 'reference' },
      constants: Object.fromEntries(
        Object.entries(CONSTANTS).filter(([name]) => name !== 'destination.externalAccountId'),
      ),
      lookups: [{ file: 'accounts.csv', key: 'IBAN', columns: { id: 'destination.externalAccountId' } }],
    };
    writeFileSync(join(one.at, 'accounts.csv'), `IBAN,id\nDE1,${ACCOUNT}\n`);
    writeFileSync(join(one.at, 'p.json'), JSON.stringify(profile));
    writeFileSync(join(one.at, 'in.csv'), 'Nr,Name,IBAN,Betrag,Zweck\nA-1,Pier Nine,DE1,12.50,Rent\n');
    const ran = await one.say([...RUN(one.at), '--map', join(one.at, 'p.json')], {});
    expect(ran.code, ran.err).toBe(0);
    const report = await told(one);
    expect(report.cost).toMatchObject([{ currency: 'USDC', destination: 'EUR', rows: 1 }]);
    expect(report.rows[0]).toMatchObject({
      'x-payee': 'Pier Nine',
      'source.currency': 'USDC',
      'destination.externalAccountId': ACCOUNT,
      IBAN: 'DE1',
    });
    const posted = await one.say(['report', 'last', '--format', 'csv', '--columns', 'payee,x-payee,memo']);
    expect(posted.out).toBe('payee,x-payee,memo\nPier Nine,Pier Nine,Rent\n');
  });
  it('is written to a file for its owner only, in the format of the ending, and the name is printed', async () => {
    const one = await mixed();
    const { out, code } = await one.say(['report', 'last', '--out', 'night.html']);
    expect([out, code]).toEqual(['night.html\n', 0]);
    expect(statSync(join(one.at, 'night.html')).mode & 0o777).toBe(0o600);
    expect((await one.say(['report', 'last', '--out', 'no/where.html'])).code).toBe(2);
    for (const [ending, head] of [
      ['csv', /^line,reference,status,/],
      ['json', /^{"runId":/],
      ['MD', /^# /],
      ['htm', /^<!doctype html>/i],
    ] as const) {
      expect((await one.say(['report', 'last', '--out', `night.${ending}`])).code).toBe(0);
      expect(readFileSync(join(one.at, `night.${ending}`), 'utf8')).toMatch(head);
    }
    expect((await one.say(['report', '2026-no-such-run'])).code).toBe(2);
  });
});

describe('the report of queued rows', () => {
  it('counts a row that may be paid soon as pending, neither paid nor not paid', () => {
    const queued = madeUp(4, (at) => ({ status: at < 2 ? 'pending' : 'created', currency: 'GBP' }));
    const md = reportMarkdown({ ...queued, run: { ...queued.run, alive: true } });
    expect(md).toContain('# In progress: 2 of 4 rows so far');
    expect(md).toContain('| Currency | In the file | Paid in this run | Pending |');
    expect(md).toContain('| GBP | 224.00 (4 rows) | 186.00 (2 rows) | 38.00 (2 rows) |');
  });
});

async function ranBefore({ say }: Place): Promise<string | undefined> {
  const { runs } = JSON.parse((await say(['status', '--json'])).out) as { runs: { id: string }[] };
  return runs[1]?.id;
}

// A run could not pay some rows. A later run has paid them, corrected, under the same references. No report may call
// those rows unpaid.

const ROWS = numbered(4);

const WRONG = payouts(ROWS.map((row, at) => (at < 2 ? { ...row, receiverAmount: '10.001' } : row)));

/** Two of four rows are invalid. They are corrected in the retry file, which is then run. */
async function corrected(meanwhile: (one: Place) => void = () => undefined): Promise<Place> {
  const one = await place(await sandbox());
  writeFileSync(join(one.at, 'in.csv'), WRONG);
  await one.say(RUN(one.at), {});
  const retry = join(one.at, 'in.retry.csv');
  writeFileSync(retry, readFileSync(retry, 'utf8').replaceAll('10.001', '10.55'));
  meanwhile(one);
  await one.say(['run', retry], {});
  return one;
}

const said = async ({ say }: Place, run: string, format: string): Promise<string> =>
  (await say(['report', run, '--format', format])).out;

describe('the report of rows that were paid with other content', () => {
  it('calls none of them unpaid and asks for no correction, for each run of the file', async () => {
    const one = await corrected();
    const reasons = (name: string): string => readFileSync(join(one.at, name), 'utf8');
    expect(reasons('in.retry.txt')).toMatch(
      /^2 rows of in\.csv not paid .*\n.*\n.*\n.*\nIf you correct a row, do not change its reference/,
    );
    await one.say(RUN(one.at), {});
    expect(reasons('in.retry-2.txt')).toMatch(/^2 rows of in\.csv not paid [^]*Remove this row/);
    const { runs } = JSON.parse((await one.say(['status', '--json'])).out) as { runs: { id: string }[] };
    for (const { id } of [runs[0], runs[2]].flatMap((run) => run ?? [])) {
      for (const format of ['md', 'html']) {
        const text = await said(one, id, format);
        expect(text).toContain('2 of 4 rows paid. 2 with other content were sent under the same reference');
        expect(text).toContain('If it is the same payout, remove the row. If not, give it a new reference.');
        expect(text).not.toMatch(/in the retry file|[Nn]ot paid<|Not paid \|/);
      }
      expect(await said(one, id, 'md')).toMatch(
        /\| GBP \| 40.002 \(4 rows\) \| .*20.00 \(2 rows\) \| 20.002 \(2 rows\) \|/,
      );
      expect(await said(one, id, 'md')).toMatch(/10\.55 GBP/);
    }
  });
  it('warns if the other content may have been paid', async () => {
    const one = await corrected(({ service }) => {
      service.faults.add({ kind: '500-after', operation: 'createTransfer', first: 1 });
    });
    const { runs } = JSON.parse((await one.say(['status', '--json'])).out) as { runs: { id: string }[] };
    const text = await said(one, runs[1]?.id ?? '', 'md');
    expect(text).toContain('If it is the same payout, remove the row.');
    expect(text).toMatch(/perhaps paid under its reference, with other content/);
    expect(text).not.toContain('in the retry file');
  });
});

// Warnings of the checks across runs are stored with the run. A run with --quiet doesn't print them, but its report
// has them.

const OTHER = '886313e1-3b8a-4372-9b90-0c9aee199e5e';

const account = (at: number): string => `886313e1-3b8a-4372-9b90-${String(at).padStart(12, '0')}`;

const row = (reference: string, to: string, supplier: string): Record<string, string> => ({
  reference,
  'destination.externalAccountId': to,
  'x-supplier': supplier,
});

/**
 * Two quiet runs. The first pays one supplier. The second pays new suppliers, and the first supplier at another
 * account, which was never paid before either.
 */
async function quietNight(news: number): Promise<Place> {
  const one = await place(await sandbox(), { payee: 'x-supplier', checks: { firstPayment: 'warning' } });
  const columns = [...COLUMNS, 'x-supplier'];
  const pay = async (name: string, rows: readonly Record<string, string>[]): Promise<void> => {
    writeFileSync(join(one.at, name), payouts(rows, columns));
    expect(await one.say(['run', join(one.at, name), '--yes', '--quiet'], {})).toMatchObject({
      ...{ code: 0, out: '', err: '' },
    });
  };
  await pay('a.csv', [row('A-1', ACCOUNT, 'Supplier 9 & Co')]);
  const fresh = Array.from({ length: news }, (_, at) => row(`B-${at}`, account(at), `New ${at}`));
  await pay('b.csv', [...fresh, row('B-last', OTHER, 'Supplier 9 & Co')]);
  return one;
}

const CHANGED = 'is not the account at which this payee (x-supplier) was last paid';

describe('the warnings of a quiet run', () => {
  it('are in the report: the most severe first, at most 50, and the count of all', async () => {
    const one = await quietNight(80);
    const { out: json } = await one.say(['report', 'last', '--format', 'json']);
    const { warnings } = JSON.parse(json) as { warnings: { first: { line: number; text: string }[] } };
    expect(warnings).toMatchObject({ count: 82 });
    expect(warnings.first).toHaveLength(50);
    expect(warnings.first.slice(0, 3).map(({ line }) => line)).toEqual([82, 2, 3]);
    expect(warnings.first[0]?.text).toContain(`${OTHER}" ${CHANGED}: ${ACCOUNT}`);
    const { out: md } = await one.say(['report', 'last', '--format', 'md']);
    expect(md).toMatch(
      /## Warnings of the checks \(82\)\n\n- \*\*line 82\*\*: [^\n]*is not the account[^\n]*\n- \*\*line 2\*\*: /,
    );
    expect(md).toContain('\nand 32 more\n');
    const { out: html } = await one.say(['report', 'last']);
    const section = /<section id="checks".*?<\/section>/s.exec(html)?.[0] ?? '';
    expect(section).toMatch(/Warnings of the checks.*line 82.*is not the account.*line 2.*was never paid/s);
  });
});

describe('warnings that contain hostile text', () => {
  it('are escaped in HTML and in Markdown', async () => {
    const warnings = new Warnings();
    for (const [at, name] of HOSTILE.entries()) warnings.add(at + 2, 'memo', name, () => verbatim('is long'));
    const made = madeUp(3);
    const report = {
      ...made,
      facts: { ...made.facts, warned: keptWarnings(warnings.list(), warnings.overflow) },
    };
    let html = '';
    for await (const part of reportHtml(report)) html += part;
    const section = /<section id="checks".*?<\/section>/s.exec(html)?.[0] ?? '';
    expect(section).toContain('&lt;img src=x');
    expect(section).not.toMatch(/<(?:img|script)/);
    expect(reportMarkdown(report)).toContain(String.raw`\<img src=x`);
  });
});
