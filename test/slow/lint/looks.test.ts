// Files looked at by further threads: the same answers in the same order, and one that fails leaves its work to the others.
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';

import { describe, expect, it, vi } from 'vitest';

import { lookAtAll, lookAtInput, type LooksSettings } from '../../../src/lint/look/looks.ts';
import { ROOT } from '../../kit/cli.ts';
import { folder } from '../../kit/folder.ts';

const THREAD = pathToFileURL(join(ROOT, 'dist/lint/look-thread.js'));

function tree(): { jobs: { file: string }[]; settings: LooksSettings } {
  const files: Record<string, string> = {};
  for (let i = 0; i < 1_200; i++)
    files[`${String(i).padStart(4, '0')}.${i % 2 === 0 ? 'js' : 'py'}`] =
      i % 40 === 0 ? `get('/api/v1/current-tenant/balances?n=${i}')\n` : `a = ${i}\n`;
  const at = folder(files);
  const settings: LooksSettings = {
    ...{ cwd: at, paths: ['.'], asOf: '2026-10-01', cutoff: '2026-10-30' },
    ...{ minConfidence: 'medium', hosts: [], clients: [] },
  };
  return {
    jobs: Object.keys(files)
      .sort()
      .map((name) => ({ file: join(at, name) })),
    settings,
  };
}

/** As if everything took a second: threads are started at once. */
async function hurried<T>(work: () => Promise<T>): Promise<T> {
  let ms = 0;
  const clock = vi.spyOn(performance, 'now').mockImplementation(() => (ms += 1_000));
  try {
    return await work();
  } finally {
    clock.mockRestore();
  }
}

describe('further threads', () => {
  it('say what one says, in the same order', async () => {
    const { jobs, settings } = tree();
    const alone = await lookAtAll(jobs, settings);
    expect(alone.filter(({ kind }) => kind === 'scanned')).toHaveLength(30);
    expect(await hurried(() => lookAtAll(jobs, { ...settings, thread: THREAD }))).toEqual(alone);
  });
  it('that fail leave their work to this one', async () => {
    const { jobs, settings } = tree();
    const alone = await lookAtAll(jobs, settings);
    const none = pathToFileURL(join(ROOT, 'dist/lint/no-such-thread.js'));
    expect(await hurried(() => lookAtAll(jobs, { ...settings, thread: none }))).toEqual(alone);
    const breaks = new URL(
      `data:text/javascript,${encodeURIComponent(
        "import { workerData } from 'node:worker_threads'; Atomics.add(workerData.next, 0, 160); throw new Error('x');",
      )}`,
    );
    expect(await hurried(() => lookAtAll(jobs, { ...settings, thread: breaks }))).toEqual(alone);
  });
});

describe('a text that is not on the disk', () => {
  const given = (path: string, text: string) => ({ path, bytes: Buffer.from(text) });
  const settings: LooksSettings & { ignored: string[] } = {
    ...{ cwd: '/', paths: ['-'], ignored: [], asOf: '2026-10-01', cutoff: '2026-10-30' },
    ...{ minConfidence: 'medium', hosts: [], clients: [] },
  };
  it('is clean without any word of the interface, and no reader is asked', async () => {
    expect(
      await lookAtInput(given('a.js', 'export const total = (rows) => rows.length;\n'), settings),
    ).toEqual({
      kind: 'clean',
    });
  });
  it.each([
    ['a.js', "get('/api/v1/current-tenant')"],
    ['a.json', '{"amount": 5}'],
    ['a.csv', 'customerId,documents\nc,\n'],
    ['a.js', '// paybatch-ignore transfer-amount -- none here'],
  ])('is read with one: %s', async (path, text) => {
    expect((await lookAtInput(given(path, text), settings)).kind).toBe('scanned');
  });
  it('is read where a map says that its columns are others', async () => {
    const map = new Map([['sum', 'amount']]);
    expect((await lookAtInput(given('a.csv', 'who,sum\nc,5\n'), { ...settings, map })).kind).toBe('scanned');
  });
});
