// Which checks across runs a story makes, what each of them does, and where the payee stands. Nothing is looked up here.
import type { Ledger } from '../../ledger/ledger.ts';

export { columnNamed } from '../../csv/header.ts';

export const CHECK_LEVELS = ['error', 'warning', 'off'] as const;
export type CheckLevel = (typeof CHECK_LEVELS)[number];

export interface CheckLevels {
  readonly payeeChanged: CheckLevel;
  readonly amountUnusual: CheckLevel;
  readonly totalUnusual: CheckLevel;
  readonly firstPayment: CheckLevel;
}

export const DEFAULT_CHECKS: CheckLevels = {
  payeeChanged: 'warning',
  amountUnusual: 'warning',
  totalUnusual: 'warning',
  firstPayment: 'off',
};

export const NO_CHECKS: CheckLevels = {
  payeeChanged: 'off',
  amountUnusual: 'off',
  totalUnusual: 'off',
  firstPayment: 'off',
};

export interface HistorySettings {
  readonly checks: CheckLevels;
  /** The column that says who is paid, as the file's header has it. */
  readonly payee: string | undefined;
  /** Of a story that has no ledger of its own: the ledger to look into. */
  readonly look?: () => Promise<Ledger>;
  /** By what it compares rows with payments of other files (plan/alike/alike.ts); absent where they are meant. */
  readonly alikeDays?: number | undefined;
}
