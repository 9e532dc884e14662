// A file is read in one way (DECISIONS 10, rule 3). A run keeps a digest of its parse settings
// and one of its rows. With other settings no row may have been paid. With the same settings a lookup table may have
// changed: then every row that was or may have been paid must be unchanged.
import { createHash } from 'node:crypto';

import { isSameSheet, sheetOf } from '../../csv/xlsx/workbook-file.ts';
import { placed } from '../../files/input-error.ts';
import { sha256 } from '../../ledger/keys.ts';
import type { Ledger } from '../../ledger/ledger.ts';
import { Refusal } from '../input/control.ts';
import { NO_IMPORTS } from '../input/imports/imports.ts';
import { SeenKeys } from '../input/seen-keys.ts';
import type { FileSettings } from '../input/settings.ts';
import type { Checked } from '../input/survey.ts';
import type { KeyedRow } from './keys.ts';
import { knownMessage } from './messages.ts';

interface ParseSettings extends Pick<FileSettings, 'imports'> {
  /** The one that was used, whether it was detected or named. */
  readonly delimiter: string;
}

/**
 * Digest of the parse settings, without the names and contents of lookup tables. Sheet, footer and payee column are
 * left out: they do not change how a row is read.
 */
export function parseSettingsOf({ delimiter, imports }: ParseSettings): string {
  const { columns, constants, lookups, stopAt, ...more } = imports ?? NO_IMPORTS;
  const { encoding = 'utf-8', numbers, skipRows, skipBlankRows } = more;
  const tables = lookups.map(({ key, fileKey, fields }) => [key, fileKey, fields]);
  const text = [delimiter, encoding, numbers, skipRows, skipBlankRows, stopAt?.source];
  return sha256(JSON.stringify([[...columns].sort(), [...constants].sort(), tables, text]));
}

/** Rows of a run that are looked up at once. */
const PAGE = 1_000;

type ReadLedger = Pick<Ledger, 'runsOfFile' | 'run' | 'eachRunRow' | 'lookup'>;

/** How a file is read now. */
export class FileReading {
  parseSettings = '';
  /** SHA-256 of the contents of the rows in order: the same after the file was saved again. */
  rowsDigest = '';
  readonly #hash = createHash('sha256');
  /** Keys with contents of the valid rows, of a file that was run before. */
  readonly #contents: SeenKeys | undefined;

  constructor(wasRun: boolean) {
    this.#contents = wasRun ? new SeenKeys() : undefined;
  }

  begin(settings: ParseSettings): void {
    this.parseSettings = parseSettingsOf(settings);
  }

  add({ row, key }: KeyedRow): void {
    this.#hash.update(`${JSON.stringify([row.reference, key.content])}\n`);
    if (row.issues.length === 0) this.#contents?.remember(`${key.key} ${key.content}`, row.line);
  }

  end(): void {
    this.rowsDigest = this.#hash.digest('hex');
  }

  /** Errors: {@link Refusal} (`same_file`) if an earlier run parsed paid rows of these bytes with other settings. */
  async refuseOther(file: string, { facts, hash, sheet }: Checked, ledger: ReadLedger): Promise<void> {
    for (const id of await ledger.runsOfFile(facts.kind, hash)) {
      const settings = (await ledger.run(id))?.settings;
      if (!settings || !isSameSheet(sheetOf(settings), sheet)) continue;
      const isSameWay = settings['parseSettings'] === this.parseSettings;
      if (isSameWay && settings['rowsDigest'] === this.rowsDigest) continue;
      if (!(await this.#hasPaidOther(id, isSameWay, ledger))) continue;
      const what = knownMessage('read_otherwise', { runId: id });
      throw new Refusal('same_file', placed('at_place', { file, what }));
    }
  }

  /** Whether a row of the run was or may have been paid, and its reading is not certainly the same now. */
  async #hasPaidOther(runId: string, isSameWay: boolean, ledger: ReadLedger): Promise<boolean> {
    let keys: string[] = [];
    const isAnyPaid = async (): Promise<boolean> => {
      const found = await ledger.lookup(keys);
      keys = [];
      return [...found].some(
        ([key, { state, content }]) =>
          ['created', 'sending', 'in_doubt'].includes(state) &&
          !(isSameWay && this.#contents?.has(`${key} ${content}`) === true),
      );
    };
    for await (const { key } of ledger.eachRunRow(runId)) {
      if (key !== null && keys.push(key) >= PAGE && (await isAnyPaid())) return true;
    }
    return keys.length > 0 && (await isAnyPaid());
  }
}
