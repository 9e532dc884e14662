// Whole runs in this process, against the sandbox: faults of the service, of the ledger and of the file.
import { execFileSync } from 'node:child_process';
import {
  appendFileSync,
  existsSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  truncateSync,
  writeFileSync,
} from 'node:fs';
import { mkdirSync } from 'node:fs';
import { join } from 'node:path';

import { describe, expect, it, onTestFinished } from 'vitest';

import { CHUNK_BYTES } from '../../../src/files/bytes.ts';
import { DEFAULT_PROFILE } from '../../../src/interface/profile.ts';
import { FileLedger } from '../../../src/ledger/file/file-ledger.ts';
import type { Ledger } from '../../../src/ledger/ledger.ts';
import { LedgerError } from '../../../src/ledger/ledger.ts';
import { verbatim } from '../../../src/message.ts';
import type { FaultSpec } from '../../../src/sandbox/faults.ts';
import { results, statuses } from '../../kit/cli.ts';
import { JumpingClock } from '../../kit/clock.ts';
import { folder } from '../../kit/folder.ts';
import { COLUMNS, numbered, payouts } from '../../kit/payouts.ts';
import { failingLedger, paidByMemo, runIn, sandbox } from '../../kit/sandbox.ts';
import { saying, sayOf } from '../../kit/words.ts';

const out = (at: string): string => join(at, 'in.results.csv');
const rows = (count: number): string => payouts(numbered(count));
const full = (): Error => new LedgerError(verbatim('the ledger could not be written: the disk is full'));

