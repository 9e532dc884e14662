// A row of a file: the body to be sent, its issues, and the values that totals need.
import type { CreatingOperation } from '../../client/client.ts';
import type { CsvRecord } from '../../csv/records.ts';
import type { CustomerBody } from '../../interface/customer.ts';
import type { DocumentItem } from '../../interface/document-cell.ts';
import type { TransferBody } from '../../interface/transfer.ts';
import type { RunKind } from '../../ledger/ledger.ts';
import type { Message } from '../../message.ts';

export type { DocumentItem };

/** One mistake of a row. `column`: the 1-based cell, 0 for the row as a whole. */
export interface Issue {
  readonly column: number;
  readonly field: string;
  readonly message: Message;
  /** The reference is that of an earlier row: the ledger's entries belong to that row. */
  readonly repeats?: boolean;
  /** The check of the payment history that refuses the row. A person may accept it. */
  readonly check?: string;
}

/** The original row, in another batch, of a row of a retry file without references. */
export interface RetryOf {
  /** The hash in that row's key, and the hash of its content. */
  readonly hash: string;
  readonly content: string;
  readonly batchId: string;
}

interface CommonRow {
  /** Physical line where the record starts, and its bytes in the input's text. */
  readonly line: number;
  readonly start: number;
  readonly end: number;
  /** All cells of the file, also those of unknown columns (columnNamed finds one). */
  readonly cells: readonly string[];
  /** In NFC, or empty. */
  readonly reference: string;
  /**
   * For totals: destination currency and amount. An amount that can't be read is empty. Both are empty for customers.
   */
  readonly currency: string;
  readonly amount: string;
  readonly issues: Issue[];
  /** The original row of a row of a retry file. */
  readonly retryOf?: RetryOf;
}

export interface PayoutRow extends CommonRow {
  readonly kind: 'payouts';
  /** The body without its documents: they get their IDs when the row is sent. */
  readonly body: TransferBody;
  /** For the quote: the row's cell, else the profile's default. */
  readonly isFirstParty: boolean | undefined;
  readonly documents: readonly DocumentItem[];
  /** The payee column's value (HistorySettings.payee). */
  readonly payee?: string | undefined;
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

/** Warnings cut longer values. */
export const VALUE_CHARS = 60;

export const CREATING: Readonly<Record<RunKind, CreatingOperation>> = {
  payouts: 'createTransfer',
  customers: 'createCustomer',
  trades: 'createTrade',
};

/** The row or call that creates something. */
export interface Subject {
  readonly kind: RunKind;
  readonly line: number;
  readonly reference: string;
  readonly currency: string;
  readonly amount: string;
}
