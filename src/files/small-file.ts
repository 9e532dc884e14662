// Reads a small file that somebody named beside the input, whole: settings, a secret, a map, a baseline, answers. A
// regular file, or a pipe that is filled at once (`--map <(...)`); never a device, never more than its limit, never
// waiting for ever.
import { closeSync, constants, fstatSync, openSync, readSync, type Stats, statSync } from 'node:fs';

import { PaybatchError } from '../errors.ts';
import type { Message } from '../message.ts';
import { bytesMessage } from './messages.ts';

const MIB = 1024 * 1024;

/** How large each kind may be, in bytes. */
export const SMALL = {
  secret: 64 * 1024,
  settings: 16 * MIB,
  /** A request's body: documents may stand in it. */
  body: 64 * MIB,
  /** Made by tools: baselines, reports, recordings of calls. */
  report: 256 * MIB,
} as const;

/** How long a pipe may keep us waiting, in milliseconds, and how often it is looked at. */
const PIPE_MS = 5_000;
const LOOK_MS = 10;

/** Told behind the file's name and a colon. Its code is the system's, where it gave one. */
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
    // Without O_NONBLOCK, opening a named pipe that nobody writes would wait for ever.
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
    // A pipe that nobody has opened to write yet reads as an empty one.
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

/** `undefined`: nothing is there yet. */
function readSome(fd: number, into: Buffer): number | undefined {
  try {
    return readSync(fd, into, 0, into.length, null);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'EAGAIN') return undefined; // Node's error
    throw error;
  }
}

const tooLarge = (most: number): SmallFileError => new SmallFileError(bytesMessage('too_large', { most }));

/** Of what is no regular file. */
export const notRegular = (stats: Stats): Message =>
  bytesMessage('not_regular', { is: stats.isDirectory() ? 'folder' : 'other' });

/** Why the system doesn't open or read a file. */
export function readProblem(error: unknown): Message {
  const { code, message } = error as NodeJS.ErrnoException; // Node's error
  return bytesMessage('system_cannot_read', { code, said: message });
}

/** What is at a path that a person named; `undefined` if nothing is there, or it can't be reached. */
export function statsOf(path: string): Stats | undefined {
  try {
    return statSync(path);
  } catch {
    return undefined;
  }
}
