// The rows that a command line or a sheet names, as the ledger has them now.
import { kindOfKey } from '../../../ledger/keys.ts';
import type { Doubt, Ledger } from '../../../ledger/ledger.ts';
import { differsIn } from '../../../report/doubts-sheet.ts';
import { KIND_WORDS } from '../../../words/kinds.ts';
import { idFlag } from '../../../words/rows.ts';
import { UsageError } from '../../io.ts';
import { findRun } from '../../ledger-access.ts';
import { placeOf } from './record.ts';
import type { PersonResolution, Wanted } from './wanted.ts';

/** A row by the run and line that a person named. */
export interface FoundRow {
  readonly runId: string;
  readonly line: number;
  readonly row: Doubt;
  readonly resolution: PersonResolution;
}

interface Run {
  readonly id: string;
  readonly rows: readonly { readonly key: string; readonly line: number; readonly reference: string }[];
}

/**
 * `leftOut`: the lines of a range that are not in doubt. Errors: {@link UsageError} for a row that is not there, or is
 * named twice, or differs from the sheet.
 */
export async function findRows(
  ledger: Ledger,
  wanted: readonly Wanted[],
): Promise<{ readonly found: readonly FoundRow[]; readonly leftOut: readonly number[] }> {
  const inDoubt = new Set((await ledger.doubts()).map(({ key }) => key));
  const runs = new Map<string, Run>();
  const found = new Map<string, FoundRow>();
  const leftOut: number[] = [];
  for (const one of wanted) {
    const run = runs.get(one.run) ?? (await readRun(ledger, one.run));
    runs.set(one.run, run);
    const named = run.rows.filter((row) => one.matches(row));
    const rows = one.isSeveral ? named.filter(({ key }) => inDoubt.has(key)) : named;
    if (rows.length === 0)
      throw new UsageError(
        `run ${run.id} has no row in doubt${one.name}. paybatch doubts lists each row in doubt with its run`,
        'not_in_doubt',
      );
    for (const { key, line } of named) if (one.isSeveral && !inDoubt.has(key)) leftOut.push(line);
    const records = await ledger.doubts(rows.map(({ key }) => key));
    for (const { key, line } of rows) {
      const place = { runId: run.id, line };
      const row = records.find((record) => record.key === key);
      if (!row)
        throw new UsageError(`${placeOf(place)} was never sent: there is nothing to resolve`, 'not_in_doubt');
      refuseOtherRow(one, row, placeOf(place));
      refuseOtherKind(one, row, placeOf(place));
      const twice = found.get(key);
      if (twice) throw new UsageError(`${placeOf(place)} is named twice (also as ${placeOf(twice)})`, 'row');
      found.set(key, { ...place, row, resolution: one.resolution });
    }
  }
  return { found: [...found.values()], leftOut };
}

async function readRun(ledger: Ledger, name: string): Promise<Run> {
  const { id } = await findRun(ledger, name);
  const rows = (await ledger.runRows(id)).flatMap(({ key, line, reference }) =>
    key === null ? [] : [{ key, line, reference }],
  );
  return { id, rows };
}

/** Errors: {@link UsageError} if the sheet's line is about another row. */
function refuseOtherRow({ sheet }: Wanted, row: Doubt, place: string): void {
  const difference = sheet && differsIn(sheet, row);
  if (difference === undefined) return;
  throw new UsageError(
    `the sheet's line ${sheet?.line ?? ''} names ${place}, but ${difference}: was the sheet sorted by some columns only? Nothing was changed`,
    'sheet',
  );
}

/** Errors: {@link UsageError} if the id is that of another kind. */
function refuseOtherKind({ idFlag: given }: Wanted, { key }: Doubt, place: string): void {
  const kind = kindOfKey(key);
  if (given === undefined || given === idFlag(kind)) return;
  throw new UsageError(`${place} is a ${KIND_WORDS[kind].noun}: give its id with ${idFlag(kind)}`, 'row');
}
