// Pages of a run's report as they are stored. The cells of a page repeat one another, so they are compressed.
import { deflateRawSync, inflateRawSync } from 'node:zlib';

import { LedgerError } from '../ledger-error.ts';
import { ledgerMessage } from '../messages.ts';
import type { RunPart } from '../run-records.ts';

export const packPart = ({ kind, data }: RunPart): string =>
  kind === 'cells' ? deflateRawSync(data, { level: 1 }).toString('base64') : data;

/** Errors: LedgerError for one that was changed. */
export function unpackPart(runId: string, kind: RunPart['kind'], text: string): string {
  if (kind !== 'cells') return text;
  try {
    return inflateRawSync(Buffer.from(text, 'base64')).toString();
  } catch (error) {
    throw new LedgerError(ledgerMessage('page_altered', { runId }), error);
  }
}
