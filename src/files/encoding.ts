// What a byte order mark says of a file, and text from and to the encodings that have one. Nothing is guessed: without
// a mark it is UTF-8.
import { createRequire } from 'node:module';

import type { decode as Decode, encode as Encode } from 'iconv-lite';

/** Loaded for the first file that isn't UTF-8: most commands meet none. */
const iconv = (): { decode: typeof Decode; encode: typeof Encode } =>
  createRequire(import.meta.url)('iconv-lite') as { decode: typeof Decode; encode: typeof Encode }; // its own types

export type Encoding = 'utf-8' | 'utf-16le' | 'utf-16be';

export interface EncodingInfo {
  readonly encoding: Encoding;
  /** Length of the byte order mark. */
  readonly bomBytes: number;
}

/** Encoding by byte order mark: three bytes are enough. */
export function sniff(head: Buffer): EncodingInfo {
  if (head[0] === 0xef && head[1] === 0xbb && head[2] === 0xbf) return { encoding: 'utf-8', bomBytes: 3 };
  if (head[0] === 0xff && head[1] === 0xfe) return { encoding: 'utf-16le', bomBytes: 2 };
  if (head[0] === 0xfe && head[1] === 0xff) return { encoding: 'utf-16be', bomBytes: 2 };
  return { encoding: 'utf-8', bomBytes: 0 };
}

/** Bytes of text, without a byte order mark. */
export function encode(text: string, encoding: Encoding): Buffer {
  return encoding === 'utf-8' ? Buffer.from(text, 'utf8') : iconv().encode(text, encoding, { addBOM: false });
}

/** Text of whole bytes that hold no byte order mark. */
export function decode(bytes: Buffer, encoding: Encoding): string {
  return encoding === 'utf-8' ? bytes.toString('utf8') : iconv().decode(bytes, encoding, { stripBOM: false });
}
