// The bytes of a retry file: the input's unpaid rows, byte for byte, with the input's header and encoding. They are
// cut from the opened file, since its name may lead to another file now, and only from the bytes that were checked.
import type { FileHandle } from 'node:fs/promises';

import type { AtomicFile } from '../files/atomic-file.ts';
import { type OnPrefix, readChunks } from '../files/bytes.ts';
import { encode, sniff } from '../files/encoding.ts';
import { inputChanged } from '../files/input-error.ts';

interface ByteRange {
  readonly start: number;
  readonly end: number;
}

/** Throws {@link inputChanged} at the first chunk that differs from the checked bytes. */
export const sameBytes =
  (file: string, prefixes: readonly string[]): OnPrefix =>
  (digest, index) => {
    if (digest !== prefixes[index]) throw inputChanged(file);
  };

export interface CheckedInput {
  readonly handle: FileHandle;
  /** As messages name it. */
  readonly file: string;
  /** Digests of the checked bytes up to the end of each chunk (readChunks). */
  readonly prefixes: readonly string[];
  /** From its import profile; if absent, the byte order mark's encoding, or UTF-8. */
  readonly encoding?: string | undefined;
}

/** A column that the input does not have. Its cells must not need quotes. */
export interface AddedColumn {
  readonly delimiter: string;
  /** The cell of the range with this index; 0 is the header. `undefined`: none is added. */
  readonly cell: (index: number) => string | undefined;
}

/**
 * Copies ranges of the input's UTF-8 text to `out`, ascending and the header first, each with its cell of the added
 * column. Errors: {@link inputChanged}; the system's.
 */
export async function cutRetryFile(
  input: CheckedInput,
  ranges: readonly ByteRange[],
  out: Pick<AtomicFile, 'write'>,
  added?: AddedColumn,
): Promise<void> {
  const head = Buffer.alloc(4);
  await input.handle.read(head, 0, 4, 0);
  const { encoding: marked, bomBytes } = sniff(head);
  const encoding = input.encoding ?? marked;
  if (bomBytes > 0) await out.write(head.subarray(0, bomBytes));
  const encoded = (text: Buffer): Buffer =>
    encoding === 'utf-8' ? text : encode(text.toString('utf8'), encoding);
  let parts: Buffer[] = [];
  let lineEnd = '\n';
  for await (const { bytes, index, last } of slices(input, ranges)) {
    parts.push(bytes);
    if (!last) continue;
    const record = Buffer.concat(parts);
    parts = [];
    const end = lineEndOf(record);
    if (end !== '') lineEnd = end;
    const own = added?.cell(index);
    const cell = added === undefined || own === undefined ? '' : added.delimiter + own;
    // The input's last line may lack its line end.
    const close = end === '' && (added !== undefined || index < ranges.length - 1) ? lineEnd : end;
    const text = record.subarray(0, record.length - end.length);
    await out.write(encoded(Buffer.concat([text, Buffer.from(cell + close)])));
  }
}

function lineEndOf(bytes: Buffer): '' | '\n' | '\r\n' {
  if (bytes[bytes.length - 1] !== 10) return '';
  return bytes[bytes.length - 2] === 13 ? '\r\n' : '\n';
}

interface Slice {
  readonly bytes: Buffer;
  /** The index of its range, and whether the range ends with it. */
  readonly index: number;
  readonly last: boolean;
}

async function* slices(
  { handle, file, prefixes, encoding }: CheckedInput,
  ranges: readonly ByteRange[],
): AsyncGenerator<Slice> {
  let base = 0;
  let next = 0;
  for await (const utf8 of readChunks(handle, file, { encoding, onPrefix: sameBytes(file, prefixes) })) {
    const end = base + utf8.length;
    for (let range = ranges[next]; range && range.start < end; range = ranges[next]) {
      const bytes = utf8.subarray(Math.max(range.start, base) - base, Math.min(range.end, end) - base);
      const last = range.end <= end;
      if (bytes.length > 0 || last) yield { bytes, index: next, last };
      if (!last) break;
      next++;
    }
    base = end;
  }
}
