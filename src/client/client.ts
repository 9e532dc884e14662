// Calls of the endpoints of section 4, with their token, limits and connections. A call ends as a value: accepted with
// the service's whole response as text, or not accepted, with the reason. The specification shows no response fields:
// only ids are read, by the profile's names.
import { setMaxListeners } from 'node:events';

import { parsedJson } from '../files/parsed-json.ts';
import type { EndpointId } from '../interface/endpoints.ts';
import { isLoopback } from '../interface/environment.ts';
import type { Profile } from '../interface/profile.ts';
import { call } from './call.ts';
import type { CallContext, CallRequest, Idempotency } from './call-context.ts';
import { type Clock, type Random, systemClock } from './clock.ts';
import type { Gate } from './gate.ts';
import { pickId } from './json.ts';
import type { CallOutcome, NotAccepted } from './outcome.ts';
import { proxyFor, type ProxySettings } from './proxy.ts';
import { DEFAULT_LIMITS, type Limits, RateLimit } from './rate.ts';
import { Redactor } from './redact.ts';
import { type Credentials, readToken, type Token, TokenHolder, tokenRequest } from './token.ts';
import { Transport } from './transport.ts';
import { creationVerdict, keepableId, transferVerdict, usableIf, type Verdict } from './verdict.ts';

export interface ClientOptions {
  /** Without a trailing slash, as {@link checkAddress} returns them. */
  readonly baseUrl: string;
  readonly authUrl: string;
  readonly credentials: Credentials;
  readonly profile: Profile;
  /** Calls at a time. A quarter more connections may be open: a connection rests for a moment after a response. */
  readonly concurrency: number;
  /** Requests a second; no limit without it. */
  readonly rate?: number | undefined;
  /** For one whole response, in milliseconds. */
  readonly timeoutMs?: number | undefined;
  /** Limits that are shared with other hosts. Closed with the connection. */
  readonly gate?: Gate | undefined;
  readonly limits?: Partial<Limits>;
  readonly clock?: Clock;
  readonly random?: Random;
  readonly userAgent?: string;
  /** The proxy for other machines, by {@link proxySettings}. */
  readonly proxy?: ProxySettings | undefined;
  /** Extra certificate authority (PEM), for tests with a separate certificate. */
  readonly ca?: string;
}

const MAX_ANSWER_BYTES = 1_000_000;

/** Calls that create or move something, and so are never repeated when their outcome is unknown. */
export type CreatingOperation = 'createTransfer' | 'createCustomer' | 'createTrade';

type UploadOperation = 'uploadTransferDocument' | 'uploadCustomerDocument';

export class ServiceClient {
  readonly profile: Profile;
  readonly #base: CallContext;
  readonly #auth: CallContext;
  readonly #tokens: TokenHolder;
  readonly #transports: Transport[] = [];
  readonly #stop = new AbortController();
  /** How far this machine's clock was ahead of the identity provider's at its last response; `null`: unknown. */
  clockOffMs: number | null = null;

