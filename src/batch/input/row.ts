// A row as it comes out of its file: the body to be sent, what is wrong with it, and what totals need. Types, and the
// text that a row's content hash is taken of.
import type { CustomerBody } from '../../interface/customer.ts';
import type { DocumentItem } from '../../interface/document-cell.ts';
import type { TransferBody } from '../../interface/transfer.ts';

export type { DocumentItem };

/** One thing wrong with a row; `column` is the 1-based cell, 0 for the row as a whole. */
export interface Issue {
  readonly column: number;
  readonly field: string;
  readonly message: string;
}

interface CommonRow {
  /** Physical line where the record starts, and its bytes in the input's text. */
  readonly line: number;
  readonly start: number;
  readonly end: number;
  /** The operator's own key, or empty. */
  readonly reference: string;
  /** For totals: destination currency and amount. The amount is empty when it can't be read; both are for customers. */
  readonly currency: string;
  readonly amount: string;
  readonly issues: Issue[];
}

export interface PayoutRow extends CommonRow {
  readonly kind: 'payouts';
  /** The body without its documents: they get their IDs when the row is sent. */
  readonly body: TransferBody;
  readonly isFirstParty: boolean | undefined;
  /** Its own cell of useDeveloperFunds, whatever the flag adds: the row's key must not depend on a flag. */
  readonly ownDeveloperFunds: boolean | undefined;
  readonly documents: readonly DocumentItem[];
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

export const NO_CURRENCY = 'unknown';

/** Hashing basis: what the row says, field by field, whatever the columns' order and the amount's spelling. */
export function contentText(row: PayoutRow, canonicalAmount: string): string {
  const { body } = row;
  const documents = row.documents.map((item) =>
    item.kind === 'id' ? item.id : item.kind === 'file' ? item.path : item.url,
  );
  return JSON.stringify([
    body.customerId,
    body.source?.currency,
    body.source?.network,
    body.source?.walletId,
    body.destination?.currency,
    body.destination?.externalAccountId,
    body.purposeOfPayment,
    canonicalAmount,
    body.memo,
    row.ownDeveloperFunds,
    body.requireApproval,
    documents,
    row.isFirstParty,
  ]);
}

/**
 * The same for a customer: its body, which the reader builds in one order of fields. Documents are not part of it: a
 * customer whose document failed is continued with another file.
 */
export function customerText(row: CustomerRow): string {
  return JSON.stringify(row.body);
}
