// Files without any word of this service, as an earlier run of this version found them: they need not be opened again. A file
// that has changed in any way is read. The cache belongs to its user alone and is written whole.
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

/** A pipe under the cache's name must not block, nor a link lead elsewhere. */
const READ = constants.O_RDONLY | constants.O_NONBLOCK | constants.O_NOFOLLOW;
const MAX_BYTES = 32 * 1024 * 1024;
/** Of other folders and versions; the oldest go first. */
const MAX_FILES = 16;
const MAX_ENTRIES = 200_000;
const NAME = /^lint-[0-9a-f]{32}\.cache(\.[0-9a-f]{12}\.part)?$/;
const HEAD = 'paybatch lint cache 2 ';
const STALE_MS = 3_600_000;

const sumOf = (text: string): string => createHash('sha256').update(text).digest('hex');

export class Cache {
  readonly #folder: string;
  readonly #name: string;
  readonly #user: number | undefined;

  /** `key`: what the meaning of the entries depends on. `user`: who has to own it, if the system knows. */
  constructor(folder: string, key: readonly string[], user: number | undefined) {
    this.#folder = folder;
    this.#user = user;
    this.#name = `lint-${sumOf(JSON.stringify(key)).slice(0, 32)}.cache`;
  }

  /** File -> stamp. Anything that this class did not write whole is an empty cache. */
  read(): Map<string, string> {
    try {
      if (!this.#isOwn(lstatSync(this.#folder))) return new Map();
      const handle = openSync(join(this.#folder, this.#name), READ);
      try {
        const stats = fstatSync(handle);
        if (!stats.isFile() || !this.#isOwn(stats) || stats.size > MAX_BYTES) return new Map();
        return entriesIn(readFileSync(handle, 'utf8'));
      } finally {
        closeSync(handle);
      }
    } catch {
      return new Map(); // there is none yet, or it can't be read
    }
  }

  /** A cache that can't be written is no fault of the run. */
  write(entries: ReadonlyMap<string, string>): void {
    const body = [...entries]
      .slice(0, MAX_ENTRIES)
      .map(([file, stamp]) => `${stamp}\t${file}\n`)
      .join('');
    if (body.length > MAX_BYTES / 2) return;
    const part = join(this.#folder, `${this.#name}.${randomBytes(6).toString('hex')}.part`);
    try {
      mkdirSync(this.#folder, { recursive: true, mode: 0o700 });
      if (!this.#isOwn(lstatSync(this.#folder))) return;
      this.#makeRoom();
      writeFileSync(part, `${HEAD}${sumOf(body)}\n${body}`, { mode: 0o600, flag: 'wx' });
      renameSync(part, join(this.#folder, this.#name));
    } catch {
      rmSync(part, { force: true });
    }
  }

  #makeRoom(): void {
    const others = readdirSync(this.#folder)
      .filter((name) => NAME.test(name) && name !== this.#name)
      .map((name) => ({ name, path: join(this.#folder, name) }))
      .map((one) => ({ ...one, atMs: statSync(one.path).mtimeMs }))
      .sort((a, b) => b.atMs - a.atMs);
    others.forEach(({ name, path, atMs }, i) => {
      const isStalePart = name.endsWith('.part') && Date.now() - atMs > STALE_MS;
      if (i >= MAX_FILES - 1 || isStalePart) rmSync(path, { force: true });
    });
  }

  /** Of this user, and nobody else may write it. */
  #isOwn({ uid, mode }: { readonly uid: number; readonly mode: number }): boolean {
    return this.#user === undefined || (uid === this.#user && (mode & 0o022) === 0);
  }
}

function entriesIn(text: string): Map<string, string> {
  const end = text.indexOf('\n');
  const body = text.slice(end + 1);
  if (text.slice(0, end) !== HEAD + sumOf(body)) return new Map();
  const entries = new Map<string, string>();
  for (let at = 0; at < body.length;) {
    const stop = body.indexOf('\n', at);
    const tab = body.indexOf('\t', at);
    entries.set(body.slice(tab + 1, stop), body.slice(at, tab));
    at = stop + 1;
  }
  return entries;
}
