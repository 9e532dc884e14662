// The bytes of a retry file: the input's own rows that were not paid, byte for byte, under the input's own header and
// encoding. Cut from the opened file, whose name may lead to another one by now, and only from bytes that were checked.
import { createHash } from 'node:crypto';
import type { FileHandle } from 'node:fs/promises';

import type { AtomicFile } from '../files/atomic-file.ts';
import { readChunks } from '../files/bytes.ts';
import { encode, sniff } from '../files/encoding.ts';

export interface ByteRange {
  readonly start: number;
  readonly end: number;
}

/** The file was changed in place since it was checked: nothing may be cut from it. */
export class InputChanged extends Error {}

export interface CheckedInput {
  readonly handle: FileHandle;
  /** As messages name it. */
  readonly file: string;
  /** Digests of the checked bytes up to the end of each chunk (readChunks). */
  readonly prefixes: readonly string[];
}

/**
 * Copies ranges (of the input's UTF-8 text, ascending, the header's first) to `out`. Returns the SHA-256 (hex) of what
 * was written. Errors: {@link InputChanged}; the system's.
 */
export async function cutRetryFile(
  input: CheckedInput,
  ranges: readonly ByteRange[],
  out: AtomicFile,
): Promise<string> {
  const hash = createHash('sha256');
  const write = async (bytes: Buffer): Promise<void> => {
    hash.update(bytes);
    await out.writeBytes(bytes);
  };
  const head = Buffer.alloc(4);
  await input.handle.read(head, 0, 4, 0);
  const { encoding, bomBytes } = sniff(head);
  if (bomBytes > 0) await write(head.subarray(0, bomBytes));
  const encoded = (text: Buffer): Buffer =>
    encoding === 'utf-8' ? text : encode(text.toString('utf8'), encoding);
  let lastByte = 10;
  for await (const piece of slices(input, ranges)) {
    if (piece.first && lastByte !== 10) await write(encoded(Buffer.from('\n')));
    await write(encoded(piece.bytes));
    lastByte = piece.bytes[piece.bytes.length - 1] ?? lastByte;
  }
  return hash.digest('hex');
}

async function* slices(
  { handle, file, prefixes }: CheckedInput,
  ranges: readonly ByteRange[],
): AsyncGenerator<{ bytes: Buffer; first: boolean }> {
  let base = 0;
  let next = 0;
  let index = 0;
  for await (const { utf8, prefix } of readChunks(handle, file, { prefixes: true })) {
    if (prefix !== prefixes[index++]) {
      throw new InputChanged(`${file} was changed after it was checked`);
    }
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
