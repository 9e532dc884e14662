// Sentences about calls: how each ended, and why one was not made.
import type { BrokenReason, UnconnectedReason } from '../client/exchange.ts';
import type { ClientMessages } from '../client/messages.ts';
import type { WordsOf } from '../message.ts';

const BROKEN: Readonly<Record<BrokenReason, string>> = {
  closed: 'the connection broke after the request had started and before a response came',
  timeout: 'no complete response came in time',
  garbage: 'the response is not HTTP',
  unasked: 'a response came without a request, so responses cannot be assigned to requests',
  cut_short: 'the response was cut short',
  too_large: 'the response is too large',
  stopped: 'the run was stopped at once while the request was in progress',
};

const UNCONNECTED: Readonly<Record<UnconnectedReason, string>> = {
  dns: "the service's name can't be resolved",
  refused: 'the service refuses the connection',
  timeout: 'no connection could be made in time',
  reset: 'the connection was reset before the request started',
  proxy: 'the proxy did not connect to the service',
  stopped: 'the run was stopped before this was sent',
};

export const CLIENT: WordsOf<ClientMessages> = {
  unconnected: ({ operation, reason, detail }) => `${operation}: ${UNCONNECTED[reason]}: ${detail}`,
  untrusted: ({ operation, detail }) =>
    `${operation}: the service's certificate or TLS setup can't be trusted: ${detail}`,
  broken: ({ operation, reason, status, detail }) =>
    `${operation}: ${status === null ? '' : `HTTP ${status}, `}${BROKEN[reason]}: ${detail}`,

  // In quotes: the service's words are not paybatch's verdict.
  refused: ({ operation, status, said }) =>
    `${operation}: HTTP ${status}${said === '' ? '' : `, the service's message: "${said}"`}`,
  contradicting: ({ operation, status, what }, say) =>
    `${operation}: HTTP ${status}, but the response contradicts the request: ${say(what)}`,
  unreadable: ({ operation, status, start }) =>
    `${operation}: HTTP ${status}, but the response can't be read, or lacks what is needed: ${start}`,
  no_token: ({ operation, status, fields, has }) => {
    const shown = has.map((name) => `"${name}"`).join(', ');
    const its = has.length === 0 ? 'it is no JSON object' : `its fields are ${shown}`;
    return `${operation}: HTTP ${status}, but no token is where profile.tokenFields says (${fields.join(', ')}): ${its}`;
  },
  after_attempts: ({ what, attempts }, say) => `${say(what)} (${attempts} attempts)`,

  of_transfer: ({ id, what }, say) => `transfer ${id}: ${say(what)}`,
  success_false: () => 'its success is false',
  error_filled: ({ field }) => `its ${field} is not empty`,
  state_failed: ({ field, state }) => `its ${field} is ${state}`,
  amount_other: ({ field, amount, asked }) => `its ${field} is ${amount}, and ${asked} was asked for`,

  run_stopped: () => 'the run was stopped before this was sent',
  window_passed: () => 'the window of its idempotency key has passed, so it was not sent again',
  not_sent: ({ operation, problem }) => `${operation}: not sent: ${problem}`,
};
