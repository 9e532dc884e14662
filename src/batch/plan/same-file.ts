// A file is read in one way (CONTRACT, Identity and duplicates, rule 3). What a run has read is kept with it as one digest of
// its rows. Where that differs, every row that was or may have been paid must be read as it was: then each is known, and
// a lookup table may have gained a supplier since.
import type { Ledger, RunKind, RunRecord } from '../../ledger/ledger.ts';
import { isSameSheet, sheetOf } from '../input/named-sheet.ts';
import { Refusal } from '../input/refusal.ts';

interface ReadFile {
  readonly file: string;
  readonly kind: RunKind;
  /** SHA-256 of its bytes. */
  readonly hash: string;
  /** Of a workbook. */
  readonly sheet: string;
  /** What its rows say (rows-digest.ts). */
  readonly rowsDigest: string;
  /** Whether a row with this key and content is read from it now. */
  readonly isRead: (key: string, content: string) => boolean;
}

/** So many rows are asked for at once. */
const PAGE = 1_000;

/** Errors: {@link Refusal} (`same_file`). */
export async function refuseOtherReading(
  { file, kind, hash, sheet, rowsDigest, isRead }: ReadFile,
  ledger: Pick<Ledger, 'runsOfFile' | 'run' | 'eachRunRow' | 'lookup'>,
): Promise<void> {
  for (const id of await ledger.runsOfFile(kind, hash)) {
    const run = await ledger.run(id);
    if (!run || !isSameSheet(sheetOf(run.settings), sheet) || digestIn(run) === rowsDigest) continue;
    if (!(await hasPaidOtherwise(ledger, id, isRead))) continue;
    throw new Refusal(
      'same_file',
      `${file}: run ${id} read these same bytes with other parse settings, and rows of it were paid or are in doubt. Read as now, they would be sent again`,
    );
  }
}

const digestIn = ({ settings }: RunRecord): unknown => settings['rowsDigest'];

/** Whether a row of the run was or may have been paid, by it or since, that is not read as it was. */
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
