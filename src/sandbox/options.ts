// The options of a sandbox, with defaults. The seed makes ids, rates and random faults repeatable.
import type { FaultSpec } from './faults.ts';

/** Valid only for the sandbox, so they may be printed. */
export const SANDBOX_CREDENTIALS = {
  clientId: 'sandbox-client',
  apiKey: 'sandbox-key',
  apiSecret: 'sandbox-secret',
} as const;

/** The settings of a program that uses the sandbox. */
export const sandboxVariables = (url: string): Record<string, string> => ({
  PAYBATCH_BASE_URL: url,
  PAYBATCH_AUTH_URL: url,
  PAYBATCH_CLIENT_ID: SANDBOX_CREDENTIALS.clientId,
  PAYBATCH_API_KEY: SANDBOX_CREDENTIALS.apiKey,
  PAYBATCH_API_SECRET: SANDBOX_CREDENTIALS.apiSecret,
});

/** One request, and its response. */
export interface ServedCall {
  readonly method: string;
  readonly path: string;
  /** As far as it arrived. */
  readonly body: string;
  /** 0: no response. */
  readonly status: number;
  readonly message: string;
}

export interface SandboxOptions {
  /** 0 picks a free one. */
  readonly port: number;
  readonly seed: number;
  /** Milliseconds since 1970, as the service sees them. */
  readonly now: () => number;
  readonly tokenLifetimeSeconds: number;
  /** The first balance of each wallet and currency. */
  readonly balance: string;
  /** The same for single currencies. */
  readonly balances?: ReadonlyMap<string, string>;
  /** Treats this header as an idempotency key. `null`: there is none, as documented. */
  readonly idempotencyHeader: string | null;
  readonly cutoffYear: number;
  /** Gets each request with its response. */
  readonly watch?: ((exchange: ServedCall) => void) | undefined;
  readonly faults: readonly FaultSpec[];
}

export const DEFAULT_SANDBOX: SandboxOptions = {
  port: 0,
  seed: 1,
  now: () => Date.now(),
  tokenLifetimeSeconds: 3600,
  balance: '1000000',
  idempotencyHeader: null,
  cutoffYear: 2026,
  faults: [],
};
