// Reads a whole small file: settings, a secret, a map, a baseline, answers. It may be a regular file, or a pipe that is
// filled at once (`--map <(...)`). A device, a larger file and a pipe without a writer are errors.
import { closeSync, constants, fstatSync, openSync, readSync, type Stats, statSync } from 'node:fs';

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

/** Milliseconds to wait for a pipe, and between two tries. */
const PIPE_MS = 5_000;
const LOOK_MS = 10;

/** The message follows the file's name. The code is the system's, if it gave one. */
export class SmallFileError extends PaybatchError {
  constructor(told: Message, cause?: unknown) {
    const { code = 'unreadable' } = (cause ?? {}) as NodeJS.ErrnoException; // Node's error
    super(code, told, { cause });
  }
}

/** The text without a byte order mark. Errors: {@link SmallFileError}. */
export function readSmallFile(path: string, limit: number, pipeMs = PIPE_MS): string {
  return readSmallBytes(path, limit, pipeMs)
    .toString('utf8')
    .replace(/^\ufeff/, '');
}

export function readSmallBytes(path: string, limit: number, pipeMs = PIPE_MS): Buffer {
  let fd;
  try {
    // Without O_NONBLOCK, opening a named pipe without a writer would wait for ever.
    fd = openSync(path, constants.O_RDONLY | constants.O_NONBLOCK);
  } catch (error) {
    throw new SmallFileError(readProblem(error), error);
  }
  try {
    const stats = fstatSync(fd);
    if (!stats.isFile() && !stats.isFIFO()) throw new SmallFileError(notRegular(stats));
    if (stats.size > limit) throw tooLarge(limit);
    return readAll(fd, limit, stats.isFIFO() ? pipeMs : 0);
  } catch (error) {
    throw error instanceof SmallFileError ? error : new SmallFileError(readProblem(error), error);
  } finally {
    closeSync(fd);
  }
}

function readAll(fd: number, limit: number, waitMs: number): Buffer {
  const parts: Buffer[] = [];
  let bytes = 0;
  for (let waited = 0; ;) {
    const part = Buffer.allocUnsafe(Math.min(limit + 1 - bytes, 256 * 1024));
    const count = readSome(fd, part);
    // A pipe without a writer reads like an empty file.
    if (count === undefined || (count === 0 && bytes === 0 && waitMs > 0)) {
      if (waited >= waitMs)
        throw new SmallFileError(bytesMessage('pipe_unfilled', { seconds: waitMs / 1_000 }));
      Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, LOOK_MS);
      waited += LOOK_MS;
      continue;
    }
    if (count === 0) return Buffer.concat(parts);
    parts.push(part.subarray(0, count));
    bytes += count;
    if (bytes > limit) throw tooLarge(limit);
  }
}

/** `undefined`: the pipe has no bytes yet. */
function readSome(fd: number, into: Buffer): number | undefined {
  try {
    return readSync(fd, into, 0, into.length, null);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'EAGAIN') return undefined; // Node's error
    throw error;
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
