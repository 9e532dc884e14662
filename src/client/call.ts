// One call of an endpoint with its attempts: token, rate limit, exchange, decision, pause, again. All deciding is in
// decision.ts, all waiting goes through the clock.
import { type EndpointId, ENDPOINTS } from '../interface/endpoints.ts';
import type { Profile } from '../interface/profile.ts';
import { backoffMs, type Limits, retryAfterMs } from './backoff.ts';
import type { Clock, Random } from './clock.ts';
import { decide, type Observed } from './decision.ts';
import { explain } from './explain.ts';
import type { AttemptRecord, CallOutcome, NotAccepted } from './outcome.ts';
import type { RateLimit } from './rate.ts';
import type { Redactor } from './redact.ts';
import type { Token, TokenHolder } from './token.ts';
import type { Exchange, Transport } from './transport.ts';

export interface CallContext {
  readonly transport: Transport;
  readonly prefix: string;
  readonly tokens: TokenHolder<NotAccepted> | null;
  readonly clock: Clock;
  readonly random: Random;
  readonly rate: RateLimit;
  readonly limits: Limits;
  readonly profile: Profile;
  readonly redactor: Redactor;
  readonly signal: AbortSignal;
  readonly userAgent: string;
}

export interface Idempotency {
  readonly header: string;
  readonly key: string;
  readonly untilMs: number;
  /** An earlier attempt under this key may have been processed: nothing but a success settles it. */
  readonly mayBeProcessed: boolean;
}

export interface CallRequest {
  readonly operation: EndpointId;
  /** Values of the path's parameters. */
  readonly parameters?: Readonly<Record<string, string>>;
  readonly body: string | null;
  /** Sent with the same key and the same bytes at every attempt, so that repeating is harmless until `untilMs`. */
  readonly idempotency?: Idempotency;
  /** Whether a 2xx answer can be read and holds what this operation needs. */
  readonly usable: (text: string) => boolean;
}

export function endpointPath(
  operation: EndpointId,
  parameters: Readonly<Record<string, string>> = {},
): string {
  return ENDPOINTS[operation].path.replace(/\{(\w+)\}/g, (_, name: string) => {
    const value = parameters[name];
    if (value === undefined) throw new Error(`${operation} needs the path parameter ${name}`);
    return encodeURIComponent(value);
  });
}

export async function call(context: CallContext, request: CallRequest): Promise<CallOutcome> {
  const { clock, limits, signal } = context;
  const endpoint = ENDPOINTS[request.operation];
  const attempts: AttemptRecord[] = [];
  const deadline = clock.now() + limits.totalMs;
  const path = context.prefix + endpointPath(request.operation, request.parameters);
  let freshToken = false;
  let mayBeProcessed = request.idempotency?.mayBeProcessed ?? false;
  const end = (outcome: NotAccepted): NotAccepted =>
    mayBeProcessed && outcome.outcome !== 'in_doubt' ? { ...outcome, outcome: 'in_doubt' } : outcome;
  let last: Exchange | undefined;
  for (let attempt = 1; ; attempt++) {
    await context.rate.take(signal);
    if (signal.aborted) return end(stopped(attempts, last, context));
    let token: Token | undefined;
    if (context.tokens) {
      const got = await context.tokens.get();
      if ('outcome' in got) return end({ ...got, attempts: [...attempts, ...got.attempts] });
      token = got;
    }
    const at = clock.now();
    const exchange = await context.transport.send({
      method: endpoint.method,
      path,
      headers: headers(context, request, token),
      body: request.body,
      repeatable: endpoint.repeatable,
    });
    last = exchange;
    if (exchange.kind === 'unconnected' && exchange.reason === 'stopped')
      return end(stopped(attempts, last, context));
    const observed = observe(exchange, request.usable);
    const explained = explain(request.operation, exchange, observed, context.profile, context.redactor);
    attempts.push({
      operation: request.operation,
      at: new Date(at).toISOString(),
      status: explained.status,
      note: observed.kind === 'answer' && observed.usable ? 'accepted' : explained.code,
      answer: observed.kind === 'answer' && observed.usable ? '' : explained.text,
    });
    const decision = decide(observed, {
      repeatable: endpoint.repeatable,
      idempotent: request.idempotency !== undefined && clock.now() < request.idempotency.untilMs,
      freshToken,
    });
    const base = { attempts, status: explained.status, text: explained.text };
    const { code, message } = explained;
    switch (decision.action) {
      case 'accept':
        return { ...base, outcome: 'accepted' };
      case 'stop':
        return end({
          ...base,
          outcome: decision.as,
          code,
          message,
          systemic: decision.systemic,
          halt: decision.halt,
        });
      case 'renew_token':
        if (!context.tokens || !token) {
          return end({
            ...base,
            outcome: 'failed',
            code,
            message,
            systemic: true,
            halt: true,
            credentials: true,
          });
        }
        context.tokens.refused(token.value);
        freshToken = true;
        continue;
      case 'retry': {
        if (decision.otherwise === 'in_doubt') mayBeProcessed = true;
        const asked =
          decision.honourRetryAfter && exchange.kind === 'answer'
            ? retryAfterMs(exchange.headers['retry-after'], clock.now())
            : undefined;
        const pauseMs = Math.max(
          asked ?? 0,
          asked === undefined ? backoffMs(attempt, limits, context.random) : 0,
        );
        if (attempt >= limits.attempts || clock.now() + pauseMs > deadline || signal.aborted) {
          const { otherwise, systemic } = decision;
          const tries = attempt === 1 ? '' : ` (${attempt} attempts)`;
          return end({ ...base, outcome: otherwise, code, message: message + tries, systemic, halt: false });
        }
        // A 429 speaks to all of us, not only to this call.
        if (decision.honourRetryAfter) context.rate.pause(clock.now() + pauseMs);
        else await clock.sleep(pauseMs, signal);
        continue;
      }
      default:
        return decision satisfies never;
    }
  }
}

function observe(exchange: Exchange, usable: (text: string) => boolean): Observed {
  if (exchange.kind !== 'answer') return { kind: exchange.kind };
  const success = exchange.status >= 200 && exchange.status <= 299;
  return { kind: 'answer', status: exchange.status, usable: success && usable(exchange.text) };
}

function headers(
  context: CallContext,
  request: CallRequest,
  token: Token | undefined,
): Record<string, string> {
  const out: Record<string, string> = { accept: 'application/json', 'user-agent': context.userAgent };
  if (request.body !== null) out['content-type'] = 'application/json';
  if (token) out['authorization'] = `Bearer ${token.value}`;
  if (request.idempotency) out[request.idempotency.header] = request.idempotency.key;
  return out;
}

function stopped(attempts: AttemptRecord[], last: Exchange | undefined, context: CallContext): NotAccepted {
  return {
    outcome: 'stopped',
    attempts,
    status: last?.kind === 'answer' ? last.status : null,
    text: last?.kind === 'answer' ? context.redactor.clean(last.text) : '',
    code: 'stopped',
    message: 'the run was stopped before this was sent',
    systemic: false,
    halt: false,
  };
}
