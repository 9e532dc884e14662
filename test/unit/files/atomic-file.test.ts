// A file that is written whole.
import { mkdtempSync, readdirSync, readFileSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import { afterEach, beforeEach, describe, expect, it } from 'vitest';

import { AtomicFile } from '../../../src/files/atomic-file.ts';

describe('a file written whole', () => {
  let folder = '';
  beforeEach(() => (folder = mkdtempSync(join(tmpdir(), 'paybatch-test-'))));
  afterEach(() => rmSync(folder, { recursive: true }));

  it('holds texts of any length and bytes between them, in their order', async () => {
    const path = join(folder, 'a.txt');
    const file = await AtomicFile.create(path, 'id');
    const texts = Array.from({ length: 600 }, (_, at) => `${at}:${'aü€😀'.repeat((at * 37) % 400)}\n`);
    texts.splice(200, 0, 'ü€😀'.repeat(100_000), '', 'x'.repeat(256 * 1024), 'last');
    for (const [at, text] of texts.entries()) {
      if (at % 97 === 5) await file.write(Buffer.from(text));
      else if (at % 2 === 0) void file.add(text);
      else await file.write(text);
    }
    await file.commit();
    expect(readFileSync(path, 'utf8') === texts.join('')).toBe(true);
  });

  it('appears whole, for its owner alone; discarded, it leaves the older one as it was', async () => {
    const path = join(folder, 'a.txt');
    const file = await AtomicFile.create(path, 'x');
    await file.write('old');
    expect(readdirSync(folder)).toEqual(['.a.txt.x.tmp']);
    await file.commit();
    expect(statSync(path).mode & 0o777).toBe(0o600);
    const next = await AtomicFile.create(path, 'x');
    await next.write('new');
    await next.discard();
    expect([readFileSync(path, 'utf8'), readdirSync(folder)]).toEqual(['old', ['a.txt']]);
  });
});
