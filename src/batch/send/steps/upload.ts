// Step: documents are uploaded. Within a run a transfer's document is uploaded once. A customer's document of the same
// type and bytes is stored once over all runs: that is how a customer is continued. A document's bytes are in memory
// while it is uploaded.
import pLimit from 'p-limit';

import { customerDocument, type DocumentAround, TRANSFER_DOCUMENT } from '../../../client/body-text.ts';
import type { ServiceClient } from '../../../client/client.ts';
import type { Clock } from '../../../client/clock.ts';
import { type NotAccepted, notCalled } from '../../../client/outcome.ts';
import { printable } from '../../../csv/header.ts';
import { toldBy } from '../../../errors.ts';
import { sha256 } from '../../../ledger/keys.ts';
import type { Ledger } from '../../../ledger/ledger.ts';
import type { DocumentFolder } from '../../input/documents.ts';
import type { DocumentItem, OnboardingDocument } from '../../input/row.ts';
import { ledgerCall } from '../../results/ledger-call.ts';
import { sendingMessage } from '../messages.ts';

/** Whole files are in memory while they are sent. */
const UPLOADS_AT_ONCE = 4;

/** Its id, empty where the response of a customer's document has none. `isKnown`: an earlier run stored it. */
export type Uploaded = { readonly id: string; readonly isKnown?: boolean } | NotAccepted;

/** A document that paybatch uploads. */
type OwnDocument = Exclude<DocumentItem, { kind: 'id' }>;

/** The body of an upload, and the hash under which it is known. */
interface Loaded {
  readonly body: Buffer;
  readonly hash: string;
}

interface UploadsContext {
  readonly client: ServiceClient;
  readonly ledger: Ledger;
  readonly clock: Clock;
}

export class Uploads {
  readonly #context: UploadsContext;
  readonly #documents: DocumentFolder;
  readonly #limit = pLimit(UPLOADS_AT_ONCE);
  /** Of transfers' documents, by path or by the hash of a data URL: concurrent rows wait for the same upload. */
  readonly #uploads = new Map<string, Promise<Uploaded>>();

  constructor(context: UploadsContext, documents: DocumentFolder) {
    this.#context = context;
    this.#documents = documents;
  }

  /** A transfer's document (2.5). */
  async idOf(item: DocumentItem): Promise<Uploaded> {
    if (item.kind === 'id') return { id: item.id };
    const name =
      item.kind === 'file' ? `file:${this.#documents.pathOf(item.path)}` : `data:${sha256(item.url)}`;
    const known = this.#uploads.get(name);
    if (known) return known;
    const uploading = this.#limit(() => this.#uploadTransferDocument(item));
    this.#uploads.set(name, uploading);
    // A failure is forgotten, so that the next row tries again.
    const forget = (): boolean => this.#uploads.delete(name);
    void uploading.then((uploaded) => 'id' in uploaded || forget(), forget);
    return uploading;
  }

  async #uploadTransferDocument(item: OwnDocument): Promise<Uploaded> {
    const { client } = this.#context;
    const loaded = await this.#load(item, TRANSFER_DOCUMENT, 'documents: ');
    if ('outcome' in loaded) return loaded;
    const outcome = await client.send('uploadTransferDocument', loaded.body);
    if (outcome.outcome !== 'accepted') return outcome;
    const id = client.idOf('uploadTransferDocument', outcome.text);
    if (id === undefined) throw new Error('an upload was accepted without a documentId');
    return { id };
  }

  /** An onboarding document of a customer (2.2). */
  ofCustomer(customerId: string, { type, item }: OnboardingDocument): Promise<Uploaded> {
    return this.#limit(async () => {
      const loaded = await this.#load(item, customerDocument(type, this.#context.client.profile), '');
      if ('outcome' in loaded) return loaded;
      const own = sha256(`onboarding\0${customerId}\0${type}\0${loaded.hash}`);
      const stored = await ledgerCall(() => this.#storeOnce(own, customerId, loaded.body));
      return stored.ok ? stored.value : { ...notCalled('failed', 'ledger', stored.failure), halt: true };
    });
  }

  async #storeOnce(hash: string, customerId: string, body: Buffer): Promise<Uploaded> {
    const { client, ledger, clock } = this.#context;
    const known = await ledger.recall(hash);
    if (known !== undefined) return { id: known, isKnown: true };
    const outcome = await client.send('uploadCustomerDocument', body, { customerId });
    if (outcome.outcome !== 'accepted') return outcome;
    const id = client.idOf('uploadCustomerDocument', outcome.text) ?? '';
    await ledger.remember(hash, id, new Date(clock.now()));
    return { id };
  }

  /** A document that can't be read ends as a call that was never made. `where`: before its name. */
  async #load(item: OwnDocument, around: DocumentAround, where: string): Promise<Loaded | NotAccepted> {
    if (item.kind === 'data') return loadedUrl(item.url, around);
    const unreadable = (error: unknown): NotAccepted => {
      const name = printable(item.path, 80);
      const message = sendingMessage('document_unreadable', { where, name, why: toldBy(error) });
      return notCalled('failed', 'document', message);
    };
    const read = await this.#documents.read(item.path, around).catch(unreadable);
    if ('outcome' in read) return read;
    const { body, media, sha256: digest } = read;
    if (this.#documents.isOther(item.path, digest)) return unreadable('was changed since it was approved');
    return { body, hash: hashOf(`data:${media};base64`, digest) };
  }
}

function loadedUrl(url: string, { before, after }: DocumentAround): Loaded {
  const inJson = JSON.stringify(url).slice(1, -1);
  const hash = hashOf(url.slice(0, url.indexOf(',')), sha256(url));
  return { body: Buffer.from(before + inJson + after), hash };
}

/** The media type is part of the hash: the same bytes as .txt and as .csv are two documents. */
const hashOf = (media: string, content: string): string => sha256(`${media}\0${content}`);
