// The service as typed calls, one for each endpoint of section 4. A call ends as a value: accepted with the service's
// whole answer as text, or not, with what is known of it. Response fields are "not shown": nothing is read out of an
// answer but ids, by the profile's names.
import { PaybatchError } from '../errors.ts';
import type { CustomerBody } from '../interface/customer.ts';
import { amountOf } from '../interface/decimal.ts';
import type { EndpointId } from '../interface/endpoints.ts';
import type { QuoteBody, TransferBody } from '../interface/transfer.ts';
import type { Idempotency } from './call-context.ts';
import { Connection } from './connection.ts';
import { isJson, pickId, withAmount } from './json.ts';
import type { CallOutcome } from './outcome.ts';
import { judgeCreated, judgeTransfer, keepableId, usableIf, type Verdict } from './verdict.ts';

export type { ClientOptions } from './connection.ts';

/** A body whose fields the specification doesn't show: sent as it is. */
export type OpenBody = Readonly<Record<string, unknown>>;

/** Calls that create or move something, and so are never repeated when their outcome is unknown. */
export type CreatingOperation = 'createTransfer' | 'createCustomer' | 'createTrade';

/** An amount that is not a plain decimal above zero: nothing is made of it. */
export class AmountError extends PaybatchError {
  override readonly name = 'AmountError';

  constructor(text: string) {
    const shown = JSON.stringify(text).slice(0, 40);
    super('amount', `receiverAmount: ${shown} is not a plain decimal above zero, like 1250.00`);
  }
}

/** A request's JSON before and behind the text of its last field. */
export interface DocumentAround {
  readonly before: string;
  readonly after: string;
}

const around = (fields: Readonly<Record<string, string>>): DocumentAround => ({
  before: JSON.stringify(fields).slice(0, -2),
  after: '"}',
});

const within = ({ before, after }: DocumentAround, text: string): string =>
  before + JSON.stringify(text).slice(1, -1) + after;

/** Exact bytes of a transfer request (2.3), as text. Errors: {@link AmountError}. */
export function transferText(body: TransferBody): string {
  return paymentText(body);
}

/** Exact bytes of a quote request (2.4), as text. Errors: {@link AmountError}. */
export function quoteText(body: QuoteBody): string {
  return paymentText(body);
}

function paymentText({ receiverAmount, ...rest }: TransferBody | QuoteBody): string {
  const amount = amountOf(receiverAmount);
  if (amount === undefined) throw new AmountError(receiverAmount);
  return withAmount('receiverAmount', amount, rest);
}

/** A call that was never made. */
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
   * One of the three calls that can't be taken back, with its exact bytes. Without an idempotency key it is sent again
   * only where it certainly wasn't processed. Keep a durable record of `body`, and of header and key, before you call
   * this: a later call under the same key must carry the same three, and ends in doubt, unsent, where the profile names
   * another header by now. `mayStart` is asked just before the first byte leaves: if not, nothing was sent.
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

  /** Why a request under this header and key would not be recognised as the one before; `undefined` when it is. */
  #keyProblem({ header, key }: Idempotency): string | undefined {
    const named = this.profile.idempotency?.header;
    if (named?.toLowerCase() !== header.toLowerCase()) {
      return `its idempotency key was made for the header ${header}, and the profile names ${named ?? 'none'} now`;
    }
    return /^[\x21-\x7e]{1,200}$/.test(key) ? undefined : 'its idempotency key is not visible ASCII';
  }

  /** `POST /api/v1/transfers` (2.3). `receiverAmount` is decimal text, sent digit for digit as a JSON number. Errors: {@link AmountError}. */
  async createTransfer(body: TransferBody): Promise<CallOutcome> {
    return this.create('createTransfer', transferText(body), null);
  }

  /** `POST /api/v1/customers` (2.1). */
  createCustomer(body: CustomerBody): Promise<CallOutcome> {
    return this.create('createCustomer', JSON.stringify(body), null);
  }

  /** `POST /api/v1/trades` (2.6): a swap of USDC and USDCT. The request's fields are "not shown". */
  createTrade(body: OpenBody): Promise<CallOutcome> {
    return this.create('createTrade', JSON.stringify(body), null);
  }

  /** `POST /api/v1/transfers/quote` (2.4). Repeatable. */
  async quoteTransfer(body: QuoteBody): Promise<CallOutcome> {
    return this.send('quoteTransfer', quoteText(body));
  }

  /** `POST /api/v1/trades/quotes` (2.6). Repeatable. */
  quoteTrade(body: OpenBody): Promise<CallOutcome> {
    return this.send('quoteTrade', JSON.stringify(body));
  }

  /** `POST /api/v1/transfers/documents` (2.5). Repeatable: an upload that nothing refers to pays nobody. */
  uploadTransferDocument(dataUrl: string): Promise<CallOutcome> {
    return this.send('uploadTransferDocument', within(this.transferDocumentAround(), dataUrl));
  }

  /** `POST /api/v1/customers/{customerId}/documents` (2.2), its fields by the profile's names. Repeatable. */
  uploadCustomerDocument(customerId: string, type: string, dataUrl: string): Promise<CallOutcome> {
    const body = within(this.customerDocumentAround(type), dataUrl);
    return this.send('uploadCustomerDocument', body, { customerId });
  }

  /** The JSON around the data URL, for whoever puts the body together from parts: a document may be large. */
  transferDocumentAround(): DocumentAround {
    return around({ fileBlob: '' });
  }

  customerDocumentAround(type: string): DocumentAround {
    const fields = this.profile.customerDocumentFields;
    return around({ [fields.type]: type, [fields.file]: '' });
  }

  /** `GET /api/v1/accounts`. */
  listAccounts(): Promise<CallOutcome> {
    return this.send('listAccounts', null);
  }

  /** `GET /api/v1/customers/{id}/fiat-deposit-instructions` (2.7). */
  getFiatDepositInstructions(id: string): Promise<CallOutcome> {
    return this.send('getFiatDepositInstructions', null, { id });
  }

  /** `GET /api/v1/developer` (2.7). */
  getDeveloper(): Promise<CallOutcome> {
    return this.send('getDeveloper', null);
  }

  /** `GET /api/v1/developer/balances` (2.7). */
  getDeveloperBalances(): Promise<CallOutcome> {
    return this.send('getDeveloperBalances', null);
  }

  /** `GET /api/v1/developer/webhook-config` (6). */
  getWebhookConfig(): Promise<CallOutcome> {
    return this.send('getWebhookConfig', null);
  }

  /** `PATCH /api/v1/developer/webhook-config` (6). Its fields are "not shown". */
  updateWebhookConfig(changes: OpenBody): Promise<CallOutcome> {
    return this.send('updateWebhookConfig', JSON.stringify(changes));
  }

  /** `GET /api/v1/developer/crypto-instruction/{network}/{asset}` (2.7). */
  getCryptoInstruction(network: string, asset: string): Promise<CallOutcome> {
    return this.send('getCryptoInstruction', null, { network, asset });
  }

  /** Any endpoint but the token's, with the exact bytes of its body. */
  send(
    operation: Exclude<EndpointId, 'token'>,
    body: string | Buffer | null,
    parameters: Readonly<Record<string, string>> = {},
  ): Promise<CallOutcome> {
    return this.call({ operation, body, parameters, judge: (text) => this.#judge(operation, body, text) });
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
        return usableIf(isJson(text));
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
