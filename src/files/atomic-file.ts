// A file that appears whole or not at all: written under a temporary name in the same folder, synced, then renamed.
import { randomBytes, randomFillSync } from 'node:crypto';
import { type FileHandle, link, open, readdir, realpath, rename, stat, unlink } from 'node:fs/promises';
import { basename, dirname, join } from 'node:path';

import { beginPart, endPart } from './write-all.ts';

/** Texts are gathered up to so many characters: fewer writes, and their parts are soon free. */
const FLUSH_CHARS = 32 * 1024;
const RESERVE_BYTES = 256 * 1024;

export class AtomicFile {
  readonly path: string;
  readonly #temporary: string;
  readonly #handle: FileHandle;
  #texts: string[] = [];
  #chars = 0;
  #length = 0;
  #reserved = 0;
  /** Writes follow each other, also if nobody waits for them. */
  #last: Promise<void> = Promise.resolve();

  private constructor(path: string, temporary: string, handle: FileHandle) {
    this.path = path;
    this.#temporary = temporary;
    this.#handle = handle;
  }

  /** Creates the temporary file (mode 0600): a folder that can't be written shows now. Errors: the system's. */
  static async create(path: string, id: string): Promise<AtomicFile> {
    const existing = await stat(path).catch(() => undefined);
    if (existing && !existing.isFile())
      throw Object.assign(new Error(`EEXIST: not a regular file, ${path}`), { code: 'EEXIST' });
    const temporary = join(dirname(path), `.${basename(path)}.${id}.tmp`);
    beginPart(temporary);
    const handle = await open(temporary, 'wx', 0o600).catch((error: unknown) => {
      endPart(temporary);
      throw error;
    });
    return new AtomicFile(path, temporary, handle);
  }

  async write(content: string | Buffer): Promise<void> {
    await this.add(content);
  }

  /** The same for many small contents: `undefined` if there is nothing to wait for. Bytes are not copied. */
  add(content: string | Buffer): Promise<void> | undefined {
    if (typeof content !== 'string') {
      this.#flush().catch(() => undefined); // the next write fails as well
      return this.#append(content);
    }
    this.#texts.push(content);
    this.#chars += content.length;
    return this.#chars < FLUSH_CHARS ? undefined : this.#flush();
  }

  #flush(): Promise<void> {
    if (this.#chars === 0) return this.#last;
    const bytes = Buffer.from(this.#texts.join(''), 'utf8');
    this.#texts = [];
    this.#chars = 0;
    return this.#append(bytes);
  }

  /** Waits for the disk. A failure is thrown to the writer, and by commit. */
  async keepUp(): Promise<void> {
    await this.#last.catch(() => undefined);
  }

  #append(bytes: Buffer): Promise<void> {
    this.#last = this.#last.then(() => this.#writeAll(bytes));
    this.#last.catch(() => undefined); // thrown to a waiting caller, and by commit at the latest
    return this.#last;
  }

  async #writeAll(bytes: Buffer): Promise<void> {
    for (let at = 0; at < bytes.length;) {
      const { bytesWritten } = await this.#handle.write(bytes, at, bytes.length - at, this.#length);
      at += bytesWritten;
      this.#length += bytesWritten;
    }
  }

  /**
   * Reserves the room that the file will need, so that a full disk shows now. Later writes use that room; commit frees
   * the rest. Errors: the system's, also ENOSPC.
   */
  async reserve(bytes: number): Promise<void> {
    // Random bytes: some file systems reserve nothing for zeros.
    const block = randomFillSync(Buffer.alloc(Math.min(bytes, RESERVE_BYTES)));
    for (let at = 0; at < bytes;) {
      const { bytesWritten } = await this.#handle.write(block, 0, Math.min(block.length, bytes - at), at);
      at += bytesWritten;
    }
    this.#reserved = bytes;
  }

  /** For a file that others may read. */
  async setMode(mode: number): Promise<void> {
    await this.#handle.chmod(mode);
  }

  /** Syncs the file and renames it, to its path or to another one in the same folder. */
  async commit(path: string = this.path): Promise<void> {
    await this.#flush();
    if (this.#reserved > this.#length) await this.#handle.truncate(this.#length);
    await this.#handle.sync();
    await this.#handle.close();
    await rename(this.#temporary, path);
    endPart(this.#temporary);
    const folder = await open(dirname(path), 'r');
    await folder.sync().catch(() => undefined); // some file systems can't sync a folder; the file is renamed all the same
    await folder.close();
  }

  /** Removes the temporary file. Safe after a failed commit. */
  async discard(): Promise<void> {
    await this.#handle.close().catch(() => undefined); // may be closed already
    await unlink(this.#temporary).catch(() => undefined); // may be renamed already
    endPart(this.#temporary);
  }
}

/**
 * Whether the file at this path can be replaced later: not a mounted single file, nor an immutable one. Such files
 * can't get a second name either, which is tried here. A file system without hard links, or another user's file,
 * passes. Errors: the system's.
 */
export async function tryReplacing(path: string, makeLink = link): Promise<void> {
  const there = await stat(path).catch(() => undefined);
  if (!there?.isFile()) return;
  const own = join(dirname(path), `.${basename(path)}.${randomBytes(6).toString('hex')}.tmp`);
  const second = `${own}2`;
  const failureOf = (from: string): Promise<NodeJS.ErrnoException | undefined> =>
    makeLink(from, second).then(
      () => undefined,
      (error: unknown) => error as NodeJS.ErrnoException, // Node's errors
    );
  try {
    const failure = await failureOf(path);
    if (failure === undefined) return;
    const handle = await open(own, 'wx', 0o600).catch(() => undefined); // a folder that can't be written is refused elsewhere
    const user = (await handle?.stat())?.uid;
    await handle?.close();
    const isOthers = user !== 0 && user !== there.uid && failure.code !== 'EXDEV';
    if (handle && !isOthers && (await failureOf(own)) === undefined) throw failure;
  } finally {
    await Promise.all([own, second].map((name) => unlink(name).catch(() => undefined))); // if they were created
  }
}

/** Writes a whole file, through a link of that name; mode 0600 by default. Errors: the system's. */
export async function writeWhole(
  path: string,
  content: string | Buffer | AsyncIterable<Buffer>,
  mode?: number,
): Promise<void> {
  const file = await AtomicFile.create(
    await realpath(path).catch(() => path),
    randomBytes(6).toString('hex'),
  );
  try {
    if (mode !== undefined) await file.setMode(mode);
    const pieces = typeof content === 'string' || Buffer.isBuffer(content) ? [content] : content;
    for await (const piece of pieces) await file.write(piece);
    await file.commit();
  } catch (error) {
    await file.discard();
    throw error;
  }
}

/**
 * Removes temporary files that a killed process left for this path. `alive`: whether the process of an id still runs.
 */
export async function removeStale(path: string, alive: (id: string) => Promise<boolean>): Promise<void> {
  const start = `.${basename(path)}.`;
  const names = await readdir(dirname(path)).catch(() => [] as string[]);
  for (const name of names) {
    if (!name.startsWith(start) || !name.endsWith('.tmp')) continue;
    if (await alive(name.slice(start.length, -'.tmp'.length))) continue;
    await unlink(join(dirname(path), name)).catch(() => undefined); // another run may be faster
  }
}
