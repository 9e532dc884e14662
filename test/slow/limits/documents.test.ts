// Documents are in memory while they are sent, each of them once.

import { createHash } from 'node:crypto';

import { describe, expect, it } from 'vitest';

import { DocumentFolder } from '../../../src/batch/input/documents.ts';
import { folder } from '../../kit/folder.ts';

const MIB = 1024 * 1024;

describe('a document', () => {
  it('is the same bytes as a data URL in JSON, of every size around a block', async () => {
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
