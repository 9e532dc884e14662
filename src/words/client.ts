// Sentences about calls: their outcome, and why a call was not made.
import type { BrokenReason, UnconnectedReason } from '../client/exchange.ts';
import type { ClientMessages } from '../client/messages.ts';
import type { WordsOf } from '../message.ts';

const BROKEN: Readonly<Record<BrokenReason, string>> = {
  closed: 'the connection broke after the request had started, before a response came',
  timeout: 'no complete response came in time',
  garbage: 'the response is not HTTP',
  unasked: 'paybatch cannot tell which request this response belongs to',
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

const PARAMETER = {
  missing: (name: string) => `is missing: add --set ${name}=VALUE`,
  unusable: () =>
    'is a part of the path of the call: it must be visible ASCII without / \\ and %, and not . or ..',
} as const;

const ADDRESS_HAS = {
  credentials:
    'the address contains a user name or a password. Remove them: credentials have separate settings',
  query: 'the address must not have a query or a fragment',
} as const;

export const CLIENT: WordsOf<ClientMessages> = {
  unconnected: ({ operation, reason, detail }) => `${operation}: ${UNCONNECTED[reason]}: ${detail}`,
  untrusted: ({ operation, detail }) =>
    `${operation}: the service's certificate or TLS setup can't be trusted: ${detail}`,
  broken: ({ operation, reason, status, detail }) =>
    `${operation}: ${status === null ? '' : `HTTP ${status}, `}${BROKEN[reason]}: ${detail}`,

  // The words of the service are in quotes.
  refused: ({ operation, status, said }) =>
    `${operation}: HTTP ${status}${said === '' ? '' : `, the service's message: "${said}"`}`,
  contradicting: ({ operation, status, what }, say) =>
    `${operation}: HTTP ${status}, but the response contradicts the request: ${say(what)}`,
  unreadable: ({ operation, status, start }) =>
    `${operation}: HTTP ${status}, but the response ${start === '' ? 'is empty' : `can't be read, or has no usable id: ${start}`}`,
  no_token: ({ operation, status, fields, has }) => {
    const shown = has.map((name) => `"${name}"`).join(', ');
    const its =
      has.length === 0 ? 'the response is not a JSON object' : `the response has the fields ${shown}`;
    return `${operation}: HTTP ${status}, but no field of profile.tokenFields (${fields.join(', ')}) contains a token: ${its}`;
  },
  after_attempts: ({ what, attempts }, say) => `${say(what)} (${attempts} attempts)`,

  of_transfer: ({ id, what }, say) => `transfer ${id}: ${say(what)}`,
  success_false: () => 'its field success is false',
  error_filled: ({ field }) => `its ${field} is not empty`,
  state_failed: ({ field, state }) => `its ${field} is ${state}`,
  amount_other: ({ field, amount, asked }) => `its ${field} is ${amount}, but ${asked} was requested`,

  run_stopped: () => 'the run was stopped before this was sent',
  window_passed: () => 'the window of its idempotency key has passed, so it was not sent again',

  not_an_address: ({ text }) =>
    `"${text}" is not an address; expected something like https://api.example.com`,
  address_has: ({ what }) => ADDRESS_HAS[what],
  not_https: ({ address }) => `${address} is not https; only a loopback address may use http`,
  versioned_address: ({ path, base }) => `paybatch adds ${path} to the address itself: write ${base}`,
  parameter: ({ name, is }) => `${name} ${PARAMETER[is](name)}`,
  no_amount: ({ shown }) => `${shown} is not a plain decimal above zero, like 1250.00`,
  proxy_unreadable: () => `the address of the proxy can't be read`,
  proxy_protocol: ({ protocol }) => `${protocol}// is not supported: only http:// and https:// proxies are`,

  tunnel_failed: ({ proxy, said, code }) =>
    `the proxy ${proxy} can't be used: ${code === undefined ? said : `${said} (${code})`}`,
  tunnel_refused: ({ proxy, status, target }) =>
    `the proxy ${proxy} responded with ${status} to the request for ${target}`,

  no_tls: () => 'it does not use TLS: is it an http address?',
  proxy_failed: ({ detail }, say) => `${UNCONNECTED.proxy}: ${say(detail)}`,
  no_answer_within: ({ seconds }) => `no response within ${seconds} s`,
};