describe('a run of payouts', () => {
  it.each<[string, FaultSpec, Record<string, number>, number, number]>([
    [
      'connection reset before execution',
      { kind: 'reset-before', operation: 'createTransfer', first: 1 },
      { created: 5, in_doubt: 1 },
      5,
      3,
    ],
    [
      'connection reset after execution',
      { kind: 'reset-after', operation: 'createTransfer', first: 1 },
      { created: 5, in_doubt: 1 },
      6,
      3,
    ],
    [
      'status 500 after execution',
      { kind: '500-after', operation: 'createTransfer', first: 2 },
      { created: 4, in_doubt: 2 },
      6,
      3,
    ],
    [
      'status 500 before execution',
      { kind: '500-before', operation: 'createTransfer', first: 2 },
      { created: 4, in_doubt: 2 },
      4,
      3,
    ],
    [
      'an unreadable response',
      { kind: 'garbage', operation: 'createTransfer', first: 1 },
      { created: 5, in_doubt: 1 },
      6,
      3,
    ],
    [
      'a response that is cut short',
      { kind: 'cut-short', operation: 'createTransfer', first: 1 },
      { created: 5, in_doubt: 1 },
      6,
      3,
    ],
    [
      'a response without an id',
      { kind: 'no-id', operation: 'createTransfer', first: 1 },
      { created: 5, in_doubt: 1 },
      6,
      3,
    ],
    [
      'no response',
      { kind: 'hang', operation: 'createTransfer', first: 1 },
      { created: 5, in_doubt: 1 },
      6,
      3,
    ],
    [
      'a redirect',
      { kind: 'redirect', operation: 'createTransfer', first: 1 },
      { created: 5, in_doubt: 1 },
      5,
      3,
    ],
    [
      'status 429 for three transfers',
      { kind: '429', operation: 'createTransfer', first: 3 },
      { created: 6 },
      6,
      0,
    ],
    [
      'status 401 for three quotes',
      { kind: '401', operation: 'quoteTransfer', first: 3 },
      { created: 6 },
      6,
      0,
    ],
    [
      'status 500 for four quotes',
      { kind: '500-before', operation: 'quoteTransfer', first: 4 },
      { created: 6 },
      6,
      0,
    ],
    [
      'status 422 for two transfers',
      { kind: 'status-before', status: 422, operation: 'createTransfer', first: 2 },
      { created: 4, rejected: 2 },
      4,
      1,
    ],
  ])('reports the outcomes and pays no row twice: %s', async (_, fault, expected, executed, code) => {
    const service = await sandbox({ faults: [fault] });
    const at = folder({ 'in.csv': rows(6) });
    const end = await runIn(at, service.url);
    expect(statuses(out(at))).toEqual(expected);
    expect(service.store.transfers).toHaveLength(executed);
    expect(end.exitCode).toBe(code);
    expect(end.footing).toEqual([]);
    service.faults.clear();
    const again = await runIn(at, service.url);
    expect(Math.max(...paidByMemo(service).values())).toBe(1);
    expect(statuses(out(at))['in_doubt'] ?? 0).toBe(expected['in_doubt'] ?? 0);
    expect(again.exitCode).toBe(expected['in_doubt'] === undefined ? 0 : 3);
  });

  it('stops after as many consecutive failures as --halt-after allows, and sends no other row', async () => {
    const service = await sandbox({ faults: [{ kind: '500-before', operation: 'createTransfer' }] });
    const at = folder({ 'in.csv': rows(40) });
    const end = await runIn(at, service.url, { haltAfter: 4, concurrency: 1 });
    expect(statuses(out(at))).toEqual({ in_doubt: 4, not_sent: 36 });
    expect(sayOf(end.stopped)).toMatch(/4 consecutive systemic failures/);
  });

  it('ends with 4 if the service is unreachable: no row is in doubt, all are in the retry file', async () => {
    const service = await sandbox();
    await service.stop();
    const at = folder({ 'in.csv': rows(20) });
    const end = await runIn(at, service.url);
    expect(end.exitCode).toBe(4);
    const counts = statuses(out(at));
    expect(Object.keys(counts).sort()).toEqual(['failed', 'not_sent']);
    expect(readFileSync(join(at, 'in.retry.csv'), 'utf8')).toBe(rows(20));
  });

  it('is refused with wrong credentials, and writes no results', async () => {
    const service = await sandbox();
    const at = folder({ 'in.csv': rows(2) });
    const client = {
      baseUrl: service.url,
      authUrl: service.url,
      credentials: { clientId: 'x', apiKey: 'wrong-key', apiSecret: 'wrong-secret' },
    };
    await expect(runIn(at, service.url, { client })).rejects.toThrow(/refuses the credentials/);
    expect(readdirSync(at).filter((name) => !name.startsWith('l.db'))).toEqual(['in.csv']);
  });

  it('honours --no-quote and sends each amount digit for digit', async () => {
    const service = await sandbox({ balance: '100000000' });
    const at = folder({
      'in.csv': payouts([{ receiverAmount: ' 0.10 ' }, { reference: 'S', receiverAmount: '12345678.90' }]),
    });
    await runIn(at, service.url, { quote: false, concurrency: 1 });
    expect(service.store.calls.get('quoteTransfer')).toBeUndefined();
    const amounts = service.store.transfers.map(({ body }) => /"receiverAmount":([^,}]+)/.exec(body)?.[1]);
    expect(amounts).toEqual(['0.10', '12345678.90']);
  });

  it('uploads a file once for all rows that use it', async () => {
    const service = await sandbox();
    const files = {
      'in.csv': payouts([
        ...numbered(4, { documents: 'a.pdf;b.pdf' }),
        { reference: 'R-9', documents: './a.pdf;./x/../b.pdf', receiverAmount: '9' },
      ]),
      'a.pdf': 'A',
      'b.pdf': 'B',
    };
    const at = folder(files);
    expect((await runIn(at, service.url)).exitCode).toBe(0);
    expect(service.store.calls.get('uploadTransferDocument')).toBe(2);
    expect(
      new Set(service.store.transfers.map(({ body }) => /"documents":(\[.*?\])/.exec(body)?.[1])).size,
    ).toBe(1);
  });

  it('resends a row in doubt with the same key and bytes if an idempotency header is configured', async () => {
    const idempotency = { header: 'Idempotency-Key', windowSeconds: 3600 };
    const service = await sandbox({
      idempotencyHeader: 'Idempotency-Key',
      faults: [{ kind: 'reset-after', operation: 'createTransfer', first: 7 }],
    });
    const at = folder({ 'in.csv': rows(1) });
    const profile = { ...DEFAULT_PROFILE, idempotency };
    const clock = new JumpingClock();
    expect((await runIn(at, service.url, { profile, clock })).exitCode).toBe(3);
    expect((await runIn(at, service.url, { profile, clock })).exitCode).toBe(0);
    expect(service.store.transfers).toHaveLength(1);
    expect(results(out(at))[0]).toMatchObject({
      status: 'created',
      transferId: service.store.transfers[0]?.id,
    });
  });
});

