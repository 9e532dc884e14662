// One handler for each entry of the endpoint table, so that an endpoint without a handler does not compile. The
// specification shows no field names of responses: these are the sandbox's.
import Big from 'big.js';
import { isLosslessNumber } from 'lossless-json';

import { customerSchema } from '../interface/customer.ts';
import { type Deprecation, ENDED } from '../interface/deprecations.ts';
import { type EndpointId, ENDPOINTS } from '../interface/endpoints.ts';
import { tokenSchema } from '../interface/token.ts';
import { quoteSchema, transferDocumentSchema, transferSchema } from '../interface/transfer.ts';
import { SANDBOX_CREDENTIALS, type SandboxOptions } from './options.ts';
import { debitOf, price } from './prices.ts';
import type { SandboxStore } from './store.ts';
import { checkPayment, checkSchema, parseBody, textAt, WireError } from './wire.ts';

interface HandlerContext {
  readonly store: SandboxStore;
  readonly options: SandboxOptions;
  /** Whether the earlier forms are still accepted. */
  readonly beforeCutoff: boolean;
}

export interface Served {
  readonly status: number;
  readonly body: unknown;
}

type Handler = (
  context: HandlerContext,
  text: string,
  parameters: Readonly<Record<string, string>>,
) => Served;

export const refuse = (status: number, code: string, message: string): Served => ({
  status,
  body: { code, message },
});
const ok = (id: EndpointId, body: unknown): Served => ({ status: ENDPOINTS[id].success, body });

export const HANDLERS: Readonly<Record<EndpointId, Handler>> = {
  token: ({ store, options }, text) => {
    const body = parseBody(text);
    checkSchema(body, tokenSchema);
    const { client_id, username, password } = body;
    const { clientId, apiKey, apiSecret } = SANDBOX_CREDENTIALS;
    if (client_id !== clientId || username !== apiKey || password !== apiSecret)
      return refuse(401, 'invalid_credentials', 'wrong client id, key or secret');
    const token = `sandbox.${store.newId()}`;
    const expiresAtMs = options.now() + options.tokenLifetimeSeconds * 1000;
    store.tokens.set(token, expiresAtMs);
    return ok('token', {
      access_token: token,
      token_type: 'Bearer',
      expires_at: new Date(expiresAtMs).toISOString(),
    });
  },

  createTransfer: ({ store, options, beforeCutoff }, text) => {
    const body = checkPayment(parseBody(text), transferSchema, beforeCutoff);
    const documents = (body['documents'] ?? []) as string[]; // the schema has checked it
    const unknown = documents.find((id) => !store.documents.has(id));
    if (unknown !== undefined)
      return refuse(422, 'unknown_document', `documents: there is no document ${unknown}`);
    const source = textAt(body, 'source', 'currency') ?? 'USDC';
    const currency = textAt(body, 'destination', 'currency') ?? source;
    const receiverAmount = textAt(body, 'receiverAmount') ?? '0';
    const priced = price(options.seed, source, currency, receiverAmount);
    const debited = debitOf(priced);
    const wallet = body['useDeveloperFunds'] === true ? null : (textAt(body, 'source', 'walletId') ?? '');
    if (!store.debit(wallet, source, debited)) {
      return refuse(422, 'insufficient_funds', `the balance does not cover ${debited} ${source}`);
    }
    const transfer = {
      id: store.newId(),
      body: text,
      receiverAmount,
      currency,
      memo: textAt(body, 'memo') ?? null,
      debited,
      at: new Date(options.now()).toISOString(),
    };
    store.transfers.push(transfer);
    const status = body['requireApproval'] === true ? 'PendingApproval' : 'Processing';
    return ok('createTransfer', { id: transfer.id, status, ...priced, createdAt: transfer.at });
  },

  quoteTransfer: ({ store, options }, text) => {
    const body = checkPayment(parseBody(text), quoteSchema, false);
    const source = textAt(body, 'source', 'currency') ?? 'USDC';
    const currency = textAt(body, 'destination', 'currency') ?? source;
    const receiverAmount = textAt(body, 'receiverAmount') ?? '0';
    return ok('quoteTransfer', {
      id: store.newId(),
      ...price(options.seed, source, currency, receiverAmount),
    });
  },

  uploadTransferDocument: ({ store }, text) => {
    checkSchema(parseBody(text), transferDocumentSchema);
    const documentId = store.newId();
    store.documents.add(documentId);
    return ok('uploadTransferDocument', { documentId });
  },

  createCustomer: ({ store, beforeCutoff }, text) => {
    const body = parseBody(text);
    checkSchema(withoutEarlierFields(body, beforeCutoff), customerSchema);
    const id = store.newId();
    store.customers.set(id, { id, body, documents: [] });
    return ok('createCustomer', { id, status: 'PendingVerification' });
  },

  uploadCustomerDocument: ({ store, beforeCutoff }, text, { customerId = '' }) => {
    const customer = store.customers.get(customerId);
    if (!customer) return refuse(404, 'unknown_customer', `there is no customer ${customerId}`);
    const body = parseBody(text);
    const type = checkDocumentType(body);
    if (ENDED.documentType.has(type) && !beforeCutoff)
      return refuse(400, 'invalid_request', `document type ${type} was removed`);
    const document = { id: store.newId(), type };
    customer.documents.push(document);
    return ok('uploadCustomerDocument', { documentId: document.id, documentType: type });
  },

  getFiatDepositInstructions: ({ store }, _, { id = '' }) =>
    store.customers.has(id)
      ? ok('getFiatDepositInstructions', {
          customerId: id,
          instructions: [{ currency: 'USD', accountNumber: '000123456789' }],
        })
      : refuse(404, 'unknown_customer', `there is no customer ${id}`),

  quoteTrade: ({ options, store }, text) => {
    const trade = tradeOf(parseBody(text), options.seed);
    return ok('quoteTrade', { id: store.newId(), ...trade });
  },

  createTrade: ({ options, store }, text) => {
    const trade = tradeOf(parseBody(text), options.seed);
    if (!store.debit(null, trade.sourceCurrency, trade.sourceAmount)) {
      return refuse(
        422,
        'insufficient_funds',
        `the balance does not cover ${trade.sourceAmount} ${trade.sourceCurrency}`,
      );
    }
    store.credit(trade.destinationCurrency, trade.outputAmount);
    const stored = { id: store.newId(), ...trade };
    store.trades.push(stored);
    return ok('createTrade', stored);
  },

  listAccounts: () =>
    ok('listAccounts', {
      accounts: ['USDC', 'USDCT'].map((currency) => ({
        id: `developer-${currency}`,
        currency,
        owner: 'developer',
      })),
    }),
  getDeveloper: () =>
    ok('getDeveloper', { clientId: SANDBOX_CREDENTIALS.clientId, name: 'Sandbox developer' }),
  getDeveloperBalances: ({ store }) => ok('getDeveloperBalances', { balances: store.balances() }),
  getWebhookConfig: ({ store }) => ok('getWebhookConfig', store.webhook),
  updateWebhookConfig: ({ store }, text) => {
    store.webhook = { ...store.webhook, ...parseBody(text) };
    return ok('updateWebhookConfig', store.webhook);
  },
  getCryptoInstruction: (_, __, { network = '', asset = '' }) =>
    ok('getCryptoInstruction', { network, asset, address: '0x00000000000000000000000000000000000sand8' }),
};

