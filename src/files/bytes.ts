// The bytes of an input file as UTF-8 chunks: byte order marks, UTF-16, and a strict check of both. Every chunk comes
// with the digest of all the file's bytes so far, so that a second pass can tell at once that the file has changed.
import { isUtf8 } from 'node:buffer';
import { createHash } from 'node:crypto';
import type { FileHandle } from 'node:fs/promises';

import { decode, type Encoding, sniff } from './encoding.ts';
import { InputError } from './input-error.ts';

export const CHUNK_BYTES = 64 * 1024;

export interface Chunk {
  /** UTF-8, without a byte order mark, ending at a character's end. */
  readonly utf8: Buffer;
  /** SHA-256 (hex) of the file's own bytes up to here; absent unless asked for. */
  readonly prefix: string | undefined;
}

export interface ChunkOptions {
  readonly prefixes: boolean;
  /** How much is read at once; at least 4, so that a byte order mark comes whole. */
  readonly chunkBytes?: number | undefined;
}

const NOT_UTF8 =
  'not UTF-8 (a byte of another encoding, such as Windows-1252). Save the file as "CSV UTF-8" and run again';
const NUL =
  'holds a NUL character: no CSV text, or UTF-16 without a byte order mark. Save the file as "CSV UTF-8"';
const NOT_UTF16 = 'not UTF-16 (half a character). Save the file as "CSV UTF-8" and run again';
const CUT_UTF16 = 'UTF-16 with an odd number of bytes: the file is cut short';

/**
 * Reads the file from its start.
 * Errors: {@link InputError} for bytes that are not in the announced encoding.
 */
export async function* readChunks(
  handle: FileHandle,
  file: string,
  options: ChunkOptions,
): AsyncGenerator<Chunk> {
  const hash = options.prefixes ? createHash('sha256') : undefined;
  let check: Utf8Check | Utf16Check | undefined;
  try {
    for await (const bytes of blocks(handle, options.chunkBytes ?? CHUNK_BYTES)) {
      hash?.update(bytes);
      const prefix = hash?.copy().digest('hex');
      let text = bytes;
      if (!check) {
        const { encoding, bomBytes } = sniff(bytes);
        check = encoding === 'utf-8' ? new Utf8Check(bomBytes) : new Utf16Check(encoding, bomBytes);
        text = bytes.subarray(bomBytes);
      }
      yield { utf8: check.feed(text), prefix };
    }
    check?.end();
  } catch (error) {
    if (!(error instanceof Unreadable)) throw error;
    const line = await lineAt(handle, error.offset, check instanceof Utf16Check ? check.encoding : 'utf-8');
    throw new InputError(error.code, { file, line }, error.message);
  }
}

