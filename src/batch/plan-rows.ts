// One look at each row of a checked file: what the ledger knows of it, what would be done with it. Shared by the story that
// makes a plan and the one that holds a run to it.
import type { FileHandle } from 'node:fs/promises';

import type { Ledger, RowRecord } from '../ledger/ledger.ts';
import type { Checked } from './input/first-pass.ts';
import { startPass } from './input/input-file.ts';
import type { BatchRow } from './input/row.ts';
import { Warnings } from './input/warnings.ts';
import type { Decision } from './plan/decide.ts';
import type { Duplicate } from './plan/duplicates.ts';
import { type RowKey, RowKeys } from './plan/keys.ts';
import { type PageSettings, planPage } from './plan/page.ts';
import type { HistoryChecks } from './plan/payment-history/checks.ts';
import { accountOf } from './plan/payment-history/payee.ts';

export interface LookedAt {
  /** Place among the file's rows, 0-based. */
  readonly at: number;
  readonly row: BatchRow;
  readonly key: RowKey;
  readonly known: RowRecord | undefined;
  readonly planned: Decision;
  /** Whether it would pay an account that was never paid. */
  readonly isFirst: boolean;
  /** Of one that was: the entry of its first payment, of the last 30 in each currency. */
  readonly paidAt: number | undefined;
  /** What it may repeat. */
  readonly duplicate: Duplicate | undefined;
}

export interface Looking {
  readonly handle: FileHandle;
  readonly checked: Checked;
  readonly ledger: Ledger;
  readonly batchId: string;
  /** What the first pass found by comparing with earlier runs. */
  readonly historyChecks: HistoryChecks | undefined;
  readonly page: PageSettings;
}

export async function* lookAtRows(looking: Looking): AsyncGenerator<LookedAt> {
  const { handle, checked, ledger, batchId, historyChecks, page } = looking;
  const keys = new RowKeys(batchId);
  // Warnings were given by the first pass.
  const pass = await startPass(handle, { ...checked.options, warnings: new Warnings() });
  let taken = 0;
  for await (const rows of pass.rows()) {
    const keyed = rows.map((row) => ({ row, key: keys.keyOf(row), at: taken++ }));
    for (const row of rows) historyChecks?.again(row);
    const paid = await paidAccounts(rows, ledger);
    for (const item of await planPage(keyed, page)) {
      const account = item.row.kind === 'payouts' ? accountOf(item.row) : '';
      const paidAt = paid.get(account);
      yield { ...item, isFirst: account !== '' && paidAt === undefined, paidAt };
    }
  }
}

/** Those of the rows' accounts that were paid before, with the entry of the first payment. */
async function paidAccounts(
  rows: readonly BatchRow[],
  { history }: Ledger,
): Promise<ReadonlyMap<string, number>> {
  const accounts = rows.flatMap((row) => (row.kind === 'payouts' ? [accountOf(row)] : []));
  const wanted = [...new Set(accounts)].filter((account) => account !== '');
  const known = wanted.length === 0 ? [] : await history.habits(wanted);
  return new Map(
    [...known].map(([account, habits]) => [account, Math.min(...habits.map(({ first }) => first))]),
  );
}
