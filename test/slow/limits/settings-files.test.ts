// Small files that a command reads besides its input, such as an import profile: they may be pipes, and their size is
// limited. Documents become data URLs with the same bytes. paths.test.ts tries the flags one by one.
import { execFileSync, spawn } from 'node:child_process';
import { createHash } from 'node:crypto';
import { mkdirSync, mkdtempSync, truncateSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import { describe, expect, it } from 'vitest';

import { DocumentFolder } from '../../../src/batch/input/documents.ts';
import { readSmallFile, SmallFileError } from '../../../src/files/small-file.ts';
import { BIN, ended } from '../../kit/cli.ts';
import { folder } from '../../kit/folder.ts';

const INPUT = 'reference,customerId\na,b\n';

/** A folder with an input and with paths that are not small files: a folder, a pipe, a huge file. */
function ground(): string {
  const folder = mkdtempSync(join(tmpdir(), 'paybatch-'));
  writeFileSync(join(folder, 'payouts.csv'), INPUT);
  mkdirSync(join(folder, 'folder'));
  execFileSync('mkfifo', [join(folder, 'pipe')]);
  writeFileSync(join(folder, 'huge'), '');
  truncateSync(join(folder, 'huge'), 3_000_000_000);
  return folder;
}

describe('a small file that is read besides the input', () => {
  it('is read to its end if it is a pipe', async () => {
    const folder = ground();
    const shell = `exec "${process.execPath}" "${BIN}" check payouts.csv --map <(sleep 0.2; echo '{"reference":"reference","customerId":"nonsense"}')`;
    const child = spawn('bash', ['-c', shell], {
      cwd: folder,
      env: { PATH: process.env['PATH'], HOME: folder },
    });
    const { stderr } = await ended(child);
    expect(stderr).toMatch(/nonsense/);
  });

  it('may be as large as its limit, but not one byte larger', () => {
    const folder = ground();
    writeFileSync(join(folder, 'full'), 'x'.repeat(1_000));
    expect(readSmallFile(join(folder, 'full'), 1_000)).toHaveLength(1_000);
    expect(() => readSmallFile(join(folder, 'full'), 999)).toThrow(SmallFileError);
  });
});

// A document is read into memory once, as the JSON text that is sent.

const MIB = 1024 * 1024;

describe('a document', () => {
  it('becomes a data URL with the same bytes, for sizes around the block size', async () => {
    const block = 3 * 64 * 1024;
    for (const size of [1, 2, 3, 4, block - 1, block, block + 1, 2 * block + 2]) {
      const bytes = Buffer.from(Array.from({ length: size }, (_, i) => (i * 7) % 256));
      const at = folder({ 'a.png': bytes });
      const around = { before: '{"ü":"', after: '"}' };
      const { body, sha256 } = await new DocumentFolder(at, 10 * MIB).read('a.png', around);
      expect(body.toString()).toBe(`{"ü":"data:image/png;base64,${bytes.toString('base64')}"}`);
      expect(sha256).toBe(createHash('sha256').update(bytes).digest('hex'));
    }
  });
});
