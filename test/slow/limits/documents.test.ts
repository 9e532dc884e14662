// Documents are in memory while they are sent: within a budget of bytes, each of them once, whatever their number and size.
import { spawn } from 'node:child_process';
import { createHash } from 'node:crypto';
import { writeFileSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';

import { describe, expect, it, onTestFinished } from 'vitest';

import { DocumentFolder } from '../../../src/batch/input/documents.ts';
import { ByteBudget } from '../../../src/batch/send/byte-budget.ts';
import { BIN, ended, serviceEnv, statuses } from '../../kit/cli.ts';
import { folder } from '../../kit/folder.ts';
import { numbered, payouts } from '../../kit/payouts.ts';

const MIB = 1024 * 1024;

/** A service that keeps of each upload its hash alone. */
async function service(hashes: string[]): Promise<string> {
  const server = createServer((request, response) => {
    const hash = createHash('sha256');
    let small = '';
    request.on('data', (part: Buffer) => {
      hash.update(part);
      if (small.length < 1_000) small += part.toString('latin1');
    });
    request.on('end', () => {
      const path = request.url ?? '';
      response.setHeader('content-type', 'application/json');
      if (path.endsWith('/documents')) hashes.push(hash.digest('hex'));
      const id = `id-${hashes.length}-${Math.random()}`;
      response.end(
        JSON.stringify({
          token: 't',
          accessToken: 't',
          access_token: 't',
          expires_in: 3600,
          documentId: id,
          id,
          quoteId: id,
        }),
      );
    });
  });
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done));
  onTestFinished(() => {
    server.closeAllConnections();
    server.close();
  });
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`; // of a TCP server
}

describe('documents in flight', { retry: 2, timeout: 120_000 }, () => {
  it.each([
    [5, 20],
    [2, 70],
  ])('%i documents of %i MB', async (count, mb) => {
    const names = Array.from({ length: count }, (_, i) => `d${i}.pdf`);
    const at = folder({
      'in.csv': payouts(numbered(count).map((row, i) => ({ ...row, documents: names[i] ?? '' }))),
    });
    const bodies = names.map((name, i) => {
      const bytes = Buffer.alloc(mb * MIB, `${i}%PDF`);
      writeFileSync(join(at, name), bytes);
      const body = `{"fileBlob":"data:application/pdf;base64,${bytes.toString('base64')}"}`;
      return createHash('sha256').update(body).digest('hex');
    });
    writeFileSync(
      join(at, 'paybatch.config.json'),
      JSON.stringify({ profile: { maxDocumentBytes: 100 * MIB } }),
    );
    writeFileSync(
      join(at, 'peak.mjs'),
      // Its own alone: on Linux maxRSS begins with what the process had that started it.
      `import { existsSync, readFileSync } from 'node:fs';
      const status = '/proc/self/status';
      const own = () => /VmHWM:\\s+(\\d+)/.exec(readFileSync(status, 'latin1'))[1];
      const peak = () => (existsSync(status) ? own() : process.resourceUsage().maxRSS);
      process.on('exit', () => process.stderr.write('peak ' + peak() + '\\n'));`,
    );
    const hashes: string[] = [];
    const env = { PATH: process.env['PATH'], HOME: at, TERM: 'dumb', ...serviceEnv(await service(hashes)) };
    const args = ['--import', './peak.mjs', BIN, 'run', 'in.csv', '--yes', '--ledger', join(at, 'l.db')];
    const end = await ended(spawn(process.execPath, args, { cwd: at, env }));
    expect({ code: end.code, stderr: end.stderr }).toMatchObject({ code: 0 });
    expect(statuses(join(at, 'in.results.csv'))).toEqual({ created: count });
    expect(hashes.sort()).toEqual(bodies.sort());
    const peakMib = Number(/peak (\d+)/.exec(end.stderr)?.[1]) / 1024;
    console.log(`${count} documents of ${mb} MB: ${Math.round(peakMib)} MiB at the peak`);
    // 130 without documents, and the budget twice: what is sent, and what waits for the collector.
    expect(peakMib).toBeLessThan(130 + Math.max(2 * 64, 2 * 1.34 * mb) + 60);
  });
});

describe('a budget of bytes', () => {
  it('is never exceeded, serves in order, and lets a large one go alone', async () => {
    const budget = new ByteBudget(100);
    let used = 0;
    let most = 0;
    const order: number[] = [];
    const work = (id: number, bytes: number): Promise<void> =>
      budget.spend(bytes, async () => {
        used += bytes;
        most = Math.max(most, used);
        order.push(id);
        expect(used === bytes || used <= 100).toBe(true);
        await new Promise((done) => setImmediate(done));
        used -= bytes;
      });
    await Promise.all([60, 50, 40, 500, 30, 30, 30, 30, 100, 1].map((bytes, id) => work(id, bytes)));
    expect(order).toEqual([0, 1, 2, 3, 4, 5, 6, 7, 8, 9]);
    expect(most).toBe(500);
    await expect(budget.spend(100, () => Promise.reject(new Error('no')))).rejects.toThrow('no');
    await budget.spend(100, () => Promise.resolve());
  });
});

describe('a document', () => {
  it('is the same bytes as a data URL in JSON, of every size around a block', async () => {
    const block = 3 * 64 * 1024;
    for (const size of [1, 2, 3, 4, block - 1, block, block + 1, 2 * block + 2]) {
      const bytes = Buffer.from(Array.from({ length: size }, (_, i) => (i * 7) % 256));
      const at = folder({ 'a.png': bytes });
      const file = await new DocumentFolder(at, 10 * MIB).open('a.png');
      const { body, sha256 } = await file.body({ before: '{"ü":"', after: '"}' });
      await file.close();
      expect(body.toString()).toBe(`{"ü":"data:image/png;base64,${bytes.toString('base64')}"}`);
      expect(sha256).toBe(createHash('sha256').update(bytes).digest('hex'));
    }
  });

  it('larger than the profile allows is not read', async () => {
    const at = folder({
      'in.csv': payouts([{ ...numbered(1)[0], documents: 'a.pdf' }]),
      'a.pdf': Buffer.alloc(2_000),
    });
    await expect(new DocumentFolder(at, 1_999).open('a.pdf')).rejects.toThrow(/has 2000 bytes; at most 1999/);
  });
});
