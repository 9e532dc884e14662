// The retry file: what it is a retry of is remembered, so that its rows are known for what they are.
import type { Clock } from '../../client/clock.ts';
import { sha256 } from '../../ledger/keys.ts';
import type { Ledger } from '../../ledger/ledger.ts';
import { type KeptFile, putKeptFile } from './kept-file.ts';
import { ledgerCall } from './ledger-call.ts';
import { rememberRows } from './retry-lineage.ts';
import { reasonsName } from './retry-reasons.ts';

export interface RetryFile extends KeptFile {
  readonly batchId: string;
  /** On which lines of the input its rows begin. */
  readonly from: readonly number[];
}

/** Returns the name that the file got; `null` when there is nothing to retry. Errors: those of `cut`. */
export async function putRetryFile(retry: RetryFile): Promise<string | null> {
  const put = await putKeptFile({
    ...retry,
    twinOf: reasonsName,
    tell: async ({ digest, lines }) => {
      await rememberParent(retry, digest);
      await rememberRows(retry, digest, lines, retry.from);
    },
  });
  return put?.path ?? null;
}

const parentKey = (digest: string): string => sha256(`retry of\0${digest}`);

/** What is run from this very file is a retry of that batch. */
async function rememberParent(
  { ledger, clock, batchId }: { readonly ledger: Ledger; readonly clock: Clock; readonly batchId: string },
  digest: string,
): Promise<void> {
  await ledgerCall(() => ledger.saveUpload(parentKey(digest), batchId, new Date(clock.now())));
}

/** The batch that a file is a retry of: its rows say so, or it is as a run has written it. */
export async function parentOf(
  { facts, hash }: { readonly facts: { readonly parent: string | null }; readonly hash: string },
  ledger: Ledger,
): Promise<string | null> {
  if (facts.parent !== null) return facts.parent;
  const known = await ledgerCall(() => ledger.upload(parentKey(hash)));
  return (known.ok ? known.value : undefined) ?? null;
}
