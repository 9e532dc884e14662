// One at a time, between processes and machines that share a folder: a small file that only one of them can create, for as long
// as it takes to read a file, change it and put it back. Whoever is killed leaves it; it is never taken away from somebody else,
// since that may be slow and not dead.
import { closeSync, openSync, readFileSync, unlinkSync } from 'node:fs';
import { realpath } from 'node:fs/promises';
import { hostname } from 'node:os';
import { basename, dirname, join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';

import { writeAllSync } from './write-all.ts';

/** Somebody has it. */
export class LockedError extends Error {
  readonly lock: string;
  readonly holder: string;

  constructor(lock: string, holder: string) {
    super(`${lock} is held by ${holder}`);
    this.lock = lock;
    this.holder = holder;
  }
}

const TRIES = 40;
const PAUSE_MS = 50;

/**
 * Does the work while nobody else who asks here works on this file. `pause` is called between the tries. Errors: {@link LockedError}
 * where somebody else still does after all of them; the system's, where no file can be made there.
 */
export async function underLock<T>(
  path: string,
  work: () => Promise<T>,
  pause: () => Promise<unknown> = () => wait(PAUSE_MS),
): Promise<T> {
  const file = await realpath(path).catch(() => path);
  const lock = join(dirname(file), `.${basename(file)}.lock`);
  for (let left = TRIES; !taken(lock); left--) {
    if (left === 0) throw new LockedError(lock, holderOf(lock));
    await pause();
  }
  try {
    return await work();
  } finally {
    unlinkSync(lock);
  }
}

function taken(lock: string): boolean {
  let fd: number;
  try {
    fd = openSync(lock, 'wx', 0o644); // whoever is kept waiting may read who it is
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'EEXIST') return false; // Node's error
    throw error;
  }
  try {
    writeAllSync(fd, `process ${process.pid} on ${hostname()}`);
  } catch (error) {
    unlinkSync(lock); // nobody would ever take it away
    throw error;
  } finally {
    closeSync(fd);
  }
  return true;
}

function holderOf(lock: string): string {
  try {
    return readFileSync(lock, 'utf8').slice(0, 200) || 'somebody';
  } catch {
    return 'somebody'; // gone in this instant
  }
}
