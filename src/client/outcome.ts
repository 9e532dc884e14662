// How a call ended, with all its attempts. A value, never an exception.
import type { Message } from '../message.ts';

export interface AttemptRecord {
  readonly operation: string;
  /** ISO 8601, UTC. */
  readonly at: string;
  readonly status: number | null;
  /** `accepted`, or what went wrong, in a few words. */
  readonly note: string;
  /** The service's whole response, secrets masked, if the attempt was not accepted. */
  readonly answer: string;
}

interface Base {
  readonly attempts: readonly AttemptRecord[];
  /** Of the last response; `null` without one. */
  readonly status: number | null;
  /** The service's whole response, secrets masked; empty without one. */
  readonly text: string;
}

export type Accepted = Base & { readonly outcome: 'accepted' };

export type NotAccepted = Base & {
  /** `stopped`: the run's second signal came before the request had started. */
  readonly outcome: 'rejected' | 'failed' | 'in_doubt' | 'stopped';
  /** The service's code, or ours. */
  readonly code: string;
  readonly message: Message;
  /** Counts for --halt-after. */
  readonly systemic: boolean;
  /** Ends the run by itself. */
  readonly halt: boolean;
  /** The credentials were refused, not the call. */
  readonly credentials?: boolean;
};

/** The identity provider's address does not know the token request: the address is wrong, not the credentials. */
export const isOfNoProvider = ({ status }: Pick<NotAccepted, 'status'>): boolean =>
  status === 404 || status === 405;

export type CallOutcome = Accepted | NotAccepted;

/** The end of a call that was never made. */
export const notCalled = (outcome: NotAccepted['outcome'], code: string, message: Message): NotAccepted => ({
  ...{ outcome, code, message, attempts: [], status: null, text: '' },
  ...{ systemic: false, halt: false },
});
