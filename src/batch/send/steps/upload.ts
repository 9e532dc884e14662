// Step: a row's documents get their IDs. The same bytes are uploaded once in a run, and not again in a later one.
import pLimit from 'p-limit';

import type { ServiceClient } from '../../../client/client.ts';
import type { Clock } from '../../../client/clock.ts';
import type { NotAccepted } from '../../../client/outcome.ts';
import { sha256 } from '../../../ledger/keys.ts';
import type { Ledger } from '../../../ledger/ledger.ts';
import type { DocumentFolder } from '../../input/documents.ts';
import type { DocumentItem } from '../../input/row.ts';
import { ledgerCall } from '../../results/ledger-call.ts';
import { withDocument } from './load.ts';

/** Whole files are in memory while they are sent. */
export const UPLOADS_AT_ONCE = 4;

export type UploadResult = { readonly id: string } | NotAccepted | { readonly unreadable: string };

export class Uploads {
  readonly #client: ServiceClient;
  readonly #ledger: Ledger;
  readonly #documents: DocumentFolder;
  readonly #clock: Clock;
  readonly #limit = pLimit(UPLOADS_AT_ONCE);
  /** By path for files, by hash for data URLs: concurrent rows wait for the same upload. */
  readonly #pending = new Map<string, Promise<UploadResult>>();
  readonly #byHash = new Map<string, Promise<UploadResult>>();
  /** Ids that an earlier run got, with the hash under which the ledger has them. */
  readonly #remembered = new Map<string, string>();

  constructor(client: ServiceClient, ledger: Ledger, documents: DocumentFolder, clock: Clock) {
    this.#client = client;
    this.#ledger = ledger;
    this.#documents = documents;
    this.#clock = clock;
  }

  async idOf(item: DocumentItem): Promise<UploadResult> {
    if (item.kind === 'id') return { id: item.id };
    const name = item.kind === 'file' ? `file:${item.path}` : `data:${sha256(item.url)}`;
    return shared(this.#pending, name, () => this.#limit(() => this.#fromItem(item)));
  }

  /**
   * After a refusal: ids that this run did not get itself are asked for anew by the next row. Those of this run are the
   * service's own word and stay. A ledger that can't take it is met again by the next row.
   */
  async forget(ids: readonly string[]): Promise<void> {
    for (const id of ids) {
      const hash = this.#remembered.get(id);
      if (hash === undefined) continue;
      this.#remembered.delete(id);
      this.#byHash.delete(hash);
      this.#pending.clear();
      await ledgerCall(() => this.#ledger.forgetUpload(hash));
    }
  }

  /** The hash under which the ledger has an id that an earlier run got. */
  rememberedAs(id: string): string | undefined {
    return this.#remembered.get(id);
  }

  async #fromItem(item: Exclude<DocumentItem, { kind: 'id' }>): Promise<UploadResult> {
    const around = this.#client.transferDocumentAround();
    return withDocument(this.#documents, item, around, ({ body, hash }) =>
      shared(this.#byHash, hash, () => this.#upload(body, hash)),
    );
  }

  async #upload(body: Buffer, hash: string): Promise<UploadResult> {
    const known = await this.#ledger.upload(hash);
    if (known !== undefined) {
      this.#remembered.set(known, hash);
      return { id: known };
    }
    const outcome = await this.#client.send('uploadTransferDocument', body);
    if (outcome.outcome !== 'accepted') return outcome;
    const id = this.#client.documentId(outcome.text);
    if (id === undefined) throw new Error('an upload was accepted without a documentId');
    await this.#ledger.saveUpload(hash, id, new Date(this.#clock.now()));
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
