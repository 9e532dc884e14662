// A document that was opened and found good: its bytes as the body of the request that uploads it, written once. A file of
// 20 MB as a string, a data URL, JSON and a buffer takes 140 MB; so it takes 27.
import { createHash } from 'node:crypto';
import type { FileHandle } from 'node:fs/promises';

/** A multiple of three: Base64 of the blocks is that of the whole. */
const BLOCK_BYTES = 3 * 64 * 1024;

/** The request's JSON on both sides of the data URL. */
export interface Around {
  readonly before: string;
  readonly after: string;
}

export class DocumentFile {
  readonly media: string;
  readonly #handle: FileHandle;
  readonly #size: number;

  constructor(handle: FileHandle, size: number, media: string) {
    this.#handle = handle;
    this.#size = size;
    this.media = media;
  }

  /** Of the body, but for a few bytes around it. */
  get bytes(): number {
    return Math.ceil(this.#size / 3) * 4;
  }

  /** SHA-256 (hex) is of the file's bytes. Errors: one in plain words where the file became shorter, and the system's. */
  async body({ before, after }: Around): Promise<{ readonly body: Buffer; readonly sha256: string }> {
    const head = `${before}data:${this.media};base64,`;
    const body = Buffer.allocUnsafe(Buffer.byteLength(head) + this.bytes + Buffer.byteLength(after));
    const hash = createHash('sha256');
    const block = Buffer.allocUnsafe(BLOCK_BYTES);
    let to = body.write(head);
    for (let at = 0; at < this.#size;) {
      const wanted = Math.min(BLOCK_BYTES, this.#size - at);
      await this.#fill(block, wanted, at);
      const bytes = block.subarray(0, wanted);
      hash.update(bytes);
      to += body.write(bytes.toString('base64'), to, 'latin1');
      at += wanted;
    }
    body.write(after, to);
    return { body, sha256: hash.digest('hex') };
  }

  async #fill(block: Buffer, wanted: number, from: number): Promise<void> {
    for (let got = 0; got < wanted;) {
      const { bytesRead } = await this.#handle.read(block, got, wanted - got, from + got);
      if (bytesRead === 0) throw new Error('became shorter while it was read');
      got += bytesRead;
    }
  }

  close(): Promise<void> {
    return this.#handle.close();
  }
}
