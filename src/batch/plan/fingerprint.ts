// What a row looks like as a payment, from its own cells alone: no setting, default, flag, reference, file name,
// encoding or spelling changes it.
import { bodyFingerprint } from '../../interface/body-fingerprint.ts';
import { payoutFingerprint } from '../../interface/fingerprint.ts';
import type { BatchRow, DocumentItem } from '../input/row.ts';

export function fingerprintOf(row: BatchRow): string {
  if (row.kind === 'customers') return bodyFingerprint('customers', row.body);
  return payoutFingerprint(row.body);
}

/** As it was written. */
export function documentText(item: DocumentItem): string {
  return item.kind === 'id' ? item.id : item.kind === 'file' ? item.path : item.url;
}
