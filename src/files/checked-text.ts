// Blocks of bytes as UTF-8, checked strictly: a byte that is not valid in the announced encoding ends the reading, and
// its line is known.
import { isUtf8 } from 'node:buffer';

import { streamDecoder } from './encoding.ts';

const NOT_UTF8 =
  'not UTF-8 (a byte of another encoding, such as Windows-1252). Save the file as UTF-8 ("CSV UTF-8" in Excel) and run again; for payouts and statements an import profile may name its encoding instead (--map, "encoding")';
const NUL =
  'holds a NUL character: no CSV text, or UTF-16 without a byte order mark. Save the file as UTF-8 ("CSV UTF-8" in Excel)';
const NOT_UTF16 =
  'not UTF-16 (half a character). Save the file as UTF-8 ("CSV UTF-8" in Excel) and run again';
const CUT_UTF16 = 'UTF-16 with an odd number of bytes: the file is cut short';

/** What is wrong with the bytes, and on which line; without one, at `offset` in the file. */
export class Unreadable extends Error {
  readonly code: string;
  readonly place: { readonly offset: number } | { readonly line: number };

  constructor(code: string, place: Unreadable['place'], message: string) {
    super(message);
    this.code = code;
    this.place = place;
  }
}

export interface TextCheck {
  /** What is whole, as UTF-8; a character that a block cuts waits for the next. Errors: {@link Unreadable}. */
  feed(bytes: Buffer): Buffer;
  end(): void;
}

export class Utf8Check implements TextCheck {
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
    if (!isUtf8(utf8)) throw this.#wrong('encoding', badLine(utf8), NOT_UTF8);
    const nul = utf8.indexOf(0);
    if (nul !== -1) throw this.#wrong('nul', nul, NUL);
    this.#carry = tail === 0 ? Buffer.alloc(0) : Buffer.from(whole.subarray(whole.length - tail));
    this.#position += utf8.length;
    return utf8;
  }

  end(): void {
    if (this.#carry.length > 0) throw this.#wrong('encoding', 0, NOT_UTF8);
  }

  #wrong(code: string, at: number, message: string): Unreadable {
    return new Unreadable(code, { offset: this.#position + at }, message);
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

/** Where the first line begins that is not good UTF-8. */
function badLine(bytes: Buffer): number {
  for (let at = 0; ;) {
    const end = bytes.indexOf(10, at);
    if (end === -1 || !isUtf8(bytes.subarray(at, end))) return at;
    at = end + 1;
  }
}

/** Any other encoding: of a byte order mark, or one that a person has named. */
export class DecodedCheck implements TextCheck {
  readonly #encoding: string;
  readonly #decoder;
  readonly #isUtf16: boolean;
  readonly #bad: RegExp;
  #bytes = 0;
  #line = 1;
  /** The first half of a pair whose second half has not come. */
  #half = '';

  constructor(encoding: string) {
    this.#encoding = encoding;
    this.#decoder = streamDecoder(encoding);
    this.#isUtf16 = encoding.startsWith('utf-16');
    this.#bad = this.#isUtf16 ? /\p{Surrogate}|\0/u : /[\ufffd\0]/;
  }

  feed(bytes: Buffer): Buffer {
    this.#bytes += bytes.length;
    const text = this.#half + this.#decoder.write(bytes);
    this.#half = /[\ud800-\udbff]$/.exec(text)?.[0] ?? '';
    return this.#checked(text.slice(0, text.length - this.#half.length));
  }

  end(): void {
    if (this.#isUtf16 && this.#bytes % 2 === 1) throw this.#wrong('encoding', CUT_UTF16);
    this.#checked(this.#half + this.#decoder.end());
  }

  #checked(text: string): Buffer {
    const bad = text.search(this.#bad);
    const good = bad === -1 ? text : text.slice(0, bad);
    for (let at = good.indexOf('\n'); at !== -1; at = good.indexOf('\n', at + 1)) this.#line++;
    if (bad === -1) return Buffer.from(text, 'utf8');
    if (text[bad] === '\0') throw this.#wrong('nul', NUL);
    const named = `not ${this.#encoding}, as the profile's "encoding" says: a byte here is no character of it`;
    throw this.#wrong('encoding', this.#isUtf16 ? NOT_UTF16 : named);
  }

  #wrong(code: string, message: string): Unreadable {
    return new Unreadable(code, { line: this.#line }, message);
  }
}
