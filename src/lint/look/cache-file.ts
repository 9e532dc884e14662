// Where the cache lies: a file of its user's alone, with a sum over all of it. One that is cut, changed, or somebody
// else's is as good as none. Written beside its place and put there whole, so that two runs at once do no harm.
import { createHash, randomBytes } from 'node:crypto';
import {
  closeSync,
  constants,
  fstatSync,
  lstatSync,
  mkdirSync,
  openSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';

/** A pipe under the cache's name must not keep anybody waiting, nor a link lead elsewhere. */
const READ = constants.O_RDONLY | constants.O_NONBLOCK | constants.O_NOFOLLOW;

const MAX_BYTES = 32 * 1024 * 1024;
/** Of other folders, settings and versions; the oldest go first. */
const MAX_FILES = 16;
const NAME = /^lint-[0-9a-f]{32}\.cache$/;

/** Left behind by a run that was killed. */
const PART = /^lint-[0-9a-f]{32}\.cache\.[0-9a-f]{12}\.part$/;
const STALE_MS = 3_600_000;

const sumOf = (body: string): string => createHash('sha256').update(body).digest('hex');
const HEAD = 'paybatch lint cache 1 ';

export class CacheFile {
  readonly #folder: string;
  readonly #key: readonly string[];
  readonly #name: string;
  readonly #user: number | undefined;

  /** `key`: everything that findings depend on besides the files. `user`: whose it has to be, where the system knows. */
  constructor(folder: string, key: readonly string[], user: number | undefined) {
    this.#folder = folder;
    this.#key = key;
    this.#user = user;
    this.#name = `lint-${sumOf(JSON.stringify(key)).slice(0, 32)}.cache`;
  }

  /** Another of the same run, for files that it names from another folder. */
  for(root: string): CacheFile {
    return new CacheFile(this.#folder, [...this.#key, root], this.#user);
  }

  /** What was written last; `undefined` where that is not for certain. */
  read(): string | undefined {
    try {
      if (!this.#isOwn(lstatSync(this.#folder))) return undefined;
      const handle = openSync(join(this.#folder, this.#name), READ);
      try {
        const stats = fstatSync(handle);
        if (!stats.isFile() || !this.#isOwn(stats) || stats.size > MAX_BYTES) return undefined;
        const text = readFileSync(handle, 'utf8');
        const end = text.indexOf('\n');
        const body = text.slice(end + 1);
        return text.slice(0, end) === HEAD + sumOf(body) ? body : undefined;
      } finally {
        closeSync(handle);
      }
    } catch {
      return undefined; // none yet, or none that can be read
    }
  }

  /** A cache that can't be kept is no fault of the run. */
  write(body: string): void {
    if (body.length > MAX_BYTES / 2) return;
    const part = join(this.#folder, `${this.#name}.${randomBytes(6).toString('hex')}.part`);
    try {
      mkdirSync(this.#folder, { recursive: true, mode: 0o700 });
      if (!this.#isOwn(lstatSync(this.#folder))) return;
      this.#makeRoom();
      writeFileSync(part, `${HEAD}${sumOf(body)}\n${body}`, { mode: 0o600, flag: 'wx' });
      renameSync(part, join(this.#folder, this.#name));
    } catch {
      try {
        rmSync(part, { force: true });
      } catch {
        // in a folder that can't be reached there is no part either
      }
    }
  }

  #makeRoom(): void {
    const names = readdirSync(this.#folder);
    const stale = names.filter((name) => PART.test(name));
    for (const name of stale) {
      const path = join(this.#folder, name);
      if (Date.now() - statSync(path).mtimeMs > STALE_MS) rmSync(path, { force: true });
    }
    const others = names
      .filter((name) => NAME.test(name) && name !== this.#name)
      .map((name) => ({ path: join(this.#folder, name), at: statSync(join(this.#folder, name)).mtimeMs }))
      .sort((a, b) => b.at - a.at);
    for (const { path } of others.slice(MAX_FILES - 1)) rmSync(path, { force: true });
  }

  /** Of this user, and nobody else may write it. */
  #isOwn({ uid, mode }: { readonly uid: number; readonly mode: number }): boolean {
    return this.#user === undefined || (uid === this.#user && (mode & 0o022) === 0);
  }
}
