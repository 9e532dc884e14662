// A file is read in one way (CONTRACT, Identity and duplicates, rule 3). What a run has read is kept with it as one digest of
// its rows: settings that read the same rows are the same reading.
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
}

/** So many rows are asked for at once. */
const PAGE = 1_000;

/** Errors: {@link Refusal} (`same_file`). */
export async function refuseOtherReading(
  { file, kind, hash, sheet, rowsDigest }: ReadFile,
  ledger: Pick<Ledger, 'runsOfFile' | 'run' | 'eachRunRow' | 'lookup'>,
): Promise<void> {
  for (const id of await ledger.runsOfFile(kind, hash)) {
    const run = await ledger.run(id);
    if (!run || !isSameSheet(sheetOf(run.settings), sheet) || digestIn(run) === rowsDigest) continue;
    if (!(await hasPaid(ledger, id))) continue;
    throw new Refusal(
      'same_file',
      `${file}: run ${id} read these same bytes with other parse settings, and rows of it were paid or are in doubt. Read as now, they would be sent again`,
    );
  }
}

const digestIn = ({ settings }: RunRecord): unknown => settings['rowsDigest'];

/** Whether a row of the run was or may have been paid, by it or since. */
async function hasPaid(ledger: Pick<Ledger, 'eachRunRow' | 'lookup'>, runId: string): Promise<boolean> {
  let keys: string[] = [];
  const isAnyPaid = async (): Promise<boolean> => {
    const found = await ledger.lookup(keys);
    keys = [];
    return [...found.values()].some(({ state }) => ['created', 'sending', 'in_doubt'].includes(state));
  };
  for await (const { key } of ledger.eachRunRow(runId)) {
    if (key !== null && keys.push(key) >= PAGE && (await isAnyPaid())) return true;
  }
  return keys.length > 0 && (await isAnyPaid());
}
