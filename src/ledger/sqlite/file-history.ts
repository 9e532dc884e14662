// What was paid before, as a ledger in a file offers it: brought up to date in steps, so that whoever else writes gets in between.
import type { PaymentHistory } from '../history.ts';
import type { Tx } from '../store/group.ts';
import type { Question } from '../store/question.ts';
import type { Connection } from './connection.ts';
import { SqliteHistory } from './history/history.ts';

/** `write`: in a transaction. `read`: synchronous work as a promise that rejects with LedgerError. */
export function fileHistory(
  db: Connection,
  environment: number,
  write: <T>(work: (tx: Tx) => Question<T>) => Promise<T>,
  read: <T>(work: () => T) => Promise<T>,
): PaymentHistory {
  const history = new SqliteHistory(db, environment);
  // eslint-disable-next-line require-yield -- a transaction's work, which has nothing to ask
  const step = function* ({ changes }: Tx): Question<boolean> {
    return history.step(changes);
  };
  return {
    catchUp: async () => {
      while (await write(step));
    },
    summary: () => read(() => history.summary()),
    habits: (accounts) => read(() => history.habits(accounts)),
    lastPaid: (payees) => read(() => history.lastPaid(payees)),
    namelessAccounts: () => read(() => history.namelessAccounts()),
    fileTotals: (currency, except) => read(() => history.fileTotals(currency, except)),
    placeOf: (entry) => read(() => history.placeOf(entry)),
  };
}
