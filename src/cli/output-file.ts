// A file that a command writes where a flag says: looked at before the work begins, and put there whole.
import { randomBytes } from 'node:crypto';
import { closeSync, constants, fstatSync, openSync, readSync } from 'node:fs';
import { resolve } from 'node:path';

import { AtomicFile, removeForgotten } from '../files/atomic-file.ts';
import { plainPath } from '../files/plain.ts';
import { type Io, UsageError } from './io.ts';

export interface OutputFile {
  readonly path: string;
  /** As the person named it. */
  readonly name: string;
  readonly flag: string;
  readonly code: string;
}

interface Wanted extends Omit<OutputFile, 'path'> {
  /** Whether what is there already is one of the same sort, by how it begins. */
  readonly isOurs: (head: string) => boolean;
  /** Paths that the command looks at by name: never written over. */
  readonly lookedAt?: readonly string[];
}

/** Errors: {@link UsageError} for a link, and for what would be lost. */
export function outputFile({ isOurs, lookedAt = [], ...wanted }: Wanted, io: Io): OutputFile {
  const path = resolve(io.cwd, wanted.name);
  const own = lookedAt.some((one) => resolve(io.cwd, one) === path);
  const why = own ? 'is itself looked at: name another file' : whyNotThere(path, isOurs);
  if (why !== undefined)
    throw new UsageError(`--${wanted.flag} ${plainPath(wanted.name)} ${why}`, wanted.code);
  return { ...wanted, path };
}

/** Whole or not at all; a link that has come there meanwhile is replaced, never followed. */
export async function writeOutput(
  { path, name, flag, code: id }: OutputFile,
  content: AsyncIterable<string> | Iterable<string | Buffer>,
): Promise<void> {
  let file: AtomicFile | undefined;
  try {
    file = await AtomicFile.create(path, randomBytes(6).toString('hex'));
    for await (const some of content) await file.write(some);
    await file.commit();
    await removeForgotten(path);
  } catch (error) {
    await file?.discard();
    const { code, message, syscall } = error as NodeJS.ErrnoException; // Node's error, or one of ours
    if (syscall === undefined && file !== undefined) throw error;
    const why = code === 'ENOENT' ? ': its folder does not exist' : ` (${code ?? message})`;
    throw new UsageError(`--${flag} ${name}: can't be written${why}`, id);
  }
}

/** As much of what is there as is looked at. */
const HEAD_BYTES = 16 * 1024;

/**
 * Why a file of ours can't be put there, behind the file's name: not through a link, which somebody else may have
 * laid there, and not over anything but an earlier one of the same sort. `isOurs`: by its first 16 KiB.
 */
export function whyNotThere(path: string, isOurs: (head: string) => boolean): string | undefined {
  let fd;
  try {
    fd = openSync(path, constants.O_RDONLY | constants.O_NOFOLLOW | constants.O_NONBLOCK);
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException; // Node's error
    if (code === 'ELOOP' || code === 'EMLINK') return 'is a link: nothing is written through it';
    if (code === 'ENOENT' || code === 'ENOTDIR') return undefined; // writing says what is wrong
    return `can't be looked at before it is overwritten (${code ?? String(error)})`;
  }
  try {
    const stats = fstatSync(fd);
    if (!stats.isFile()) return stats.isDirectory() ? 'is a folder' : 'is not a regular file';
    const head = Buffer.alloc(HEAD_BYTES);
    const bytes = readSync(fd, head, 0, HEAD_BYTES, 0);
    if (bytes === 0 || isOurs(head.toString('utf8', 0, bytes))) return undefined;
    return 'holds something else, which would be overwritten: name another file, or move that one away';
  } finally {
    closeSync(fd);
  }
}
