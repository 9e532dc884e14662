// The rows that a command line or a sheet names, as the ledger has them now.
import type { Doubt, Ledger, RowRecord } from '../../../ledger/ledger.ts';
import { earliestNotCreated, lastAttemptAt } from '../../../ledger/resolution.ts';
import { lastEntryOf, sendingsIn } from '../../../ledger/sendings.ts';
import { differsIn } from '../../doubts-sheet.ts';
import { UsageError } from '../../io.ts';
import { findRun } from '../../ledger-access.ts';
import type { PersonResolution, Wanted } from './wanted.ts';

/** A row by its run and line, with its state and its last attempt. */
export interface FoundRow {
  readonly resolution: PersonResolution;
  readonly runId: string;
  readonly line: number;
  readonly row: RowRecord;
  /** Undefined for a row that is not in doubt. */
  readonly doubt: Doubt | undefined;
  /** The last bytes that were sent for it. */
  readonly body: string | null;
  /** The name of the payee, if the file has one. */
  readonly payee: string;
  readonly earliestNotCreated: Date | null;
  /** The number of its last entry when it was read. */
  readonly lastEntry: number;
  /** When the payment was last tried. */
  readonly triedAt: Date;
}

export const placeOf = ({ line, runId }: Pick<FoundRow, 'line' | 'runId'>): string =>
  `line ${line} of run ${runId}`;

interface Run {
  readonly id: string;
  readonly rows: readonly { readonly key: string; readonly line: number; readonly reference: string }[];
}

/** Errors: {@link UsageError} for a row that is not there, or is named twice, or differs from the sheet. */
export async function findRows(ledger: Ledger, wanted: readonly Wanted[]): Promise<FoundRow[]> {
  const doubts = new Map((await ledger.doubts()).map((doubt) => [doubt.key, doubt]));
  const runs = new Map<string, Run>();
  const found = new Map<string, FoundRow>();
  for (const one of wanted) {
    const run = runs.get(one.run) ?? (await readRun(ledger, one.run));
    runs.set(one.run, run);
    const rows = run.rows.filter((row) => one.matches(row) && (!one.isSeveral || doubts.has(row.key)));
    if (rows.length === 0)
      throw new UsageError(
        `run ${run.id} has no row in doubt${one.name}. paybatch doubts lists each row in doubt with its run`,
        'not_in_doubt',
      );
    for (const { key, line } of rows) {
      const place = { runId: run.id, line };
      const row = {
        resolution: one.resolution,
        ...place,
        ...(await rowNow(ledger, key, place, doubts.get(key))),
      };
      judgeSheet(one, row);
      const twice = found.get(key);
      if (twice) throw new UsageError(`${placeOf(row)} is named twice (also as ${placeOf(twice)})`, 'row');
      found.set(key, row);
    }
  }
  return [...found.values()];
}

async function readRun(ledger: Ledger, name: string): Promise<Run> {
  const { id } = await findRun(ledger, name);
  const rows = (await ledger.runRows(id)).flatMap(({ key, line, reference }) =>
    key === null ? [] : [{ key, line, reference }],
  );
  return { id, rows };
}

async function rowNow(
  ledger: Ledger,
  key: string,
  place: Pick<FoundRow, 'line' | 'runId'>,
  doubt: Doubt | undefined,
): Promise<Omit<FoundRow, 'resolution' | 'runId' | 'line'>> {
  if (doubt) {
    const { body, payee, earliestNotCreated: earliest, lastAttemptAt: triedAt, lastEntry } = doubt;
    return { row: doubt, doubt, body, payee, earliestNotCreated: earliest, lastEntry, triedAt };
  }
  // Read before the row: if something is written between the two, the resolution is refused as outdated.
  const entries = await ledger.entries(key);
  const row = await ledger.row(key);
  if (!row)
    throw new UsageError(`${placeOf(place)} was never sent: there is nothing to resolve`, 'not_in_doubt');
  const intent = sendingsIn(entries).current?.intent;
  const last = lastAttemptAt(entries);
  return {
    row,
    doubt,
    body: intent?.body ?? null,
    payee: intent?.data.payee ?? '',
    earliestNotCreated: last && earliestNotCreated(last),
    lastEntry: lastEntryOf(entries),
    triedAt: last ?? row.updatedAt,
  };
}

function judgeSheet({ sheet }: Wanted, found: FoundRow): void {
  const difference = sheet && differsIn(sheet, { ...found.doubt, ...found.row, body: found.body });
  if (difference === undefined) return;
  throw new UsageError(
    `the sheet's line ${sheet?.line ?? ''} names ${placeOf(found)}, but ${difference}: was the sheet sorted by some columns only? Nothing was changed`,
    'sheet',
  );
}