describe('a row in doubt whose run stops before it resends the row', () => {
  it.each([1, 2])(
    'stays in doubt, with the command that resolves it (concurrency %i)',
    async (concurrency) => {
      const idempotency = { header: 'Idempotency-Key', windowSeconds: 3600 };
      const service = await sandbox({
        faults: [{ kind: 'status-after', status: 409, operation: 'createTransfer' }],
      });
      const at = folder({ 'in.csv': rows(2) });
      const profile = { ...DEFAULT_PROFILE, idempotency };
      expect((await runIn(at, service.url, { profile, concurrency: 1 })).exitCode).toBe(3);
      const wrap = (ledger: FileLedger | Parameters<typeof failingLedger>[0]) =>
        failingLedger(ledger, ['intend'], () => true, full);
      const end = await runIn(at, service.url, { profile, concurrency, wrap });
      expect(end.exitCode).toBe(3);
      expect(statuses(out(at))).toEqual({ in_doubt: 2 });
      expect(results(out(at)).map(({ errorMessage }) => errorMessage)).toEqual([
        expect.stringContaining(`paybatch resolve ${end.runId} --line 2`),
        expect.stringContaining(`paybatch resolve ${end.runId} --line 3`),
      ]);
    },
  );
});

describe('a ledger that fails', () => {
  it('stops the run with nothing sent if it cannot write an intent', async () => {
    const service = await sandbox();
    const at = folder({ 'in.csv': rows(10) });
    const end = await runIn(at, service.url, {
      wrap: (ledger) => failingLedger(ledger, ['intend'], () => true, full),
    });
    expect(service.store.transfers).toHaveLength(0);
    expect(end.exitCode).toBe(4);
    expect(sayOf(end.stopped)).toMatch(/disk is full/);
  });
  it('stops the run if it cannot write an outcome at first; the outcome is kept and written later', async () => {
    const service = await sandbox();
    const at = folder({ 'in.csv': rows(30) });
    let failures = 0;
    const wrap = (ledger: FileLedger | Parameters<typeof failingLedger>[0]) =>
      failingLedger(ledger, ['record'], () => ++failures <= 4, full);
    const end = await runIn(at, service.url, { wrap, concurrency: 2 });
    expect(end.exitCode).toBe(4);
    expect(statuses(out(at))['created']).toBe(service.store.transfers.length);
    expect((await runIn(at, service.url)).exitCode).toBe(0);
    expect([...paidByMemo(service).values()]).toEqual(Array(30).fill(1));
  });
  it('leaves a row in doubt, with its transfer id, if it can never write the outcome', async () => {
    const service = await sandbox();
    const at = folder({ 'in.csv': rows(3) });
    const end = await runIn(at, service.url, {
      concurrency: 1,
      wrap: (ledger) => failingLedger(ledger, ['record'], () => true, full),
    });
    expect(end.exitCode).toBe(3);
    expect(results(out(at))[0]).toMatchObject({
      status: 'in_doubt',
      transferId: service.store.transfers[0]?.id,
    });
    const again = await runIn(at, service.url);
    expect(again.exitCode).toBe(3);
    expect(Math.max(...paidByMemo(service).values())).toBe(1);
  });
  /** A small disk, or `undefined` if none can be mounted. */
  const smallDisk = (at: string, size: string): string | undefined => {
    const disk = join(at, 'disk');
    mkdirSync(disk);
    try {
      execFileSync('mount', ['-t', 'tmpfs', '-o', `size=${size}`, 'tmpfs', disk], { stdio: 'ignore' });
    } catch {
      return undefined;
    }
    onTestFinished(() => void execFileSync('umount', ['-l', disk]));
    return disk;
  };
  it('stops the run when a real disk is full; each transfer is created or in doubt, none is paid twice', async ({
    skip,
  }) => {
    const at = folder({ 'in.csv': rows(100) });
    const disk =
      smallDisk(at, '3m') ?? skip('no tmpfs can be mounted here: the failing store above stands in');
    const service = await sandbox();
    let answers = 0;
    const end = await runIn(at, service.url, {
      openLedger: () => new FileLedger(join(disk, 'l.db'), 'env', { create: true, accept: false }),
      timeoutMs: 20_000,
      hooks: {
        reached: (point) => {
          if (point === 'after-answer' && ++answers === 20) fill(join(disk, 'of-another-program'));
        },
      },
    });
    expect(sayOf(end.stopped)).toMatch(/disk is full/);
    expect(statuses(out(at))['not_sent']).toBeGreaterThan(0);
    expect([3, 4]).toContain(end.exitCode);
    const created = results(out(at)).filter((row) => row['status'] === 'created').length;
    const doubt = results(out(at)).filter((row) => row['status'] === 'in_doubt').length;
    expect(created).toBeGreaterThan(0);
    expect(service.store.transfers.length - created).toBeLessThanOrEqual(doubt);
    expect(Math.max(...paidByMemo(service).values())).toBe(1);
  });
});

