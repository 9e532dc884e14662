// One call of an endpoint with its attempts: token, rate limit, exchange, decision, pause, again. All deciding is in
// decision.ts, all waiting goes through the clock.
import { ENDPOINTS } from '../interface/endpoints.ts';
import { endpointPath } from './address.ts';
import type { CallContext, CallRequest } from './call-context.ts';
import { timeText } from './clock.ts';
import { decide, type Decision } from './decision.ts';
import { type Exchange, isSuccess } from './exchange.ts';
import { explain, type Explained } from './explain.ts';
import { clientMessage } from './messages.ts';
import { type AttemptRecord, type CallOutcome, type NotAccepted, notCalled } from './outcome.ts';
import { backoffMs, retryAfterMs } from './rate.ts';
import type { Token, TokenHolder } from './token.ts';
import { usableIf, type Verdict } from './verdict.ts';

export function call(context: CallContext, request: CallRequest): Promise<CallOutcome> {
  return new Call(context, request).end();
}

const STOPPED = notCalled('stopped', 'stopped', clientMessage('run_stopped'));
const WINDOW_PASSED = notCalled('in_doubt', 'idempotency_window', clientMessage('window_passed'));

interface Ready {
  readonly token: Token | undefined;
  /** To be called when the request has ended. */
  readonly leave: (() => void) | undefined;
}

interface Attempted {
  readonly exchange: Exchange;
  readonly explained: Explained;
  readonly token: Token | undefined;
}

class Call {
  readonly #context: CallContext;
  readonly #request: CallRequest;
  #path = '';
  readonly #startedMs: number;
  /** The idempotency window by the clock that can't be set back. */
  readonly #repeatableUntilMs: number;
  readonly #attempts: AttemptRecord[] = [];
  /** Attempts, without those that were refused for an expired token. */
  #tries = 0;
  #renewals = 0;
  #mayBeProcessed: boolean;

  constructor(context: CallContext, request: CallRequest) {
    const { clock } = context;
    const { idempotency } = request;
    this.#context = context;
    this.#request = request;
    this.#startedMs = clock.elapsed();
    this.#repeatableUntilMs = this.#startedMs + (idempotency ? idempotency.untilMs - clock.now() : 0);
    this.#mayBeProcessed = idempotency?.mayBeProcessed ?? false;
  }

  /** Errors: CallError for a parameter that doesn't fit into the path. */
  async end(): Promise<CallOutcome> {
    const { operation, parameters } = this.#request;
    this.#path = this.#context.prefix + endpointPath(operation, parameters);
    for (;;) {
      const outcome = await this.#attempt();
      if (!outcome) continue;
      const isUnsure = this.#mayBeProcessed && outcome.outcome !== 'accepted';
      return isUnsure ? { ...outcome, outcome: 'in_doubt' } : outcome;
    }
  }

  /** Waits until the request may start, or returns how the call ends without one. */
  async #ready(): Promise<Ready | CallOutcome> {
    const { rate, signal, tokens, gate } = this.#context;
    const turn = rate.take(signal);
    if (turn) await turn;
    if (signal.aborted) return this.#unsent(STOPPED);
    const held = tokens?.get();
    const token = held instanceof Promise ? await held : held;
    if (token && 'outcome' in token) return { ...token, attempts: [...this.#attempts, ...token.attempts] };
    // Comes last: a turn that is shared with other hosts expires.
    const leave = gate && (await gate.enter(signal));
    // The limits of all hosts can't be asked for.
    if (typeof leave === 'object')
      return this.#unsent({ ...notCalled('failed', 'limits', leave), systemic: true, halt: true });
    const isTooLate = this.#mayBeProcessed && !this.#isInWindow();
    if (!isTooLate && !this.#context.signal.aborted) return { token, leave };
    leave?.();
    return this.#unsent(isTooLate ? WINDOW_PASSED : STOPPED);
  }

  /** The end of a call whose next request was not sent. */
  #unsent(end: NotAccepted): NotAccepted {
    return { ...end, attempts: this.#attempts };
  }

  /** Both clocks have to agree that a repeated request is still recognised. */
  #isInWindow(): boolean {
    const { clock } = this.#context;
    const { idempotency } = this.#request;
    if (!idempotency) return false;
    return clock.now() < idempotency.untilMs && clock.elapsed() < this.#repeatableUntilMs;
  }

  /** One attempt, and the pause after it; `undefined` if another attempt follows. */
  async #attempt(): Promise<CallOutcome | undefined> {
    const begun = await this.#ready();
    if ('outcome' in begun) return begun;
    const { token, leave } = begun;
    const { clock, profile, redactor, tokens, dated } = this.#context;
    const { operation } = this.#request;
    this.#tries++;
    const at = timeText(clock.now());
    const exchange = await (leave ? this.#send(token).finally(leave) : this.#send(token));
    if (exchange.kind === 'answer') dated?.(String(exchange.headers['date'] ?? ''));
    if (exchange.kind === 'unconnected' && exchange.reason === 'stopped') return this.#unsent(STOPPED);
    const verdict = this.#verdictOn(exchange);
    const { usable } = verdict;
    const explained = explain(exchange, verdict, { operation, profile, redactor });
    const { status, code, text } = explained;
    const [note, answer] = usable ? ['accepted', ''] : [code, text];
    this.#attempts.push({ operation, at, status, note, answer });
    const observed =
      exchange.kind === 'answer'
        ? { kind: exchange.kind, status: exchange.status, usable }
        : { kind: exchange.kind };
    const decision = decide(observed, {
      repeatable: ENDPOINTS[operation].repeatable,
      idempotent: this.#isInWindow(),
      renewals: this.#renewals,
      tokenProven: tokens?.proven ?? false,
    });
    return this.#follow(decision, { exchange, explained, token });
  }

  #send(token: Token | undefined): Promise<Exchange> {
    const { operation, body, mayStart } = this.#request;
    const { method, repeatable, success } = ENDPOINTS[operation];
    const uploads = repeatable && success === 201;
    const path = this.#path;
    const headers = this.#headers(token);
    return this.#context.transport.send({ method, path, headers, body, repeatable, uploads, mayStart });
  }

