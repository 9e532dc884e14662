// What runs have written beside their inputs, kept among the uploads: of both the ledger knows a text under a hash.
import { resolve } from 'node:path';

import type { Clock } from '../../client/clock.ts';
import { sha256 } from '../../ledger/keys.ts';
import type { Ledger } from '../../ledger/ledger.ts';

/** What the file is: results, or a retry file of one sheet. */
export type WrittenKind = 'results' | `retry file${string}`;

const keyOf = (kind: WrittenKind, path: string): string => sha256(`${kind}\0${resolve(path)}`);

/** What is remembered of the file; `undefined` for one that no run has written. Errors: LedgerError. */
export const recallFile = (
  ledger: Pick<Ledger, 'upload'>,
  kind: WrittenKind,
  path: string,
): Promise<string | undefined> => ledger.upload(keyOf(kind, path));

/** Errors: LedgerError. */
export async function rememberFile(
  { ledger, clock }: { readonly ledger: Pick<Ledger, 'saveUpload'>; readonly clock: Clock },
  kind: WrittenKind,
  path: string,
  text: string,
): Promise<void> {
  await ledger.saveUpload(keyOf(kind, path), text, new Date(clock.now()));
}
