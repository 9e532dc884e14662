// Turns a failing ledger into a value: no exception may end a run while requests are in progress.
import { LedgerError } from '../../ledger/ledger.ts';
import type { Message } from '../../message.ts';

/**
 * `gone`: the ledger is not in its place, and its records may be lost with it. `waited`: it was waited for as long as
 * the contract says.
 */
export type LedgerAnswer<T> =
  | { readonly ok: true; readonly value: T }
  | { readonly ok: false; readonly failure: Message; readonly gone: boolean; readonly waited: boolean };

/** Other errors are defects, and are thrown. */
export async function ledgerCall<T>(work: () => Promise<T>): Promise<LedgerAnswer<T>> {
  try {
    return { ok: true, value: await work() };
  } catch (error) {
    if (error instanceof LedgerError)
      return {
        ...{ ok: false, failure: error.told, gone: error.code === 'ledger_gone' },
        waited: error.code === 'ledger_unreachable',
      };
    throw error;
  }
}
