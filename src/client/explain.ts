// Code and message of an exchange for the results. The service's code and message are read by the profile's names.
import type { EndpointId } from '../interface/endpoints.ts';
import type { Profile } from '../interface/profile.ts';
import { isMessage, type Message, verbatim } from '../message.ts';
import type { Exchange } from './exchange.ts';
import { parseAnswer, pick } from './json.ts';
import { clientMessage } from './messages.ts';
import type { Redactor } from './redact.ts';
import type { Verdict } from './verdict.ts';

export interface Explained {
  readonly status: number | null;
  readonly text: string;
  readonly code: string;
  readonly message: Message;
}

const MESSAGE_LIMIT = 500;

/** One line without control characters, shortened. */
export function oneLine(text: string, limit = MESSAGE_LIMIT): string {
  const flat = text.replace(/[\u0000-\u001f\u007f-\u009f\u2028\u2029]+/g, ' ').trim();
  return flat.length > limit ? `${flat.slice(0, limit)}...` : flat;
}

interface Explaining {
  readonly operation: EndpointId;
  /** Names the fields of the service's code and message. */
  readonly profile: Profile;
  readonly redactor: Redactor;
}

export function explain(exchange: Exchange, verdict: Verdict, call: Explaining): Explained {
  if (exchange.kind === 'answer') return explainResponse(exchange, verdict, call);
  const { operation } = call;
  const detail = call.redactor.clean(exchange.message);
  const none = { status: null, text: '' };
  switch (exchange.kind) {
    case 'unconnected': {
      const { reason } = exchange;
      const message = clientMessage('unconnected', { operation, reason, detail });
      return { ...none, code: `connection_${reason}`, message };
    }
    case 'tls':
      return { ...none, code: 'tls', message: clientMessage('untrusted', { operation, detail }) };
    case 'broken': {
      const { reason, status } = exchange;
      const message = clientMessage('broken', { operation, reason, status, detail });
      return { ...none, status, code: reason, message };
    }
    default:
      return exchange satisfies never;
  }
}

function explainResponse(
  { status, text: raw }: Extract<Exchange, { kind: 'answer' }>,
  verdict: Verdict,
  call: Explaining,
): Explained {
  const { operation, redactor } = call;
  const whole = redactor.clean(raw);
  if (verdict.usable) return { status, text: whole, code: '', message: USABLE };
  // The response may hold the token under any name: it is neither shown nor kept.
  const text = operation === 'token' ? '' : whole;
  if (status < 200 || status > 299)
    return { status, text, ...refused(status, parseAnswer(whole), text, call) };
  const { contradiction } = verdict;
  if (contradiction) {
    const what = cleaned(contradiction, redactor);
    const message = clientMessage('contradicting', { operation, status, what });
    return { status, text, code: 'contradicting_answer', message };
  }
  const message =
    operation === 'token'
      ? withoutToken(status, parseAnswer(whole), call)
      : clientMessage('unreadable', { operation, status, start: oneLine(text, 200) });
  return { status, text, code: 'unreadable_answer', message };
}

/** A usable response needs no explanation. */
const USABLE = verbatim('');

/** Cleaned again: parsing undoes escapes, which may have hidden a secret. `text`: for a response without a message. */
function refused(
  status: number,
  answer: unknown,
  text: string,
  { operation, profile, redactor }: Explaining,
): Pick<Explained, 'code' | 'message'> {
  const said = oneLine(redactor.clean(pick(answer, profile.errorMessageFields) ?? text));
  const code = oneLine(redactor.clean(pick(answer, profile.errorCodeFields) ?? `http_${status}`), 80);
  return { code, message: clientMessage('refused', { operation, status, said }) };
}

/** Names the fields of the response, and shows no value. */
function withoutToken(status: number, answer: unknown, { profile, redactor }: Explaining): Message {
  const names = typeof answer === 'object' && answer !== null ? Object.keys(answer).slice(0, 10) : [];
  const has = names.map((name) => oneLine(redactor.clean(name), 40));
  return clientMessage('no_token', { operation: 'token', status, fields: profile.tokenFields, has });
}

/** A message with texts from a response. */
function cleaned({ code, params }: Message, redactor: Redactor): Message {
  const clean = (value: unknown): unknown =>
    typeof value === 'string'
      ? oneLine(redactor.clean(value), 200)
      : isMessage(value)
        ? cleaned(value, redactor)
        : value;
  return {
    code,
    params: Object.fromEntries(Object.entries(params).map(([name, value]) => [name, clean(value)])),
  };
}
