// The members of a workbook's archive, in memory. Their sizes are limited, since an archive may be made to do harm,
// and their checksums are compared, which fflate doesn't do: a damaged amount must not be read.
import { crc32 } from 'node:zlib';

import { type UnzipFileFilter, unzipSync } from 'fflate';

import { PaybatchError } from '../../errors.ts';
import { bytesMessage } from '../../files/messages.ts';
import { csvMessage } from '../messages.ts';

/** A mistake of an archive or of its content. `line`: the row of the sheet, if it is known. */
export class DamagedArchive extends PaybatchError {
  readonly line: number | undefined;

  constructor(told = csvMessage('workbook_damaged'), line?: number) {
    super('workbook', told);
    this.line = line;
  }
}

export class ZipArchive {
  readonly #bytes: Buffer;
  /** The unpacked size of each member. */
  readonly #sizes = new Map<string, number>();
  readonly #checksums: ReadonlyMap<string, number>;

  /** Errors: {@link DamagedArchive}. */
  constructor(bytes: Buffer) {
    this.#bytes = bytes;
    this.#unzip(({ name, originalSize }) => {
      // Of two members with one name, readers may use either.
      if (this.#sizes.has(name)) throw new DamagedArchive();
      this.#sizes.set(name, originalSize);
      return false;
    });
    this.#checksums = checksumsOf(bytes);
  }

  has(name: string): boolean {
    return this.#sizes.has(name);
  }

  /** A member's text. Errors: {@link DamagedArchive}, also for a member over the limit or not in UTF-8. */
  text(name: string, limit: number): string {
    const size = this.#sizes.get(name) ?? 0;
    if (size > limit) throw new DamagedArchive(bytesMessage('too_large', { most: limit }));
    const bytes = this.#unzip((file) => file.name === name)[name];
    if (bytes?.length !== size || crc32(bytes) !== this.#checksums.get(name)) throw new DamagedArchive();
    try {
      return new TextDecoder('utf-8', { fatal: true }).decode(bytes);
    } catch {
      throw new DamagedArchive();
    }
  }

  #unzip(filter: UnzipFileFilter): Readonly<Record<string, Uint8Array>> {
    try {
      return unzipSync(this.#bytes, { filter });
    } catch (error) {
      throw error instanceof DamagedArchive ? error : new DamagedArchive();
    }
  }
}

const END = 'PK\x05\x06';
const ENTRY_BYTES = 46;

/** CRC-32 by the name of each member, from the central directory. Errors: {@link DamagedArchive}. */
function checksumsOf(bytes: Buffer): ReadonlyMap<string, number> {
  const found = new Map<string, number>();
  const end = bytes.lastIndexOf(END, undefined, 'latin1');
  try {
    let at = bytes.readUInt32LE(end + 16);
    for (let left = bytes.readUInt16LE(end + 10); left > 0; left--) {
      const nameEnd = at + ENTRY_BYTES + bytes.readUInt16LE(at + 28);
      found.set(bytes.toString('utf8', at + ENTRY_BYTES, nameEnd), bytes.readUInt32LE(at + 16));
      at = nameEnd + bytes.readUInt16LE(at + 30) + bytes.readUInt16LE(at + 32);
    }
  } catch {
    throw new DamagedArchive(); // a place beyond the end
  }
  return found;
}
