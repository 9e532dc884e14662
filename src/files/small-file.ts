// Reads a whole small file: settings, a secret, a map, a baseline, answers. It may be a regular file, or a pipe
// (`--map <(...)`), which is read to its end. A device and a larger file are errors.
import { readFileSync, type Stats, statSync } from 'node:fs';

import { PaybatchError } from '../errors.ts';
import type { Message } from '../message.ts';
import { bytesMessage } from './messages.ts';

const MIB = 1024 * 1024;

/** The largest size of each kind, in bytes. */
export const SMALL = {
  secret: 64 * 1024,
  settings: 16 * MIB,
  /** A request's body, perhaps with documents. */
  body: 64 * MIB,
  /** Made by tools: baselines, reports, recordings of calls. */
  report: 256 * MIB,
} as const;

/** The message follows the file's name. The code is the system's, if it gave one. */
export class SmallFileError extends PaybatchError {
  constructor(told: Message, cause?: unknown) {
    const { code = 'unreadable' } = (cause ?? {}) as NodeJS.ErrnoException; // Node's error
    super(code, told, { cause });
  }
}

/** The text without a byte order mark. Errors: {@link SmallFileError}. */
export const readSmallFile = (path: string, limit: number): string =>
  readSmallBytes(path, limit)
    .toString('utf8')
    .replace(/^\ufeff/, '');

export function readSmallBytes(path: string, limit: number): Buffer {
  try {
    const stats = statSync(path);
    if (!stats.isFile() && !stats.isFIFO()) throw new SmallFileError(notRegular(stats));
    if (stats.size > limit) throw tooLarge(limit);
    const bytes = readFileSync(path);
    if (bytes.length > limit) throw tooLarge(limit);
    return bytes;
  } catch (error) {
    throw error instanceof SmallFileError ? error : new SmallFileError(readProblem(error), error);
  }
}

const tooLarge = (most: number): SmallFileError => new SmallFileError(bytesMessage('too_large', { most }));

/** The message for a file that is not regular. */
export const notRegular = (stats: Stats): Message =>
  bytesMessage('not_regular', { is: stats.isDirectory() ? 'folder' : 'other' });

/** Why the system did not open or read a file. */
export function readProblem(error: unknown): Message {
  const { code, message } = error as NodeJS.ErrnoException; // Node's error
  return bytesMessage('system_cannot_read', { code, said: message });
}

/** The state of the file at a path; `undefined` if there is none, or it can't be reached. */
export function statsOf(path: string): Stats | undefined {
  try {
    return statSync(path);
  } catch {
    return undefined;
  }
}
