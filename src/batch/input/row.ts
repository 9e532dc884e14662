// A row as it comes out of its file: the body to be sent, what is wrong with it, and what totals need.
import type { CreatingOperation } from '../../client/client.ts';
import type { CsvRecord } from '../../csv/records.ts';
import type { CustomerBody } from '../../interface/customer.ts';
import type { DocumentItem } from '../../interface/document-cell.ts';
import type { TransferBody } from '../../interface/transfer.ts';
import type { RunKind } from '../../ledger/ledger.ts';
import type { Message } from '../../message.ts';

export type { DocumentItem };

/** One thing wrong with a row; `column` is the 1-based cell, 0 for the row as a whole. */
export interface Issue {
  readonly column: number;
  readonly field: string;
  readonly message: Message;
  /** The row has the very reference of an earlier one: what the ledger knows of it belongs to that row. */
  readonly repeats?: boolean;
  /** The check of the payment history that refuses the row. A person may accept it. */
  readonly check?: string;
}

/** A row of another batch, where rows have no references. */
export interface RetryOf {
  /** Hash in that row's key, and that of what it said. */
  readonly hash: string;
  readonly content: string;
  readonly batchId: string;
}

interface CommonRow {
  /** Physical line where the record starts, and its bytes in the input's text. */
  readonly line: number;
  readonly start: number;
  readonly end: number;
  /**
   * As they stand in the file, those that only the operator knows among them: csv/header.ts's columnNamed finds one.
   */
  readonly cells: readonly string[];
  /** The operator's own key in NFC, or empty. */
  readonly reference: string;
  /** For totals: destination currency and amount. The amount is empty when it can't be read; both are for customers. */
  readonly currency: string;
  readonly amount: string;
  readonly issues: Issue[];
  /** The row that this one is, in a retry file. */
  readonly retryOf?: RetryOf;
}

export interface PayoutRow extends CommonRow {
  readonly kind: 'payouts';
  /** The body without its documents: they get their IDs when the row is sent. */
  readonly body: TransferBody;
  /** For the quote: its own cell, else the profile's default. */
  readonly isFirstParty: boolean | undefined;
  /** Its own cells, whatever a setting or a flag adds: what a row is must not depend on either. */
  readonly ownIsFirstParty: boolean | undefined;
  readonly ownDeveloperFunds: boolean | undefined;
  readonly documents: readonly DocumentItem[];
  /** Who is paid, by the column that says so (HistorySettings.payee). */
  payee?: string | undefined;
}

export interface OnboardingDocument {
  readonly type: string;
  readonly item: Exclude<DocumentItem, { kind: 'id' }>;
  /** 0-based cell that names it. */
  readonly column: number;
}

export interface CustomerRow extends CommonRow {
  readonly kind: 'customers';
  readonly body: CustomerBody;
  readonly documents: readonly OnboardingDocument[];
}

export type BatchRow = PayoutRow | CustomerRow;

export type ReadRow<R extends BatchRow = BatchRow> = (record: CsvRecord) => R;

export const NO_CURRENCY = 'unknown';

/** Longer values are cut where warnings keep and show them. */
export const VALUE_CHARS = 60;

export const CREATING: Readonly<Record<RunKind, CreatingOperation>> = {
  payouts: 'createTransfer',
  customers: 'createCustomer',
  trades: 'createTrade',
};

/** What a creation is for. */
export interface Subject {
  readonly kind: RunKind;
  readonly line: number;
  readonly reference: string;
  readonly currency: string;
  readonly amount: string;
}
