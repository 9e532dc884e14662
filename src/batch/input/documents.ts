// Files that rows name: inside the documents folder, regular, readable, not too large. The same checks are made again
// when the file is opened for its upload: a file that was swapped meanwhile is refused.
import { createHash } from 'node:crypto';
import { extname, resolve } from 'node:path';

import type { DocumentAround } from '../../client/body-text.ts';
import { printable } from '../../csv/header.ts';
import { PaybatchError } from '../../errors.ts';
import { mediaTypeOf } from '../../files/media-types.ts';
import { type OpenedFile, openInside } from '../../files/open-inside.ts';
import { DATA_URL } from '../../interface/transfer.ts';
import { type Message, verbatim } from '../../message.ts';
import { rowIssue } from './messages.ts';
import type { BatchRow } from './row.ts';

/** A document that can't be sent. */
class DocumentError extends PaybatchError {
  override readonly name = 'DocumentError';

  constructor(told: Message) {
    super('document', told);
  }
}

const CACHE_LIMIT = 20_000;
/** A multiple of three, so that the Base64 of all blocks is the Base64 of the file. */
const BLOCK_BYTES = 3 * 64 * 1024;

interface DocumentBody {
  readonly body: Buffer;
  readonly media: string;
  readonly sha256: string;
}

export class DocumentFolder {
  readonly #folder: string;
  readonly #maxBytes: number;
  #checked = new Map<string, Promise<Message | undefined>>();
  #approved: ReadonlyMap<string, string> = new Map();

  constructor(folder: string, maxBytes: number) {
    this.#folder = resolve(folder);
    this.#maxBytes = maxBytes;
  }

  /** One name for one file, however rows write its path. */
  pathOf(path: string): string {
    return resolve(this.#folder, path);
  }

  /** From now on these files must have these digests (SHA-256). */
  holdTo(digests: ReadonlyMap<string, string>): void {
    this.#approved = digests;
  }

  /** Whether the file differs from the approved one. */
  isOther(path: string, sha256: string): boolean {
    return (this.#approved.get(path) ?? sha256) !== sha256;
  }

  /** What is wrong with a file, or `undefined`. Each path is checked once. */
  check(path: string): Promise<Message | undefined> {
    const known = this.#checked.get(path);
    if (known) return known;
    if (this.#checked.size >= CACHE_LIMIT) this.#checked.clear();
    const result = this.#open(path).then(
      async (file) => {
        await file.handle.close();
        return undefined;
      },
      (error: unknown) => whyNoDocument(error),
    );
    this.#checked.set(path, result);
    return result;
  }

  /** Adds the issues of a row's documents. `column`: of a payout's documents. */
  async checkRow(row: BatchRow, column: number): Promise<void> {
    for (const entry of row.documents) {
      const { item, at, field } =
        'item' in entry
          ? { item: entry.item, at: entry.column, field: `documents.${entry.type}` }
          : { item: entry, at: column, field: 'documents' };
      if (item.kind === 'id') continue;
      const why = item.kind === 'file' ? await this.check(item.path) : this.checkDataUrl(item.url);
      if (why === undefined) continue;
      const path = item.kind === 'file' ? printable(item.path, 80) : undefined;
      row.issues.push({ column: at + 1, field, message: rowIssue('document_wrong', { path, why }) });
    }
  }

  /** What is wrong with a data URL, or `undefined`. */
  checkDataUrl(url: string): Message | undefined {
    if (!DATA_URL.test(url)) return rowIssue('data_url_incomplete');
    const bytes = Buffer.byteLength(url.slice(url.indexOf(',') + 1), 'base64');
    return bytes > this.#maxBytes ? this.#tooLarge(bytes) : undefined;
  }

  /**
   * The body of a file's upload; `sha256` (hex) is of the file's bytes. The body is written once, block by block: for
   * a file of 20 MB that takes 47 MB of memory, and 140 MB by way of a string, a data URL and JSON. Errors: a
   * {@link PaybatchError}, and the system's.
   */
  async read(path: string, { before, after }: DocumentAround): Promise<DocumentBody> {
    const { handle, size } = await this.#open(path);
    try {
      const media = mediaTypeOf(extname(path));
      const head = `${before}data:${media};base64,`;
      const body = Buffer.allocUnsafe(
        Buffer.byteLength(head) + Math.ceil(size / 3) * 4 + Buffer.byteLength(after),
      );
      const bytes = await handle.readFile();
      if (bytes.length !== size) throw new DocumentError(rowIssue('document_changed'));
      let to = body.write(head);
      for (let at = 0; at < size; at += BLOCK_BYTES)
        to += body.write(bytes.toString('base64', at, at + BLOCK_BYTES), to, 'latin1');
      body.write(after, to);
      return { body, media, sha256: createHash('sha256').update(bytes).digest('hex') };
    } finally {
      await handle.close();
    }
  }

  /** A file as a data URL, for a single call. */
  async load(path: string): Promise<string> {
    const { body } = await this.read(path, { before: '', after: '' });
    return body.toString('latin1');
  }

  async #open(path: string): Promise<OpenedFile> {
    const opened = await openInside(this.#folder, path);
    const why =
      opened.size === 0
        ? rowIssue('document_empty')
        : opened.size > this.#maxBytes
          ? this.#tooLarge(opened.size)
          : undefined;
    if (why === undefined) return opened;
    await opened.handle.close();
    throw new DocumentError(why);
  }

  #tooLarge(bytes: number): Message {
    return rowIssue('document_too_large', { bytes, most: this.#maxBytes });
  }
}

/** Why a document can't be opened. */
export function whyNoDocument(error: unknown): Message {
  if (error instanceof PaybatchError) return error.told;
  const { code, message } = error as NodeJS.ErrnoException; // Node's errors; anything else has a message at least
  return code === undefined ? verbatim(message) : rowIssue('document_system', { code });
}
