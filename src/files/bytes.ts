// The bytes of an input file as UTF-8 chunks: byte order marks, UTF-16, and a strict check of UTF-8. Every chunk comes
// with the digest of all the file's bytes so far, so that a second pass can tell at once that the file has changed.
import { isUtf8 } from 'node:buffer';
import { createHash } from 'node:crypto';
import type { FileHandle } from 'node:fs/promises';

import iconv from 'iconv-lite';

import { InputError } from './input-error.ts';

export const CHUNK_BYTES = 64 * 1024;

export type Encoding = 'utf-8' | 'utf-16le' | 'utf-16be';

export interface Chunk {
  /** UTF-8, without a byte order mark, ending at a character's end. */
  readonly utf8: Buffer;
  /** SHA-256 (hex) of the file's own bytes up to here; absent unless asked for. */
  readonly prefix: string | undefined;
}

export interface EncodingInfo {
  readonly encoding: Encoding;
  readonly bomBytes: number;
}

/** Encoding by byte order mark; UTF-8 without one. */
export function sniff(head: Buffer): EncodingInfo {
  if (head[0] === 0xef && head[1] === 0xbb && head[2] === 0xbf) return { encoding: 'utf-8', bomBytes: 3 };
  if (head[0] === 0xff && head[1] === 0xfe) return { encoding: 'utf-16le', bomBytes: 2 };
  if (head[0] === 0xfe && head[1] === 0xff) return { encoding: 'utf-16be', bomBytes: 2 };
  return { encoding: 'utf-8', bomBytes: 0 };
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
async function lineAt(handle: FileHandle, offset: number): Promise<number> {
  const block = Buffer.allocUnsafe(CHUNK_BYTES);
  let line = 1;
  for (let position = 0; position < offset;) {
    const { bytesRead } = await handle.read(block, 0, Math.min(CHUNK_BYTES, offset - position), position);
    if (bytesRead === 0) break;
    for (const byte of block.subarray(0, bytesRead)) if (byte === 10) line++;
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

const NOT_UTF8 =
  'not UTF-8 (a byte of another encoding, such as Windows-1252). Save the file as "CSV UTF-8" and run again; nothing was sent';
const NUL =
  'holds a NUL character: no CSV text, or UTF-16 without a byte order mark. Save the file as "CSV UTF-8"; nothing was sent';

/**
 * Reads the file from its start. `onPrefix` sees each prefix digest before its chunk is handed on, and may throw.
 * Errors: {@link InputError} for bytes that are not in the announced encoding.
 */
export async function* readChunks(
  handle: FileHandle,
  file: string,
  options: { prefixes: boolean },
): AsyncGenerator<Chunk> {
  const hash = options.prefixes ? createHash('sha256') : undefined;
  let position = 0;
  let info: EncodingInfo | undefined;
  let carry: Buffer = Buffer.alloc(0);
  let decoder: ReturnType<typeof iconv.getDecoder> | undefined;
  const refuse = async (code: string, offset: number, message: string): Promise<never> => {
    throw new InputError(code, { file, line: await lineAt(handle, offset) }, message);
  };
  // The next block is read while this one is worked on.
  const readAt = (at: number): Promise<Buffer> => {
    const block = Buffer.allocUnsafe(CHUNK_BYTES);
    const read = handle.read(block, 0, CHUNK_BYTES, at).then(({ bytesRead }) => block.subarray(0, bytesRead));
    read.catch(() => undefined); // whoever awaits it sees the error; nobody may if the consumer stops early
    return read;
  };
  for (let ahead = readAt(0); ;) {
    let bytes = await ahead;
    if (bytes.length === 0) break;
    position += bytes.length;
    ahead = readAt(position);
    hash?.update(bytes);
    const prefix = hash?.copy().digest('hex');
    if (info === undefined) {
      info = sniff(bytes);
      bytes = bytes.subarray(info.bomBytes);
      if (info.encoding !== 'utf-8') decoder = iconv.getDecoder(info.encoding, { stripBOM: false });
    }
    if (decoder) {
      yield { utf8: Buffer.from(decoder.write(bytes), 'utf8'), prefix };
      continue;
    }
    const whole = carry.length === 0 ? bytes : Buffer.concat([carry, bytes]);
    const tail = openTail(whole);
    const utf8 = tail === 0 ? whole : whole.subarray(0, whole.length - tail);
    carry = tail === 0 ? Buffer.alloc(0) : Buffer.from(whole.subarray(whole.length - tail));
    const start = position - whole.length;
    if (!isUtf8(utf8)) await refuse('encoding', start + goodLength(utf8), NOT_UTF8);
    const nul = utf8.indexOf(0);
    if (nul !== -1) await refuse('nul', start + nul, NUL);
    yield { utf8, prefix };
  }
  const rest = decoder?.end();
  if (rest !== undefined && rest !== '') yield { utf8: Buffer.from(rest, 'utf8'), prefix: undefined };
  if (carry.length > 0) await refuse('encoding', position - carry.length, NOT_UTF8);
  if (decoder && (position - (info?.bomBytes ?? 0)) % 2 !== 0) {
    throw new InputError(
      'encoding',
      { file },
      'UTF-16 with an odd number of bytes: the file is cut short; nothing was sent',
    );
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
