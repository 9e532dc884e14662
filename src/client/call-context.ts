// The types of a call, and how a call ends that was not sent.
import type { EndpointId } from '../interface/endpoints.ts';
import type { Profile } from '../interface/profile.ts';
import type { Limits } from './backoff.ts';
import type { Clock, Random } from './clock.ts';
import type { Exchange } from './exchange.ts';
import type { Gate, Shut } from './gate.ts';
import type { AttemptRecord, NotAccepted } from './outcome.ts';
import type { RateLimit } from './rate.ts';
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
  readonly observe: ObserveAttempt;
  /** Called with the time in a response's `Date` header. */
  readonly dated?: (date: string) => void;
}

/** `ms`: how long it took. `again`: it was not its call's first. */
export type ObserveAttempt = (
  attempt: { readonly operation: EndpointId; readonly status: number | null },
  ms: number,
  again: boolean,
) => void;

export interface Idempotency {
  readonly header: string;
  readonly key: string;
  readonly untilMs: number;
  /** An earlier attempt under this key may have been processed: only a success ends the doubt. */
  readonly mayBeProcessed: boolean;
}

export interface CallRequest {
  readonly operation: EndpointId;
  readonly parameters?: Readonly<Record<string, string>>;
  readonly body: string | Buffer | null;
  /** Sent with the same key and the same bytes at every attempt, so that repeating is harmless until `untilMs`. */
  readonly idempotency?: Idempotency;
  /** Asked just before the first byte leaves, where its time to start may pass. */
  readonly mayStart?: (() => boolean) | undefined;
  /** Whether a 2xx answer can be read, holds what this operation needs, and doesn't contradict the request. */
  readonly judge: (text: string) => Verdict;
}

/** A call in progress: what its attempts have in common. */
export interface Progress {
  readonly path: string;
  readonly startedMs: number;
  /** The idempotency window by the clock that can't be set back. */
  readonly repeatableUntilMs: number;
  readonly attempts: AttemptRecord[];
  /** Attempts, without those that were refused for an expired token. */
  tries: number;
  renewals: number;
  mayBeProcessed: boolean;
  last: Exchange | undefined;
}

function unsent(
  { attempts, last }: Progress,
  context: CallContext,
  end: Pick<NotAccepted, 'outcome' | 'code' | 'message'>,
): NotAccepted {
  const [status, text] =
    last?.kind === 'answer' ? [last.status, context.redactor.clean(last.text)] : [null, ''];
  return { ...end, attempts, status, text, systemic: false, halt: false };
}

export const stopped = (progress: Progress, context: CallContext): NotAccepted =>
  unsent(progress, context, {
    outcome: 'stopped',
    code: 'stopped',
    message: 'the run was stopped before this was sent',
  });

/** The limits of all hosts can't be asked for. */
export const shutOut = (progress: Progress, context: CallContext, { message }: Shut): NotAccepted => ({
  ...unsent(progress, context, { outcome: 'failed', code: 'limits', message }),
  systemic: true,
  halt: true,
});

export const windowPassed = (progress: Progress, context: CallContext): NotAccepted =>
  unsent(progress, context, {
    outcome: 'in_doubt',
    code: 'idempotency_window',
    message: 'the window of its idempotency key has passed, so it was not sent again',
  });
