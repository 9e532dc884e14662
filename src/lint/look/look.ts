// One file of a run: its bytes, whether they speak of the service, and what is found in them. In two passes, since what
// weak words mean is told by other files. What comes out can be handed from one thread to another. Holds nothing of a file.
import { relative, sep } from 'node:path';

import { PaybatchError } from '../../errors.ts';
import { Sieve } from '../files/sieve.ts';
import { notWritten, openSource, type Source, textOf } from '../files/source.ts';
import { formatOf } from '../model/format-of.ts';
import { importsOf } from '../model/imports.ts';
import { FIELDS_IN_WORDS, TYPES_IN_WORDS } from '../model/papers-in-words.ts';
import type { Told } from '../model/told.ts';
import { ANY_LETTERS, ENDPOINT_WORDS, STRONG_LETTERS, STRONG_WORDS, WEAK_WORDS } from '../model/words.ts';
import { isPack, PAPER_LETTERS, papersIn } from '../packs/paper-names.ts';
import type { Hints, Scanned, ScanSettings } from '../scan/scan.ts';
import { mayBeTooMuch } from './memory.ts';

export interface LookSettings extends ScanSettings {
  readonly cwd: string;
  readonly paths: readonly string[];
}

/** A file that a script sends, and where to. */
export interface Sends {
  readonly file: string;
  readonly urls: readonly string[];
}

export type Looked =
  | { readonly kind: 'skipped'; readonly why: string }
  | { readonly kind: 'unreadable'; readonly why: string }
  /** Speaks of nothing that ends. */
  | { readonly kind: 'clean'; readonly cut?: string }
  /** Words that count only beside what other files say; in data by themselves as well. */
  | {
      readonly kind: 'weak';
      readonly imports: readonly string[];
      readonly isCode: boolean;
      /** It names papers of a business; it may have no other word. */
      readonly papers?: true;
      /** It makes a data URL, for whoever calls it. */
      readonly inline?: true;
      readonly cut?: string;
    }
  | {
      readonly kind: 'scanned';
      readonly scanned: Scanned;
      readonly sends: readonly Sends[];
      /** Of source code: what it imports, and what it tells others of its package. */
      readonly imports?: readonly string[];
      readonly told?: Told;
      readonly cut?: string;
    };

/** What other files say of one with weak words. */
export interface Said {
  readonly neighbour: boolean;
  readonly urls: readonly string[];
  readonly told?: Told | undefined;
  readonly papersAlone?: boolean;
}

/** A file to look at; with what others say of it, once that is known. */
export interface Job {
  readonly file: string;
  readonly said?: Said;
}

/** What is asked of whoever looks at a large file; with `text`, at one that isn't on the disk. Can be handed to a process. */
export interface Aside {
  readonly settings: LookSettings;
  readonly job: Job;
  readonly text?: string | undefined;
}

export interface Seen {
  readonly looked: Looked;
  /** What the file's bytes are known by as long as it isn't changed; empty where nothing may be concluded from it. */
  readonly stamp: string;
}

const ANY = new Sieve([...ANY_LETTERS, ...PAPER_LETTERS, 'api/v1/developer']);
/** It tells on whom this service is called. */
const NEW_PATH = 'api/v1/developer';
const STRONG = new Sieve([...STRONG_LETTERS, NEW_PATH]);
const PAPERS = new Sieve(PAPER_LETTERS);
const SCRATCH_BYTES = 1 << 20;
const TABLE_BYTES = 1 << 16;

export class Looker {
  readonly #settings: LookSettings;
  /** Who looks at files that may be too much for this process's memory. */
  readonly #aside: ((job: Job) => Promise<Seen>) | undefined;
  readonly #named: ReadonlySet<string>;
  readonly #scratch = Buffer.allocUnsafe(SCRATCH_BYTES);

  constructor(settings: LookSettings, aside?: (job: Job) => Promise<Seen>) {
    this.#settings = settings;
    this.#aside = aside;
    this.#named = new Set(settings.paths);
  }

