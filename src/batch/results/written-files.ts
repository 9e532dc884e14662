// Files that runs write beside an input: results and retry files. The ledger remembers, among the uploads, what was
// written under each name. A retry file that was edited since, or is of another sheet, is never overwritten: the next
// one gets another name.
import { createHash } from 'node:crypto';
import { constants } from 'node:fs';
import { open, unlink } from 'node:fs/promises';
import { resolve } from 'node:path';

import type { Clock } from '../../client/clock.ts';
import { foldedSheet, sheetOf } from '../../csv/xlsx/workbook-file.ts';
import { AtomicFile } from '../../files/atomic-file.ts';
import { hashFile } from '../../files/bytes.ts';
import { sha256 } from '../../ledger/keys.ts';
import type { Ledger } from '../../ledger/ledger.ts';
import { ledgerCall } from './ledger-call.ts';
import { nextRetryName } from './results-path.ts';

/** Results, or a retry file of one sheet. */
type WrittenKind = 'results' | `retry file${string}`;

const keyOf = (kind: WrittenKind, path: string): string => sha256(`${kind}\0${resolve(path)}`);

/** `undefined` for a file that no run has written. Errors: LedgerError. */
export const recallFile = (
  ledger: Pick<Ledger, 'upload'>,
  kind: WrittenKind,
  path: string,
): Promise<string | undefined> => ledger.upload(keyOf(kind, path));

/** If the ledger can't take it, the file counts as edited. */
export async function rememberFile(
  { ledger, clock }: Pick<RetryFile, 'ledger' | 'clock'>,
  kind: WrittenKind,
  path: string,
  text: string,
): Promise<void> {
  await ledgerCall(() => ledger.saveUpload(keyOf(kind, path), text, new Date(clock.now())));
}

export interface RetryFile {
  /** Number of rows; 0: no file. */
  readonly rows: number;
  readonly cut: (out: Pick<AtomicFile, 'write'>) => Promise<void>;
  /** Its name, if no edited file is there. */
  readonly path: string;
  /** A run of this file is a retry of that batch. Not for the file of reasons. */
  readonly batchId?: string;
  readonly runId: string;
  readonly ledger: Ledger;
  readonly clock: Clock;
}

/** Returns the name that the file got; `null` when it has no rows. Errors: those of `cut`. */
export async function putRetryFile(retry: RetryFile): Promise<string | null> {
  const { rows, cut, batchId, runId, ledger, clock } = retry;
  // Each sheet of a workbook has its own files, under the name of the workbook.
  const run = await ledgerCall(() => ledger.run(runId));
  const kind: WrittenKind = `retry file${run.ok && run.value ? foldedSheet(sheetOf(run.value.settings)) : ''}`;
  if (rows === 0) {
    await removeOld(retry, kind);
    return null;
  }
  const file = await AtomicFile.create(retry.path, runId);
  try {
    const hash = createHash('sha256');
    const write = (content: string | Buffer): Promise<void> => {
      hash.update(content);
      return file.write(content);
    };
    await cut({ write });
    const digest = hash.digest('hex');
    // Before anybody can find it under its name.
    if (batchId !== undefined)
      await ledgerCall(() => ledger.saveUpload(parentKey(digest), batchId, new Date(clock.now())));
    const path = await nameFor(retry, kind, digest);
    await file.commit(path);
    await rememberFile(retry, kind, path, digest);
    return path;
  } finally {
    await file.discard();
  }
}

const parentKey = (digest: string): string => sha256(`retry of\0${digest}`);

/** The batch of the file from which a retry file with these bytes was cut. Errors: LedgerError. */
export const parentOf = (hash: string, ledger: Pick<Ledger, 'upload'>): Promise<string | undefined> =>
  ledger.upload(parentKey(hash));

async function nameFor(retry: RetryFile, kind: WrittenKind, digest: string): Promise<string> {
  for (let count = 0; ; count++) {
    const path = nextRetryName(retry.path, count);
    const there = await digestOf(path);
    if (there === undefined || there === digest || (await isUnchanged(retry, kind, path, there))) return path;
  }
}

/** Removes files of earlier runs that nobody has edited. */
async function removeOld(retry: RetryFile, kind: WrittenKind): Promise<void> {
  for (let count = 0; ; count++) {
    const path = nextRetryName(retry.path, count);
    const there = await digestOf(path);
    if (there === undefined) return;
    if (await isUnchanged(retry, kind, path, there)) await unlink(path);
  }
}

async function isUnchanged(
  { ledger }: RetryFile,
  kind: WrittenKind,
  path: string,
  digest: string,
): Promise<boolean> {
  const known = await ledgerCall(() => recallFile(ledger, kind, path));
  return known.ok && known.value === digest;
}

/** SHA-256 (hex); `undefined` if there is no file. An unreadable file counts as edited. */
async function digestOf(path: string): Promise<string | undefined> {
  try {
    // Without O_NONBLOCK, opening a named pipe would wait for ever.
    const handle = await open(path, constants.O_RDONLY | constants.O_NONBLOCK);
    try {
      if (!(await handle.stat()).isFile()) return 'unreadable';
      return await hashFile(handle);
    } finally {
      await handle.close();
    }
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException; // Node's errors have one
    return code === 'ENOENT' ? undefined : 'unreadable';
  }
}