  constructor(options: ClientOptions) {
    this.profile = options.profile;
    // Each row that pauses listens to it. With more than ten listeners, Node would print a warning.
    setMaxListeners(0, this.#stop.signal);
    const clock = options.clock ?? systemClock;
    const redactor = new Redactor();
    const { clientId, apiKey, apiSecret } = options.credentials;
    redactor.add(apiKey);
    redactor.addPair(apiKey, apiSecret);
    redactor.addPair(clientId, apiSecret);
    const shared = {
      clock,
      random: options.random ?? Math.random,
      rate: new RateLimit(clock, options.rate),
      limits: { ...DEFAULT_LIMITS, ...options.limits },
      profile: options.profile,
      redactor,
      signal: this.#stop.signal,
      userAgent: options.userAgent ?? 'paybatch',
    };
    const context = (url: string, connections: number): Omit<CallContext, 'tokens' | 'gate'> => {
      const { origin, pathname } = new URL(url);
      const timeoutMs = options.timeoutMs ?? 30_000;
      const proxy = proxyFor(url, options.proxy);
      if (proxy) redactor.addPair(decodeURIComponent(proxy.username), decodeURIComponent(proxy.password));
      const transport = new Transport(origin, {
        connections,
        timeoutMs,
        connectTimeoutMs: Math.min(timeoutMs, 10_000),
        maxAnswerBytes: MAX_ANSWER_BYTES,
        reuseIdleMs: options.profile.reuseIdleMs,
        proxy,
        ...(options.ca === undefined ? {} : { ca: options.ca }),
      });
      this.#transports.push(transport);
      return { ...shared, transport, prefix: pathname === '/' ? '' : pathname };
    };
    // A service on this machine may have any time.
    const isHere = isLoopback(new URL(options.baseUrl).hostname);
    const dated = (date: string): void => {
      const dateMs = Date.parse(date);
      if (!isHere && !Number.isNaN(dateMs)) this.clockOffMs = clock.now() - dateMs;
    };
    this.#auth = { ...context(options.authUrl, 1), tokens: null, gate: undefined, dated };
    const body = JSON.stringify(tokenRequest(options.credentials, options.baseUrl, options.profile));
    this.#tokens = new TokenHolder(() => this.#fetchToken(body, redactor, clock), clock);
    const { gate } = options;
    this.#base = { ...context(options.baseUrl, options.concurrency), tokens: this.#tokens, gate };
  }

  async #fetchToken(body: string, redactor: Redactor, clock: Clock): Promise<Token | NotAccepted> {
    let token: Token | undefined;
    const outcome = await call(this.#auth, {
      operation: 'token',
      body,
      verdictOn: (text) => {
        token = readToken(text, this.profile, clock.now());
        if (token) redactor.addToken(token.value);
        return usableIf(token !== undefined);
      },
    });
    if (outcome.outcome === 'accepted') {
      if (token) return { ...token };
      throw new Error('a token answer was accepted without a token');
    }
    if (outcome.outcome !== 'rejected') return outcome;
    // The identity provider refused the credentials or the set-up, not one row.
    return { ...outcome, outcome: 'failed', systemic: true, halt: true, credentials: true };
  }

  /**
   * `POST {auth_url}/oauth/token` (5.1): when the token that is held now expires. The token itself stays here. Called
   * before anything is sent, it shows wrong credentials.
   */
  async token(): Promise<{ readonly expiresAtMs: number } | NotAccepted> {
    const result = await this.#tokens.get();
    return 'outcome' in result ? result : { expiresAtMs: result.expiresAtMs };
  }

  #call(request: CallRequest): Promise<CallOutcome> {
    return call(this.#base, request);
  }

  /** Aborts requests in progress and refuses later ones: the second signal. */
  stop(): void {
    this.#stop.abort();
    for (const transport of this.#transports) transport.stop();
  }

  async close(): Promise<void> {
    await this.#base.gate?.close();
    await Promise.all(this.#transports.map((transport) => transport.close()));
  }

  /**
   * A creation, with its exact bytes. Without an idempotency key it is sent again only if it certainly wasn't
   * processed. Keep a durable record of `body`, header and key first. `mayStart` is asked just before the first byte
   * leaves.
   */
  create(
    operation: CreatingOperation,
    body: string,
    idempotency: Idempotency | null,
    mayStart?: () => boolean,
  ): Promise<CallOutcome> {
    const verdictOn = (text: string): Verdict => this.#verdictOn(operation, body, text);
    return this.#call({ operation, body, verdictOn, mayStart, ...(idempotency ? { idempotency } : {}) });
  }

  /** Any endpoint but the token's, with the exact bytes of its body. */
  send(
    operation: Exclude<EndpointId, 'token'>,
    body: string | Buffer | null,
    parameters: Readonly<Record<string, string>> = {},
  ): Promise<CallOutcome> {
    return this.#call({
      operation,
      body,
      parameters,
      verdictOn: (text) => this.#verdictOn(operation, body, text),
    });
  }

  /** Whether a 2xx response has what the operation is called for. */
  #verdictOn(operation: Exclude<EndpointId, 'token'>, body: string | Buffer | null, text: string): Verdict {
    if (operation === 'createTransfer') return transferVerdict(body?.toString() ?? '', text, this.profile);
    if (operation === 'createCustomer' || operation === 'createTrade')
      return creationVerdict(this.idOf(operation, text), text);
    if (operation === 'uploadTransferDocument') return usableIf(this.idOf(operation, text) !== undefined);
    // Their success is all that is needed.
    const isSuccessEnough = operation === 'uploadCustomerDocument' || operation === 'updateWebhookConfig';
    return usableIf(isSuccessEnough || parsedJson(text) !== undefined);
  }

  /** The id in a response, by the profile's names: visible ASCII of at most 200 characters, or none. */
  idOf(operation: CreatingOperation | UploadOperation, text: string): string | undefined {
    const { profile } = this;
    const fields = {
      createTransfer: profile.transferIdFields,
      createCustomer: profile.customerIdFields,
      createTrade: profile.tradeIdFields,
      uploadTransferDocument: ['documentId'],
      uploadCustomerDocument: profile.customerDocumentIdFields,
    };
    return keepableId(pickId(text, fields[operation]));
  }
}