describe('the files of a run', () => {
  it('are readable by their owner only, and the retry file copies unpaid rows byte for byte', async () => {
    const service = await sandbox();
    const text = payouts([
      { reference: 'A' },
      { reference: 'B', receiverAmount: '1e3', memo: 'two\nlines' },
      { reference: 'C' },
    ]);
    const at = folder({ 'in.csv': text.replaceAll('\n', '\r\n') });
    await runIn(at, service.url);
    for (const name of ['in.results.csv', 'in.retry.csv', 'l.db'])
      expect(statSync(join(at, name)).mode & 0o777).toBe(0o600);
    const lines = text.replaceAll('\n', '\r\n').split('\r\n');
    expect(readFileSync(join(at, 'in.retry.csv'), 'utf8')).toBe(
      [lines[0], lines[2], lines[3], ''].join('\r\n'),
    );
    rmSync(join(at, 'in.results.csv'));
    writeFileSync(join(at, 'in.csv'), payouts([{ reference: 'B', memo: 'b' }]));
    await runIn(at, service.url);
    expect(existsSync(join(at, 'in.retry.csv'))).toBe(false);
  });

  it('an input that changes before the confirmation is refused', async () => {
    const service = await sandbox();
    const at = folder({ 'in.csv': rows(2) });
    const confirm = (): Promise<boolean> => {
      appendFileSync(join(at, 'in.csv'), payouts(numbered(1)).split('\n')[1] ?? '');
      return Promise.resolve(true);
    };
    await expect(runIn(at, service.url, { hooks: { confirm } })).rejects.toThrow(/was changed/);
    expect(service.store.transfers).toHaveLength(0);
  });

  it('an input that changes during the run stops it before the changed row', async () => {
    const service = await sandbox();
    const at = folder({
      'in.csv': payouts(numbered(400, { 'x-note': 'n'.repeat(3000) }), [...COLUMNS, 'x-note']),
    });
    let changed = false;
    const at1 = (): void => {
      if (changed) return;
      changed = true;
      const text = readFileSync(join(at, 'in.csv'), 'utf8');
      writeFileSync(join(at, 'in.csv'), text.replace(/R-400,(.*?),10\.00/, 'R-400,$1,99.00'));
    };
    const end = await runIn(at, service.url, { hooks: { reached: at1 }, concurrency: 2 });
    expect(end.exitCode).toBe(4);
    expect(end.footing.map(sayOf).join()).toMatch(/400 rows, the results/);
    expect(service.store.transfers.some(({ receiverAmount }) => receiverAmount === '99.00')).toBe(false);
  });

  it('an input that is truncated during the run stops it, and no truncated amount is sent', async () => {
    const service = await sandbox();
    const columns = [...COLUMNS.filter((name) => name !== 'receiverAmount'), 'x-note', 'receiverAmount'];
    const lines = payouts(
      numbered(400, { 'x-note': 'n'.repeat(3000), receiverAmount: '2500.00' }),
      columns,
    ).split('\n');
    // The tenth block ends after the "25" of an amount 2500.00.
    const cut = 10 * CHUNK_BYTES;
    let start = 0;
    const row = lines.findIndex((line) => (start += line.length + 1) > cut);
    const length = 3000 + cut - (start - '00.00\n'.length);
    lines[row] = lines[row]?.replace(/n{3000}/, 'n'.repeat(length)) ?? '';
    const at = folder({ 'in.csv': lines.join('\n') });
    const cutShort = (): void => truncateSync(join(at, 'in.csv'), cut);
    const end = await runIn(at, service.url, { hooks: { reached: cutShort }, concurrency: 2 });
    expect([end.exitCode, end.stopped]).toEqual([4, saying('was changed')]);
    expect(service.store.transfers.some(({ receiverAmount }) => receiverAmount === '25')).toBe(false);
  });

  it('results that cannot be written refuse the run before anything is sent', async () => {
    const service = await sandbox();
    const at = folder({ 'in.csv': rows(2) });
    await expect(runIn(at, service.url, { results: join(at, 'none', 'r.csv') })).rejects.toThrow(
      /its folder does not exist/,
    );
    await expect(runIn(at, service.url, { results: join(at, 'in.csv') })).rejects.toThrow(
      /overwrite the input/,
    );
    expect(service.store.calls.size).toBe(0);
  });
});