  #headers(token: Token | undefined): Record<string, string> {
    const { body, idempotency } = this.#request;
    const out: Record<string, string> = {
      accept: 'application/json',
      'user-agent': this.#context.userAgent,
    };
    if (body !== null) out['content-type'] = 'application/json';
    if (token) out['authorization'] = `Bearer ${token.value}`;
    if (idempotency) out[idempotency.header] = idempotency.key;
    return out;
  }

  #verdictOn(exchange: Exchange): Verdict {
    return exchange.kind === 'answer' && isSuccess(exchange.status)
      ? this.#request.verdictOn(exchange.text)
      : usableIf(false);
  }

  #follow(
    decision: Decision,
    attempted: Attempted,
  ): CallOutcome | undefined | Promise<CallOutcome | undefined> {
    const { tokens } = this.#context;
    const { explained, token } = attempted;
    const { status, text, code, message } = explained;
    const base = { attempts: this.#attempts, status, text };
    if (decision.action !== 'renew_token') this.#renewals = 0;
    switch (decision.action) {
      case 'accept':
        if (tokens) tokens.proven = true;
        return { outcome: 'accepted', ...base };
      case 'stop': {
        const { as, systemic, halt } = decision;
        return { outcome: as, code, message, systemic, halt, ...base };
      }
      case 'renew_token':
        if (tokens && token) return this.#renewToken(tokens, token);
        return { ...base, outcome: 'failed', code, message, systemic: true, halt: true, credentials: true };
      case 'retry':
        return this.#pauseForRetry(decision, attempted);
      default:
        return decision satisfies never;
    }
  }

  /**
   * Most likely the token has expired: the first new token is fetched at once. After that, another process may be
   * renewing it, and gets time to finish.
   */
  async #renewToken(tokens: TokenHolder, token: Token): Promise<undefined> {
    const { clock, limits, random, signal } = this.#context;
    tokens.refused(token.value);
    if (this.#renewals > 0) await clock.sleep(backoffMs(this.#renewals, limits, random), signal);
    this.#renewals++;
    this.#tries--;
  }

  async #pauseForRetry(
    { otherwise, systemic, honourRetryAfter }: Extract<Decision, { action: 'retry' }>,
    { exchange, explained }: Attempted,
  ): Promise<CallOutcome | undefined> {
    const { clock, limits, random, rate, signal } = this.#context;
    if (otherwise === 'in_doubt') this.#mayBeProcessed = true;
    const asked =
      honourRetryAfter && exchange.kind === 'answer'
        ? retryAfterMs(exchange.headers['retry-after'], clock.now())
        : undefined;
    const pauseMs = asked ?? backoffMs(this.#tries, limits, random);
    const isTooLate = clock.elapsed() + pauseMs > this.#startedMs + limits.totalMs;
    if (this.#tries >= limits.attempts || isTooLate || signal.aborted) {
      const { status, text, code } = explained;
      const what = explained.message;
      const attempts = this.#tries;
      const message = attempts === 1 ? what : clientMessage('after_attempts', { what, attempts });
      const base = { attempts: this.#attempts, status, text, code, message };
      return { ...base, outcome: otherwise, systemic, halt: false };
    }
    // A 429 is meant for all calls, not only for this one.
    if (honourRetryAfter) rate.pauseFor(pauseMs);
    else await clock.sleep(pauseMs, signal);
    return undefined;
  }
}
