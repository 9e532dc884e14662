// A row of which the entries tell more than the table of rows does.
import { LedgerError } from '../ledger-error.ts';

export const rowLost = (key: string): LedgerError =>
  new LedgerError(
    `the ledger's table of rows has lost what its entries tell of (${key}): it was put back as it was before, or a row of it was deleted. It would be paid again: bring the ledger back whole (paybatch ledger verify says where it was touched)`,
    undefined,
    'ledger_timeline',
  );
