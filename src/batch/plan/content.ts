// The hash of what a row says, which its key is made of where it has no reference. Ledgers are full of such hashes, so
// the text under them is for ever: values in their plain form, in one order, and no default of the profile.
import { canonicalDecimal } from '../../interface/decimal.ts';
import { sha256 } from '../../ledger/keys.ts';
import type { BatchRow, PayoutRow } from '../input/row.ts';
import { documentText } from './fingerprint.ts';

/** SHA-256 (hex) of what a row says. */
export function contentOf(row: BatchRow): string {
  if (row.kind === 'payouts') return sha256(payoutText(row, plain, row.ownIsFirstParty));
  return sha256(
    JSON.stringify(row.body, (_, value: unknown) => (typeof value === 'string' ? plain(value) : value)),
  );
}

/**
 * Hashes that earlier releases may have written for the same row: of values as they were spelt, and with the profile's
 * default of isFirstParty. They are looked for, never written.
 */
export function earlierContents(row: BatchRow): string[] {
  const now = contentOf(row);
  return [...new Set(earlierTexts(row).map((text) => sha256(text)))].filter((content) => content !== now);
}

function earlierTexts(row: BatchRow): string[] {
  if (row.kind === 'customers') return [JSON.stringify(row.body)];
  const spelt = (text: string): string => text;
  const { ownIsFirstParty: own } = row;
  if (own !== undefined) return [payoutText(row, spelt, own)];
  return [undefined, true, false].map((byDefault) => payoutText(row, spelt, byDefault));
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

const ASCII = /^[\x20-\x7e]*$/;
const ID = /^[0-9a-f]{8}-(?:[0-9a-f]{4}-){3}[0-9a-f]{12}$/i;

/** A value whatever its spelling: composed, without spaces around it, an ID in small letters. */
function plain(text: string): string {
  const value = ASCII.test(text) ? text.trim() : text.normalize('NFC').trim();
  return value.length === 36 && ID.test(value) ? value.toLowerCase() : value;
}
