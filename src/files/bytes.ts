// The bytes of an input file as checked chunks of UTF-8, from any encoding. With every chunk comes the digest of all
// bytes so far, so that a second pass finds a changed file at once.
import { createHash } from 'node:crypto';
import type { FileHandle } from 'node:fs/promises';

import { binaryKind } from './binary-kind.ts';
import { DecodedCheck, type TextCheck, Unreadable, Utf8Check } from './checked-text.ts';
import { sniff } from './encoding.ts';
import { InputError } from './input-error.ts';
import { bytesMessage } from './messages.ts';

export const CHUNK_BYTES = 64 * 1024;

/**
 * Gets the SHA-256 (hex) of the file's own bytes up to the end of each chunk before that chunk is used, and
 * `undefined` at the end; may throw to stop there.
 */
export type OnPrefix = (digest: string | undefined, index: number) => void;

export interface ChunkOptions {
  readonly onPrefix?: OnPrefix | undefined;
  /** Bytes to read at once; at least 4, for a whole byte order mark. */
  readonly chunkBytes?: number | undefined;
  /** As encodingOf names it; by default that of the byte order mark, or UTF-8. */
  readonly encoding?: string | undefined;
}

/**
 * Reads the file from its start: UTF-8 without a byte order mark, each chunk ending at a character's end.
 * Errors: {@link InputError} for bytes that are not in the announced encoding.
 */
export async function* readChunks(
  handle: FileHandle,
  file: string,
  { onPrefix, chunkBytes = CHUNK_BYTES, encoding }: ChunkOptions = {},
): AsyncGenerator<Buffer> {
  const hash = createHash('sha256');
  let index = 0;
  let check: TextCheck | undefined;
  try {
    for await (const bytes of blocks(handle, chunkBytes)) {
      onPrefix?.(hash.update(bytes).copy().digest('hex'), index++);
      let text = bytes;
      if (!check) {
        refuseBinary(bytes, file);
        const { bomBytes } = sniff(bytes);
        check = checkFor(bytes, file, encoding);
        text = bytes.subarray(bomBytes);
      }
      yield check.feed(text);
    }
    onPrefix?.(undefined, index);
    check?.end();
  } catch (error) {
    if (!(error instanceof Unreadable)) throw error;
    const { code, line, told } = error.line === undefined ? await withLine(handle, error) : error;
    throw new InputError(code, { file, line }, told);
  }
}

function refuseBinary(head: Buffer, file: string): void {
  const kind = binaryKind(head);
  if (kind) throw new InputError('binary', { file }, bytesMessage('foreign_format', kind));
}

/** By the byte order mark or the named encoding. Errors: {@link InputError} if they contradict each other. */
function checkFor(head: Buffer, file: string, named: string | undefined): TextCheck {
  const { encoding, bomBytes } = sniff(head);
  if (named !== undefined && bomBytes > 0 && named !== encoding)
    throw new InputError('encoding', { file }, bytesMessage('encodings_differ', { marked: encoding, named }));
  const as = named ?? encoding;
  return as === 'utf-8' ? new Utf8Check() : new DecodedCheck(as);
}

/** The file's blocks. The next block is read while this one is used. */
async function* blocks(handle: FileHandle, size: number): AsyncGenerator<Buffer> {
  const readAt = (at: number): Promise<Buffer> => {
    const block = Buffer.allocUnsafe(size);
    const read = handle.read(block, 0, size, at).then(({ bytesRead }) => block.subarray(0, bytesRead));
    read.catch(() => undefined); // thrown at the await, unless the consumer stops early
    return read;
  };
  let position = 0;
  for (let ahead = readAt(0); ;) {
    const bytes = await ahead;
    if (bytes.length === 0) return;
    position += bytes.length;
    ahead = readAt(position);
    yield bytes;
  }
}

/** The same mistake in a file of UTF-8, found again by a reading that counts lines. */
async function withLine(handle: FileHandle, error: Unreadable): Promise<Unreadable> {
  const check = new DecodedCheck('utf-8');
  try {
    for await (const bytes of blocks(handle, CHUNK_BYTES)) check.feed(bytes);
    check.end();
    return error;
  } catch (again) {
    return again instanceof Unreadable ? again : error;
  }
}

/** SHA-256 (hex) of the file as it is now. */
export async function hashFile(handle: FileHandle): Promise<string> {
  const hash = createHash('sha256');
  const block = Buffer.allocUnsafe(1 << 20);
  for (let position = 0; ;) {
    const { bytesRead } = await handle.read(block, 0, block.length, position);
    if (bytesRead === 0) return hash.digest('hex');
    hash.update(block.subarray(0, bytesRead));
    position += bytesRead;
  }
}
