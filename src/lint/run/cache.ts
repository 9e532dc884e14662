// Files that an earlier run of this version found without any word of this service. An unchanged file is not opened
// again. The cache is written whole.
import { createHash } from 'node:crypto';
import { mkdirSync, readdirSync, readFileSync, renameSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

/** Of other folders and versions; the oldest go first. */
const MAX_FILES = 16;
const MAX_ENTRIES = 200_000;
const NAME = /^lint-[0-9a-f]{32}\.cache/;
const HEAD = 'paybatch lint cache 2 ';

const sumOf = (text: string): string => createHash('sha256').update(text).digest('hex');

export class Cache {
  readonly #folder: string;
  readonly #name: string;

  /** `key`: what the meaning of the entries depends on. */
  constructor(folder: string, key: readonly string[]) {
    this.#folder = folder;
    this.#name = `lint-${sumOf(JSON.stringify(key)).slice(0, 32)}.cache`;
  }

  /** File -> stamp. Anything that this class did not write whole is an empty cache. */
  read(): Map<string, string> {
    try {
      return entriesIn(readFileSync(join(this.#folder, this.#name), 'utf8'));
    } catch {
      return new Map(); // there is none yet, or it can't be read
    }
  }

  /** A cache that can't be written does not fail the run. */
  write(entries: ReadonlyMap<string, string>): void {
    const lines = [...entries].slice(0, MAX_ENTRIES).map(([file, stamp]) => `${stamp}\t${file}\n`);
    const body = lines.join('');
    try {
      mkdirSync(this.#folder, { recursive: true, mode: 0o700 });
      this.#makeRoom();
      const part = join(this.#folder, `${this.#name}.${process.pid}.part`);
      writeFileSync(part, `${HEAD}${sumOf(body)}\n${body}`, { mode: 0o600 });
      renameSync(part, join(this.#folder, this.#name));
    } catch {
      // The next run reads all files again.
    }
  }

  #makeRoom(): void {
    const others = readdirSync(this.#folder)
      .filter((name) => NAME.test(name) && name !== this.#name)
      .map((name) => join(this.#folder, name))
      .sort((a, b) => statSync(b).mtimeMs - statSync(a).mtimeMs);
    for (const path of others.slice(MAX_FILES - 1)) rmSync(path, { force: true });
  }
}

function entriesIn(text: string): Map<string, string> {
  const end = text.indexOf('\n');
  const body = text.slice(end + 1);
  const isWhole = text.slice(0, end) === HEAD + sumOf(body);
  const lines = isWhole ? body.split('\n').slice(0, -1) : [];
  return new Map(
    lines.map((line) => {
      const tab = line.indexOf('\t');
      return [line.slice(tab + 1), line.slice(0, tab)];
    }),
  );
}
