// The members of a workbook's archive, in memory. Their sizes are limited, since an archive may be made to do harm.
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

  /** Errors: {@link DamagedArchive}. */
  constructor(bytes: Buffer) {
    this.#bytes = bytes;
    this.#unzip(({ name, originalSize }) => {
      // Of two members with one name, readers may use either.
      if (this.#sizes.has(name)) throw new DamagedArchive();
      this.#sizes.set(name, originalSize);
      return false;
    });
  }

  has(name: string): boolean {
    return this.#sizes.has(name);
  }

  /** A member's text. Errors: {@link DamagedArchive}, also for a member over the limit or not in UTF-8. */
  text(name: string, limit: number): string {
    const size = this.#sizes.get(name) ?? 0;
    if (size > limit) throw new DamagedArchive(bytesMessage('too_large', { most: limit }));
    const bytes = this.#unzip((file) => file.name === name)[name];
    if (bytes?.length !== size) throw new DamagedArchive();
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
