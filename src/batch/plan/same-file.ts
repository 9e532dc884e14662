// A file is read in one way (CONTRACT, Identity and duplicates, rule 3). A run keeps a digest of its rows and one of
// its parse settings. With the same settings a lookup table may have changed: then every row that was or may have been
// paid must be unchanged.
import { createHash } from 'node:crypto';

import { isSameSheet, sheetOf } from '../../csv/xlsx/workbook-file.ts';
import { sha256 } from '../../ledger/keys.ts';
import type { Ledger, RunKind, RunRecord } from '../../ledger/ledger.ts';
import { Refusal } from '../input/control.ts';
import { NO_IMPORTS } from '../input/imports/imports.ts';
import type { BatchRow } from '../input/row.ts';
import type { FileSettings } from '../input/settings.ts';
import type { RowKey } from './keys.ts';

/** SHA-256 of the contents of the rows in order: the same after the file was saved again. */
export class RowsDigest {
  readonly #hash = createHash('sha256');

  add({ reference }: BatchRow, { content }: Pick<RowKey, 'content'>): void {
    this.#hash.update(`${JSON.stringify([reference, content])}\n`);
  }

  end(): string {
    return this.#hash.digest('hex');
  }
}

interface ReadFile {
  readonly file: string;
  readonly kind: RunKind;
  /** SHA-256 of its bytes. */
  readonly hash: string;
  /** Of a workbook. */
  readonly sheet: string;
  readonly rowsDigest: string;
  /** Digest of the parse settings, without the contents of lookup tables. */
  readonly parseSettings: string;
  /** Whether the file has a row with this key and content now. */
  readonly isRead: (key: string, content: string) => boolean;
}

/** Sheet, footer and payee column are left out: they do not change how a row is read. */
export function parseSettingsOf({ delimiter, imports }: Pick<FileSettings, 'delimiter' | 'imports'>): string {
  const { columns, constants, lookups, stopAt, ...more } = imports ?? NO_IMPORTS;
  const { encoding, delimiter: own, numbers, skipRows, skipBlankRows } = more;
  const tables = lookups.map(({ shown, key, fileKey, fields }) => [shown, key, fileKey, fields]);
  const text = [delimiter ?? own, encoding, numbers, skipRows, skipBlankRows, stopAt?.source];
  return sha256(JSON.stringify([[...columns], [...constants], tables, text]));
}

/** So many rows are asked for at once. */
const PAGE = 1_000;

/** Errors: {@link Refusal} (`same_file`). */
export async function refuseOtherReading(
  { file, kind, hash, sheet, rowsDigest, parseSettings, isRead }: ReadFile,
  ledger: Pick<Ledger, 'runsOfFile' | 'run' | 'eachRunRow' | 'lookup'>,
): Promise<void> {
  for (const id of await ledger.runsOfFile(kind, hash)) {
    const run = await ledger.run(id);
    if (!run || !isSameSheet(sheetOf(run.settings), sheet) || digestIn(run) === rowsDigest) continue;
    const isSameWay = run.settings['parseSettings'] === parseSettings;
    if (!(await hasPaidOtherwise(ledger, id, isSameWay ? isRead : () => false))) continue;
    throw new Refusal(
      'same_file',
      `${file}: run ${id} read the same bytes with other parse settings, and some of its rows were paid or are in doubt. With these settings they would be sent again`,
    );
  }
}

const digestIn = ({ settings }: RunRecord): unknown => settings['rowsDigest'];

/** Whether a row of the run was or may have been paid, and is read differently now. */
async function hasPaidOtherwise(
  ledger: Pick<Ledger, 'eachRunRow' | 'lookup'>,
  runId: string,
  isRead: ReadFile['isRead'],
): Promise<boolean> {
  let keys: string[] = [];
  const isAnyPaid = async (): Promise<boolean> => {
    const found = await ledger.lookup(keys);
    keys = [];
    return [...found].some(
      ([key, { state, content }]) =>
        ['created', 'sending', 'in_doubt'].includes(state) && !isRead(key, content),
    );
  };
  for await (const { key } of ledger.eachRunRow(runId)) {
    if (key !== null && keys.push(key) >= PAGE && (await isAnyPaid())) return true;
  }
  return keys.length > 0 && (await isAnyPaid());
}
