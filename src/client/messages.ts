// Messages about calls: how each ended, and why one was not made. Their sentences are in words/client.ts.
import type { EndpointId } from '../interface/endpoints.ts';
import { type Message, messagesOf } from '../message.ts';
import type { BrokenReason, UnconnectedReason } from './exchange.ts';

export interface ClientMessages {
  // The request may have reached the service, or certainly has not. `detail`: the error of the system or of a library.
  unconnected: { operation: EndpointId; reason: UnconnectedReason; detail: string };
  untrusted: { operation: EndpointId; detail: string };
  broken: { operation: EndpointId; reason: BrokenReason; status: number | null; detail: string };

  // The service responded.
  /** `said`: the service's text; empty for none. */
  refused: { operation: EndpointId; status: number; said: string };
  contradicting: { operation: EndpointId; status: number; what: Message };
  unreadable: { operation: EndpointId; status: number; start: string };
  /** No token is under the names of profile.tokenFields. `has`: the names that are there. */
  no_token: { operation: EndpointId; status: number; fields: readonly string[]; has: readonly string[] };
  after_attempts: { what: Message; attempts: number };

  // Contradictions of a response, to itself or to the request. `id`: of the transfer.
  of_transfer: { id: string; what: Message };
  success_false: object;
  error_filled: { field: string };
  state_failed: { field: string; state: string };
  amount_other: { field: string; amount: string; asked: string };

  // Not sent.
  run_stopped: object;
  window_passed: object;

  // Why a call can't be made. `where`: the setting, field or operation.
  not_an_address: { text: string };
  address_has: { what: 'credentials' | 'query' };
  not_https: { address: string };
  /** `path`: the part that paybatch adds to an address; `base`: the address without it. */
  versioned_address: { path: string; base: string };
  parameter: { name: string; is: 'missing' | 'unusable' };
  no_amount: { shown: string };
  proxy_unreadable: object;
  proxy_protocol: { protocol: string };

  // Why a proxy made no connection. `said`: the system's text; `code`: its code.
  tunnel_failed: { proxy: string; said: string; code: string | undefined };
  tunnel_refused: { proxy: string; status: number; target: string };

  // Results of a probe (doctor).
  no_tls: object;
  proxy_failed: { detail: Message };
  no_answer_within: { seconds: number };
}

export const clientMessage = messagesOf<ClientMessages>();
