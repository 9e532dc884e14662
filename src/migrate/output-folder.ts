// The folder that a migration writes to. Nothing leaves it: a link on the way is refused, not followed. What is written is
// its owner's alone (files 0600, folders 0700), and each file appears whole or not at all.
import { randomBytes } from 'node:crypto';
import { type FileHandle, lstat, mkdir, open, realpath, rmdir, unlink } from 'node:fs/promises';
import { isAbsolute, join } from 'node:path';

import { PaybatchError } from '../errors.ts';
import { AtomicFile } from '../files/atomic-file.ts';
import { beginPart, endPart } from '../files/parts.ts';
import { asOpened, judgeUnchanged } from '../files/unchanged.ts';

const BLOCK_BYTES = 256 * 1024;

/** The output can't be written as it has to be. */
export class OutputError extends PaybatchError {
  constructor(message: string) {
    super('out', message);
  }
}

export class OutputFolder {
  readonly #root: string;
  /** Part of the temporary names of this migration. */
  readonly #id = randomBytes(6).toString('hex');
  /** Whole files that go again if the rest of the migration fails. */
  readonly #new = new Set<string>();
  readonly #newFolders: string[] = [];

  private constructor(root: string) {
    this.#root = root;
  }

  /** `path` itself may be a link: it was named by the person who runs this. */
  static async open(path: string): Promise<OutputFolder> {
    await mkdir(path, { recursive: true, mode: 0o700 });
    return new OutputFolder(await realpath(path));
  }

  /** A file that is written bit by bit. Errors: {@link OutputError}, and the system's. */
  async create(name: string): Promise<AtomicFile> {
    return AtomicFile.create(await this.#place(name), this.#id);
  }

  /** One with the same bytes is left as it is. */
  async write(path: string, bytes: Buffer): Promise<void> {
    const target = await this.#place(path);
    if (await holds(target, bytes)) return;
    await this.#whole(target, (file) => file.writeBytes(bytes));
  }

  /** Errors: InputError where `from`, which lies at `source`, changes meanwhile. */
  async copy(path: string, from: FileHandle, source: string): Promise<void> {
    const opened = await asOpened(source, from);
    await this.#whole(await this.#place(path), async (file) => {
      const block = Buffer.allocUnsafe(BLOCK_BYTES);
      for (let at = 0; ;) {
        const { bytesRead } = await from.read(block, 0, block.length, at);
        if (bytesRead === 0) return judgeUnchanged(opened);
        await file.writeBytes(block.subarray(0, bytesRead));
        at += bytesRead;
      }
    });
  }

  /** Where a path lies, with its folders made. */
  async #place(path: string): Promise<string> {
    const parts = path.split('/');
    if (isAbsolute(path) || parts.some((part) => part === '' || part === '.' || part === '..'))
      throw new OutputError(`${path} doesn't lie inside the output folder`);
    let at = this.#root;
    for (const part of parts.slice(0, -1)) {
      at = join(at, part);
      if (await makeFolder(at)) this.#newFolders.push(at);
      const there = await lstat(at);
      if (there.isSymbolicLink()) throw new OutputError(`${at} is a link: nothing is written through it`);
      if (!there.isDirectory()) throw new OutputError(`${at} is not a folder`);
    }
    const target = join(at, parts.at(-1) ?? '');
    const there = await lstat(target).catch(() => undefined);
    if (there?.isSymbolicLink() === true)
      throw new OutputError(`${target} is a link: nothing is written through it`);
    if (there && !there.isFile()) throw new OutputError(`${target} is not a regular file`);
    return target;
  }

  async #whole(target: string, fill: (file: AtomicFile) => Promise<void>): Promise<void> {
    const isNew = (await lstat(target).catch(() => undefined)) === undefined;
    const file = await AtomicFile.create(target, this.#id);
    try {
      await fill(file);
      if (isNew) this.#begin(target);
      await file.commit();
    } catch (error) {
      await file.discard();
      throw error;
    }
  }

  #begin(target: string): void {
    this.#new.add(target);
    beginPart(target);
  }

  /** What was written stays: all of it is there. */
  keep(): void {
    for (const path of this.#new) endPart(path);
    this.#new.clear();
  }

  /** Takes away what was not there before. Safe after {@link keep}. */
  async discard(): Promise<void> {
    for (const path of this.#new) {
      await unlink(path).catch(() => undefined); // the rename may have failed
      endPart(path);
    }
    this.#new.clear();
    // The innermost first; one that holds something stays.
    for (const path of this.#newFolders.reverse()) await rmdir(path).catch(() => undefined);
  }
}

/** Whether it is new. One that is there already is looked at by the caller. */
async function makeFolder(path: string): Promise<boolean> {
  try {
    await mkdir(path, { mode: 0o700 });
    return true;
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error; // Node's error
    return false;
  }
}

async function holds(path: string, bytes: Buffer): Promise<boolean> {
  const handle = await open(path, 'r').catch(() => undefined);
  if (!handle) return false;
  try {
    const { size } = await handle.stat();
    return size === bytes.length && (await handle.readFile()).equals(bytes);
  } finally {
    await handle.close();
  }
}
