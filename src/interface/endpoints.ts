// The endpoints of section 4, all of them, as data: method, path, request schema, and whether repeating a call is
// harmless. The client, the retry table and the sandbox are derived from this table.
import type { ZodType } from 'zod';

import { customerSchema } from './customer.ts';
import { ENDPOINT_PATHS } from './endpoint-paths.ts';
import { tokenSchema } from './token.ts';
import { quoteSchema, transferDocumentSchema, transferSchema } from './transfer.ts';

export interface Endpoint {
  readonly method: 'GET' | 'POST' | 'PATCH';
  /** Relative to `{base_url}`, or to `{auth_url}` where `host` says so; parameters in braces. */
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
  token: { ...post(ENDPOINT_PATHS.token, tokenSchema, true), host: 'auth', success: 200 },
  listAccounts: get(ENDPOINT_PATHS.listAccounts),
  createCustomer: post(ENDPOINT_PATHS.createCustomer, customerSchema, false),
  uploadCustomerDocument: post(ENDPOINT_PATHS.uploadCustomerDocument, 'open', true),
  getFiatDepositInstructions: get(ENDPOINT_PATHS.getFiatDepositInstructions),
  createTransfer: post(ENDPOINT_PATHS.createTransfer, transferSchema, false),
  quoteTransfer: { ...post(ENDPOINT_PATHS.quoteTransfer, quoteSchema, true), success: 200 },
  uploadTransferDocument: post(ENDPOINT_PATHS.uploadTransferDocument, transferDocumentSchema, true),
  createTrade: post(ENDPOINT_PATHS.createTrade, 'open', false),
  quoteTrade: { ...post(ENDPOINT_PATHS.quoteTrade, 'open', true), success: 200 },
  getDeveloper: get(ENDPOINT_PATHS.getDeveloper),
  getWebhookConfig: get(ENDPOINT_PATHS.getWebhookConfig),
  updateWebhookConfig: {
    method: 'PATCH',
    path: ENDPOINT_PATHS.updateWebhookConfig,
    host: 'base',
    body: 'open',
    repeatable: false,
    success: 200,
  },
  getDeveloperBalances: get(ENDPOINT_PATHS.getDeveloperBalances),
  getCryptoInstruction: get(ENDPOINT_PATHS.getCryptoInstruction),
} as const satisfies Record<string, Endpoint>;

export type EndpointId = keyof typeof ENDPOINTS;

export const ENDPOINT_IDS = Object.keys(ENDPOINTS) as EndpointId[]; // Object.keys forgets the key type
