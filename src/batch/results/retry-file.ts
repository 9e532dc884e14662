// The retry file: what it is a retry of is remembered, so that its rows are known for what they are.
import type { Clock } from '../../client/clock.ts';
import { sha256 } from '../../ledger/keys.ts';
import type { Ledger } from '../../ledger/ledger.ts';
import { type KeptFile, putKeptFile } from './kept-file.ts';
import { ledgerCall } from './ledger-call.ts';

export interface RetryFile extends KeptFile {
  readonly batchId: string;
}

/** Returns the name that the file got; `null` when there is nothing to retry. Errors: those of `cut`. */
export function putRetryFile(retry: RetryFile): Promise<string | null> {
  return putKeptFile({ ...retry, tell: (digest) => rememberParent(retry, digest) });
}

const parentKey = (digest: string): string => sha256(`retry of\0${digest}`);

/** What is run from this very file is a retry of that batch. */
async function rememberParent(
  { ledger, clock, batchId }: { readonly ledger: Ledger; readonly clock: Clock; readonly batchId: string },
  digest: string,
): Promise<void> {
  await ledgerCall(() => ledger.saveUpload(parentKey(digest), batchId, new Date(clock.now())));
}

/** The batch that a file of these bytes was cut from, as a run has written it. Errors: LedgerError. */
export const parentOf = (hash: string, ledger: Pick<Ledger, 'upload'>): Promise<string | undefined> =>
  ledger.upload(parentKey(hash));
