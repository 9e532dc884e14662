// The retry decision, as one total function over (operation, what happened, had the request started). Decision 3 in
// src/DECISIONS.md has the reasons. A case of Observed without a decision here does not compile.

export type Observed =
  /** A whole response. `usable`: a 2xx that can be read and has what the operation needs. */
  | { kind: 'answer'; status: number; usable: boolean }
  | { kind: 'unconnected' }
  | { kind: 'tls' }
  | { kind: 'broken' };

export interface Circumstances {
  readonly repeatable: boolean;
  /** The attempt had an idempotency key that is still in its window, so it may be repeated. */
  readonly idempotent: boolean;
  /** How many tokens in a row were fetched because the one before was refused. */
  readonly renewals: number;
  /** Some call of this client was accepted with a token that it fetched: the credentials are good. */
  readonly tokenProven: boolean;
}

export type Decision =
  | { action: 'accept' }
  /** Try again after a pause; when no attempt or time is left, the row ends as `otherwise`. */
  | { action: 'retry'; otherwise: 'failed' | 'in_doubt'; systemic: boolean; honourRetryAfter: boolean }
  /** Get a new token and try again. */
  | { action: 'renew_token' }
  | { action: 'stop'; as: 'rejected' | 'failed' | 'in_doubt'; systemic: boolean; halt: boolean };

const stop = (as: 'rejected' | 'failed' | 'in_doubt', systemic = false, halt = false): Decision => ({
  action: 'stop',
  as,
  systemic,
  halt,
});
const retry = (otherwise: 'failed' | 'in_doubt', systemic: boolean, honourRetryAfter = false): Decision => ({
  action: 'retry',
  otherwise,
  systemic,
  honourRetryAfter,
});

export function decide(observed: Observed, at: Circumstances): Decision {
  switch (observed.kind) {
    case 'unconnected':
      return retry('failed', true);
    case 'tls':
      return stop('failed', true, true);
    case 'broken':
      return unknown(at);
    case 'answer':
      return decideAnswer(observed.status, observed.usable, at);
    default:
      return observed satisfies never;
  }
}

/** The request may have been processed: it is repeated only if that is harmless. */
function unknown(at: Circumstances): Decision {
  if (at.repeatable) return retry('failed', true);
  if (at.idempotent) return retry('in_doubt', true);
  return stop('in_doubt', true);
}

/** New tokens in a row: another process that signs in with the same key may end ours more than once. */
const RENEWALS = 3;

const REFUSALS: ReadonlySet<number> = new Set([400, 402, 403, 404, 405, 406, 410, 413, 415, 422]);
/** Refusals because of an address or rights, not because of one row. */
const SYSTEMIC_REFUSALS: ReadonlySet<number> = new Set([403, 404, 405]);
/** A repeatable call is tried again after these. */
const PASSING: ReadonlySet<number> = new Set([408, 421, 425]);

function decideAnswer(status: number, usable: boolean, at: Circumstances): Decision {
  if (status >= 200 && status <= 299) {
    if (usable) return { action: 'accept' };
    // Systemic: if the id has another name than in the profile, every response ends here.
    return at.repeatable ? retry('failed', true) : stop('in_doubt', true);
  }
  // Systemic if it doesn't end in time: the next row would get it, too.
  if (status === 429) return retry('failed', true, true);
  if (status === 401) {
    return at.renewals < RENEWALS ? { action: 'renew_token' } : stop('failed', true, !at.tokenProven);
  }
  if (REFUSALS.has(status)) return stop('rejected', SYSTEMIC_REFUSALS.has(status));
  if (status >= 500) return unknown(at);
  if (at.repeatable) return PASSING.has(status) ? retry('failed', true) : stop('rejected', true);
  // 3xx is never followed. 408, 409, 421, 425 and every other 4xx do not prove that nothing was done.
  return stop('in_doubt', true);
}
