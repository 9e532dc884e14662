// The access token of section 5: fetched once for all waiting calls, renewed before it expires and after a refusal.
import type { Profile } from '../interface/profile.ts';
import { TOKEN_REALM, type TokenRequest } from '../interface/token.ts';
import type { Clock } from './clock.ts';
import { parseAnswer, pick } from './json.ts';
import type { NotAccepted } from './outcome.ts';

export interface Credentials {
  readonly clientId: string;
  readonly apiKey: string;
  readonly apiSecret: string;
}

/** Body of the token request (5.1). */
export function tokenRequest(credentials: Credentials, baseUrl: string, profile: Profile): TokenRequest {
  return {
    grant_type: profile.grantType,
    realm: TOKEN_REALM,
    audience: `${baseUrl}/api`,
    client_id: credentials.clientId,
    username: credentials.apiKey,
    password: credentials.apiSecret,
  };
}

export interface Token {
  readonly value: string;
  readonly expiresAtMs: number;
}

/** Reads the token response by the profile's field names; `undefined` if it has no token. */
export function readToken(text: string, profile: Profile, nowMs: number): Token | undefined {
  const answer = parseAnswer(text);
  const value = pick(answer, profile.tokenFields);
  // A header value: the transport would refuse other characters later, for every call.
  if (value === undefined || !/^[\x21-\x7e]+$/.test(value)) return undefined;
  const expiresAtMs =
    timestampMs(pick(answer, profile.tokenExpiryFields)) ??
    lifetimeMs(pick(answer, profile.tokenLifetimeFields), nowMs) ??
    jwtExpiryMs(value) ??
    nowMs + profile.tokenLifetimeSeconds * 1000;
  return { value, expiresAtMs };
}

function timestampMs(text: string | undefined): number | undefined {
  if (text === undefined) return undefined;
  if (/^\d+(\.\d+)?$/.test(text)) {
    const number = Number(text);
    // Seconds since 1970 have ten digits until the year 2286. A small number is a lifetime, and not a time.
    if (number < 1e9) return undefined;
    return number < 1e11 ? number * 1000 : number;
  }
  const date = Date.parse(text);
  return Number.isNaN(date) ? undefined : date;
}

function lifetimeMs(text: string | undefined, nowMs: number): number | undefined {
  return text !== undefined && /^\d+(\.\d+)?$/.test(text) ? nowMs + Number(text) * 1000 : undefined;
}

function jwtExpiryMs(token: string): number | undefined {
  const payload = token.split('.')[1];
  if (payload === undefined) return undefined;
  return timestampMs(pick(parseAnswer(Buffer.from(payload, 'base64url').toString('utf8')), ['exp']));
}

/** Holds the current token. A failed fetch goes to every caller that waited for it. */
export class TokenHolder {
  readonly #fetch: () => Promise<Token | NotAccepted>;
  readonly #clock: Clock;
  #token: (Token & { fetchedAtMs: number }) | undefined;
  #pending: Promise<Token | NotAccepted> | undefined;
  proven = false;

  constructor(fetch: () => Promise<Token | NotAccepted>, clock: Clock) {
    this.#fetch = fetch;
    this.#clock = clock;
  }

  get(): Promise<Token | NotAccepted> | Token {
    const token = this.#token;
    if (token) {
      const now = this.#clock.now();
      const skewMs = Math.min(30_000, (token.expiresAtMs - token.fetchedAtMs) / 10);
      if (now < token.expiresAtMs - skewMs) return token;
    }
    this.#pending ??= this.#renew();
    return this.#pending;
  }

  /** The service refused this token. Another call may have fetched a newer one. */
  refused(value: string): void {
    if (this.#token?.value === value) this.#token = undefined;
  }

  async #renew(): Promise<Token | NotAccepted> {
    const fetchedAtMs = this.#clock.now();
    try {
      const result = await this.#fetch();
      if ('expiresAtMs' in result) this.#token = { ...result, fetchedAtMs };
      return result;
    } finally {
      this.#pending = undefined;
    }
  }
}
