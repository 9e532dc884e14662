// One call of an endpoint with its attempts: token, rate limit, exchange, decision, pause, again. All deciding is in
// decision.ts, all waiting goes through the clock.
import { ENDPOINTS } from '../interface/endpoints.ts';
import { backoffMs, retryAfterMs } from './backoff.ts';
import {
  type CallContext,
  type CallRequest,
  type Idempotency,
  type Progress,
  shutOut,
  stopped,
  windowPassed,
} from './call-context.ts';
import { decide, type Decision, type Observed } from './decision.ts';
import { endpointPath } from './endpoint-path.ts';
import { type Exchange, isSuccess } from './exchange.ts';
import { explain, type Explained } from './explain.ts';
import type { CallOutcome } from './outcome.ts';
import type { Token } from './token.ts';
import { usableIf, type Verdict } from './verdict.ts';

export async function call(context: CallContext, request: CallRequest): Promise<CallOutcome> {
  const startedMs = context.clock.elapsed();
  const { idempotency } = request;
  const progress: Progress = {
    path: context.prefix + endpointPath(request.operation, request.parameters),
    startedMs,
    repeatableUntilMs: startedMs + (idempotency ? idempotency.untilMs - context.clock.now() : 0),
    attempts: [],
    tries: 0,
    renewals: 0,
    mayBeProcessed: idempotency?.mayBeProcessed ?? false,
    last: undefined,
  };
  for (;;) {
    const outcome = await attempt(context, request, progress);
    if (!outcome) continue;
    const unsure = progress.mayBeProcessed && outcome.outcome !== 'accepted';
    return unsure ? { ...outcome, outcome: 'in_doubt' } : outcome;
  }
}

interface Ready {
  readonly token: Token | undefined;
  /** To be called when the request has ended. */
  readonly leave: () => void;
}

/** Waits until the request may start, or returns how the call ends without one. */
async function ready(
  context: CallContext,
  { idempotency }: CallRequest,
  progress: Progress,
): Promise<Ready | CallOutcome> {
  await context.rate.take(context.signal);
  if (context.signal.aborted) return stopped(progress, context);
  const token = await context.tokens?.get();
  if (token && 'outcome' in token) return { ...token, attempts: [...progress.attempts, ...token.attempts] };
  // Last: a turn that is shared with other hosts expires.
  const entered = await context.gate?.enter(context.signal);
  if (entered && 'message' in entered) return shutOut(progress, context, entered);
  const leave = entered?.leave ?? ((): void => undefined);
  const { signal } = context;
  const isTooLate = progress.mayBeProcessed && !isInWindow(context, idempotency, progress);
  if (!isTooLate && !signal.aborted) return { token, leave };
  leave();
  return isTooLate ? windowPassed(progress, context) : stopped(progress, context);
}

/** One attempt, and the pause behind it; `undefined` when there is to be another. */
async function attempt(
  context: CallContext,
  request: CallRequest,
  progress: Progress,
): Promise<CallOutcome | undefined> {
  const begun = await ready(context, request, progress);
  if ('outcome' in begun) return begun;
  const { token, leave } = begun;
  progress.tries++;
  const at = new Date(context.clock.now()).toISOString();
  const { method, repeatable, success } = ENDPOINTS[request.operation];
  const sentMs = context.clock.elapsed();
  const exchange = await context.transport
    .send({
      method,
      path: progress.path,
      headers: headers(context, request, token),
      body: request.body,
      repeatable,
      uploads: repeatable && success === 201,
      mayStart: request.mayStart,
    })
    .finally(leave);
  progress.last = exchange;
  if (exchange.kind === 'answer') context.dated?.(String(exchange.headers['date'] ?? ''));
  if (exchange.kind === 'unconnected' && exchange.reason === 'stopped') return stopped(progress, context);
  const verdict = judge(exchange, request);
  const explained = explain(request.operation, exchange, verdict, context.profile, context.redactor);
  const { operation } = request;
  const { status } = explained;
  context.observe({ operation, status }, context.clock.elapsed() - sentMs, progress.attempts.length > 0);
  progress.attempts.push({
    operation,
    at,
    status,
    note: verdict.usable ? 'accepted' : explained.code,
    answer: verdict.usable ? '' : explained.text,
  });
  const decision = decide(observe(exchange, verdict), {
    repeatable,
    idempotent: isInWindow(context, request.idempotency, progress),
    renewals: progress.renewals,
    tokenProven: context.tokens?.proven ?? false,
  });
  return follow(decision, { context, progress, exchange, explained, token });
}

