// A file beside the results that a person may change: then it is never overwritten. The ledger remembers what was written
// under each name, and a file that is something else now keeps its name; the next one gets another. So does one that another
// sheet of the workbook has left.
import { constants } from 'node:fs';
import { open, unlink } from 'node:fs/promises';
import { resolve } from 'node:path';

import type { Clock } from '../../client/clock.ts';
import { AtomicFile } from '../../files/atomic-file.ts';
import { hashFile } from '../../files/bytes.ts';
import { sha256 } from '../../ledger/keys.ts';
import type { Ledger } from '../../ledger/ledger.ts';
import { ledgerCall } from './ledger-call.ts';
import { nextRetryName } from './names.ts';
import { namedSheet, otherSheetOf, rememberSheet } from './sheet-files.ts';

/** So many names are looked through where sheets share them: those of others may be gone, and leave gaps. */
const SHARED_NAMES = 40;

export interface KeptFile {
  /** How many rows it has; of none there is no file. */
  readonly rows: number;
  /** Writes it. Returns the SHA-256 (hex) of what was written. */
  readonly cut: (out: AtomicFile) => Promise<string>;
  /** Keeps what it is, before anybody can find it under its name. */
  readonly tell?: (digest: string) => Promise<void>;
  /** The name that it has if nobody has changed the one that is there. */
  readonly path: string;
  /** What stands beside a file of that name, and goes with it. */
  readonly twinOf?: (path: string) => string;
  readonly runId: string;
  readonly ledger: Ledger;
  readonly clock: Clock;
}

/** Returns the name that the file got; `null` when it has no rows. Errors: those of `cut`. */
export async function putKeptFile(kept: KeptFile): Promise<string | null> {
  if (kept.rows === 0) {
    await removeOld(kept);
    return null;
  }
  const file = await AtomicFile.create(kept.path, kept.runId);
  try {
    const digest = await kept.cut(file);
    await kept.tell?.(digest);
    const path = await nameFor(kept, digest);
    await file.commit(path);
    await remember(kept, path, digest);
    await rememberSheet({ ...kept, path }, kept.clock);
    if ((await namedSheet(kept)) !== '') await removeOld(kept, path);
    return path;
  } finally {
    await file.discard();
  }
}

async function nameFor(kept: KeptFile, digest: string): Promise<string> {
  for (let count = 0; ; count++) {
    const path = nextRetryName(kept.path, count);
    const there = await digestOf(path);
    if (there === undefined || there === digest || (await isOurs(kept, path, there))) return path;
  }
}

/** Removes what earlier runs wrote and nobody has changed; not what this one has just written. */
async function removeOld(kept: KeptFile, written?: string): Promise<void> {
  const names = (await namedSheet(kept)) === '' ? 1 : SHARED_NAMES;
  for (let count = 0; ; count++) {
    const path = nextRetryName(kept.path, count);
    const there = await digestOf(path);
    if (there === undefined && count + 1 >= names) return;
    if (there === undefined || path === written) continue;
    if (!(await isOurs(kept, path, there))) continue;
    await unlink(path);
    const twin = kept.twinOf?.(path);
    const beside = twin === undefined ? undefined : await digestOf(twin);
    if (twin !== undefined && beside !== undefined && (await isOurs(kept, twin, beside))) await unlink(twin);
  }
}

/** Whether it is as a run of this sheet has written it. */
async function isOurs(kept: KeptFile, path: string, digest: string): Promise<boolean> {
  if (digest !== (await remembered(kept, path))) return false;
  return (await otherSheetOf({ ...kept, path })) === undefined;
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

/** Kept among the uploads: of both the ledger knows a digest under a hash. */
const memoryKey = (path: string): string => sha256(`retry file\0${resolve(path)}`);

async function remembered({ ledger }: KeptFile, path: string): Promise<string | undefined> {
  const known = await ledgerCall(() => ledger.upload(memoryKey(path)));
  return known.ok ? known.value : undefined;
}

/** A ledger that can't take it: then the file counts as changed, and stays. */
async function remember({ ledger, clock }: KeptFile, path: string, digest: string): Promise<void> {
  await ledgerCall(() => ledger.saveUpload(memoryKey(path), digest, new Date(clock.now())));
}