/** The type of a customer's document, under one of the two names that people use: the specification shows none. */
function checkDocumentType(body: Record<string, unknown>): string {
  const type = textAt(body, 'documentType') ?? textAt(body, 'type');
  if (type === undefined) throw new WireError('documentType', 'documentType is required');
  return type;
}

function tradeOf(body: Record<string, unknown>, seed: number) {
  const sourceCurrency = textAt(body, 'sourceCurrency') ?? '';
  const destinationCurrency = textAt(body, 'destinationCurrency') ?? '';
  if (
    new Set([sourceCurrency, destinationCurrency, 'USDC', 'USDCT']).size !== 2 ||
    sourceCurrency === destinationCurrency
  ) {
    throw new WireError('sourceCurrency', 'trades swap USDC and USDCT, in either direction');
  }
  const given = body['amount'];
  const amount = typeof given === 'string' || isLosslessNumber(given) ? String(given) : '';
  if (!/^\d+(\.\d+)?$/.test(amount)) throw new WireError('amount', 'amount must be a number');
  const { rate, fee } = price(seed, sourceCurrency, destinationCurrency, amount);
  const outputAmount = new Big(amount).minus(fee).times(rate).round(6, Big.roundDown).toFixed();
  return { sourceCurrency, destinationCurrency, sourceAmount: amount, rate, fee, outputAmount };
}

/** The body without those fields of the earlier shape that are still accepted: always, if their end is not stated. */
function withoutEarlierFields(body: Record<string, unknown>, beforeCutoff: boolean): Record<string, unknown> {
  const strip = (
    from: Record<string, unknown>,
    fields: ReadonlyMap<string, Deprecation>,
  ): Record<string, unknown> =>
    Object.fromEntries(
      Object.entries(from).filter(([key]) => {
        const entry = fields.get(key);
        return entry === undefined || (!beforeCutoff && entry.end.kind !== 'not-stated');
      }),
    );
  const current = strip(body, ENDED.customer);
  const breakdown = current['transactionBreakdown'];
  if (typeof breakdown === 'object' && breakdown !== null) {
    current['transactionBreakdown'] = strip(
      breakdown as Record<string, unknown>, // just checked
      ENDED.breakdown,
    );
  }
  return current;
}