  /** A file by itself; or, said what others say of it, one that was called weak before. */
  async look({ file, said }: Job): Promise<Seen> {
    const opened = openSource(file, this.#scratch);
    if ('skip' in opened) return { looked: { kind: 'skipped', why: opened.skip }, stamp: '' };
    if ('unreadable' in opened) return { looked: { kind: 'unreadable', why: opened.unreadable }, stamp: '' };
    const { looked, stamp } = await this.#lookInto(opened, { file, ...(said ? { said } : {}) });
    if (looked.kind === 'skipped' || looked.kind === 'unreadable') return { looked, stamp };
    const cut = opened.cut ?? looked.cut;
    // What was cut off may be anything: no later run may go by it.
    return cut === undefined ? { looked, stamp } : { looked: { ...looked, cut }, stamp: '' };
  }

  /** Of files that are looked at closely alone: for each of thousands it would take longer than the look. */
  #shown(file: string): string {
    return shown(this.#settings.cwd, file);
  }

  async #lookInto(opened: Source, { file, said }: Job): Promise<Seen> {
    const { stamp } = opened;
    const aside = mayBeTooMuch(opened.bytes.length) ? this.#aside : undefined;
    if (said)
      return (
        aside?.({ file, said }) ?? {
          looked: await this.#scan(this.#shown(file), textOf(opened), said),
          stamp,
        }
      );
    const mapped = this.#settings.map !== undefined && /\.(csv|tsv)$/.test(file);
    const tier = mapped || isTableOfPapers(file, opened) ? 'strong' : tierOf(opened);
    if (tier === 'none') return { looked: { kind: 'clean' }, stamp };
    if (aside) return aside({ file });
    const path = this.#shown(file);
    const text = textOf(opened);
    const why = notWritten(file, text);
    if (why !== undefined && !this.#named.has(path)) return { looked: { kind: 'skipped', why }, stamp: '' };
    const looked =
      tier === 'weak' || tier === 'papers'
        ? weak(file, text, namesPapers(opened))
        : await this.text(path, text);
    // Named, it counts although nobody wrote it: that is no knowledge for a run that names its folder.
    return { looked, stamp: why === undefined ? stamp : '' };
  }

  /** A text that isn't on the disk: without any word there is nothing to load readers for. */
  async given(path: string, text: string): Promise<Looked> {
    const mapped = this.#settings.map !== undefined && /\.(csv|tsv)$/.test(path);
    const source = { encoding: 'utf-8' as const, bytes: Buffer.from(text), bom: 0, stamp: '' };
    const isNone = !mapped && tierOf(source) === 'none' && !isTableOfPapers(path, source);
    return isNone ? { kind: 'clean' } : this.text(path, text);
  }

  /** A text by its name, whatever words it has. */
  async text(path: string, text: string): Promise<Looked> {
    const sends: Sends[] = [];
    const looked = await this.#scan(path, text, {
      neighbour: false,
      sends: (file, urls) => sends.push({ file, urls }),
    });
    if (looked.kind !== 'scanned') return looked;
    return looked.told ? { ...looked, sends, imports: importsOf(text) } : { ...looked, sends };
  }

  async #scan(path: string, text: string, hints: Hints): Promise<Looked> {
    try {
      // The readers are loaded for the first file that needs them: most runs over few files have none.
      const { scanText } = await import('../scan/scan.ts');
      const { told, cut, ...scanned } = await scanText(path, text, hints, this.#settings);
      return { kind: 'scanned', scanned, sends: [], ...(told ? { told } : {}), ...(cut ? { cut } : {}) };
    } catch (error) {
      // Nested beyond what any parser takes: what could not be read is never clean.
      if (error instanceof PaybatchError) return { kind: 'unreadable', why: error.message };
      const why = error instanceof RangeError ? 'it is nested too deeply' : String(error);
      return { kind: 'unreadable', why: `can't be parsed: ${why}` };
    }
  }
}

function weak(file: string, text: string, papers: boolean): Looked {
  const { kind } = formatOf(file, text);
  const isCode = kind === 'code' || kind === 'markup';
  const inline = /;base64,|readAsDataURL/.test(text) ? ({ inline: true } as const) : {};
  return { kind: 'weak', imports: importsOf(text), isCode, ...(papers ? { papers } : {}), ...inline };
}

const namesPapers = ({ encoding, bytes }: Source): boolean => encoding !== 'utf-8' || PAPERS.test(bytes);

/** A file as findings name it. */
export const shown = (cwd: string, file: string): string => relative(cwd, file).split(sep).join('/');

/** A table whose beginning names document types or a customer's fields in a person's words, which no other format does. */
const isTableOfPapers = (file: string, { encoding, bytes }: Source): boolean =>
  /\.(csv|tsv)$/.test(file) && encoding === 'utf-8' && isInWords(bytes.toString('latin1', 0, TABLE_BYTES));

const isInWords = (text: string): boolean => TYPES_IN_WORDS.test(text) || FIELDS_IN_WORDS.test(text);

/** The sieves say at once of most files that they have no word; the expressions are exact. All of them are ASCII. */
function tierOf({ encoding, bytes, bom }: Source): 'strong' | 'weak' | 'papers' | 'none' {
  const plain = encoding === 'utf-8';
  if (plain && !ANY.test(bytes)) return 'none';
  const text = plain ? bytes.toString('latin1') : textOf({ encoding, bytes, bom });
  const mayBeStrong = !plain || STRONG.test(bytes);
  if (
    mayBeStrong &&
    (STRONG_WORDS.test(text) ||
      ENDPOINT_WORDS.test(text) ||
      text.includes('paybatch-ignore') ||
      text.includes(NEW_PATH))
  )
    return 'strong';
  if (WEAK_WORDS.test(text)) return 'weak';
  return (!plain || PAPERS.test(bytes)) && isPack(papersIn(text)) ? 'papers' : 'none';
}
