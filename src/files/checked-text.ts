// Blocks of bytes as UTF-8. A byte that is not valid in the encoding ends the reading, with its line.
import { isUtf8 } from 'node:buffer';

import { PaybatchError } from '../errors.ts';
import { streamDecoder } from './encoding.ts';
import { bytesMessage } from './messages.ts';

type Flaw = 'encoding' | 'nul';

/** What is wrong with the bytes, and on which line. */
export class Unreadable extends PaybatchError {
  readonly line: number | undefined;

  constructor(flaw: Flaw, encoding: string, line?: number) {
    super(flaw, flaw === 'nul' ? bytesMessage('holds_nul') : bytesMessage('not_encoded', { encoding }));
    this.line = line;
  }
}

export interface TextCheck {
  /** Whole characters as UTF-8; a character that a block cuts waits for the next. Errors: {@link Unreadable}. */
  feed(bytes: Buffer): Buffer;
  end(): void;
}

/** Does not count lines: {@link DecodedCheck} finds the line of a mistake in a second reading. */
export class Utf8Check implements TextCheck {
  #carry: Buffer = Buffer.alloc(0);

  feed(bytes: Buffer): Buffer {
    const whole = this.#carry.length === 0 ? bytes : Buffer.concat([this.#carry, bytes]);
    const tail = openTail(whole);
    const utf8 = tail === 0 ? whole : whole.subarray(0, whole.length - tail);
    if (utf8.includes(0) || !isUtf8(utf8)) throw new Unreadable('encoding', 'utf-8');
    this.#carry = tail === 0 ? Buffer.alloc(0) : Buffer.from(whole.subarray(whole.length - tail));
    return utf8;
  }

  end(): void {
    if (this.#carry.length > 0) throw new Unreadable('encoding', 'utf-8');
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
    throw new Unreadable(text[bad] === '\0' ? 'nul' : 'encoding', this.#encoding, this.#line);
  }
}
