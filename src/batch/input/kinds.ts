// What can be created: payouts, customers, trades. How each is spoken of, and what is needed of one, be it a row of a
// file or a single call. Data and types.
import type { CreatingOperation } from '../../client/client.ts';
import type { RunKind } from '../../ledger/ledger.ts';

interface Kind {
  /** The call that creates it. */
  readonly operation: CreatingOperation;
  readonly noun: string;
  readonly done: string;
}

export const KINDS: Readonly<Record<RunKind, Kind>> = {
  payouts: { operation: 'createTransfer', noun: 'payout', done: 'paid' },
  customers: { operation: 'createCustomer', noun: 'customer', done: 'created' },
  trades: { operation: 'createTrade', noun: 'trade', done: 'executed' },
};

/** What a creation is for. */
export interface Subject {
  readonly kind: RunKind;
  readonly line: number;
  readonly reference: string;
  readonly currency: string;
  readonly amount: string;
}
