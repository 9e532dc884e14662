// Files whose rows are rows of this one: its retry files, the file that it is a retry of, and so on. A row is told by the file's
// bytes and the line that it begins on, which no reading changes.
import type { Ledger, RunKind, RunRecord } from '../../../ledger/ledger.ts';
import { isSameSheet, sheetOf } from '../../input/named-sheet.ts';
import { leftBy, writersOf } from '../../results/retry-lineage.ts';
import type { ReadFile } from './same-file.ts';

/** Files of one lineage that are looked through: more nights than anybody corrects one file. */
const FILES = 50;

/** A line of another file -> that of this one, of rows that are to be sent. */
type LineOf = (line: number) => number | undefined;

interface RelatedFile {
  readonly hash: string;
  readonly sheet: string;
  readonly lineOf: LineOf;
}

/** A row as a run has read it, and where it stands here. */
export interface RowRead {
  readonly run: RunRecord;
  readonly key: string;
  readonly line: number;
}

type Read = Pick<Ledger, 'run' | 'runsOfFile' | 'eachRunRow' | 'upload'>;

export class SameRows {
  readonly #ledger: Read;
  readonly #kind: RunKind;
  readonly #files: RelatedFile[];

  /** `isToBeSent`: whether a row of this file that begins on a line is one. */
  constructor(ledger: Read, kind: RunKind, file: ReadFile, isToBeSent: (line: number) => boolean) {
    this.#ledger = ledger;
    this.#kind = kind;
    this.#files = [
      {
        hash: file.hash,
        sheet: file.sheet,
        lineOf: (line) => (isToBeSent(line) ? line : undefined),
      },
    ];
  }

  /** Each row to be sent as the runs have read it that read these rows, whatever file they stood in. */
  async *reads(isDone: (run: RunRecord) => boolean): AsyncGenerator<RowRead> {
    // It grows under way.
    for (const file of this.#files) {
      for (const run of await this.#runsOf(file)) {
        if (!isDone(run))
          for await (const { key, line } of this.#ledger.eachRunRow(run.id)) {
            const own = file.lineOf(line);
            if (own !== undefined && key !== null) yield { run, key, line: own };
          }
        await this.#addLeft(run, file);
      }
      await this.#addParents(file);
    }
  }

  /** Where a row of a run's file stands here; `null` for files that have none of these rows. */
  placeOf({ fileHash, settings }: RunRecord, line: number): number | undefined | null {
    const file = fileHash === null ? undefined : this.#known({ hash: fileHash, sheet: sheetOf(settings) });
    return file ? file.lineOf(line) : null;
  }

  async #runsOf({ hash, sheet }: RelatedFile): Promise<RunRecord[]> {
    const ids = await this.#ledger.runsOfFile(this.#kind, hash);
    const runs = await Promise.all(ids.map((id) => this.#ledger.run(id)));
    return runs.filter((run) => run !== undefined).filter((run) => isSameSheet(sheetOf(run.settings), sheet));
  }

  /** The retry files that a run of it has written. */
  async #addLeft(run: RunRecord, { lineOf }: RelatedFile): Promise<void> {
    for (const hash of await leftBy(run.id, this.#ledger)) {
      if (this.#known({ hash, sheet: '' })) continue;
      const writer = (await writersOf(hash, this.#ledger)).find(({ run: id }) => id === run.id);
      const rows = writer?.rows ?? [];
      this.#relate(
        { hash, sheet: '' },
        rows.map(({ line, from }) => [line, lineOf(from)]),
      );
    }
  }

  /** The files that it was cut from. */
  async #addParents({ hash, lineOf }: RelatedFile): Promise<void> {
    for (const { run: id, rows } of await writersOf(hash, this.#ledger)) {
      const run = await this.#ledger.run(id);
      if (run?.kind !== this.#kind || run.fileHash === null) continue;
      const file = { hash: run.fileHash, sheet: sheetOf(run.settings) };
      this.#relate(
        file,
        rows.map(({ line, from }) => [from, lineOf(line)]),
      );
    }
  }

  /** `lines`: its own, and where they stand here. */
  #relate(
    { hash, sheet }: Pick<RelatedFile, 'hash' | 'sheet'>,
    lines: readonly (readonly [number, number | undefined])[],
  ): void {
    if (this.#files.length >= FILES || this.#known({ hash, sheet })) return;
    const known = new Map(lines.filter((one): one is [number, number] => one[1] !== undefined));
    if (known.size > 0) this.#files.push({ hash, sheet, lineOf: (line) => known.get(line) });
  }

  #known({ hash, sheet }: Pick<RelatedFile, 'hash' | 'sheet'>): RelatedFile | undefined {
    return this.#files.find((one) => one.hash === hash && isSameSheet(one.sheet, sheet));
  }
}
