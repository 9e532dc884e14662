// Step: one onboarding document of a customer (2.2). The same bytes under the same type are stored once for a customer,
// over all runs: that is how a customer is continued.
import pLimit from 'p-limit';

import type { ServiceClient } from '../../../client/client.ts';
import type { Clock } from '../../../client/clock.ts';
import type { NotAccepted } from '../../../client/outcome.ts';
import { sha256 } from '../../../ledger/keys.ts';
import type { Ledger } from '../../../ledger/ledger.ts';
import type { DocumentFolder } from '../../input/documents.ts';
import type { OnboardingDocument } from '../../input/row.ts';
import { ledgerCall } from '../../results/ledger-call.ts';
import { unreadable, UPLOADS_AT_ONCE, withDocument } from './upload.ts';

/** `known`: an earlier run stored it. The id is empty where the service's answer has none. */
export type Stored = { readonly id: string; readonly known: boolean } | NotAccepted;

export class Onboarding {
  readonly #client: ServiceClient;
  readonly #ledger: Ledger;
  readonly #documents: DocumentFolder;
  readonly #clock: Clock;
  readonly #limit = pLimit(UPLOADS_AT_ONCE);

  constructor(client: ServiceClient, ledger: Ledger, documents: DocumentFolder, clock: Clock) {
    this.#client = client;
    this.#ledger = ledger;
    this.#documents = documents;
    this.#clock = clock;
  }

  store(customerId: string, type: string, item: OnboardingDocument['item']): Promise<Stored> {
    return this.#limit(async () => {
      const around = this.#client.customerDocumentAround(type);
      const done = await withDocument(this.#documents, item, around, async (loaded): Promise<Stored> => {
        const hash = sha256(`onboarding\0${customerId}\0${type}\0${loaded.hash}`);
        const stored = await ledgerCall(() => this.#storeOnce(hash, customerId, loaded.body));
        return stored.ok ? stored.value : { ...unreadable(stored.failure), code: 'ledger', halt: true };
      });
      return 'unreadable' in done ? unreadable(done.unreadable) : done;
    });
  }

  async #storeOnce(hash: string, customerId: string, body: Buffer): Promise<Stored> {
    const known = await this.#ledger.upload(hash);
    if (known !== undefined) return { id: known, known: true };
    const outcome = await this.#client.send('uploadCustomerDocument', body, { customerId });
    if (outcome.outcome !== 'accepted') return outcome;
    const id = this.#client.customerDocumentId(outcome.text) ?? '';
    await this.#ledger.saveUpload(hash, id, new Date(this.#clock.now()));
    return { id, known: false };
  }
}
