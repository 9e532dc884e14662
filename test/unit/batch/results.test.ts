// Results files: their names, what they keep of earlier runs, their ledger stamps, and how they show that a ledger is
// the wrong one.
import { cpSync, readdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

import { describe, expect, it, onTestFinished } from 'vitest';

import { readEvidence } from '../../../src/batch/plan/results-evidence.ts';
import { resultsRows } from '../../../src/batch/results/earlier-results.ts';
import { resultsName, retryName } from '../../../src/batch/results/results-path.ts';
import { describeLedger } from '../../../src/ledger/file/describe.ts';
import { FileLedger } from '../../../src/ledger/file/file-ledger.ts';
import { results, statuses } from '../../kit/cli.ts';
import { folder } from '../../kit/folder.ts';
import { openedLedger } from '../../kit/ledger.ts';
import { numbered, payouts } from '../../kit/payouts.ts';
import { runIn, sandbox } from '../../kit/sandbox.ts';
import { say } from '../../kit/words.ts';

const out = (at: string): string => join(at, 'in.results.csv');
const rows = (count: number): string => payouts(numbered(count));

describe('results of an earlier run', () => {
  it.each([
    ['transferId,customerId', 'T-1,C-1', 'T-1'],
    ['transferId,customerId', ',C-1', ''],
    ['customerId', 'C-1', 'C-1'],
  ])('with the columns %s and the cells %s have the id "%s"', async (columns, cells, createdId) => {
    const at = folder({ 'r.csv': `line,reference,status,${columns}\n2,R-1,created,${cells}\n` });
    const rows = await collected(resultsRows(join(at, 'r.csv'), 'e'));
    expect(rows).toMatchObject([{ createdId }]);
  });
});

async function collected<T>(items: AsyncIterable<T>): Promise<T[]> {
  const all: T[] = [];
  for await (const item of items) all.push(item);
  return all;
}

describe('the names of the results and retry file', () => {
  it.each([
    ['pay.csv', 'results', 'pay.results.csv', 'pay.retry.csv'],
    ['dir/pay.CSV', 'results', 'dir/pay.results.csv', 'dir/pay.retry.csv'],
    ['pay.tsv', 'results', 'pay.tsv.results.csv', 'pay.tsv.retry.csv'],
    ['pay', 'results', 'pay.results.csv', 'pay.retry.csv'],
    ['pay.2026.csv', 'check', 'pay.2026.check.csv', 'pay.2026.retry.csv'],
    ['pay.csv', 'sandbox', 'pay.sandbox.csv', 'pay.sandbox.retry.csv'],
    ['pay.retry.csv', 'results', 'pay.retry.results.csv', 'pay.retry-2.csv'],
    ['pay.retry-2.csv', 'results', 'pay.retry-2.results.csv', 'pay.retry-3.csv'],
    ['pay-7.retry-9.csv', 'results', 'pay-7.retry-9.results.csv', 'pay-7.retry-10.csv'],
    ['pay.retry.csv', 'sandbox', 'pay.retry.sandbox.csv', 'pay.sandbox.retry-2.csv'],
    ['pay-2.csv', 'results', 'pay-2.results.csv', 'pay-2.retry.csv'],
  ] as const)('of %s with the ending "%s" are %s and %s', (file, ending, expected, retry) => {
    const name = resultsName(file, ending);
    expect(name).toBe(expected);
    expect(retryName(file, name, ending)).toBe(retry);
  });
});

describe('the results of a run', () => {
  it('keep the lines of rows that an earlier run paid, with its id; the run counts them as earlier', async () => {
    const service = await sandbox({
      faults: [{ kind: 'status-before', status: 422, operation: 'createTransfer', first: 1 }],
    });
    const at = folder({ 'in.csv': payouts(numbered(3, { documents: 'a.pdf' })), 'a.pdf': 'A' });
    const first = await runIn(at, service.url, { concurrency: 1 });
    const before = results(out(at));
    expect(statuses(out(at))).toEqual({ rejected: 1, created: 2 });
    const second = await runIn(at, service.url, { concurrency: 1 });
    const after = results(out(at));
    expect(after.map((row) => row['runId'])).toEqual([second.runId, first.runId, first.runId]);
    for (const row of [1, 2]) {
      // Only the ledger stamp differs, because the ledger has grown.
      const { ledgerSequence, ledgerHead } = after[row] ?? {};
      expect(after[row]).toEqual({ ...before[row], ledgerSequence, ledgerHead });
    }
    expect(second.earlier.count('created')).toBe(2);
    expect(second.earlier.totals()).toEqual({ GBP: { created: '20.00' } });
    expect(second.tally.count('created')).toBe(3);
    const third = await runIn(at, service.url);
    expect(third.earlier.count('created')).toBe(3);
  });

  it('have a ledger stamp on each line; the last stamp has the current sequence number', async () => {
    const service = await sandbox();
    const at = folder({ 'in.csv': rows(3) });
    await runIn(at, service.url, { concurrency: 1 });
    const ledger = new FileLedger(join(at, 'l.db'), 'env', { create: true, accept: false });
    onTestFinished(() => ledger.close());
    const lines = results(out(at));
    expect(Object.keys(lines[0] ?? {}).slice(-3)).toEqual(['ledgerId', 'ledgerSequence', 'ledgerHead']);
    expect(new Set(lines.map((line) => line['ledgerId']))).toEqual(new Set([ledger.id]));
    expect(Number(lines.at(-1)?.['ledgerSequence'])).toBe(await ledger.sequence());
  });
});

describe('a folder with the name of the retry file', () => {
  it('refuses the run before anything is sent', async () => {
    const service = await sandbox();
    const at = folder({ 'in.csv': rows(2), 'in.retry.csv/kept': '' });
    await expect(runIn(at, service.url)).rejects.toMatchObject({
      code: 'results',
      exitStatus: 2,
      message: expect.stringMatching(
        /in\.retry\.csv: the retry file can't be written: not a file/,
      ) as unknown,
    });
    expect(service.store.transfers).toHaveLength(0);
  });
});

describe('results of earlier runs', () => {
  it('refuse a ledger that does not know their transfers; each --accept-ledger is recorded', async () => {
    const service = await sandbox();
    const at = folder({ 'in.csv': rows(3) });
    await runIn(at, service.url);
    const other = {
      openLedger: () => new FileLedger(join(at, 'new.db'), 'env', { create: true, accept: false }),
    };
    await expect(runIn(at, service.url, other)).rejects.toMatchObject({ code: 'ledger_witness' });
    expect(service.store.transfers).toHaveLength(3);
    // --accept-ledger continues all the same.
    await runIn(at, service.url, { ...other, acceptLedger: true, alikeOk: true });
    expect(service.store.transfers).toHaveLength(6);
    // Each acceptance is recorded.
    expect(describeLedger(join(at, 'new.db')).acceptances).toBe(1);
    writeFileSync(out(at), 'line,reference,status,transferId,quoteId\n2,R-1,created,unknown,\n');
    await runIn(at, service.url, { ...other, acceptLedger: true });
    expect(describeLedger(join(at, 'new.db')).acceptances).toBe(2);
  });
  it.each(['-NxYz0', '=1', '@id', '+7', "'quoted"])(
    'give back the transfer id %s, which is escaped for spreadsheets, and the ledger knows it',
    async (id) => {
      const service = await sandbox({
        faults: [{ kind: 'reset-after', operation: 'createTransfer', first: 1 }],
      });
      const at = folder({ 'in.csv': rows(1) });
      await runIn(at, service.url);
      const ledger = new FileLedger(join(at, 'l.db'), 'env', { create: true, accept: false });
      const [doubt] = await ledger.doubts();
      const own = {
        key: doubt?.key ?? '',
        runId: doubt?.runId ?? '',
        line: 2,
        at: new Date(),
        reason: 'r',
        by: 'ada',
      };
      await ledger.resolve({ ...own, as: 'created', createdId: id, correct: false, sure: false });
      await ledger.close();
      for (let again = 0; again < 2; again++) expect((await runIn(at, service.url)).exitCode).toBe(0);
    },
  );
  it.each(['in.csv', 'in2.csv'])(
    'refuse a new ledger even if its run writes results to another folder (%s)',
    async (name) => {
      const service = await sandbox();
      const at = folder({ 'in.csv': rows(3), 'in2.csv': rows(3), 'out/keep': '' });
      await runIn(at, service.url);
      const other = {
        ...{ file: join(at, name), results: join(at, 'out', 'x.csv'), retry: join(at, 'out', 'y.csv') },
        openLedger: () => new FileLedger(join(at, 'new.db'), 'env', { create: true, accept: false }),
      };
      await expect(runIn(at, service.url, other)).rejects.toMatchObject({ code: 'ledger_witness' });
      expect(service.store.transfers).toHaveLength(3);
      expect((await runIn(at, service.url, { ...other, acceptLedger: true })).exitCode).toBe(1);
      expect(service.store.transfers).toHaveLength(3);
    },
  );
  it('with any file name refuse a ledger that was restored from a backup, and a new one', async () => {
    const service = await sandbox();
    const at = folder({ 'in.csv': rows(3) });
    const dated = (day: number) => ({
      results: join(at, `out-${day}.csv`),
      retry: join(at, `retry-${day}.csv`),
    });
    await runIn(at, service.url, dated(1));
    cpSync(join(at, 'l.db'), join(at, 'backup.db'));
    writeFileSync(join(at, 'in.csv'), rows(4));
    await runIn(at, service.url, { ...dated(2), alikeOk: true });
    expect(service.store.transfers).toHaveLength(4);
    for (const name of ['l.db', 'l.db-wal', 'l.db-shm', 'l.db.mark']) rmSync(join(at, name), { force: true });
    cpSync(join(at, 'backup.db'), join(at, 'restored.db'));
    writeFileSync(join(at, 'in.csv'), rows(5));
    const restored = {
      openLedger: () => new FileLedger(join(at, 'restored.db'), 'env', { create: false, accept: true }),
    };
    await expect(runIn(at, service.url, { ...dated(3), ...restored })).rejects.toMatchObject({
      code: 'ledger_witness',
      message: expect.stringMatching(/out-2\.csv was written when this ledger had \d+ entries/) as unknown,
    });
    const fresh = {
      openLedger: () => new FileLedger(join(at, 'fresh.db'), 'env', { create: true, accept: false }),
    };
    await expect(runIn(at, service.url, { ...dated(4), ...fresh })).rejects.toMatchObject({
      code: 'ledger_witness',
      message: expect.stringContaining('was written with another ledger') as unknown,
    });
    expect(service.store.transfers).toHaveLength(4);
  });
  it.each([
    ['an empty file', () => ''],
    ['a file that ends inside a row', (text: string) => text.slice(0, -90)],
    ['a file without its last line break', (text: string) => text.slice(0, -1)],
    [
      'a file with a block of zeros',
      (text: string) => `${text.slice(0, 300)}${'\0'.repeat(64)}${text.slice(364)}`,
    ],
    ['a file without its header', (text: string) => text.slice(text.indexOf('\n') + 1)],
  ])('refuse the run if they cannot be read: %s', async (_, damage) => {
    const service = await sandbox();
    const at = folder({ 'in.csv': rows(3) });
    await runIn(at, service.url);
    writeFileSync(out(at), damage(readFileSync(out(at), 'utf8')));
    const code = { code: expect.stringMatching(/^results_(?:cut|foreign)$/) as string };
    await expect(runIn(at, service.url)).rejects.toMatchObject(code);
    expect(service.store.transfers).toHaveLength(3);
    if (!readFileSync(out(at), 'utf8').startsWith('line')) return;
    // --accept-ledger continues all the same and keeps the damaged file under another name.
    expect((await runIn(at, service.url, { acceptLedger: true })).exitCode).toBe(0);
    expect(readdirSync(at).filter((name) => name.includes('.kept-'))).toHaveLength(1);
    expect((await runIn(at, service.url)).exitCode).toBe(0);
    expect(service.store.transfers).toHaveLength(3);
  });
  it('of another environment are ignored', async () => {
    const service = await sandbox();
    const at = folder({ 'in.csv': rows(2) });
    await runIn(at, service.url, { environment: 'elsewhere' });
    const fresh = {
      openLedger: () => new FileLedger(join(at, 'new.db'), 'env', { create: true, accept: false }),
    };
    expect((await runIn(at, service.url, fresh)).exitCode).toBe(0);
    expect(service.store.transfers).toHaveLength(4);
  });
});

// Results as evidence against a ledger: which of their rows are held after --accept-ledger.

const HEAD =
  'line,reference,status,transferId,currency,receiverAmount,runId,environment,ledgerId,ledgerSequence,ledgerHead';

const OTHER = '00000000-0000-4000-8000-000000000000';

describe('results as evidence against a ledger', () => {
  it.each([
    ['created with an id that the ledger does not know', 'created', 'T-1', true],
    ['created without an id', 'created', '', true],
    ['paid in another batch', 'duplicate', 'T-1', true],
    ['in doubt', 'in_doubt', '', true],
    ['perhaps sent by another host', 'pending', '', true],
    ['rejected', 'rejected', '', false],
    ['not sent', 'not_sent', '', false],
  ])('hold a row only if it may have been paid, after --accept-ledger: %s', async (_, status, id, isHeld) => {
    const ledger = openedLedger();
    const row = (reference: string, amount: string): string =>
      `2,${reference},${status},${id},GBP,${amount},run,env,${OTHER},7,${'a'.repeat(64)}`;
    const at = folder({ 'in.results.csv': `${HEAD}\n${row('R-1', '10.00')}\n${row('', '7')}\n` });
    const said: string[] = [];
    const asked = {
      ...{ file: join(at, 'in.csv'), results: join(at, 'in.results.csv'), environment: 'env' },
      ...{ acceptLedger: false, clock: { now: () => Date.now() } },
    };
    await expect(readEvidence(asked, ledger)).rejects.toMatchObject({
      code: 'ledger_witness',
    });
    const { paidElsewhere, keepsResults } = await readEvidence(
      { ...asked, acceptLedger: true },
      ledger,
      (message) => said.push(say(message)),
    );
    expect(keepsResults).toBe(true);
    expect(said.at(-1)).toContain('was written with another ledger');
    const held = (reference: string, amount: string, by = paidElsewhere): boolean =>
      by.placeOf({ reference, currency: 'GBP', amount }) !== undefined;
    expect([held('R-1', '99'), held('', '10'), held('R-9', '7.00')]).toEqual([isHeld, isHeld, isHeld]);
    expect([held('R-9', '10'), held('', '11')]).toEqual([false, false]);
    // After the acceptance, the results that were kept refuse no run, but still hold the same rows.
    renameSync(join(at, 'in.results.csv'), join(at, 'in.results.kept-run.csv'));
    const later = await readEvidence(asked, ledger);
    expect(held('R-1', '99', later.paidElsewhere)).toBe(isHeld);
  });
});
