// Retry files of inputs without references: the column x-retry-of ties each row to its original, corrected or not.
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

import { parse } from 'csv-parse/sync';
import fc from 'fast-check';
import iconv from 'iconv-lite';
import { describe, expect, it } from 'vitest';

import { parseRetryCell, retryCell } from '../../../src/batch/input/retry-of.ts';
import type { RunEnd } from '../../../src/batch/results/run-end.ts';
import type { Sandbox } from '../../../src/sandbox/server.ts';
import { folder } from '../../kit/folder.ts';
import { BARE, numbered, payouts } from '../../kit/payouts.ts';
import { paidByMemo, runIn, sandbox } from '../../kit/sandbox.ts';

const rows = (memos: readonly string[]): string =>
  payouts(
    memos.map((memo) => ({ memo })),
    BARE,
  );

const as = (at: string, name: string, service: Sandbox): Promise<RunEnd> =>
  runIn(at, service.url, {
    file: join(at, `${name}.csv`),
    results: join(at, `${name}.results.csv`),
    retry: join(at, `${name}.retry.csv`),
  });
const statuses = (at: string, name: string): string[] =>
  parse<{ status: string }>(readFileSync(join(at, `${name}.results.csv`)), { columns: true }).map(
    ({ status }) => status,
  );
/** A run of three equal rows; the service rejects the second. */
async function middleRefused(encode = (text: string): string | Buffer => text) {
  const fault = { kind: 'status-before', status: 422, operation: 'createTransfer', every: 2 } as const;
  const service = await sandbox({ faults: [fault] });
  const at = folder({ 'in.csv': encode(rows(['same', 'same', 'same'])) });
  await runIn(at, service.url, { concurrency: 1 });
  service.faults.clear();
  return { service, at };
}

const HASHES = `${'a'.repeat(64)}~${'b'.repeat(22)}`;

describe('the x-retry-of cell', () => {
  it('is parsed back into key, content and batch, and needs no quotes in CSV', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'grapheme', minLength: 1 }), (batchId) => {
        const [hash, content] = ['a1'.repeat(32), 'Z-'.repeat(11)];
        const cell = retryCell({ key: `p:c:${hash}`, content }, batchId);
        expect(cell).toMatch(/^k1~[\w~%.!*()-]+$/);
        expect(parseRetryCell(cell)).toEqual({ hash, content, batchId });
      }),
    );
  });
  it.each(['', 'k1~ab~x', `k2~${HASHES}~x`, `k1~${HASHES}~`, `k1~${HASHES}~%`, `k1~${HASHES}~x~y`])(
    'is not recognized in %j',
    (text) => expect(parseRetryCell(text)).toBeUndefined(),
  );
});

it('a file that was run before keeps its batch, even if a retry file has the same bytes', async () => {
  const service = await sandbox();
  const own = payouts(numbered(2));
  const at = folder({ 'own.csv': own, 'more.csv': payouts([...numbered(2), { reference: 'third' }]) });
  service.faults.add({ kind: 'status-before', status: 422, operation: 'createTransfer' });
  await as(at, 'own', service);
  service.faults.clear();
  service.faults.add({ kind: 'status-before', status: 422, operation: 'createTransfer', first: 2 });
  await runIn(at, service.url, {
    concurrency: 1,
    ...{
      file: join(at, 'more.csv'),
      results: join(at, 'more.results.csv'),
      retry: join(at, 'more.retry.csv'),
    },
  });
  expect(readFileSync(join(at, 'more.retry.csv'), 'utf8')).toBe(own);
  await as(at, 'own', service);
  await as(at, 'own', service);
  expect(statuses(at, 'own')).toEqual(['created', 'created']);
  await as(at, 'more', service);
  expect(statuses(at, 'more')).toEqual(['duplicate', 'duplicate', 'created']);
});

