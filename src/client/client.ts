// Calls of the endpoints of section 4. A call ends as a value: accepted with the service's whole answer as text, or not,
// with what is known of it. Response fields are "not shown": only ids are read out of an answer, by the profile's names.
import { amountOf } from '../interface/decimal.ts';
import type { EndpointId } from '../interface/endpoints.ts';
import type { QuoteBody, TransferBody } from '../interface/transfer.ts';
import type { Idempotency } from './call-context.ts';
import { CallError } from './call-error.ts';
import { Connection } from './connection.ts';
import { parsedJson, pickId, withAmount } from './json.ts';
import type { CallOutcome } from './outcome.ts';
import { judgeCreated, judgeTransfer, keepableId, usableIf, type Verdict } from './verdict.ts';

export type { ClientOptions } from './connection.ts';

/** Calls that create or move something, and so are never repeated when their outcome is unknown. */
export type CreatingOperation = 'createTransfer' | 'createCustomer' | 'createTrade';

/** A request's JSON before and behind the text of its last field. */
export interface DocumentAround {
  readonly before: string;
  readonly after: string;
}

const around = (fields: Readonly<Record<string, string>>): DocumentAround => ({
  before: JSON.stringify(fields).slice(0, -2),
  after: '"}',
});

/** Exact bytes of a transfer (2.3) or a quote (2.4), as text: the amount digit for digit. Errors: {@link CallError}. */
export function paymentText({ receiverAmount, ...rest }: TransferBody | QuoteBody): string {
  const amount = amountOf(receiverAmount);
  if (amount === undefined) {
    const shown = JSON.stringify(receiverAmount).slice(0, 40);
    throw new CallError(
      'amount',
      'receiverAmount',
      `${shown} is not a plain decimal above zero, like 1250.00`,
    );
  }
  return withAmount('receiverAmount', amount, rest);
}

const UNSENT = {
  attempts: [],
  status: null,
  text: '',
  code: 'idempotency',
  systemic: true,
  halt: false,
} as const;

export class ServiceClient extends Connection {
  /**
   * A creation, with its exact bytes. Without an idempotency key it is sent again only if it certainly wasn't processed. Keep a
   * durable record of `body`, header and key first. `mayStart` is asked just before the first byte leaves.
   */
  create(
    operation: CreatingOperation,
    body: string,
    idempotency: Idempotency | null,
    mayStart?: () => boolean,
  ): Promise<CallOutcome> {
    const problem = idempotency === null ? undefined : this.#keyProblem(idempotency);
    if (idempotency !== null && problem !== undefined) {
      const outcome = idempotency.mayBeProcessed ? 'in_doubt' : 'failed';
      return Promise.resolve({ ...UNSENT, outcome, message: `${operation}: not sent: ${problem}` });
    }
    const judge = (text: string): Verdict => this.#judge(operation, body, text);
    return this.call({ operation, body, judge, mayStart, ...(idempotency ? { idempotency } : {}) });
  }

  /** Why the service would not recognise a repeated request by this header and key. */
  #keyProblem({ header, key }: Idempotency): string | undefined {
    const named = this.profile.idempotency?.header;
    if (named?.toLowerCase() !== header.toLowerCase()) {
      return `its idempotency key was made for the header ${header}, and the profile names ${named ?? 'none'} now`;
    }
    return /^[\x21-\x7e]{1,200}$/.test(key) ? undefined : 'its idempotency key is not visible ASCII';
  }

  /** Any endpoint but the token's, with the exact bytes of its body. */
  send(
    operation: Exclude<EndpointId, 'token'>,
    body: string | Buffer | null,
    parameters: Readonly<Record<string, string>> = {},
  ): Promise<CallOutcome> {
    return this.call({ operation, body, parameters, judge: (text) => this.#judge(operation, body, text) });
  }

  /** The JSON around the data URL of an upload (2.5): a document may be large, so its body is put together from parts. */
  transferDocumentAround(): DocumentAround {
    return around({ fileBlob: '' });
  }

  /** The same of an onboarding document (2.2), its fields by the profile's names. */
  customerDocumentAround(type: string): DocumentAround {
    const fields = this.profile.customerDocumentFields;
    return around({ [fields.type]: type, [fields.file]: '' });
  }

  /** Whether a 2xx answer holds what the operation is called for. */
  #judge(operation: Exclude<EndpointId, 'token'>, body: string | Buffer | null, text: string): Verdict {
    switch (operation) {
      case 'createTransfer':
        return judgeTransfer(body?.toString() ?? '', text, this.profile);
      case 'createCustomer':
      case 'createTrade':
        return judgeCreated(this.createdId(operation, text), text);
      case 'uploadTransferDocument':
        return usableIf(this.documentId(text) !== undefined);
      case 'uploadCustomerDocument':
      case 'updateWebhookConfig':
        return usableIf(true); // its success is all that is needed
      case 'quoteTransfer':
      case 'quoteTrade':
      case 'listAccounts':
      case 'getFiatDepositInstructions':
      case 'getDeveloper':
      case 'getDeveloperBalances':
      case 'getWebhookConfig':
      case 'getCryptoInstruction':
        return usableIf(parsedJson(text) !== undefined);
      default:
        return operation satisfies never;
    }
  }

  /** The id of what was created, by the profile's names: visible ASCII of at most 200 characters, or none. */
  createdId(operation: CreatingOperation, text: string): string | undefined {
    const { transferIdFields, customerIdFields, tradeIdFields } = this.profile;
    const fields = {
      createTransfer: transferIdFields,
      createCustomer: customerIdFields,
      createTrade: tradeIdFields,
    };
    return keepableId(pickId(text, fields[operation]));
  }

  documentId(text: string): string | undefined {
    return keepableId(pickId(text, ['documentId']));
  }

  customerDocumentId(text: string): string | undefined {
    return keepableId(pickId(text, this.profile.customerDocumentIdFields));
  }
}
