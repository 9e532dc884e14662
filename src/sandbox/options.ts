// What a sandbox is started with. Everything has a default; the seed makes IDs, rates and chance faults repeatable.
import type { FaultSpec } from './faults.ts';

export interface SandboxCredentials {
  readonly clientId: string;
  readonly apiKey: string;
  readonly apiSecret: string;
}

/** For loopback only, and good for nothing else: they may be printed. */
export const SANDBOX_CREDENTIALS: SandboxCredentials = {
  clientId: 'sandbox-client',
  apiKey: 'sandbox-key',
  apiSecret: 'sandbox-secret',
};

/** The settings that lead a program to a sandbox. */
export const sandboxVariables = (url: string): Record<string, string> => ({
  PAYBATCH_BASE_URL: url,
  PAYBATCH_AUTH_URL: url,
  PAYBATCH_CLIENT_ID: SANDBOX_CREDENTIALS.clientId,
  PAYBATCH_API_KEY: SANDBOX_CREDENTIALS.apiKey,
  PAYBATCH_API_SECRET: SANDBOX_CREDENTIALS.apiSecret,
});

/** One request as it came, with what was answered. */
export interface ServedCall {
  readonly method: string;
  readonly path: string;
  /** As far as it came. */
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
  /** Developer balance of USDC and USDCT, and of every customer's wallet, when first seen. */
  readonly balance: string;
  /** The same of single currencies. */
  readonly balances?: ReadonlyMap<string, string>;
  /** Honours this header as an idempotency key; `null` as documented: there is none. */
  readonly idempotencyHeader: string | null;
  readonly cutoffYear: number;
  /** Told of each request and what was answered. */
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
