// Reads an archive that has the very form of ours: its members one behind the other, the directory, its end, and not a byte
// besides. Readers of archives differ in what they take from one that has more (two directories, a member that no directory
// names, something in front or behind), so that two people could find two things in it. Pure.
import { crc32, inflateRawSync } from 'node:zlib';

const LOCAL = { mark: 0x04034b50, bytes: 30 };
const CENTRAL = { mark: 0x02014b50, bytes: 46 };
const END = { mark: 0x06054b50, bytes: 22 };
/** Of the form (2.0), by whom and for whom: nothing else is ever set. */
const VERSION = 20;
/** Names in UTF-8. */
const FLAGS: readonly number[] = [0, 0x800];
const STORED = 0;
const DEFLATED = 8;

export interface ArchiveMember {
  readonly name: string;
  /** `undefined` where it is not what its checksum and its length say. */
  readonly content: Buffer | undefined;
}

interface Place {
  readonly name: string;
  readonly at: number;
  readonly length: number;
  /** Where its own bytes begin, and what they are said to be. */
  readonly begin: number;
  readonly method: number;
  readonly crc: number;
  readonly size: number;
  /** Flags, method, time, checksum and sizes, as they stand. */
  readonly said: string;
}

/** What any archive may unpack to; more only where it isn't made of nothing but repetition. */
const UNPACKED = { bytes: 128 * 1024 * 1024, timesPacked: 100 };

/** In their order, those that are there twice, too. Errors: an Error that says what is wrong with the archive's form. */
export function readArchive(bytes: Buffer): ArchiveMember[] {
  const places: Place[] = [];
  let at = 0;
  try {
    while (bytes.readUInt32LE(at) === LOCAL.mark) {
      const place = localAt(bytes, at);
      places.push(place);
      at += place.length;
    }
    const directory = at;
    for (const place of places) at += centralAt(bytes, at, place);
    judgeEnd(bytes, at, { directory, members: places.length });
  } catch (error) {
    if (!(error instanceof RangeError)) throw error;
    throw new Error('it breaks off', { cause: error });
  }
  judgeUnpackedSize(
    bytes,
    places.reduce((sum, { size }) => sum + size, 0),
  );
  return places.map((place) => ({ name: place.name, content: contentOf(bytes, place) }));
}

/** Errors: an Error: an archive may be a bomb. */
export function judgeUnpackedSize(bytes: Buffer, total: number): void {
  if (total > Math.max(UNPACKED.bytes, bytes.length * UNPACKED.timesPacked))
    throw new Error(
      `it would unpack to ${Math.round(total / 1024 / 1024)} MiB, more than ${UNPACKED.timesPacked} times its size`,
    );
}

function localAt(bytes: Buffer, at: number): Place {
  const [version, flags] = [4, 6].map((offset) => bytes.readUInt16LE(at + offset));
  const method = bytes.readUInt16LE(at + 8);
  const [packed, nameLength, more] = [
    bytes.readUInt32LE(at + 18),
    bytes.readUInt16LE(at + 26),
    bytes.readUInt16LE(at + 28),
  ];
  const [crc, size] = [bytes.readUInt32LE(at + 14), bytes.readUInt32LE(at + 22)];
  const isOurs =
    version === VERSION &&
    FLAGS.includes(flags ?? -1) &&
    (method === STORED || method === DEFLATED) &&
    more === 0;
  if (!isOurs) throw new Error(`the member at byte ${at} is written otherwise than an export's`);
  const name = bytes.toString('utf8', at + LOCAL.bytes, at + LOCAL.bytes + nameLength);
  const said = bytes.toString('hex', at + 6, at + 26);
  const begin = at + LOCAL.bytes + nameLength;
  return { name, at, length: LOCAL.bytes + nameLength + packed, said, begin, method, crc, size };
}

/** Says of the member what stands at the member itself. Returns its length. */
function centralAt(bytes: Buffer, at: number, { name, at: place, said }: Place): number {
  const length = Buffer.byteLength(name);
  const isSame =
    bytes.readUInt32LE(at) === CENTRAL.mark &&
    bytes.readUInt16LE(at + 4) === VERSION &&
    bytes.readUInt16LE(at + 6) === VERSION &&
    bytes.toString('hex', at + 8, at + 28) === said &&
    bytes.readUInt16LE(at + 28) === length &&
    // No more of anything, and no mode of a file.
    bytes.subarray(at + 30, at + 42).every((byte) => byte === 0) &&
    bytes.readUInt32LE(at + 42) === place &&
    bytes.toString('utf8', at + CENTRAL.bytes, at + CENTRAL.bytes + length) === name;
  if (!isSame) throw new Error('its directory is not that of its members');
  return CENTRAL.bytes + length;
}

function judgeEnd(bytes: Buffer, at: number, found: { directory: number; members: number }): void {
  const isSame =
    bytes.readUInt32LE(at) === END.mark &&
    bytes.readUInt32LE(at + 4) === 0 &&
    bytes.readUInt16LE(at + 8) === found.members &&
    bytes.readUInt16LE(at + 10) === found.members &&
    bytes.readUInt32LE(at + 12) === at - found.directory &&
    bytes.readUInt32LE(at + 16) === found.directory &&
    bytes.readUInt16LE(at + 20) === 0;
  if (!isSame) throw new Error('its directory is not that of its members');
  if (bytes.length !== at + END.bytes) throw new Error('something stands behind its end');
}

function contentOf(bytes: Buffer, { at, length, begin, method, crc, size }: Place): Buffer | undefined {
  const packed = bytes.subarray(begin, at + length);
  const content = method === STORED ? packed : method === DEFLATED ? inflated(packed, size) : undefined;
  return content?.length === size && crc32(content) === crc ? content : undefined;
}

/** No more than it says that it is: an archive may be a bomb. */
function inflated(packed: Buffer, size: number): Buffer | undefined {
  try {
    return inflateRawSync(packed, { maxOutputLength: Math.max(size, 1) });
  } catch {
    return undefined;
  }
}
