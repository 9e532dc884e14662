// The service as typed calls. Bodies go in as the exact text that is sent; answers come out whole.
import type { Profile } from '../spec/profile.ts';
import type { QuoteBody, TransferBody } from '../spec/transfer.ts';
import { DEFAULT_LIMITS, type Limits } from './backoff.ts';
import { call, type CallContext, type CallRequest, type Idempotency } from './call.ts';
import { systemClock, type Clock, type Random } from './clock.ts';
import { isJson, pickId, withAmount } from './json.ts';
import type { CallOutcome, NotAccepted } from './outcome.ts';
import { RateLimit } from './rate.ts';
import { Redactor } from './redact.ts';
import { TokenHolder, readToken, tokenRequest, type Credentials, type Token } from './token.ts';
import { Transport } from './transport.ts';

export interface ClientOptions {
  /** Without a trailing slash, as {@link checkAddress} returns them. */
  readonly baseUrl: string;
  readonly authUrl: string;
  readonly credentials: Credentials;
  readonly profile: Profile;
  /** Connections at the most, and so calls at a time. */
  readonly concurrency: number;
  /** Requests a second; no limit without it. */
  readonly rate?: number | undefined;
  /** For one whole answer, in milliseconds. */
  readonly timeoutMs?: number | undefined;
  readonly limits?: Partial<Limits>;
  readonly clock?: Clock;
  readonly random?: Random;
  readonly userAgent?: string;
  /** Extra certificate authority (PEM), for tests with a certificate of their own. */
  readonly ca?: string;
}

const MAX_ANSWER_BYTES = 1_000_000;

/** Exact bytes of a transfer request (2.3), as text. */
export function transferText(body: TransferBody): string {
  const { receiverAmount, ...rest } = body;
  return withAmount('receiverAmount', receiverAmount, rest);
}

/** Exact bytes of a quote request (2.4), as text. */
export function quoteText(body: QuoteBody): string {
  const { receiverAmount, ...rest } = body;
  return withAmount('receiverAmount', receiverAmount, rest);
}

export class ServiceClient {
  readonly profile: Profile;
  readonly #base: CallContext;
  readonly #auth: CallContext;
  readonly #tokens: TokenHolder<NotAccepted>;
  readonly #transports: Transport[] = [];
  readonly #stop = new AbortController();

  constructor(options: ClientOptions) {
    this.profile = options.profile;
    const clock = options.clock ?? systemClock;
    const redactor = new Redactor();
    redactor.add(options.credentials.apiSecret);
    redactor.add(options.credentials.apiKey);
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
    const context = (url: string, connections: number): Omit<CallContext, 'tokens'> => {
      const { origin, pathname } = new URL(url);
      const timeoutMs = options.timeoutMs ?? 30_000;
      const transport = new Transport(origin, {
        connections,
        timeoutMs,
        connectTimeoutMs: Math.min(timeoutMs, 10_000),
        maxAnswerBytes: MAX_ANSWER_BYTES,
        ...(options.ca === undefined ? {} : { ca: options.ca }),
      });
      this.#transports.push(transport);
      return { ...shared, transport, prefix: pathname === '/' ? '' : pathname };
    };
    this.#auth = { ...context(options.authUrl, 1), tokens: null };
    const body = JSON.stringify(tokenRequest(options.credentials, options.baseUrl, options.profile));
    this.#tokens = new TokenHolder(() => this.#fetchToken(body, redactor, clock), clock);
    this.#base = { ...context(options.baseUrl, options.concurrency), tokens: this.#tokens };
  }

  async #fetchToken(body: string, redactor: Redactor, clock: Clock): Promise<Token | NotAccepted> {
    let token: Token | undefined;
    const outcome = await call(this.#auth, {
      operation: 'token',
      body,
      usable: (text) => {
        token = readToken(text, this.profile, clock.now());
        if (token) redactor.add(token.value);
        return token !== undefined;
      },
    });
    if (outcome.outcome === 'accepted') {
      if (token) return { ...token };
      throw new Error('a token answer was accepted without a token');
    }
    if (outcome.outcome !== 'rejected') return outcome;
    // The identity provider said no: the credentials or the set-up, never one row.
    return { ...outcome, outcome: 'failed', systemic: true, halt: true, credentials: true };
  }

  /** Fetches a token now (5.1), so that wrong credentials show before anything is sent. `undefined` when it worked. */
  async signIn(): Promise<NotAccepted | undefined> {
    const result = await this.#tokens.get();
    return 'outcome' in result ? result : undefined;
  }

  /** `POST /api/v1/transfers/quote` (2.4). Repeatable. */
  quoteTransfer(body: string): Promise<CallOutcome> {
    return this.call({ operation: 'quoteTransfer', body, usable: isJson });
  }

  /** `POST /api/v1/transfers` (2.3). Never repeated when its outcome is unknown, unless under an idempotency key. */
  createTransfer(body: string, idempotency: Idempotency | null): Promise<CallOutcome> {
    const usable = (text: string): boolean => this.transferId(text) !== undefined;
    return this.call({ operation: 'createTransfer', body, usable, ...(idempotency ? { idempotency } : {}) });
  }

  /** `POST /api/v1/transfers/documents` (2.5). Repeatable: an upload that nothing refers to pays nobody. */
  uploadTransferDocument(dataUrl: string): Promise<CallOutcome> {
    const usable = (text: string): boolean => this.documentId(text) !== undefined;
    return this.call({
      operation: 'uploadTransferDocument',
      body: JSON.stringify({ fileBlob: dataUrl }),
      usable,
    });
  }

  /** Any endpoint of section 4, with the retry rules of its kind. */
  call(request: CallRequest): Promise<CallOutcome> {
    return call(this.#base, request);
  }

  transferId(text: string): string | undefined {
    return pickId(text, this.profile.transferIdFields);
  }

  documentId(text: string): string | undefined {
    return pickId(text, ['documentId']);
  }

  /** Breaks off what is under way and refuses what is not: the second signal. */
  stop(): void {
    this.#stop.abort();
    for (const transport of this.#transports) transport.stop();
  }

  async close(): Promise<void> {
    await Promise.all(this.#transports.map((transport) => transport.close()));
  }
}
