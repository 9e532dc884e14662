// A file that a flag names as output: checked before the work begins, and written complete or not at all.
import { randomBytes } from 'node:crypto';
import { closeSync, constants, fstatSync, openSync, readSync } from 'node:fs';
import { resolve } from 'node:path';

import { AtomicFile } from '../files/atomic-file.ts';
import { plainPath } from '../files/plain.ts';
import { type Io, UsageError } from './io.ts';
import { printParts } from './render/print.ts';

export interface OutputFile {
  readonly path: string;
  /** As the user named it. */
  readonly name: string;
  readonly flag: string;
  readonly code: string;
}

interface WantedOutput extends Omit<OutputFile, 'path'> {
  /** Whether an existing file is one of the same kind, by its beginning. */
  readonly isOurs: (head: string) => boolean;
  /** Files that the command reads: they are never overwritten. */
  readonly lookedAt?: readonly string[];
}

/** Errors: {@link UsageError} for a link, or for a file that would be lost. */
export function outputFile({ isOurs, lookedAt = [], ...wanted }: WantedOutput, io: Io): OutputFile {
  const path = resolve(io.cwd, wanted.name);
  const own = lookedAt.some((one) => resolve(io.cwd, one) === path);
  const why = own ? 'is also an input of this command: name another file' : whyNotThere(path, isOurs);
  if (why !== undefined)
    throw new UsageError(`--${wanted.flag} ${plainPath(wanted.name)} ${why}`, wanted.code);
  return { ...wanted, path };
}

/** A link that was put there meanwhile is replaced, never followed. */
export async function writeOutput(
  { path, name, flag, code: id }: OutputFile,
  content: AsyncIterable<string> | Iterable<string | Buffer>,
): Promise<void> {
  let file: AtomicFile | undefined;
  try {
    file = await AtomicFile.create(path, randomBytes(6).toString('hex'));
    for await (const some of content) await file.write(some);
    await file.commit();
  } catch (error) {
    await file?.discard();
    const { code, message, syscall } = error as NodeJS.ErrnoException; // Node's error, or one of ours
    if (syscall === undefined && file !== undefined) throw error;
    const why = code === 'ENOENT' ? ': its folder does not exist' : ` (${code ?? message})`;
    throw new UsageError(`--${flag} ${name}: can't be written${why}`, id);
  }
}

/** Into the file that a flag names, whose name is printed; without one, to standard output. */
export async function writeOrPrint(
  place: OutputFile | undefined,
  content: AsyncIterable<string> | Iterable<string>,
  io: Io,
): Promise<void> {
  if (!place) return printParts(io, content);
  await writeOutput(place, content);
  io.out(`${place.name}\n`);
}

const HEAD_BYTES = 16 * 1024;

/**
 * Why the output can't be written there: it is a link, which somebody else may have made, or a file of another kind.
 * Follows the file's name. `isOurs`: by the first 16 KiB.
 */
export function whyNotThere(path: string, isOurs: (head: string) => boolean): string | undefined {
  let fd;
  try {
    fd = openSync(path, constants.O_RDONLY | constants.O_NOFOLLOW | constants.O_NONBLOCK);
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException; // Node's error
    if (code === 'ELOOP' || code === 'EMLINK') return 'is a link: nothing is written through it';
    if (code === 'ENOENT' || code === 'ENOTDIR') return undefined; // writing reports what is wrong
    return `can't be looked at before it is overwritten (${code ?? String(error)})`;
  }
  try {
    const stats = fstatSync(fd);
    if (!stats.isFile()) return stats.isDirectory() ? 'is a folder' : 'is not a regular file';
    const head = Buffer.alloc(HEAD_BYTES);
    const bytes = readSync(fd, head, 0, HEAD_BYTES, 0);
    if (bytes === 0 || isOurs(head.toString('utf8', 0, bytes))) return undefined;
    return 'is a different file, which would be overwritten: name another file, or move that one away';
  } finally {
    closeSync(fd);
  }
}
