// Of which files a retry file is known to be cut, however often it was written: what was forgotten could be paid once more.
import { describe, expect, it } from 'vitest';

import { SameRows } from '../../../src/batch/plan/alike/same-rows.ts';
import { cutFrom, leftBy, MOST_FILES, rememberRows } from '../../../src/batch/results/retry-lineage.ts';
import { sha256 } from '../../../src/ledger/keys.ts';
import type { RunRecord } from '../../../src/ledger/ledger.ts';

/** As much of a ledger as it takes. A run is named after the file that it has read: `in.csv#2`. */
function memory() {
  const uploads = new Map<string, string>();
  const fileOf = (id: string): string => id.split('#')[0] ?? '';
  const run = (id: string): Promise<RunRecord> =>
    Promise.resolve({ id, kind: 'payouts', fileHash: fileOf(id), settings: {} } as unknown as RunRecord); // what is asked of it
  const ledger = {
    run,
    upload: (key: string) => Promise.resolve(uploads.get(key)),
    saveUpload: (key: string, text: string) => Promise.resolve(void uploads.set(key, text)),
    runsOfFile: () => Promise.resolve([]),

    eachRunRow: async function* () {
      yield* [];
    },
  };
  const left = (runId: string, digest: string, from: readonly number[] = [2, 3]): Promise<void> =>
    rememberRows({ ledger, clock: { now: () => 0 }, runId }, digest, [2, 3], from);
  const look = async (hash: string): Promise<void> => {
    const rows = new SameRows({ file: hash, ledger, hash, sheet: '' }, 'payouts', () => true);
    for await (const { key } of rows.reads(() => false)) expect(key).toBe('none is read');
  };
  return { ledger, uploads, left, look };
}

const sourcesOf = async (digest: string, { ledger }: ReturnType<typeof memory>) =>
  (await cutFrom(digest, ledger)).known.map(({ hash, rows }) => [hash, rows.map(({ from }) => from)]);

describe('the files that a retry file was cut from', () => {
  it('are known however often the retry file itself was tried', async () => {
    const one = memory();
    await one.left('in.csv#1', 'retry');
    for (let i = 0; i < 300; i++) await one.left(`retry#${i}`, 'retry');
    for (let i = 0; i < 300; i++) await one.left(`in.csv#${i + 2}`, 'retry');
    expect(await sourcesOf('retry', one)).toEqual([
      ['in.csv', [2, 3]],
      ['retry', [2, 3]],
    ]);
  });
  it('are known each, and where a file has left other rows of the same text', async () => {
    const one = memory();
    for (const id of ['may.csv#1', 'june.csv#1', 'may.csv#2']) await one.left(id, 'retry');
    await one.left('may.csv#3', 'retry', [5, 6]);
    expect(await sourcesOf('retry', one)).toEqual([
      ['may.csv', [2, 3]],
      ['june.csv', [2, 3]],
      ['may.csv', [5, 6]],
    ]);
  });
  it('are known of runs that were written down by themselves', async () => {
    const one = memory();
    const kept = [{ run: 'in.csv#1', lines: '2,1', from: '2,2' }];
    one.uploads.set(sha256('rows left by\0retry'), JSON.stringify(kept));
    await one.left('retry#1', 'retry');
    expect(await sourcesOf('retry', one)).toEqual([
      ['in.csv', [2, 4]],
      ['retry', [2, 3]],
    ]);
  });
});

describe('more files than are remembered', () => {
  const tooMany = { code: 'alike', remedy: 'alike_many' };
  it('are not taken for none: the retry file is refused, and so is a file of them', async () => {
    const one = memory();
    const long = Array.from({ length: MOST_FILES }, (_, i) => `day-${i}`);
    for (const day of long) await one.left(`${day}#1`, 'retry');
    expect((await cutFrom('retry', one.ledger)).isCut).toBe(false);
    for (const day of ['late', 'later']) await one.left(`${day}#1`, 'retry');
    expect(await cutFrom('retry', one.ledger)).toMatchObject({ isCut: true });
    await expect(one.look('retry')).rejects.toMatchObject(tooMany);
    const kept = [...one.uploads.values()].map((text) => (JSON.parse(text) as unknown[]).length);
    expect(Math.max(...kept)).toBe(MOST_FILES + 1);
  });
  it('are not taken for none where one run has left them', async () => {
    const one = memory();
    const known = JSON.stringify(Array.from({ length: MOST_FILES }, (_, i) => `retry-${i}`));
    one.uploads.set(sha256('rows left in\0in.csv#1'), known);
    expect((await leftBy('in.csv#1', one.ledger)).isCut).toBe(false);
    await one.left('in.csv#1', 'retry-0');
    expect((await leftBy('in.csv#1', one.ledger)).isCut).toBe(false);
    await one.left('in.csv#1', 'another');
    expect((await leftBy('in.csv#1', one.ledger)).isCut).toBe(true);
  });
  it('are not taken for none on the way from one to the next', async () => {
    const one = memory();
    for (let i = 0; i < MOST_FILES + 2; i++) await one.left(`file-${i + 1}#1`, `file-${i}`);
    await expect(one.look('file-0')).rejects.toMatchObject(tooMany);
    await one.look('file-3');
  });
});