/** Both clocks have to agree that a repeated request is still recognised. */
const isInWindow = (
  { clock }: CallContext,
  idempotency: Idempotency | undefined,
  progress: Progress,
): boolean =>
  idempotency !== undefined &&
  clock.now() < idempotency.untilMs &&
  clock.elapsed() < progress.repeatableUntilMs;

interface Attempted {
  readonly context: CallContext;
  readonly progress: Progress;
  readonly exchange: Exchange;
  readonly explained: Explained;
  readonly token: Token | undefined;
}

async function follow(decision: Decision, attempted: Attempted): Promise<CallOutcome | undefined> {
  const { context, progress, explained, token } = attempted;
  const { status, text, code, message } = explained;
  const base = { attempts: progress.attempts, status, text };
  if (decision.action !== 'renew_token') progress.renewals = 0;
  switch (decision.action) {
    case 'accept':
      if (context.tokens) context.tokens.proven = true;
      return { outcome: 'accepted', ...base };
    case 'stop': {
      const { as, systemic, halt } = decision;
      return { outcome: as, code, message, systemic, halt, ...base };
    }
    case 'renew_token':
      if (context.tokens && token) return renewToken(context, progress, token);
      return { ...base, outcome: 'failed', code, message, systemic: true, halt: true, credentials: true };
    case 'retry':
      return pauseForRetry(decision, attempted);
    default:
      return decision satisfies never;
  }
}

/** The first new token at once: it has most likely expired. Another process that renews it too gets time to finish. */
async function renewToken(context: CallContext, progress: Progress, token: Token): Promise<undefined> {
  context.tokens?.refused(token.value);
  if (progress.renewals > 0) {
    await context.clock.sleep(backoffMs(progress.renewals, context.limits, context.random), context.signal);
  }
  progress.renewals++;
  progress.tries--;
}

async function pauseForRetry(
  decision: Extract<Decision, { action: 'retry' }>,
  { context, progress, exchange, explained }: Attempted,
): Promise<CallOutcome | undefined> {
  const { clock, limits, rate, signal } = context;
  const { otherwise, systemic, honourRetryAfter } = decision;
  if (otherwise === 'in_doubt') progress.mayBeProcessed = true;
  const asked =
    honourRetryAfter && exchange.kind === 'answer'
      ? retryAfterMs(exchange.headers['retry-after'], clock.now())
      : undefined;
  const pauseMs = asked ?? backoffMs(progress.tries, limits, context.random);
  const tooLate = clock.elapsed() + pauseMs > progress.startedMs + limits.totalMs;
  if (progress.tries >= limits.attempts || tooLate || signal.aborted) {
    const { status, text, code, message } = explained;
    const tries = progress.tries === 1 ? '' : ` (${progress.tries} attempts)`;
    const base = { attempts: progress.attempts, status, text, code, message: message + tries };
    return { ...base, outcome: otherwise, systemic, halt: false };
  }
  // A 429 speaks to all of us, not only to this call.
  if (honourRetryAfter) rate.pauseFor(pauseMs);
  else await clock.sleep(pauseMs, signal);
  return undefined;
}

function judge(exchange: Exchange, request: CallRequest): Verdict {
  return exchange.kind === 'answer' && isSuccess(exchange.status)
    ? request.judge(exchange.text)
    : usableIf(false);
}

function observe(exchange: Exchange, { usable }: Verdict): Observed {
  return exchange.kind === 'answer'
    ? { kind: 'answer', status: exchange.status, usable }
    : { kind: exchange.kind };
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
