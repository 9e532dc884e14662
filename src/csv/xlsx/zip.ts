// The members of a ZIP archive in memory, by its central directory. Strict, since an archive may be made to do harm: each
// member has one size and one checksum, and its size is limited.
import { crc32, inflateRawSync } from 'node:zlib';

import { PaybatchError } from '../../errors.ts';
import { bytesMessage } from '../../files/messages.ts';
import { csvMessage } from '../messages.ts';

const END = 0x06054b50;
const END_BYTES = 22;
const MAX_COMMENT = 0xffff;
const ENTRY = 0x02014b50;
const ENTRY_BYTES = 46;
const LOCAL = 0x04034b50;
const LOCAL_BYTES = 30;
const MAX_MEMBERS = 10_000;

/** A mistake of an archive or of its content. `line`: the row of the sheet, if it is known. */
export class DamagedArchive extends PaybatchError {
  readonly line: number | undefined;

  constructor(told = csvMessage('workbook_damaged'), line?: number) {
    super('workbook', told);
    this.line = line;
  }
}

interface Member {
  readonly method: number;
  readonly crc: number;
  readonly packed: number;
  readonly size: number;
  readonly offset: number;
}

export class ZipArchive {
  readonly #bytes: Buffer;
  readonly #members = new Map<string, Member>();

  /** Errors: {@link DamagedArchive}. */
  constructor(bytes: Buffer) {
    this.#bytes = bytes;
    const end = endOf(bytes);
    const count = bytes.readUInt16LE(end + 10);
    if (count > MAX_MEMBERS) throw new DamagedArchive();
    let at = bytes.readUInt32LE(end + 16);
    for (let i = 0; i < count; i++) at = this.#addMember(at, end);
  }

  #addMember(at: number, end: number): number {
    const bytes = this.#bytes;
    if (at + ENTRY_BYTES > end || bytes.readUInt32LE(at) !== ENTRY) throw new DamagedArchive();
    const nameBytes = bytes.readUInt16LE(at + 28);
    const next = at + ENTRY_BYTES + nameBytes + bytes.readUInt16LE(at + 30) + bytes.readUInt16LE(at + 32);
    if (next > end) throw new DamagedArchive();
    const name = bytes.toString('utf8', at + ENTRY_BYTES, at + ENTRY_BYTES + nameBytes);
    if ((bytes.readUInt16LE(at + 8) & 1) !== 0)
      throw new DamagedArchive(bytesMessage('foreign_format', { format: 'encrypted', remedy: 'unlock' }));
    // Of two members with one name, readers may use either.
    if (this.#members.has(name)) throw new DamagedArchive();
    this.#members.set(name, {
      method: bytes.readUInt16LE(at + 10),
      crc: bytes.readUInt32LE(at + 16),
      packed: bytes.readUInt32LE(at + 20),
      size: bytes.readUInt32LE(at + 24),
      offset: bytes.readUInt32LE(at + 42),
    });
    return next;
  }

  has(name: string): boolean {
    return this.#members.has(name);
  }

  /** A member's text. Errors: {@link DamagedArchive}, also for a member over the limit or not in UTF-8. */
  text(name: string, limit: number): string {
    const member = this.#members.get(name);
    if (!member) throw new DamagedArchive();
    if (member.size > limit) throw new DamagedArchive(bytesMessage('too_large', { most: limit }));
    const bytes = this.#unpacked(member);
    if (bytes.length !== member.size || crc32(bytes) !== member.crc) throw new DamagedArchive();
    try {
      return new TextDecoder('utf-8', { fatal: true }).decode(bytes);
    } catch {
      throw new DamagedArchive();
    }
  }

  #unpacked({ method, packed, offset, size }: Member): Buffer {
    const bytes = this.#bytes;
    if (offset + LOCAL_BYTES > bytes.length || bytes.readUInt32LE(offset) !== LOCAL)
      throw new DamagedArchive();
    const begin = offset + LOCAL_BYTES + bytes.readUInt16LE(offset + 26) + bytes.readUInt16LE(offset + 28);
    if (begin + packed > bytes.length) throw new DamagedArchive();
    const slice = bytes.subarray(begin, begin + packed);
    if (method === 0) return slice;
    if (method !== 8) throw new DamagedArchive();
    try {
      return inflateRawSync(slice, { maxOutputLength: Math.max(1, size) });
    } catch {
      throw new DamagedArchive();
    }
  }
}

/** Where the record of the central directory's end begins. */
function endOf(bytes: Buffer): number {
  const least = Math.max(0, bytes.length - END_BYTES - MAX_COMMENT);
  for (let at = bytes.length - END_BYTES; at >= least; at--) {
    if (bytes.readUInt32LE(at) === END) return at;
  }
  throw new DamagedArchive();
}
