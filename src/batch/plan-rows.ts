// One look at each row of a checked file: what the ledger knows of it, what would be done with it. Shared by the story that
// makes a plan and the one that holds a run to it.
import type { FileHandle } from 'node:fs/promises';

import type { Profile } from '../interface/profile.ts';
import type { Ledger, RowRecord } from '../ledger/ledger.ts';
import type { Checked } from './input/first-pass.ts';
import { startPass } from './input/input-file.ts';
import type { BatchRow } from './input/row.ts';
import { Warnings } from './input/warnings.ts';
import type { FirstOfEach } from './plan/alike/like-doubts.ts';
import { differences } from './plan/differs.ts';
import { likeReferences, recognise, type RowKey, RowKeys } from './plan/keys.ts';
import type { HistoryChecks } from './plan/payment-history/checks.ts';
import { accountOf } from './plan/payment-history/payee.ts';
import { type Plan, plan, planContext } from './plan/plan.ts';
import type { Holding } from './send/planned-rows.ts';

export interface LookedAt {
  /** Place among the file's rows, 0-based. */
  readonly at: number;
  readonly row: BatchRow;
  readonly key: RowKey;
  readonly known: RowRecord | undefined;
  readonly planned: Plan;
  /** Whether it would pay an account that was never paid. */
  readonly isFirst: boolean;
  /** Of one that was: the entry of its first payment, of the last 30 in each currency. */
  readonly paidAt: number | undefined;
  /** Payouts that are or were in doubt, and that it may be once more: it would be held, or as soon as others are paid. */
  readonly beside: readonly RowRecord[];
}

export interface Looking {
  readonly handle: FileHandle;
  readonly checked: Checked;
  readonly ledger: Ledger;
  readonly batchId: string;
  readonly profile: Profile;
  readonly nowMs: number;
  /** What the first pass found by comparing with earlier runs. */
  readonly habits: HistoryChecks | undefined;
  readonly resemblance: Holding | undefined;
}

export async function* lookAtRows(looking: Looking): AsyncGenerator<LookedAt> {
  const { handle, checked, ledger, batchId, profile, nowMs, habits, resemblance } = looking;
  const keys = new RowKeys(batchId);
  // Warnings were given by the first pass.
  const pass = await startPass(handle, { ...checked.options, warnings: new Warnings() });
  const context = planContext(batchId, profile, nowMs);
  let taken = 0;
  const first: FirstOfEach = new Map();
  for await (const rows of pass.rows()) {
    const keyed = rows.map((row) => ({ row, key: keys.keyOf(row), at: taken++ }));
    for (const row of rows) habits?.again(row);
    const like = await likeReferences(rows, ledger);
    const paid = await paidAccounts(rows, ledger);
    const recognised = await recognise(keyed, (names) => ledger.lookup(names));
    const held = await resemblance?.held(recognised);
    const differs = await differences(recognised, ledger);
    const looked = recognised.map((one) => {
      const { row, key, known } = one;
      const told = { sameReference: like.get(row.reference), differs: differs.get(key.key) };
      return { ...one, planned: plan(row, key, known, { ...context, ...told }) };
    });
    const free = looked.filter(({ key, planned }) => planned.do === 'send' && !held?.has(key.sequence));
    const rivals = await resemblance?.rivals(free, first);
    for (const { at, row, key, known, planned } of looked) {
      const account = row.kind === 'payouts' ? accountOf(row) : '';
      const paidAt = paid.get(account);
      const isFirst = account !== '' && paidAt === undefined;
      const rival = rivals?.get(key.sequence);
      const beside = held?.get(key.sequence) ?? (rival ? [rival] : []);
      yield { at, row, key, known, planned, isFirst, paidAt, beside };
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
