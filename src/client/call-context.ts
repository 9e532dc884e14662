// The values of a call: the connection, which all calls share, and the request.
import type { EndpointId } from '../interface/endpoints.ts';
import type { Profile } from '../interface/profile.ts';
import type { Clock, Random } from './clock.ts';
import type { Gate } from './gate.ts';
import type { Limits, RateLimit } from './rate.ts';
import type { Redactor } from './redact.ts';
import type { TokenHolder } from './token.ts';
import type { Transport } from './transport.ts';
import type { Verdict } from './verdict.ts';

export interface CallContext {
  readonly transport: Transport;
  readonly prefix: string;
  readonly tokens: TokenHolder | null;
  readonly clock: Clock;
  readonly random: Random;
  readonly rate: RateLimit;
  readonly gate: Gate | undefined;
  readonly limits: Limits;
  readonly profile: Profile;
  readonly redactor: Redactor;
  readonly signal: AbortSignal;
  readonly userAgent: string;
  /** Called with the time in a response's `Date` header. */
  readonly dated?: (date: string) => void;
}

export interface Idempotency {
  readonly header: string;
  readonly key: string;
  readonly untilMs: number;
  /** An earlier attempt with this key may have been processed: only a success ends the doubt. */
  readonly mayBeProcessed: boolean;
}

export interface CallRequest {
  readonly operation: EndpointId;
  readonly parameters?: Readonly<Record<string, string>>;
  readonly body: string | Buffer | null;
  /** Sent with the same key and the same bytes at every attempt, so that repeating is harmless until `untilMs`. */
  readonly idempotency?: Idempotency;
  /** Asked just before the first byte is sent: false if it is too late to start. */
  readonly mayStart?: (() => boolean) | undefined;
  /** Whether a 2xx response can be read, has what the operation needs, and doesn't contradict the request. */
  readonly verdictOn: (text: string) => Verdict;
}
