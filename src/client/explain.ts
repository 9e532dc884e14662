// Code and message of an exchange, for the results; the service's own by the profile's field names.
import type { EndpointId } from '../interface/endpoints.ts';
import type { Profile } from '../interface/profile.ts';
import type { BrokenReason, Exchange } from './exchange.ts';
import { parseAnswer, pick } from './json.ts';
import type { Redactor } from './redact.ts';
import type { Verdict } from './verdict.ts';

export interface Explained {
  readonly status: number | null;
  readonly text: string;
  readonly code: string;
  readonly message: string;
}

const MESSAGE_LIMIT = 500;

const BROKEN: Record<BrokenReason, string> = {
  closed: 'the connection broke after the request had started and before a response came',
  timeout: 'no complete response came in time',
  garbage: 'the response is not HTTP',
  unasked: 'a response came without a request, so responses cannot be assigned to requests',
  cut_short: 'the response was cut short',
  too_large: 'the response is too large',
  stopped: 'the run was stopped at once while the request was in progress',
};

export const UNCONNECTED = {
  dns: "the service's name can't be resolved",
  refused: 'the service refuses the connection',
  timeout: 'no connection could be made in time',
  reset: 'the connection was reset before the request started',
  proxy: 'the proxy did not connect to the service',
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
  verdict: Verdict,
  profile: Profile,
  redactor: Redactor,
): Explained {
  if (exchange.kind === 'answer') return explainAnswer(operation, exchange, verdict, profile, redactor);
  const say = (code: string, words: string): Explained => ({
    status: exchange.kind === 'broken' ? exchange.status : null,
    text: '',
    code,
    message: `${operation}: ${statusText(exchange)}${words}: ${redactor.clean(exchange.message)}`,
  });
  switch (exchange.kind) {
    case 'unconnected':
      return say(`connection_${exchange.reason}`, UNCONNECTED[exchange.reason]);
    case 'tls':
      return say('tls', "the service's certificate or TLS setup can't be trusted");
    case 'broken':
      return say(exchange.reason, BROKEN[exchange.reason]);
    default:
      return exchange satisfies never;
  }
}

const statusText = (exchange: Exchange): string =>
  exchange.kind === 'broken' && exchange.status !== null ? `HTTP ${exchange.status}, ` : '';

/** Where no token could be found: its fields by their names alone. */
function withoutToken(answer: unknown, { tokenFields }: Profile, redactor: Redactor): string {
  const names = typeof answer === 'object' && answer !== null ? Object.keys(answer).slice(0, 10) : [];
  const shown = names.map((name) => `"${oneLine(redactor.clean(name), 40)}"`).join(', ');
  const has = names.length === 0 ? 'it is no JSON object' : `its fields are ${shown}`;
  return `, but no token is where profile.tokenFields says (${tokenFields.join(', ')}): ${has}`;
}

function explainAnswer(
  operation: EndpointId,
  exchange: Extract<Exchange, { kind: 'answer' }>,
  verdict: Verdict,
  profile: Profile,
  redactor: Redactor,
): Explained {
  const { status } = exchange;
  const whole = redactor.clean(exchange.text);
  if (verdict.usable) return { status, text: whole, code: '', message: '' };
  // The response may hold the token under any name: it is neither shown nor kept.
  const text = operation === 'token' ? '' : whole;
  const say = (code: string, words: string): Explained => ({
    status,
    text,
    code,
    message: `${operation}: HTTP ${status}${words}`,
  });
  if (status >= 200 && status <= 299) {
    const { contradiction } = verdict;
    if (contradiction !== undefined) {
      const what = oneLine(redactor.clean(contradiction), 300);
      return say('contradicting_answer', `, but the response contradicts the request: ${what}`);
    }
    if (operation === 'token')
      return say('unreadable_answer', withoutToken(parseAnswer(whole), profile, redactor));
    const start = oneLine(text, 200);
    return say('unreadable_answer', `, but the response can't be read, or lacks what is needed: ${start}`);
  }
  const answer = parseAnswer(whole);
  // Cleaned once more: parsing undoes escapes that a secret may hide behind.
  const words = oneLine(redactor.clean(pick(answer, profile.errorMessageFields) ?? text));
  const code = oneLine(redactor.clean(pick(answer, profile.errorCodeFields) ?? `http_${status}`), 80);
  // In quotes: the service's words are not paybatch's verdict.
  return say(code, words === '' ? '' : `, the service's message: "${words}"`);
}
