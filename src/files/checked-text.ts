// Blocks of bytes as UTF-8, checked strictly: a byte that is not valid in the announced encoding ends the reading, and
// its place is known.
import { isUtf8 } from 'node:buffer';

import { decode, type Encoding, streamDecoder } from './encoding.ts';

/** What files without an import profile have no use for. */
export const BY_PROFILE =
  '; for payouts and statements an import profile may name its encoding instead (--map, "encoding")';
const NOT_UTF8 = `not UTF-8 (a byte of another encoding, such as Windows-1252). Save the file as "CSV UTF-8" and run again${BY_PROFILE}`;
const NUL =
  'holds a NUL character: no CSV text, or UTF-16 without a byte order mark. Save the file as "CSV UTF-8"';
const NOT_UTF16 = 'not UTF-16 (half a character). Save the file as "CSV UTF-8" and run again';
const CUT_UTF16 = 'UTF-16 with an odd number of bytes: the file is cut short';

/** What is wrong with the bytes, and where in the file. */
export class Unreadable extends Error {
  readonly code: string;
  readonly offset: number;

  constructor(code: string, offset: number, message: string) {
    super(message);
    this.code = code;
    this.offset = offset;
  }
}

/** Hands on what is whole; a character that a block cuts waits for the next. */
export class Utf8Check {
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
export class Utf16Check {
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

/** The same for an encoding that a person has named. */
export class NamedCheck {
  readonly #encoding: string;
  readonly #decoder;
  /** Line of the last character that was looked at. */
  line = 1;

  constructor(encoding: string) {
    this.#encoding = encoding;
    this.#decoder = streamDecoder(encoding);
  }

  feed(bytes: Buffer): Buffer {
    return this.#checked(this.#decoder.write(bytes));
  }

  end(): void {
    this.#checked(this.#decoder.end());
  }

  #checked(text: string): Buffer {
    const bad = text.search(/[\ufffd\0]/);
    const good = bad === -1 ? text : text.slice(0, bad);
    for (let at = good.indexOf('\n'); at !== -1; at = good.indexOf('\n', at + 1)) this.line++;
    if (bad === -1) return Buffer.from(text, 'utf8');
    if (text[bad] === '\0') throw new Unreadable('nul', 0, NUL);
    const what = `not ${this.#encoding}, as the profile's "encoding" says: a byte here is no character of it`;
    throw new Unreadable('encoding', 0, what);
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
