// Step: a row's documents get their IDs. The same bytes are uploaded once in a run.
import pLimit from 'p-limit';

import type { ServiceClient } from '../../../client/client.ts';
import type { NotAccepted } from '../../../client/outcome.ts';
import { sha256 } from '../../../ledger/keys.ts';
import type { DocumentFolder } from '../../input/documents.ts';
import type { DocumentItem } from '../../input/row.ts';
import { withDocument } from './load.ts';

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
