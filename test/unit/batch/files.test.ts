// The results and the retry file of a run: what they are made from, and which files they never overwrite.
import { execFileSync } from 'node:child_process';
import {
  existsSync,
  linkSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  renameSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';

import { describe, expect, it, onTestFinished } from 'vitest';

import { FileLedger } from '../../../src/ledger/file/file-ledger.ts';
import { checkFile } from '../../../src/run-file.ts';
import { results, statuses } from '../../kit/cli.ts';
import { folder } from '../../kit/folder.ts';
import { BARE, numbered, payouts } from '../../kit/payouts.ts';
import { paidByMemo, runIn, sandbox } from '../../kit/sandbox.ts';
import { sayOf } from '../../kit/words.ts';

const out = (at: string): string => join(at, 'in.results.csv');
const retry = (at: string, count = 1): string =>
  join(at, count === 1 ? 'in.retry.csv' : `in.retry-${count}.csv`);
const rows = (count: number): string => payouts(numbered(count));

describe('a second run during a run of the same file', () => {
  it.each(['the same ledger', 'another ledger'])('does not change the results, with %s', async (which) => {
    const service = await sandbox();
    const at = folder({ 'in.csv': rows(6) });
    const other = await sandbox();
    let second: Promise<unknown> | undefined;
    const during = (): void => {
      second ??= runIn(at, other.url, {
        ...(which === 'another ledger'
          ? { openLedger: () => new FileLedger(join(at, 'other.db'), 'env', { create: true, accept: false }) }
          : {}),
      }).catch((error: unknown) => error);
    };
    const end = await runIn(at, service.url, {
      concurrency: 1,
      hooks: {
        reached: (point) => {
          if (point === 'before-intent') during();
        },
      },
    });
    await second;
    expect(end.exitCode).toBe(0);
    expect(end.results).toBe(out(at));
    expect(statuses(out(at))['created']).toBe(6);
    expect(readdirSync(at).filter((name) => name.endsWith('.tmp'))).toEqual([]);
  });
});

describe('the retry file', () => {
  const refused = {
    faults: [{ kind: 'status-before' as const, status: 422, operation: 'createTransfer' as const, first: 2 }],
  };

  it('is cut from the file that was checked, even if another file has replaced it since', async () => {
    const service = await sandbox(refused);
    const first = payouts(numbered(12), BARE);
    const second = payouts(
      numbered(12).map((row, i) => ({ ...row, memo: `new ${i}` })),
      BARE,
    );
    const at = folder({ 'in.csv': first, 'new.csv': second });
    let replaced = false;
    const replace = (): void => {
      if (!replaced) renameSync(join(at, 'new.csv'), join(at, 'in.csv'));
      replaced = true;
    };
    await runIn(at, service.url, { concurrency: 1, hooks: { reached: replace } });
    expect(statuses(out(at))).toEqual({ rejected: 2, created: 10 });
    const memos = readFileSync(retry(at), 'utf8').match(/(?:row|new) \d+/g);
    expect(memos).toEqual(['row 1', 'row 2']);
    // With the retry file, each row of the checked file is paid once.
    await runIn(at, service.url, { file: retry(at), results: join(at, 'second.csv') });
    expect([...paidByMemo(service)].filter(([, times]) => times !== 1)).toEqual([]);
    expect(service.store.transfers).toHaveLength(12);
  });

  it.each([
    ['changed', rows(3).replaceAll('row 1', 'row 9')],
    ['emptied', ''],
  ])('is not written if the input was %s during the run', async (_, text) => {
    const service = await sandbox(refused);
    const at = folder({ 'in.csv': rows(3) });
    const change = (point: string): void => {
      if (point === 'before-results') writeFileSync(join(at, 'in.csv'), text);
    };
    const end = await runIn(at, service.url, { concurrency: 1, hooks: { reached: change } });
    expect(end.retry).toBeNull();
    expect(existsSync(retry(at))).toBe(false);
    expect(sayOf(end.stopped)).toMatch(/was changed while it was read/);
    expect(end.exitCode).toBe(4);
  });

  it('is never overwritten or removed if a person has changed it', async () => {
    const service = await sandbox({ faults: [{ ...refused.faults[0]!, first: 3 }] });
    const at = folder({ 'in.csv': rows(2) });
    await runIn(at, service.url, { concurrency: 1 });
    const corrected = readFileSync(retry(at), 'utf8').replace('10.00', '11.00');
    writeFileSync(retry(at), corrected);
    const again = await runIn(at, service.url, { concurrency: 1 });
    expect(again.retry).toBe(retry(at, 2));
    expect(readFileSync(retry(at), 'utf8')).toBe(corrected);
    const last = await runIn(at, service.url, { concurrency: 1 });
    expect(last.exitCode).toBe(0);
    expect(readFileSync(retry(at), 'utf8')).toBe(corrected);
    expect(existsSync(retry(at, 2))).toBe(false);
  });
});

describe('results', () => {
  it('never overwrite the input through a link', async () => {
    const service = await sandbox();
    const at = folder({ 'in/in.csv': rows(2) });
    symlinkSync(join(at, 'in'), join(at, 'link'));
    linkSync(join(at, 'in/in.csv'), join(at, 'hard.csv'));
    symlinkSync(join(at, 'in/in.csv'), join(at, 'soft.csv'));
    for (const path of ['link/in.csv', 'hard.csv', 'soft.csv']) {
      const tried = runIn(at, service.url, { file: join(at, 'in/in.csv'), results: join(at, path) });
      await expect(tried, path).rejects.toThrow(/overwrite the input/);
    }
    expect(service.store.transfers).toHaveLength(0);
    expect(readFileSync(join(at, 'in/in.csv'), 'utf8')).toBe(rows(2));
  });

  it('never overwrite the ledger', async () => {
    const service = await sandbox();
    const at = folder({ 'in.csv': rows(2) });
    symlinkSync(join(at, 'l.db'), join(at, 'soft.csv'));
    for (const name of ['l.db', 'l.db-wal', 'soft.csv']) {
      const tried = runIn(at, service.url, { results: join(at, name) });
      await expect(tried, name).rejects.toThrow(/overwrite the ledger/);
    }
    expect(service.store.transfers).toHaveLength(0);
    expect((await runIn(at, service.url)).exitCode).toBe(0);
  });

  it.each([
    ['another table', 'name;iban\nAda;GB00\n'],
    ['a config file', '{ "baseUrl": "https://payments.example.com" }'],
    ['a key', '-----BEGIN PRIVATE KEY-----\nMC4CAQAw\n'],
    ['the input of another run', payouts(numbered(1))],
    ['a text in UTF-16', Buffer.from('\ufeffname,iban\n', 'utf16le')],
    ['a binary file', Buffer.from([0x50, 0x4b, 3, 4, 0, 0])],
  ])('never overwrite %s', async (_, content) => {
    const service = await sandbox();
    const at = folder({ 'in.csv': rows(2), 'theirs.csv': content });
    symlinkSync(join(at, 'theirs.csv'), join(at, 'soft.csv'));
    for (const name of ['theirs.csv', 'soft.csv']) {
      const tried = runIn(at, service.url, { results: join(at, name) });
      await expect(tried, name).rejects.toThrow(
        /would overwrite a file that is not a results file of paybatch/,
      );
      const dry = checkFile({ file: join(at, 'in.csv'), results: join(at, name) });
      await expect(dry, name).rejects.toThrow(
        /would overwrite a file that is not a results file of paybatch/,
      );
    }
    expect(service.requests).toBe(0);
    expect(readFileSync(join(at, 'theirs.csv'))).toEqual(Buffer.from(content));
  });

  it('replace an empty file, but not emptied results without --accept-ledger', async () => {
    const service = await sandbox();
    const at = folder({ 'in.csv': rows(2), 'empty.csv': '' });
    const settings = { results: join(at, 'empty.csv') };
    expect((await runIn(at, service.url, settings)).exitCode).toBe(0);
    expect(statuses(settings.results)).toEqual({ created: 2 });
    writeFileSync(settings.results, '');
    await expect(runIn(at, service.url, settings)).rejects.toMatchObject({
      code: 'results_cut',
      message: expect.stringMatching(/empty\.csv: the table is empty.*may name payments/),
    });
    expect(readFileSync(settings.results, 'utf8')).toBe('');
    expect((await runIn(at, service.url, { ...settings, acceptLedger: true })).exitCode).toBe(0);
    expect(service.store.transfers).toHaveLength(2);
  });

  it('replace earlier results, however a spreadsheet has saved them', async () => {
    const service = await sandbox();
    const at = folder({ 'in.csv': rows(2) });
    await runIn(at, service.url);
    const own = readFileSync(out(at), 'utf8');
    for (const saved of [
      own,
      `\ufeff${own}`,
      own.replaceAll(',', ';').replaceAll('\n', '\r\n'),
      own.replaceAll(',', '\t').replace('line\treference\tstatus', '"line"\t"reference"\t"status"'),
      Buffer.from(`\ufeff${own}`, 'utf16le'),
    ]) {
      writeFileSync(out(at), saved);
      expect((await runIn(at, service.url)).exitCode).toBe(0);
    }
  });

  it.each(['in.results.csv', 'in.retry.csv', 'in.retry.txt'])(
    'are refused before anything is sent if %s is a folder',
    async (name) => {
      const service = await sandbox();
      const at = folder({ 'in.csv': payouts([...numbered(1), { reference: 'R-9', receiverAmount: 'x' }]) });
      mkdirSync(join(at, name));
      await expect(runIn(at, service.url)).rejects.toMatchObject({ code: 'results' });
      expect(service.requests).toBe(0);
    },
  );

  it('are refused before anything is sent if the disk has no room for them', async ({ skip }) => {
    const at = folder({ 'in.csv': rows(200) });
    const disk = join(at, 'disk');
    mkdirSync(disk);
    try {
      execFileSync('mount', ['-t', 'tmpfs', '-o', 'size=64k', 'tmpfs', disk], { stdio: 'ignore' });
    } catch {
      skip('no tmpfs can be mounted here');
    }
    onTestFinished(() => void execFileSync('umount', ['-l', disk]));
    const service = await sandbox();
    const tried = runIn(at, service.url, { results: join(disk, 'r.csv'), retry: join(disk, 'retry.csv') });
    await expect(tried).rejects.toThrow(/no room on the disk/);
    expect(service.store.transfers).toHaveLength(0);
    expect(readdirSync(disk)).toEqual([]);
    expect((await runIn(at, service.url)).exitCode).toBe(0);
    expect(Math.max(...paidByMemo(service).values())).toBe(1);
    expect(results(out(at))).toHaveLength(200);
  });
});
