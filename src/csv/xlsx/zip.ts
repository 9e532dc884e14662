// The members of a ZIP archive in memory, by its central directory. Strict, since it may have been made to do harm: a member
// has one size and one checksum, and never grows beyond what its reader allows.
import { Readable } from 'node:stream';
import { crc32, createInflateRaw } from 'node:zlib';

const END = 0x06054b50;
const END_BYTES = 22;
const MAX_COMMENT = 0xffff;
const ENTRY = 0x02014b50;
const ENTRY_BYTES = 46;
const LOCAL = 0x04034b50;
const LOCAL_BYTES = 30;
const MAX_MEMBERS = 10_000;
/** In sizes and counts: the real one is elsewhere, in an archive of many gigabytes. */
const ELSEWHERE = 0xffffffff;

/** What is wrong with an archive, or with what is inside; behind "is". */
export class DamagedArchive extends Error {}

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
    let at = bytes.readUInt32LE(end + 16);
    if (count > MAX_MEMBERS || at === ELSEWHERE) throw new DamagedArchive('an archive of too many parts');
    for (let i = 0; i < count; i++) at = this.#addMember(at, end);
  }

  #addMember(at: number, end: number): number {
    const bytes = this.#bytes;
    if (at + ENTRY_BYTES > end || bytes.readUInt32LE(at) !== ENTRY) throw damaged();
    const nameBytes = bytes.readUInt16LE(at + 28);
    const next = at + ENTRY_BYTES + nameBytes + bytes.readUInt16LE(at + 30) + bytes.readUInt16LE(at + 32);
    if (next > end) throw damaged();
    const name = bytes.toString('utf8', at + ENTRY_BYTES, at + ENTRY_BYTES + nameBytes);
    if ((bytes.readUInt16LE(at + 8) & 1) !== 0)
      throw new DamagedArchive('locked with a password: save it without one');
    // Two of one name: readers would not agree on which is meant.
    if (this.#members.has(name)) throw damaged();
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

  /** A member's bytes in pieces. Errors: {@link DamagedArchive}, for what is over the limit, too. */
  async *read(name: string, limit: number): AsyncGenerator<Buffer> {
    const member = this.#members.get(name);
    if (!member) throw damaged();
    if (member.size > limit) throw tooLarge(name, limit);
    let size = 0;
    let crc = 0;
    try {
      for await (const piece of this.#unpacked(member)) {
        size += piece.length;
        if (size > member.size) throw damaged();
        crc = crc32(piece, crc);
        yield piece;
      }
    } catch (error) {
      throw error instanceof Error && 'errno' in error ? damaged() : error; // zlib's errors have one
    }
    if (size !== member.size || crc !== member.crc) throw damaged();
  }

  #unpacked({ method, packed, offset }: Member): AsyncIterable<Buffer> {
    const bytes = this.#bytes;
    if (offset + LOCAL_BYTES > bytes.length || bytes.readUInt32LE(offset) !== LOCAL) throw damaged();
    const begin = offset + LOCAL_BYTES + bytes.readUInt16LE(offset + 26) + bytes.readUInt16LE(offset + 28);
    if (begin + packed > bytes.length) throw damaged();
    const slice = Readable.from([bytes.subarray(begin, begin + packed)]);
    if (method === 0) return slice;
    if (method !== 8) throw damaged();
    const inflate = createInflateRaw({ chunkSize: 64 * 1024 });
    return slice.pipe(inflate);
  }
}

const damaged = (): DamagedArchive =>
  new DamagedArchive('damaged, or no workbook: open it in a spreadsheet and save it anew');

const tooLarge = (name: string, limit: number): DamagedArchive =>
  new DamagedArchive(
    `too large: ${name} has more than ${limit / 1024 / 1024} MiB once it is unpacked. Save the sheet as CSV`,
  );

/** Where the end of the central directory is written down. */
function endOf(bytes: Buffer): number {
  const least = Math.max(0, bytes.length - END_BYTES - MAX_COMMENT);
  for (let at = bytes.length - END_BYTES; at >= least; at--) {
    if (bytes.readUInt32LE(at) === END) return at;
  }
  throw damaged();
}
