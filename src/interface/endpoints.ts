// The endpoints of section 4, all of them, as data: method, path, request schema, and whether repeating a call is
// harmless. The client, the retry table and the sandbox are derived from this table.
import type { ZodType } from 'zod';

import { customerSchema } from './customer.ts';
import { tokenSchema } from './token.ts';
import { quoteSchema, transferDocumentSchema, transferSchema } from './transfer.ts';

export interface Endpoint {
  readonly method: 'GET' | 'POST' | 'PATCH';
  /** Relative to `{base_url}`, or to `{auth_url}` if `host` is `auth`; parameters in braces. */
  readonly path: string;
  readonly host: 'base' | 'auth';
  /** Schema of the request body; `null` where there is no body, `'open'` where the specification doesn't show it. */
  readonly body: ZodType | 'open' | null;
  /**
   * Whether the call may be sent again when its outcome is unknown. Reads, tokens, quotes and uploads may; what
   * creates or moves something may not, since no idempotency key is documented.
   */
  readonly repeatable: boolean;
  /** Status of a success that the sandbox answers. The specification shows none (section 7). */
  readonly success: 200 | 201;
}

const get = (path: string): Endpoint => ({
  method: 'GET',
  path,
  host: 'base',
  body: null,
  repeatable: true,
  success: 200,
});
const post = (path: string, body: ZodType | 'open', repeatable: boolean): Endpoint => ({
  method: 'POST',
  path,
  host: 'base',
  body,
  repeatable,
  success: 201,
});

export const ENDPOINTS = {
  token: { ...post('/oauth/token', tokenSchema, true), host: 'auth', success: 200 },
  listAccounts: get('/api/v1/accounts'),
  createCustomer: post('/api/v1/customers', customerSchema, false),
  uploadCustomerDocument: post('/api/v1/customers/{customerId}/documents', 'open', true),
  getFiatDepositInstructions: get('/api/v1/customers/{id}/fiat-deposit-instructions'),
  createTransfer: post('/api/v1/transfers', transferSchema, false),
  quoteTransfer: { ...post('/api/v1/transfers/quote', quoteSchema, true), success: 200 },
  uploadTransferDocument: post('/api/v1/transfers/documents', transferDocumentSchema, true),
  createTrade: post('/api/v1/trades', 'open', false),
  quoteTrade: { ...post('/api/v1/trades/quotes', 'open', true), success: 200 },
  getDeveloper: get('/api/v1/developer'),
  getWebhookConfig: get('/api/v1/developer/webhook-config'),
  updateWebhookConfig: {
    method: 'PATCH',
    path: '/api/v1/developer/webhook-config',
    host: 'base',
    body: 'open',
    repeatable: false,
    success: 200,
  },
  getDeveloperBalances: get('/api/v1/developer/balances'),
  getCryptoInstruction: get('/api/v1/developer/crypto-instruction/{network}/{asset}'),
} as const satisfies Record<string, Endpoint>;

export type EndpointId = keyof typeof ENDPOINTS;

export const ENDPOINT_IDS = Object.keys(ENDPOINTS) as EndpointId[]; // Object.keys forgets the key type