/** The file's blocks; the next one is read while this one is worked on. */
async function* blocks(handle: FileHandle, size: number): AsyncGenerator<Buffer> {
  const readAt = (at: number): Promise<Buffer> => {
    const block = Buffer.allocUnsafe(size);
    const read = handle.read(block, 0, size, at).then(({ bytesRead }) => block.subarray(0, bytesRead));
    read.catch(() => undefined); // whoever awaits it sees the error; nobody may if the consumer stops early
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

/** What is wrong with the bytes, and where in the file. */
class Unreadable extends Error {
  readonly code: string;
  readonly offset: number;

  constructor(code: string, offset: number, message: string) {
    super(message);
    this.code = code;
    this.offset = offset;
  }
}

/** Hands on what is whole; a character that a block cuts waits for the next. */
class Utf8Check {
  #carry: Buffer = Buffer.alloc(0);
  /** Where the carried bytes start in the file. */
  #position: number;

  constructor(position: number) {
    this.#position = position;
  }

  feed(bytes: Buffer): Buffer {
    const whole = this.#carry.length === 0 ? bytes : Buffer.concat([this.#carry, bytes]);
    const tail = openTail(whole);
    const utf8 = tail === 0 ? whole : whole.subarray(0, whole.length - tail);
    if (!isUtf8(utf8)) throw new Unreadable('encoding', this.#position + goodLength(utf8), NOT_UTF8);
    const nul = utf8.indexOf(0);
    if (nul !== -1) throw new Unreadable('nul', this.#position + nul, NUL);
    this.#carry = tail === 0 ? Buffer.alloc(0) : Buffer.from(whole.subarray(whole.length - tail));
    this.#position += utf8.length;
    return utf8;
  }

  end(): void {
    if (this.#carry.length > 0) throw new Unreadable('encoding', this.#position, NOT_UTF8);
  }
}

/** The same for UTF-16, whose characters are one or two pairs of bytes. */
class Utf16Check {
  readonly encoding: Exclude<Encoding, 'utf-8'>;
  #carry: Buffer = Buffer.alloc(0);
  #position: number;

  constructor(encoding: Exclude<Encoding, 'utf-8'>, position: number) {
    this.encoding = encoding;
    this.#position = position;
  }

  feed(bytes: Buffer): Buffer {
    const all = this.#carry.length === 0 ? bytes : Buffer.concat([this.#carry, bytes]);
    const pairs = all.length - (all.length % 2);
    const last = pairs === 0 ? 0 : (all[pairs - (this.encoding === 'utf-16le' ? 1 : 2)] ?? 0);
    const length = last >= 0xd8 && last <= 0xdb ? pairs - 2 : pairs; // the first half of a pair waits
    const text = decode(all.subarray(0, length), this.encoding);
    const half = text.search(/\p{Surrogate}/u);
    if (half !== -1) throw new Unreadable('encoding', this.#position + 2 * half, NOT_UTF16);
    const nul = text.indexOf('\0');
    if (nul !== -1) throw new Unreadable('nul', this.#position + 2 * nul, NUL);
    this.#carry = Buffer.from(all.subarray(length));
    this.#position += length;
    return Buffer.from(text, 'utf8');
  }

  end(): void {
    if (this.#carry.length === 0) return;
    throw new Unreadable('encoding', this.#position, this.#carry.length % 2 === 0 ? NOT_UTF16 : CUT_UTF16);
  }
}

/** Length of an incomplete UTF-8 sequence at the end of `bytes` (0 to 3). */
function openTail(bytes: Buffer): number {
  for (let back = 1; back <= Math.min(3, bytes.length); back++) {
    const byte = bytes[bytes.length - back] ?? 0;
    if ((byte & 0xc0) === 0x80) continue;
    const need = byte >= 0xf0 ? 4 : byte >= 0xe0 ? 3 : byte >= 0xc0 ? 2 : 1;
    return need > back ? back : 0;
  }
  return 0;
}

/** 1-based line of the file's byte at `offset`. For errors alone: records.ts counts the lines of good files. */
async function lineAt(handle: FileHandle, offset: number, encoding: Encoding): Promise<number> {
  const block = Buffer.allocUnsafe(CHUNK_BYTES);
  const width = encoding === 'utf-8' ? 1 : 2;
  const low = encoding === 'utf-16be' ? 1 : 0;
  let line = 1;
  for (let position = 0; position < offset;) {
    const { bytesRead } = await handle.read(block, 0, Math.min(CHUNK_BYTES, offset - position), position);
    if (bytesRead === 0) break;
    for (let at = 0; at + width <= bytesRead; at += width) {
      if (block[at + low] === 10 && (width === 1 || block[at + 1 - low] === 0)) line++;
    }
    position += bytesRead;
  }
  return line;
}

/** Length of what is good UTF-8 at the start of `bytes`. */
function goodLength(bytes: Buffer): number {
  let good = 0;
  for (let low = 0, high = bytes.length; low < high;) {
    const middle = (low + high + 1) >> 1;
    const head = bytes.subarray(0, middle);
    if (isUtf8(head.subarray(0, middle - openTail(head)))) low = good = middle;
    else high = middle - 1;
  }
  return good;
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
