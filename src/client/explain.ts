// An exchange in words: code and message for the results, by the profile's field names where the service spoke.
import type { EndpointId } from '../interface/endpoints.ts';
import type { Profile } from '../interface/profile.ts';
import type { Observed } from './decision.ts';
import { parseAnswer, pick } from './json.ts';
import type { Redactor } from './redact.ts';
import type { BrokenReason, Exchange } from './transport.ts';

export interface Explained {
  readonly status: number | null;
  readonly text: string;
  readonly code: string;
  readonly message: string;
}

const MESSAGE_LIMIT = 500;

const BROKEN: Record<BrokenReason, string> = {
  closed: 'the connection broke after the request had started and before an answer came',
  timeout: 'no whole answer came in time',
  garbage: 'the answer is no HTTP',
  cut_short: 'the answer broke off in the middle',
  too_large: 'the answer is larger than any answer may be',
  stopped: 'the run was stopped at once while the request was under way',
};

const UNCONNECTED = {
  dns: "the service's name can't be resolved",
  refused: 'the service refuses the connection',
  timeout: 'no connection came about in time',
  reset: 'the connection was reset before the request started',
  stopped: 'the run was stopped before this was sent',
} as const;

/** One line, control characters out, bounded. */
export function oneLine(text: string, limit = MESSAGE_LIMIT): string {
  const flat = text.replace(/[\u0000-\u001f\u007f-\u009f\u2028\u2029]+/g, ' ').trim();
  return flat.length > limit ? `${flat.slice(0, limit)}...` : flat;
}

export function explain(
  operation: EndpointId,
  exchange: Exchange,
  observed: Observed,
  profile: Profile,
  redactor: Redactor,
): Explained {
  switch (exchange.kind) {
    case 'answer':
      return explainAnswer(operation, exchange, observed, profile, redactor);
    case 'unconnected':
      return {
        status: null,
        text: '',
        code: `connection_${exchange.reason}`,
        message: `${operation}: ${UNCONNECTED[exchange.reason]}: ${redactor.clean(exchange.message)}`,
      };
    case 'tls':
      return {
        status: null,
        text: '',
        code: 'tls',
        message: `${operation}: the service's certificate or TLS set-up can't be trusted: ${exchange.message}`,
      };
    case 'broken':
      return {
        status: exchange.status,
        text: '',
        code: exchange.reason,
        message: `${operation}: ${BROKEN[exchange.reason]}: ${redactor.clean(exchange.message)}`,
      };
    default:
      return exchange satisfies never;
  }
}

function explainAnswer(
  operation: EndpointId,
  exchange: Extract<Exchange, { kind: 'answer' }>,
  observed: Observed,
  profile: Profile,
  redactor: Redactor,
): Explained {
  const { status } = exchange;
  const text = redactor.clean(exchange.text);
  if (observed.kind === 'answer' && observed.usable) return { status, text, code: '', message: '' };
  if (status >= 200 && status <= 299) {
    return {
      status,
      text,
      code: 'unreadable_answer',
      message: `${operation}: the service answered ${status}, but the answer can't be read or lacks what is needed: ${oneLine(text, 200)}`,
    };
  }
  const answer = parseAnswer(text);
  const words = oneLine(pick(answer, profile.errorMessageFields) ?? text);
  return {
    status,
    text,
    code: oneLine(pick(answer, profile.errorCodeFields) ?? `http_${status}`, 80),
    message: `${operation}: the service answered ${status}${words === '' ? '' : `: ${words}`}`,
  };
}
