// Reads an archive, and whether it has the very form of ours: its members one behind the other, the directory, its
// end, and not a byte besides. Readers of archives differ in what they take from one that has more, so that two
// people could find two things in it.
import { readFileSync } from 'node:fs';
import { crc32, inflateRawSync } from 'node:zlib';

import { LedgerError } from '../../ledger-error.ts';
import type { Found } from '../finding.ts';
import type { Members } from './format.ts';

const LOCAL = 0x04034b50;
const CENTRAL = 0x02014b50;
const END = 0x06054b50;
const [LOCAL_BYTES, CENTRAL_BYTES, END_BYTES] = [30, 46, 22];
/** Of the form (2.0): who made it, and who can read it. */
const VERSION = 20;

/** What any archive may unpack to; more only where it isn't made of nothing but repetition. */
const UNPACKED = { bytes: 128 * 1024 * 1024, timesPacked: 100 };

export interface OpenedExport {
  readonly members: Members;
  /** What is wrong with the archive itself. */
  readonly found: readonly Found[];
}

/** Errors: {@link LedgerError} for a file that is not an archive. */
export function openExport(path: string): OpenedExport {
  const members = new Map<string, Uint8Array>();
  const found: Found[] = [];
  try {
    const archive = readArchive(readFileSync(path));
    if (!archive.isOurs)
      found.push({ kind: 'damaged', where: 'the archive', detail: 'it is written otherwise than an export' });
    for (const { name, content } of archive.members) {
      if (members.has(name)) found.push({ kind: 'added', where: name });
      if (content === undefined) found.push({ kind: 'changed', where: name });
      members.set(name, content ?? new Uint8Array());
    }
    return { members, found };
  } catch (error) {
    throw new LedgerError(`${path} can't be read as an archive: ${reasonOf(error)}`, error, 'ledger_format');
  }
}

export const reasonOf = (error: unknown): string => (error instanceof Error ? error.message : String(error));

interface Packed {
  readonly name: Buffer;
  /** Flags, method, time, checksum and sizes: 20 bytes that its own header repeats. */
  readonly facts: Buffer;
  readonly bytes: Buffer;
}

interface Archive {
  /** `content`: `undefined` where it is not what its checksum and its length say. A name may be there twice. */
  readonly members: readonly { readonly name: string; readonly content: Buffer | undefined }[];
  readonly isOurs: boolean;
}

/** Errors: an Error for a file that can't be read as an archive, or that would unpack to far more than it is. */
function readArchive(bytes: Buffer): Archive {
  const packed: Packed[] = [];
  const end = bytes.lastIndexOf(Buffer.from([0x50, 0x4b, 5, 6]));
  try {
    let at = bytes.readUInt32LE(end + 16);
    for (let count = bytes.readUInt16LE(end + 10); count > 0; count--) {
      if (bytes.readUInt32LE(at) !== CENTRAL) throw new Error('its directory breaks off');
      const [length = 0, ...more] = [28, 30, 32].map((offset) => bytes.readUInt16LE(at + offset));
      const name = bytes.subarray(at + CENTRAL_BYTES, at + CENTRAL_BYTES + length);
      packed.push({ name, facts: bytes.subarray(at + 8, at + 28), bytes: bytesAt(bytes, at) });
      at += CENTRAL_BYTES + length + more.reduce((sum, one) => sum + one, 0);
    }
  } catch (error) {
    if (!(error instanceof RangeError)) throw error;
    throw new Error('it breaks off', { cause: error });
  }
  refuseBomb(bytes, packed);
  const members = packed.map((one) => ({ name: one.name.toString('utf8'), content: contentOf(one) }));
  return { members, isOurs: archiveOf(packed).equals(bytes) };
}

/** The bytes of the member that a line of the directory names. */
function bytesAt(bytes: Buffer, line: number): Buffer {
  const at = bytes.readUInt32LE(line + 42);
  const begin = at + LOCAL_BYTES + bytes.readUInt16LE(at + 26) + bytes.readUInt16LE(at + 28);
  return bytes.subarray(begin, begin + bytes.readUInt32LE(line + 20));
}

const sizeOf = ({ facts }: Packed): number => facts.readUInt32LE(16);

function refuseBomb(bytes: Buffer, packed: readonly Packed[]): void {
  const total = packed.reduce((sum, one) => sum + sizeOf(one), 0);
  if (total > Math.max(UNPACKED.bytes, bytes.length * UNPACKED.timesPacked))
    throw new Error(
      `it would unpack to ${Math.round(total / 1024 / 1024)} MiB, more than ${UNPACKED.timesPacked} times its size`,
    );
}

function contentOf(one: Packed): Buffer | undefined {
  const [method, size] = [one.facts.readUInt16LE(2), sizeOf(one)];
  try {
    const content =
      method === 0 ? one.bytes : inflateRawSync(one.bytes, { maxOutputLength: Math.max(size, 1) });
    return content.length === size && crc32(content) === one.facts.readUInt32LE(8) ? content : undefined;
  } catch {
    return undefined;
  }
}

/** The archive of these members, as an export is written. */
function archiveOf(packed: readonly Packed[]): Buffer {
  const [locals, lines]: [Buffer[], Buffer[]] = [[], []];
  let at = 0;
  for (const { name, facts, bytes } of packed) {
    const local = Buffer.alloc(LOCAL_BYTES);
    local.writeUInt32LE(LOCAL, 0);
    local.writeUInt16LE(VERSION, 4);
    facts.copy(local, 6);
    local.writeUInt16LE(name.length, 26);
    const line = Buffer.alloc(CENTRAL_BYTES);
    line.writeUInt32LE(CENTRAL, 0);
    line.writeUInt16LE(VERSION, 4);
    line.writeUInt16LE(VERSION, 6);
    facts.copy(line, 8);
    line.writeUInt16LE(name.length, 28);
    line.writeUInt32LE(at, 42);
    locals.push(local, name, bytes);
    lines.push(line, name);
    at += LOCAL_BYTES + name.length + bytes.length;
  }
  const end = Buffer.alloc(END_BYTES);
  end.writeUInt32LE(END, 0);
  end.writeUInt16LE(packed.length, 8);
  end.writeUInt16LE(packed.length, 10);
  end.writeUInt32LE(Buffer.concat(lines).length, 12);
  end.writeUInt32LE(at, 16);
  return Buffer.concat([...locals, ...lines, end]);
}
