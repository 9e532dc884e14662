// Reads a small file that somebody named beside the input, whole: settings, a secret, a map, a baseline, answers. A
// regular file, or a pipe that is filled at once (`--map <(...)`); never a device, never more than its limit, never
// waiting for ever.
import { closeSync, constants, fstatSync, openSync, readSync, type Stats, statSync } from 'node:fs';

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

export class SmallFileError extends Error {
  /** The system's code, where it gave one. */
  readonly code: string | undefined;

  constructor(message: string, cause?: unknown) {
    super(message, { cause });
    this.code = cause === undefined ? undefined : (cause as NodeJS.ErrnoException).code; // Node's error
  }
}

/** The text without a byte order mark. Errors: {@link SmallFileError}, to be put behind the file's name and a colon. */
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
    throw new SmallFileError(whyNot(error), error);
  }
  try {
    const stats = fstatSync(fd);
    if (stats.isDirectory()) throw new SmallFileError('is a folder, no file');
    if (!stats.isFile() && !stats.isFIFO()) throw new SmallFileError('is a device, no file');
    if (stats.size > limit) throw tooLarge(limit);
    return readAll(fd, limit, stats.isFIFO() ? pipeMs : 0);
  } catch (error) {
    throw error instanceof SmallFileError ? error : new SmallFileError(whyNot(error), error);
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
      if (waited >= waitMs) throw new SmallFileError(`is a pipe that nobody filled in ${waitMs / 1_000} s`);
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

const tooLarge = (limit: number): SmallFileError =>
  new SmallFileError(
    `is larger than ${limit >= MIB ? `${limit / MIB} MiB` : `${limit / 1_024} KiB`}, the most that is read`,
  );

function whyNot(error: unknown): string {
  const { code, message } = error as NodeJS.ErrnoException; // Node's error
  if (code === 'ENOENT') return 'there is no such file: check the path';
  if (code === 'EACCES' || code === 'EPERM') return 'no permission to read it';
  return `can't be read (${code ?? message})`;
}

/** What is at a path that a person named; `undefined` if nothing is there, or it can't be reached. */
export function statsOf(path: string): Stats | undefined {
  try {
    return statSync(path);
  } catch {
    return undefined;
  }
}
