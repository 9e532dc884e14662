// Byte order marks, and text from and to encodings. Nothing is guessed: without a mark or a named encoding, it is
// UTF-8.
import { createRequire } from 'node:module';

import type iconv from 'iconv-lite';

/** Loaded for the first file that is not UTF-8: most commands never need it. */
const loaded = (): typeof iconv => createRequire(import.meta.url)('iconv-lite') as typeof iconv; // its own types

/** The encodings that have a byte order mark. */
export type Encoding = 'utf-8' | 'utf-16le' | 'utf-16be';

/** WHATWG names of encodings, and iconv-lite's names for them. */
const OTHER_NAMES: Readonly<Record<string, string>> = { 'x-mac-cyrillic': 'maccyrillic' };

/**
 * The encoding of a WHATWG label (`latin1` is `windows-1252`); `undefined` for an unknown label, or an
 * encoding that can't be read here.
 */
export function encodingOf(label: string): string | undefined {
  try {
    const { encoding } = new TextDecoder(label.trim());
    const known = OTHER_NAMES[encoding] ?? encoding;
    return loaded().encodingExists(known) ? known : undefined;
  } catch {
    return undefined;
  }
}

/** A decoder for text that comes in pieces. Bytes that are not valid in the encoding become U+FFFD. */
export function streamDecoder(encoding: string): { write(bytes: Buffer): string; end(): string } {
  if (encoding.startsWith('utf-')) {
    const utf = new TextDecoder(encoding, { ignoreBOM: true });
    return { write: (bytes) => utf.decode(bytes, { stream: true }), end: () => utf.decode() };
  }
  const decoder = loaded().getDecoder(encoding, { stripBOM: false });
  return { write: (bytes) => decoder.write(bytes), end: () => decoder.end() ?? '' };
}

interface EncodingInfo {
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
export function encode(text: string, encoding: string): Buffer {
  return encoding === 'utf-8'
    ? Buffer.from(text, 'utf8')
    : loaded().encode(text, encoding, { addBOM: false });
}

/** Text of whole bytes without a byte order mark. */
export function decode(bytes: Buffer, encoding: Encoding): string {
  return encoding === 'utf-8'
    ? bytes.toString('utf8')
    : loaded().decode(bytes, encoding, { stripBOM: false });
}
