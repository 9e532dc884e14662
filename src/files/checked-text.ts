// Blocks of bytes as UTF-8. A byte that is not valid in the encoding ends the reading, with its line.
import { isUtf8 } from 'node:buffer';

import { PaybatchError } from '../errors.ts';
import { streamDecoder } from './encoding.ts';
import { bytesMessage } from './messages.ts';

type Flaw = 'encoding' | 'nul';

/** What is wrong with the bytes, and where: their line, or their offset in the file. */
export class Unreadable extends PaybatchError {
  readonly place: { readonly offset: number } | { readonly line: number };

  constructor(flaw: Flaw, place: Unreadable['place'], encoding: string) {
    super(flaw, flaw === 'nul' ? bytesMessage('holds_nul') : bytesMessage('not_encoded', { encoding }));
    this.place = place;
  }
}

export interface TextCheck {
  /** Whole characters as UTF-8; a character that a block cuts waits for the next. Errors: {@link Unreadable}. */
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
    // First: UTF-16 without a byte order mark and most binary files have NULs, and are not UTF-8 either.
    const nul = utf8.indexOf(0);
    if (nul !== -1) throw this.#wrong('nul', nul);
    if (!isUtf8(utf8)) throw this.#wrong('encoding', badLine(utf8));
    this.#carry = tail === 0 ? Buffer.alloc(0) : Buffer.from(whole.subarray(whole.length - tail));
    this.#position += utf8.length;
    return utf8;
  }

  end(): void {
    if (this.#carry.length > 0) throw this.#wrong('encoding', 0);
  }

  #wrong(flaw: Flaw, at: number): Unreadable {
    return new Unreadable(flaw, { offset: this.#position + at }, 'utf-8');
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

/** Where the first line begins that is not valid UTF-8. */
function badLine(bytes: Buffer): number {
  for (let at = 0; ;) {
    const end = bytes.indexOf(10, at);
    if (end === -1 || !isUtf8(bytes.subarray(at, end))) return at;
    at = end + 1;
  }
}

/** Any other encoding, of a byte order mark or of an import profile. */
export class DecodedCheck implements TextCheck {
  readonly #encoding: string;
  readonly #decoder;
  #line = 1;

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
    for (let at = good.indexOf('\n'); at !== -1; at = good.indexOf('\n', at + 1)) this.#line++;
    if (bad === -1) return Buffer.from(text, 'utf8');
    throw new Unreadable(text[bad] === '\0' ? 'nul' : 'encoding', { line: this.#line }, this.#encoding);
  }
}