describe('a ledger that cannot look up whether the input is a retry file', () => {
  it('refuses the run, and nothing is sent', async () => {
    const service = await sandbox();
    const at = folder({ 'in.csv': rows(2) });
    const wrap = (ledger: Ledger): Ledger => failingLedger(ledger, ['recall'], () => true, full);
    await expect(runIn(at, service.url, { wrap })).rejects.toThrow('disk is full');
    expect(service.store.transfers).toHaveLength(0);
  });
});

describe('a row whose idempotency window closes between the plan and the resend', () => {
  it('is in doubt in the new run as well, so that the resolve command with its id finds the row', async () => {
    const idempotency = { header: 'Idempotency-Key', windowSeconds: 60 };
    const service = await sandbox({ faults: [{ kind: 'reset-after', operation: 'createTransfer' }] });
    const at = folder({ 'in.csv': rows(1) });
    const profile = { ...DEFAULT_PROFILE, idempotency };
    await runIn(at, service.url, { profile });
    // For the plan, the window begins when the row became in doubt; for the resend, at the first attempt. Here it is
    // still open for the plan and closed for the resend.
    const clock = new JumpingClock();
    clock.nowMs += 60_001;
    const end = await runIn(at, service.url, { profile, clock });
    expect(results(out(at))[0]?.['errorMessage']).toContain(`paybatch resolve ${end.runId} --line 2`);
    const ledger = new FileLedger(join(at, 'l.db'), 'env', { create: true, accept: false });
    onTestFinished(() => ledger.close());
    expect(await ledger.runRows(end.runId)).toMatchObject([{ line: 2, status: 'in_doubt', key: 'p:r:R-1' }]);
  });
});

describe('the ledger of a run', () => {
  it('has each attempt with its status and response, and no token or secret', async () => {
    const service = await sandbox({ faults: [{ kind: '429', operation: 'createTransfer', first: 2 }] });
    const at = folder({ 'in.csv': rows(1) });
    await runIn(at, service.url);
    const ledger = new FileLedger(join(at, 'l.db'), 'env', { create: true, accept: false });
    onTestFinished(() => ledger.close());
    const entries = await ledger.entries('p:r:R-1');
    expect(entries.map(({ type }) => type)).toEqual(['intent', 'created']);
    expect(entries[0]?.body).toBe(service.store.transfers[0]?.body);
    expect(entries[1]?.data.attempts?.map(({ status, answer }) => [status, answer])).toEqual([
      [429, '{"code":"rate_limited"}'],
      [429, '{"code":"rate_limited"}'],
      [201, ''],
    ]);
    expect(JSON.parse(entries[1]?.answer ?? '')).toMatchObject({ id: service.store.transfers[0]?.id });
    for (const secret of [...service.store.tokens.keys(), 'sandbox-secret'])
      expect(JSON.stringify(entries)).not.toContain(secret);
  });
});

/** Fills the disk to the last page. */
function fill(path: string): void {
  try {
    for (;;) appendFileSync(path, Buffer.alloc(4096));
  } catch (error) {
    expect(error).toMatchObject({ code: 'ENOSPC' });
  }
}
