// Gathers what the ledger holds of a run into the members of an export, and records in the ledger that it was made: all of
// it in one transaction, so that it is one moment of the ledger.
import { headAt, readTip } from '../../file/chain.ts';
import { type Connection, words } from '../../file/connection.ts';
import { followUp } from '../../file/height.ts';
import { idOf, openFile } from '../../file/opening.ts';
import { sha256 } from '../../keys.ts';
import { LedgerError } from '../../ledger-error.ts';
import { nextId } from '../../store/runs.ts';
import { COVERED, type CoveredTable, ENTRY_COLUMNS } from '../../store/tables.ts';
import { linksOf } from '../links.ts';
import type { Stored } from '../pages.ts';
import {
  CHAIN,
  ENTRIES,
  type ExportedLink,
  FORMAT,
  MANIFEST,
  type Manifest,
  ndjson,
  PLAN,
  RECORDS,
  RESULTS,
  SEAL,
  type Seal,
  sealText,
  sha256Hex,
} from './format.ts';
import { planOf, resultsOf } from './results.ts';

export interface ToExport {
  readonly path: string;
  readonly runId: string;
  readonly now: () => Date;
  /** What the ledger doesn't hold: the input, versions. By its name. */
  readonly others: ReadonlyMap<string, Uint8Array>;
}

export interface Gathered {
  readonly members: ReadonlyMap<string, Uint8Array>;
  readonly entries: number;
  readonly rows: number;
  /** What the ledger's chain has of it. */
  readonly seal: Seal;
}

/** Errors: {@link LedgerError}. */
export function gather({ path, runId, now, others }: ToExport): Gathered {
  const { db, driver, place, id, mark } = openFile(path, { create: false, accept: false, look: true, now });
  try {
    const gathered = driver.transaction(function* (tx) {
      const run = runOf(db, runId);
      const members = new Map(others);
      const counts = ofLedger(db, run, members);
      const manifest = Buffer.from(`${JSON.stringify(manifestOf(db, run, members, now()), null, 2)}\n`);
      members.set(MANIFEST, manifest);
      const record = { at: now().getTime(), run_id: runId, manifest: sha256Hex(manifest) };
      const id = yield* nextId(tx, 'exports');
      tx.changes.chainRow('exports', { id, ...record });
      return { ...counts, members, record: { id, ...record } };
    });
    const { members, record, ...counts } = gathered;
    followUp({ db, path: place.path, id, mark }, driver.tip);
    const [link] = db
      .prepare('SELECT number, at, sequence, records, head FROM links WHERE number = ?')
      .all(driver.tip.link) as Seal['link'][]; // the columns above
    if (!link) throw new Error('the export has no link');
    const { number, at, sequence, records, head } = link;
    const seal: Seal = { link: { number, at, sequence, records, head }, record };
    members.set(SEAL, Buffer.from(sealText(seal)));
    return { ...counts, members, seal };
  } catch (error) {
    if (error instanceof LedgerError) throw error;
    throw new LedgerError(`the run can't be exported from ${path}: ${words(error)}`, error);
  } finally {
    db.close();
  }
}

interface Run {
  readonly id: string;
  readonly environment: number;
  readonly kind: string;
  readonly batch_id: string;
  readonly file_hash: string | null;
}

function runOf(db: Connection, id: string): Run {
  const run = db.prepare('SELECT id, environment, kind, batch_id, file_hash FROM runs WHERE id = ?').get(id);
  if (run === undefined) throw new LedgerError(`the ledger knows no run ${id}`);
  return run as Run; // the columns above
}

function ofLedger(
  db: Connection,
  run: Run,
  members: Map<string, Uint8Array>,
): { entries: number; rows: number } {
  const select = (
    table: string,
    columns: readonly string[],
    where: string,
    ...values: readonly (string | number)[]
  ): Stored[] => {
    const rows = db
      .prepare(`SELECT ${columns.join(', ')} FROM ${table} WHERE ${where}`)
      .all(...values) as Stored[]; // the columns above
    return rows.map((row) => Object.fromEntries(columns.map((column) => [column, row[column] ?? null])));
  };
  const { id, environment, kind, batch_id: batch } = run;
  const entries = select(
    'entries',
    ENTRY_COLUMNS,
    `environment = ? AND key IN (SELECT key FROM run_rows WHERE run_id = ? AND key IS NOT NULL
       UNION SELECT key FROM rows WHERE environment = ? AND run_id = ?) ORDER BY seq`,
    ...[environment, id, environment, id],
  );
  const of = (table: CoveredTable, where: string, ...values: readonly (string | number)[]): Stored[] =>
    select(table, COVERED[table].columns, where, ...values);
  const rows = of('run_rows', 'run_id = ? ORDER BY sequence', id);
  const parts = of('run_parts', 'run_id = ? ORDER BY kind, part', id);
  const records = [
    ...of('environments', 'id = ?', environment).map((row) => ({ table: 'environments', row })),
    ...of('batches', 'environment = ? AND kind = ? AND id = ?', environment, kind, batch).map((row) => ({
      table: 'batches',
      row,
    })),
    ...of('runs', 'id = ?', id).map((row) => ({ table: 'runs', row })),
    ...rows.map((row) => ({ table: 'run_rows', row })),
    ...parts.map((row) => ({ table: 'run_parts', row })),
  ];
  const add = (name: string, text: string): void => void members.set(name, Buffer.from(text));
  add(ENTRIES, ndjson(entries));
  add(RECORDS, ndjson(records));
  add(RESULTS, resultsOf(id, rows, entries));
  const plan = planOf(parts);
  if (plan !== undefined) add(PLAN, plan);
  add(CHAIN, ndjson([...chainOf(db, entries, records)]));
  return { entries: entries.length, rows: rows.length };
}

/** From the first link that tells of something of the run to the last there is. */
function* chainOf(
  db: Connection,
  entries: readonly Stored[],
  records: readonly { readonly table: string; readonly row: Stored }[],
): Generator<ExportedLink> {
  const wanted = new Set(entries.map(({ seq }) => String(Number(seq))));
  for (const { table, row } of records) {
    const key = COVERED[table as CoveredTable].key.map((column) => row[column]); // of(), above
    wanted.add(`${table} ${JSON.stringify(key)}`);
  }
  const isWanted = (line: string): boolean =>
    /^\d/.test(line)
      ? wanted.has(line.slice(0, line.indexOf(' ')))
      : wanted.has(`${line.slice(0, line.indexOf(' '))} ${line.slice(line.indexOf(' [') + 1)}`);
  let before: string | undefined = headAt(db, 0);
  let begun = false;
  for (const { records: told, ...link } of linksOf(db)) {
    const own = told.split('\n').some(isWanted);
    if (own || begun) {
      yield {
        ...(!begun && before !== undefined && { before }),
        ...link,
        digest: sha256(told),
        ...(own && { records: told }),
      };
      begun = true;
    }
    before = link.head;
  }
}

function manifestOf(db: Connection, run: Run, members: ReadonlyMap<string, Uint8Array>, now: Date): Manifest {
  const tip = readTip(db);
  const environment = db.prepare('SELECT name FROM environments WHERE id = ?').get(run.environment) as {
    name: string;
  }; // one column
  return {
    format: FORMAT,
    runId: run.id,
    ledgerId: idOf(db),
    ledgerSequence: tip.sequence,
    ledgerHead: tip.head,
    exportedAt: now.toISOString(),
    environment: environment.name,
    inputSha256: run.file_hash,
    members: Object.fromEntries([...members].map(([name, bytes]) => [name, sha256Hex(bytes)])),
  };
}
