// Step: a row's documents get their IDs. The same bytes are uploaded once in a run. A document's bytes are in memory while it is
// uploaded.
import pLimit from 'p-limit';

import type { ServiceClient } from '../../../client/client.ts';
import type { NotAccepted } from '../../../client/outcome.ts';
import { printable } from '../../../csv/header.ts';
import { sha256 } from '../../../ledger/keys.ts';
import type { Around, DocumentFolder } from '../../input/documents.ts';
import type { DocumentItem } from '../../input/row.ts';

/** Whole files are in memory while they are sent. */
export const UPLOADS_AT_ONCE = 4;

export type UploadResult = { readonly id: string } | NotAccepted | { readonly unreadable: string };

export class Uploads {
  readonly #client: ServiceClient;
  readonly #documents: DocumentFolder;
  readonly #limit = pLimit(UPLOADS_AT_ONCE);
  /** By path for files, by hash for data URLs: concurrent rows wait for the same upload. */
  readonly #pending = new Map<string, Promise<UploadResult>>();
  readonly #byHash = new Map<string, Promise<UploadResult>>();

  constructor(client: ServiceClient, documents: DocumentFolder) {
    this.#client = client;
    this.#documents = documents;
  }

  async idOf(item: DocumentItem): Promise<UploadResult> {
    if (item.kind === 'id') return { id: item.id };
    const name = item.kind === 'file' ? `file:${item.path}` : `data:${sha256(item.url)}`;
    const around = this.#client.transferDocumentAround();
    return shared(this.#pending, name, () =>
      this.#limit(() =>
        withDocument(this.#documents, item, around, ({ body, hash }) =>
          shared(this.#byHash, hash, () => this.#upload(body)),
        ),
      ),
    );
  }

  async #upload(body: Buffer): Promise<UploadResult> {
    const outcome = await this.#client.send('uploadTransferDocument', body);
    if (outcome.outcome !== 'accepted') return outcome;
    const id = this.#client.documentId(outcome.text);
    if (id === undefined) throw new Error('an upload was accepted without a documentId');
    return { id };
  }
}

/** A document that can't be uploaded, as the end of a call that was never made. */
export function unreadable(message: string): NotAccepted {
  return {
    outcome: 'failed',
    attempts: [],
    status: null,
    text: '',
    code: 'document',
    message,
    systemic: false,
    halt: false,
  };
}

/** One pending promise for each name; a failure is forgotten, so that the next row tries again. */
function shared(
  pending: Map<string, Promise<UploadResult>>,
  name: string,
  start: () => Promise<UploadResult>,
): Promise<UploadResult> {
  const known = pending.get(name);
  if (known) return known;
  const promise = start().then(
    (result) => {
      if (!('id' in result)) pending.delete(name);
      return result;
    },
    (error: unknown) => {
      pending.delete(name);
      throw error;
    },
  );
  pending.set(name, promise);
  return promise;
}

/** The body of an upload, and the hash under which it is known. */
interface Loaded {
  readonly body: Buffer;
  readonly hash: string;
}

/** `unreadable`: why the document can't be had, in plain words. Errors: those of `use`. */
export async function withDocument<T>(
  documents: DocumentFolder,
  item: Exclude<DocumentItem, { kind: 'id' }>,
  around: Around,
  use: (loaded: Loaded) => Promise<T>,
): Promise<T | { readonly unreadable: string }> {
  if (item.kind === 'data') return use(loadedUrl(item.url, around));
  const why = (error: unknown): { unreadable: string } => ({
    unreadable: `"${printable(item.path, 80)}" ${error instanceof Error ? error.message : String(error)}`,
  });
  const file = await documents.open(item.path).catch(why);
  if ('unreadable' in file) return file;
  try {
    const read = await file.body(around).catch(why);
    if ('unreadable' in read) return read;
    if (documents.isOther(item.path, read.sha256)) return why('was changed since it was approved');
    return await use({ body: read.body, hash: remembered(`data:${file.media};base64`, read.sha256) });
  } finally {
    await file.close();
  }
}

function loadedUrl(url: string, { before, after }: Around): Loaded {
  const inJson = JSON.stringify(url).slice(1, -1);
  const hash = remembered(url.slice(0, url.indexOf(',')), sha256(url));
  return { body: Buffer.from(before + inJson + after), hash };
}

/** The media type is part of the hash: the same bytes as .txt and as .csv are two documents. */
const remembered = (media: string, content: string): string => sha256(`${media}\0${content}`);