describe('a retry file of an input without references', () => {
  it('ties its row to the original: the row is paid once, and the original is reported as created', async () => {
    const { service, at } = await middleRefused();
    expect(statuses(at, 'in')).toEqual(['created', 'rejected', 'created']);
    const [header, row, ...more] = readFileSync(join(at, 'in.retry.csv'), 'utf8').split('\n');
    expect(header).toBe(`${BARE.join(',')},x-retry-of`);
    expect(row).toMatch(/,k1~[0-9a-f]{64}~[\w-]{22}~[0-9a-f]{64}$/);
    expect(more).toEqual(['']);
    await as(at, 'in.retry', service);
    expect(statuses(at, 'in.retry')).toEqual(['created']);
    await as(at, 'in', service);
    expect(statuses(at, 'in')).toEqual(['created', 'created', 'created']);
    expect(paidByMemo(service)).toEqual(new Map([['same', 3]]));
  });

  it('keeps the tie to the original through corrections and a second retry file', async () => {
    const { service, at } = await middleRefused();
    const corrected = readFileSync(join(at, 'in.retry.csv'), 'utf8').replace(',same,', ',other,');
    writeFileSync(join(at, 'second.csv'), corrected.replace(',10.00,', ',-10.00,'));
    await as(at, 'second', service);
    expect(statuses(at, 'second')).toEqual(['invalid']);
    const third = readFileSync(join(at, 'second.retry.csv'), 'utf8');
    expect(third.split('\n')[0]).toBe(`${BARE.join(',')},x-retry-of`);
    writeFileSync(join(at, 'third.csv'), third.replace(',-10.00,', ',10.00,'));
    await as(at, 'third', service);
    expect(statuses(at, 'third')).toEqual(['created']);
    await as(at, 'in', service);
    expect(statuses(at, 'in')).toEqual(['created', 'created', 'created']);
    expect(paidByMemo(service)).toEqual(
      new Map([
        ['same', 2],
        ['other', 1],
      ]),
    );
  });

  it('pays a corrected row once: the original is reported as created, another correction as invalid', async () => {
    const { service, at } = await middleRefused();
    const retry = readFileSync(join(at, 'in.retry.csv'), 'utf8');
    writeFileSync(join(at, 'seven.csv'), retry.replace(',10.00,', ',7.00,'));
    await as(at, 'seven', service);
    writeFileSync(join(at, 'nine.csv'), retry.replace(',10.00,', ',9.00,'));
    for (const [name, code, text] of [
      ['in', 0, / corrected .*already paid: 7\.00 GBP after a correction in run \S+ \(line 2\)/],
      ['nine', 1, /already paid: 7\.00 GBP in run \S+ \(line 2\).* was not sent/],
      ['seven', 0, / created /],
    ] as const) {
      const end = await as(at, name, service);
      expect([end.exitCode, end.footing], name).toEqual([code, []]);
      const written = readFileSync(join(at, `${name}.results.csv`), 'utf8');
      expect(` ${written.replaceAll(',', ' ')}`).toMatch(text);
    }
    expect(statuses(at, 'nine')).toEqual(['invalid']);
    expect(service.store.transfers.length).toBe(3);
  });

  it('identifies a row with too few cells by its own cells, and never as another corrected row', async () => {
    const service = await sandbox();
    const [header = '', first = '', second = '', last = ''] = rows(['first', 'second', 'last']).split('\n');
    const cut = (line: string): string => line.split(',').slice(0, -2).join(',');
    const at = folder({ 'in.csv': [header, cut(first), cut(second), last, ''].join('\n') });
    const run = (name: string): Promise<RunEnd> =>
      runIn(at, service.url, {
        ...{ batchId: 'b', file: join(at, `${name}.csv`) },
        ...{ results: join(at, `${name}.results.csv`), retry: join(at, `${name}.retry.csv`) },
      });
    await run('in');
    const [retryHeader, broken = ''] = readFileSync(join(at, 'in.retry.csv'), 'utf8').split('\n');
    const tie = broken.slice(broken.lastIndexOf(',') + 1);
    writeFileSync(join(at, 'corrected.csv'), [retryHeader, `${first},${tie}`, ''].join('\n'));
    await run('corrected');
    expect(statuses(at, 'corrected')).toEqual(['created']);
    writeFileSync(join(at, 'in.csv'), [header, cut(second), last, ''].join('\n'));
    expect((await run('in')).exitCode).toBe(1);
    expect(statuses(at, 'in')).toEqual(['invalid', 'created']);
    expect(service.store.transfers.length).toBe(2);
  });

  it('is refused with a reference column; a repeated, missing or malformed x-retry-of is invalid', async () => {
    const { service, at } = await middleRefused();
    const [header = '', row = ''] = readFileSync(join(at, 'in.retry.csv'), 'utf8').split('\n');
    const plain = row.slice(0, row.lastIndexOf(','));
    writeFileSync(join(at, 'b.csv'), [header, row, row, `${plain},`, `${plain},k1~x~y`, ''].join('\n'));
    await as(at, 'b', service);
    expect(statuses(at, 'b')).toEqual(['created', 'invalid', 'invalid', 'invalid']);
    expect(service.store.transfers.length).toBe(3);
    writeFileSync(join(at, 'c.csv'), `reference,${header}\nR,${row}\n`);
    await expect(as(at, 'c', service)).rejects.toThrow(/both references and the column x-retry-of/);
  });

  it.each([
    ['CRLF', (text: string): string => text.replaceAll('\n', '\r\n')],
    ['no line break at the end', (text: string): string => text.trimEnd()],
    ['semicolons', (text: string): string => text.replaceAll(',', ';')],
    ['UTF-16BE', (text: string): Buffer => iconv.encode(text, 'utf-16be', { addBOM: true })],
    ['UTF-8 with a byte order mark', (text: string): Buffer => iconv.encode(text, 'utf8', { addBOM: true })],
  ])('copies every other byte of the input unchanged: %s', async (_, encode) => {
    const { service, at } = await middleRefused(encode);
    const decode = (name: string): string => {
      const bytes = readFileSync(join(at, name));
      return iconv.decode(bytes, bytes[0] === 0xfe ? 'utf-16be' : 'utf8', { stripBOM: false });
    };
    const whole = decode('in.csv');
    const retry = decode('in.retry.csv');
    const stripped = retry.replace(/[,;](?:x-retry-of|k1~[^\r\n]+)(?=\r?\n)/g, '');
    const lineEnd = whole.includes('\r\n') ? '\r\n' : '\n';
    expect(stripped).toBe(whole.split(lineEnd).slice(0, 2).join(lineEnd) + lineEnd);
    await as(at, 'in.retry', service);
    expect(statuses(at, 'in.retry')).toEqual(['created']);
    expect(service.store.transfers.length).toBe(3);
  });
});
