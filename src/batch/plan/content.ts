// The hash of what a row says, which its key is made of where it has no reference. Ledgers are full of such hashes, so
// the text under them is for ever: values in their plain form, in one order, and no default of the profile.
import { canonicalDecimal } from '../../interface/decimal.ts';
import { earlierPlainText, plainText } from '../../interface/plain-text.ts';
import { sha256 } from '../../ledger/keys.ts';
import type { BatchRow, CustomerRow, PayoutRow } from '../input/row.ts';
import { documentText } from './fingerprint.ts';

/** SHA-256 (hex) of what a row says. */
export function contentOf(row: BatchRow): string {
  if (row.kind === 'payouts') return sha256(payoutText(row, plainText, row.ownIsFirstParty));
  return sha256(bodyText(row, plainText));
}

/**
 * Hashes that earlier releases may have written for the same row: of values with the spaces and line ends that they had, of
 * values as they were spelt, and with the profile's default of isFirstParty. They are looked for, never written.
 */
export function earlierContents(row: BatchRow): string[] {
  const now = contentOf(row);
  return [...new Set(earlierTexts(row).map((text) => sha256(text)))].filter((content) => content !== now);
}

function earlierTexts(row: BatchRow): string[] {
  if (row.kind === 'customers') return [bodyText(row, earlierPlainText), JSON.stringify(row.body)];
  const spelt = (text: string): string => text;
  const { ownIsFirstParty: own } = row;
  const before = payoutText(row, earlierPlainText, own);
  if (own !== undefined) return [before, payoutText(row, spelt, own)];
  return [before, ...[undefined, true, false].map((byDefault) => payoutText(row, spelt, byDefault))];
}

function bodyText({ body }: CustomerRow, text: (value: string) => string): string {
  return JSON.stringify(body, (_, value: unknown) => (typeof value === 'string' ? text(value) : value));
}

function payoutText(
  row: PayoutRow,
  value: (text: string) => string,
  isFirstParty: boolean | undefined,
): string {
  const { body, amount } = row;
  const text = (cell: string | undefined): string | undefined =>
    cell === undefined ? undefined : value(cell);
  return JSON.stringify([
    text(body.customerId),
    text(body.source?.currency),
    text(body.source?.network),
    text(body.source?.walletId),
    text(body.destination?.currency),
    text(body.destination?.externalAccountId),
    text(body.purposeOfPayment),
    amount === '' ? body.receiverAmount : canonicalDecimal(amount),
    text(body.memo),
    row.ownDeveloperFunds,
    body.requireApproval,
    row.documents.map((item) => value(documentText(item))),
    isFirstParty,
  ]);
}
