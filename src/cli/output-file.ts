// A file that a command writes where a flag says: looked at before the work begins, and put there whole.
import { randomBytes } from 'node:crypto';
import { resolve } from 'node:path';

import { AtomicFile, removeForgotten } from '../files/atomic-file.ts';
import { whyNotThere } from '../files/output-place.ts';
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
