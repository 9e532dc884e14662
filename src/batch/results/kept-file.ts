// A file beside the results that a person may change: then it is never overwritten. The ledger remembers what was written
// under each name, and a file that is something else now keeps its name; the next one gets another. So does one that another
// sheet of the workbook has left.
import { constants } from 'node:fs';
import { open, unlink } from 'node:fs/promises';

import type { Clock } from '../../client/clock.ts';
import { AtomicFile } from '../../files/atomic-file.ts';
import { hashFile } from '../../files/bytes.ts';
import type { Ledger } from '../../ledger/ledger.ts';
import { foldedSheet, sheetOf } from '../input/named-sheet.ts';
import { recallFile, rememberFile, type WrittenKind } from './file-memory.ts';
import { ledgerCall } from './ledger-call.ts';
import { nextRetryName } from './names.ts';

export interface KeptFile {
  /** How many rows it has; of none there is no file. */
  readonly rows: number;
  /** Writes it. Returns the SHA-256 (hex) of what was written. */
  readonly cut: (out: AtomicFile) => Promise<string>;
  /** Keeps what it is, before anybody can find it under its name. */
  readonly tell?: (digest: string) => Promise<void>;
  /** The name that it has if nobody has changed the one that is there. */
  readonly path: string;
  readonly runId: string;
  readonly ledger: Ledger;
  readonly clock: Clock;
}

/** Returns the name that the file got; `null` when it has no rows. Errors: those of `cut`. */
export async function putKeptFile(kept: KeptFile): Promise<string | null> {
  const kind = await kindOf(kept);
  if (kept.rows === 0) {
    await removeOld(kept, kind);
    return null;
  }
  const file = await AtomicFile.create(kept.path, kept.runId);
  try {
    const digest = await kept.cut(file);
    await kept.tell?.(digest);
    const path = await nameFor(kept, kind, digest);
    await file.commit(path);
    // A ledger that can't take it: then the file counts as changed, and stays.
    await ledgerCall(() => rememberFile(kept, kind, path, digest));
    return path;
  } finally {
    await file.discard();
  }
}

/** Each sheet of a workbook has its own files, under the name of the workbook. */
async function kindOf({ ledger, runId }: KeptFile): Promise<WrittenKind> {
  const run = await ledgerCall(() => ledger.run(runId));
  return `retry file${run.ok && run.value ? foldedSheet(sheetOf(run.value.settings)) : ''}`;
}

async function nameFor(kept: KeptFile, kind: WrittenKind, digest: string): Promise<string> {
  for (let count = 0; ; count++) {
    const path = nextRetryName(kept.path, count);
    const there = await digestOf(path);
    if (there === undefined || there === digest || (await isUnchanged(kept, kind, path, there))) return path;
  }
}

/** Removes what earlier runs wrote and nobody has changed. */
async function removeOld(kept: KeptFile, kind: WrittenKind): Promise<void> {
  for (let count = 0; ; count++) {
    const path = nextRetryName(kept.path, count);
    const there = await digestOf(path);
    if (there === undefined) return;
    if (await isUnchanged(kept, kind, path, there)) await unlink(path);
  }
}

/** Whether it is as a run of this sheet has written it. */
async function isUnchanged(
  { ledger }: KeptFile,
  kind: WrittenKind,
  path: string,
  digest: string,
): Promise<boolean> {
  const known = await ledgerCall(() => recallFile(ledger, kind, path));
  return known.ok && known.value === digest;
}

/** SHA-256 (hex) of a file; `undefined` where there is none. What can't be read counts as changed. */
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
