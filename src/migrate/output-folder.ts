// The folder that a migration writes to. Links inside it are refused, so that nothing is written elsewhere. Files are
// 0600, folders 0700, and each file appears complete or not at all.
import { createHash, randomBytes } from 'node:crypto';
import { createReadStream, existsSync } from 'node:fs';
import { type FileHandle, lstat, mkdir, realpath } from 'node:fs/promises';
import { isAbsolute, join } from 'node:path';

import { PaybatchError } from '../errors.ts';
import { AtomicFile, writeWhole } from '../files/atomic-file.ts';
import { placed } from '../files/input-error.ts';
import { notRegular } from '../files/small-file.ts';
import type { Message } from '../message.ts';
import { migrateMessage } from './messages.ts';

/** The output can't be written as it has to be. */
export class OutputError extends PaybatchError {
  constructor(file: string, what: Message) {
    super('out', placed('at_place', { file, what }));
  }
}

export const isInside = (path: string): boolean =>
  !isAbsolute(path) && !path.split('/').some((part) => part === '' || part === '.' || part === '..');

export class OutputFolder {
  readonly #root: string;
  /** Part of the temporary names of this migration. */
  readonly #id = randomBytes(6).toString('hex');

  private constructor(root: string) {
    this.#root = root;
  }

  /** `path` itself may be a link: the user named it. */
  static async open(path: string): Promise<OutputFolder> {
    await mkdir(path, { recursive: true, mode: 0o700 });
    return new OutputFolder(await realpath(path));
  }

  /** A file that is written in parts. Errors: {@link OutputError}, and the system's. */
  async create(path: string): Promise<AtomicFile> {
    return AtomicFile.create(await this.#place(path), this.#id);
  }

  async write(path: string, content: Buffer): Promise<void> {
    await writeWhole(await this.#place(path), content);
  }

  /** A document. A different file of that name is not replaced. Errors: {@link OutputError}, and the system's. */
  async copy(path: string, from: FileHandle): Promise<void> {
    const target = await this.#place(path);
    const content = (): AsyncIterable<Buffer> =>
      from.createReadStream({ autoClose: false, start: 0 }) as AsyncIterable<Buffer>; // no encoding is set
    if (!existsSync(target)) return writeWhole(target, content());
    const known = await hashOf(createReadStream(target) as AsyncIterable<Buffer>); // no encoding is set
    if (known !== (await hashOf(content()))) throw new OutputError(target, migrateMessage('other_document'));
  }

  /** The absolute path; makes its folders. */
  async #place(path: string): Promise<string> {
    if (!isInside(path)) throw new Error(`not inside the output folder: ${path}`);
    const parts = path.split('/');
    let at = this.#root;
    for (const part of parts.slice(0, -1)) {
      at = join(at, part);
      await mkdir(at, { mode: 0o700 }).catch((error: unknown) => {
        if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error; // Node's error
      });
      const there = await lstat(at);
      if (there.isSymbolicLink()) throw new OutputError(at, migrateMessage('is_link'));
    }
    const target = join(at, parts.at(-1) ?? '');
    const there = await lstat(target).catch(() => undefined);
    if (there?.isSymbolicLink() === true) throw new OutputError(target, migrateMessage('is_link'));
    if (there && !there.isFile()) throw new OutputError(target, notRegular(there));
    return target;
  }
}

async function hashOf(content: AsyncIterable<Buffer>): Promise<string> {
  const hash = createHash('sha256');
  for await (const piece of content) hash.update(piece);
  return hash.digest('hex');
}
