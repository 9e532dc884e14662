// The settings of the file that check, quote, run and funds read, and of the checks of the payment history.
import type { FileKind } from '../../interface/file-kind.ts';
import type { Profile } from '../../interface/profile.ts';
import type { Ledger } from '../../ledger/ledger.ts';
import type { Say } from '../../message.ts';
import { Refusal } from './control.ts';
import type { Guards } from './guards.ts';
import type { Imports } from './imports/imports.ts';
import { inputMessage } from './messages.ts';

export interface FileSettings {
  readonly file: string;
  readonly results: string;
  readonly kind?: FileKind | undefined;
  readonly delimiter?: string | undefined;
  readonly imports?: Imports | undefined;
  readonly profile: Profile;
  readonly useDeveloperFunds: boolean;
  readonly documentsDir: string;
  /** Makes the sentences of the results, with commands as they must be typed. */
  readonly say: Say;
  readonly batchId?: string | undefined;
  readonly guards: Guards;
  /** Checks across runs; none without it. */
  readonly history?: HistorySettings | undefined;
}

export const CHECK_LEVELS = ['error', 'warning', 'off'] as const;
export type CheckLevel = (typeof CHECK_LEVELS)[number];

export type CheckLevels = Readonly<
  Record<'payeeChanged' | 'amountUnusual' | 'totalUnusual' | 'firstPayment', CheckLevel>
>;

export const DEFAULT_CHECKS: CheckLevels = {
  payeeChanged: 'warning',
  amountUnusual: 'warning',
  totalUnusual: 'warning',
  firstPayment: 'off',
};

export const NO_CHECKS: CheckLevels = {
  ...{ payeeChanged: 'off', amountUnusual: 'off', totalUnusual: 'off', firstPayment: 'off' },
};

/** `payeeChanged:7`, ... Errors: {@link Refusal}. */
export function readAccepted(texts: readonly string[]): ReadonlySet<string> {
  const checks = Object.keys(DEFAULT_CHECKS);
  for (const text of texts) {
    const [, check = '', line = ''] = /^([A-Za-z]+):([1-9]\d{0,9})$/.exec(text) ?? [];
    if (line === '' || !checks.includes(check))
      throw new Refusal('accept', inputMessage('accept_malformed', { text, checks }));
  }
  return new Set(texts);
}

export interface HistorySettings {
  readonly checks: CheckLevels;
  /** The payee column of the config. The import profile's comes first. */
  readonly payee: string | undefined;
  /** Deviations that a person has accepted, each `CHECK:LINE`. */
  readonly accepted?: ReadonlySet<string> | undefined;
  /** For a command that only reads the ledger: opens it. */
  readonly look?: () => Promise<Ledger>;
  /** So long rows are compared with payments under other references (plan/duplicates.ts); absent with --alike-ok. */
  readonly alikeDays?: number | undefined;
}
