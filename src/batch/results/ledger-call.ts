// Turns a failing ledger into a value: no exception may end a run while requests are in progress.
import { LedgerError } from '../../ledger/ledger.ts';
import type { Message } from '../../message.ts';

/**
 * `code`: of the error. `ledger_gone`: the ledger is not in its place, and its records may be lost with it.
 * `ledger_unreachable`: it was waited for as long as the contract says.
 */
type LedgerAnswer<T> =
  | { readonly ok: true; readonly value: T }
  | { readonly ok: false; readonly failure: Message; readonly code: string };

/** Other errors are defects, and are thrown. */
export async function ledgerCall<T>(work: () => Promise<T>): Promise<LedgerAnswer<T>> {
  try {
    return { ok: true, value: await work() };
  } catch (error) {
    if (error instanceof LedgerError) return { ok: false, failure: error.told, code: error.code };
    throw error;
  }
}
