// Files whose rows are rows of this one: its retry files, the file that it is a retry of, and so on. A row is told by the file's
// bytes and the line that it begins on, which no reading changes.
import type { Ledger, RunKind, RunRecord } from '../../../ledger/ledger.ts';
import { isSameSheet, sheetOf } from '../../input/named-sheet.ts';
import { Refusal } from '../../input/refusal.ts';
import {
  type CutFrom,
  cutFrom,
  leftBy,
  MOST_FILES,
  type Remembered,
  rowsOf,
} from '../../results/retry-lineage.ts';
import type { Comparing } from './comparing.ts';

/** A line of another file -> that of this one, of rows that are to be sent. */
type LineOf = (line: number) => number | undefined;

type FileName = Pick<CutFrom, 'hash' | 'sheet'>;
interface RelatedFile extends FileName {
  readonly lineOf: LineOf;
}

/** A row as a run has read it, and where it stands here. */
export interface RowRead {
  readonly run: RunRecord;
  readonly key: string;
  readonly line: number;
}

type Read = Pick<Ledger, 'run' | 'runsOfFile' | 'eachRunRow' | 'upload'>;
type Own = Pick<Comparing, 'file' | 'hash' | 'sheet'> & { readonly ledger: Read };

export class SameRows {
  readonly #ledger: Read;
  readonly #kind: RunKind;
  readonly #name: string;
  readonly #files: RelatedFile[] = [];
  readonly #byHash = new Map<string, RelatedFile[]>();

  /** `isToBeSent`: whether a row of this file that begins on a line is one. */
  constructor({ file, ledger, hash, sheet }: Own, kind: RunKind, isToBeSent: (line: number) => boolean) {
    [this.#ledger, this.#kind, this.#name] = [ledger, kind, file];
    this.#add({ hash, sheet, lineOf: (line) => (isToBeSent(line) ? line : undefined) });
  }

  /**
   * Each row to be sent as the runs have read it that read these rows, whatever file they stood in. Errors: {@link Refusal} where
   * there are too many files to know them all.
   */
  async *reads(isDone: (run: RunRecord) => boolean): AsyncGenerator<RowRead> {
    for await (const { file, runs } of this.#walk()) {
      for (const run of runs) {
        if (isDone(run)) continue;
        for await (const { key, line } of this.#ledger.eachRunRow(run.id)) {
          const own = file.lineOf(line);
          if (own !== undefined && key !== null) yield { run, key, line: own };
        }
      }
    }
  }

  /** A run of these that reads such rows. Errors: as `reads`. */
  async readerAmong(isOne: (run: RunRecord) => boolean): Promise<RunRecord | undefined> {
    for await (const { runs } of this.#walk()) {
      const reader = runs.find(isOne);
      if (reader) return reader;
    }
    return undefined;
  }

  /** Where a row of a run's file stands here; `null` for files that have none of these rows. */
  placeOf({ fileHash, settings }: RunRecord, line: number): number | undefined | null {
    const file = fileHash === null ? undefined : this.#known({ hash: fileHash, sheet: sheetOf(settings) });
    return file ? file.lineOf(line) : null;
  }

  /** It grows under way. */
  async *#walk(): AsyncGenerator<{ readonly file: RelatedFile; readonly runs: readonly RunRecord[] }> {
    for (const file of this.#files) {
      const runs = await this.#runsOf(file);
      yield { file, runs };
      for (const run of runs) await this.#addLeft(run, file);
      await this.#addParents(file);
    }
  }

  async #runsOf({ hash, sheet }: RelatedFile): Promise<RunRecord[]> {
    const ids = await this.#ledger.runsOfFile(this.#kind, hash);
    const runs = await Promise.all(ids.map((id) => this.#ledger.run(id)));
    return runs.filter((run) => run !== undefined).filter((run) => isSameSheet(sheetOf(run.settings), sheet));
  }

  /** The retry files that a run of it has written. */
  async #addLeft(run: RunRecord, file: RelatedFile): Promise<void> {
    const { lineOf } = file;
    for (const hash of this.#all(await leftBy(run.id, this.#ledger))) {
      if (this.#known({ hash, sheet: '' })) continue;
      const found = await cutFrom(hash, this.#ledger);
      const rows = rowsOf(found, file);
      // It may be one of those that aren't remembered any more.
      if (rows.length === 0) this.#all(found);
      this.#relate(
        { hash, sheet: '' },
        rows.map(({ line, from }) => [line, lineOf(from)]),
      );
    }
  }

  /** The files that it was cut from. */
  async #addParents({ hash, lineOf }: RelatedFile): Promise<void> {
    const found = await cutFrom(hash, this.#ledger);
    for (const file of this.#all(found)) {
      if (this.#known(file)) continue;
      this.#relate(
        file,
        rowsOf(found, file).map(({ line, from }) => [from, lineOf(line)]),
      );
    }
  }

  /** `lines`: its own, and where they stand here. */
  #relate({ hash, sheet }: FileName, lines: readonly (readonly [number, number | undefined])[]): void {
    const known = new Map(lines.filter((one): one is [number, number] => one[1] !== undefined));
    if (known.size === 0) return;
    if (this.#files.length >= MOST_FILES) this.#refuse();
    this.#add({ hash, sheet, lineOf: (line) => known.get(line) });
  }

  #add(file: RelatedFile): void {
    this.#files.push(file);
    this.#byHash.set(file.hash, [...(this.#byHash.get(file.hash) ?? []), file]);
  }

  #known({ hash, sheet }: FileName): RelatedFile | undefined {
    return this.#byHash.get(hash)?.find((one) => isSameSheet(one.sheet, sheet));
  }

  /** What isn't known may have paid them. */
  #all<T>({ known, isCut }: Remembered<T>): readonly T[] {
    if (isCut) this.#refuse();
    return known;
  }

  #refuse(): never {
    const text = `${this.#name}: rows of it stand in more than ${MOST_FILES} files (retry files, and what those were cut from): whether one of them was paid there, read otherwise, isn't known any more`;
    throw new Refusal('alike', text, undefined, 'alike_many');
  }
}
