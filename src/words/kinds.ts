// The words for transfers, customers and trades.
import type { RunKind } from '../ledger/ledger.ts';

export const KIND_WORDS: Readonly<Record<RunKind, { readonly noun: string; readonly done: string }>> = {
  payouts: { noun: 'payout', done: 'paid' },
  customers: { noun: 'customer', done: 'created' },
  trades: { noun: 'trade', done: 'executed' },
};
