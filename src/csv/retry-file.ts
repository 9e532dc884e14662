// NAME.retry.csv: the input's own rows that were not paid, byte for byte, under the input's own header and encoding.
import { open, unlink } from 'node:fs/promises';

import { AtomicFile } from '../files/atomic-file.ts';
import { readChunks } from '../files/bytes.ts';
import { encode, sniff } from '../files/encoding.ts';

export interface ByteRange {
  readonly start: number;
  readonly end: number;
}

/**
 * Copies ranges (of the input's UTF-8 text, ascending, the header's first) to `out`. With no range but the header's,
 * an older file is removed instead. Returns whether a file was written.
 */
export async function writeRetryFile(
  input: string,
  ranges: readonly ByteRange[],
  out: string,
  id: string,
): Promise<boolean> {
  if (ranges.length < 2) {
    await unlink(out).catch((error: NodeJS.ErrnoException) => {
      if (error.code !== 'ENOENT') throw error;
    });
    return false;
  }
  const source = await open(input, 'r');
  const file = await AtomicFile.create(out, id);
  try {
    const head = Buffer.alloc(4);
    await source.read(head, 0, 4, 0);
    const { encoding, bomBytes } = sniff(head);
    if (bomBytes > 0) await file.writeBytes(head.subarray(0, bomBytes));
    const encoded = (text: Buffer): Buffer =>
      encoding === 'utf-8' ? text : encode(text.toString('utf8'), encoding);
    let lastByte = 10;
    for await (const piece of slices(source, input, ranges)) {
      if (piece.first && lastByte !== 10) await file.writeBytes(encoded(Buffer.from('\n')));
      await file.writeBytes(encoded(piece.bytes));
      lastByte = piece.bytes[piece.bytes.length - 1] ?? lastByte;
    }
    await file.commit();
    return true;
  } catch (error) {
    await file.discard();
    throw error;
  } finally {
    await source.close();
  }
}

async function* slices(
  source: Awaited<ReturnType<typeof open>>,
  name: string,
  ranges: readonly ByteRange[],
): AsyncGenerator<{ bytes: Buffer; first: boolean }> {
  let base = 0;
  let next = 0;
  for await (const { utf8 } of readChunks(source, name, { prefixes: false })) {
    const end = base + utf8.length;
    for (let range = ranges[next]; range && range.start < end; range = ranges[next]) {
      const bytes = utf8.subarray(Math.max(range.start, base) - base, Math.min(range.end, end) - base);
      if (bytes.length > 0) yield { bytes, first: range.start >= base };
      if (range.end > end) break;
      next++;
    }
    base = end;
  }
}
