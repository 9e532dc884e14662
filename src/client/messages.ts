// What is told of calls: how each ended, and why one was not made. The sentences are in words/client.ts.
import type { EndpointId } from '../interface/endpoints.ts';
import { type Message, messagesOf } from '../message.ts';
import type { BrokenReason, UnconnectedReason } from './exchange.ts';

export interface ClientMessages {
  // The request may have reached the service, or certainly has not. `detail`: what the system or a library says.
  unconnected: { operation: EndpointId; reason: UnconnectedReason; detail: string };
  untrusted: { operation: EndpointId; detail: string };
  broken: { operation: EndpointId; reason: BrokenReason; status: number | null; detail: string };

  // The service responded.
  /** `said`: the service's own words; empty for none. */
  refused: { operation: EndpointId; status: number; said: string };
  contradicting: { operation: EndpointId; status: number; what: Message };
  unreadable: { operation: EndpointId; status: number; start: string };
  /** No token is under the names of profile.tokenFields. `has`: the names that are there. */
  no_token: { operation: EndpointId; status: number; fields: readonly string[]; has: readonly string[] };
  after_attempts: { what: Message; attempts: number };

  // What a response says against itself or the request. `id`: of the transfer.
  of_transfer: { id: string; what: Message };
  success_false: object;
  error_filled: { field: string };
  state_failed: { field: string; state: string };
  amount_other: { field: string; amount: string; asked: string };

  // Not sent.
  run_stopped: object;
  window_passed: object;
  not_sent: { operation: EndpointId; problem: string };
}

export const clientMessage = messagesOf<ClientMessages>();
