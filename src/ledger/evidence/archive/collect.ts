// Collects what the ledger has about a run into the members of an export, and records the export in the ledger. One
// transaction does all of it, so that the export shows one moment of the ledger.
import { complaintOf, type Connection } from '../../file/connection.ts';
import { readTip } from '../../file/driver.ts';
import { raiseMark } from '../../file/host-mark.ts';
import { openFile } from '../../file/opening.ts';
import { sha256 } from '../../keys.ts';
import { LedgerError } from '../../ledger-error.ts';
import { asNumber } from '../../store/question.ts';
import { nextId } from '../../store/runs.ts';
import { COVERED, type CoveredTable, ENTRY_COLUMNS } from '../../store/tables.ts';
import { headAt, lineOfEntry, linesOf, linksOf, readLine, type Stored, valuesOf } from '../links.ts';
import { evidenceMessage } from '../messages.ts';
import {
  CHAIN,
  ENTRIES,
  type ExportedLink,
  type ExportedRecord,
  FORMAT,
  MANIFEST,
  type Manifest,
  type Members,
  ndjson,
  PLAN,
  planOf,
  RECORDS,
  SEAL,
  type Seal,
  sealText,
  sha256Hex,
} from './format.ts';

export interface ToExport {
  readonly path: string;
  readonly runId: string;
  readonly now: () => Date;
  /** Input, results and versions, by the member's name. */
  readonly others: Members;
}

export interface Gathered {
  readonly members: Members;
  readonly entries: number;
  readonly rows: number;
  /** The link of the export in the ledger's chain. */
  readonly seal: Seal;
}

/** Errors: {@link LedgerError}. */
export function gather({ path, runId, now, others }: ToExport): Gathered {
  const { db, driver, place, id } = openFile(path, { create: false, accept: false, look: true, now });
  try {
    const gathered = driver.transaction(function* (tx) {
      const run = runOf(db, runId);
      const members = new Map(others);
      const counts = ofLedger(db, run, members);
      const manifest = Buffer.from(`${JSON.stringify(manifestOf(db, id, run, members, now()), null, 2)}\n`);
      members.set(MANIFEST, manifest);
      const record = { at: now().getTime(), run_id: runId, manifest: sha256Hex(manifest) };
      const sealed = { id: yield* nextId(tx, 'exports'), ...record };
      tx.changes.chainRow('exports', sealed);
      return { ...counts, members, record: sealed };
    });
    const { members, record, ...counts } = gathered;
    driver.answer(raiseMark(place.path, id));
    const { number, at, sequence, entries, records, head } = db
      .prepare('SELECT * FROM links WHERE number = ?')
      .get(driver.tip.link) as Seal['link']; // the one that was just written
    const seal: Seal = { link: { number, at, sequence, entries, records, head }, record };
    members.set(SEAL, Buffer.from(sealText(seal)));
    return { ...counts, members, seal };
  } catch (error) {
    if (error instanceof LedgerError) throw error;
    throw new LedgerError(evidenceMessage('not_exported', { ledger: path, why: complaintOf(error) }), error);
  } finally {
    db.close();
  }
}

interface Run {
  readonly id: string;
  readonly environment: number;
  readonly file_hash: string | null;
}

function runOf(db: Connection, id: string): Run {
  const run = db.prepare('SELECT id, environment, file_hash FROM runs WHERE id = ?').get(id);
  if (run === undefined) throw new LedgerError(evidenceMessage('unknown_run', { runId: id }));
  return run as Run; // the columns above
}

type Values = readonly (string | number)[];

function select(db: Connection, table: 'entries' | CoveredTable, where: string, values: Values): Stored[] {
  const columns = table === 'entries' ? ENTRY_COLUMNS : COVERED[table].columns;
  const rows = db.prepare(`SELECT * FROM ${table} WHERE ${where}`).all(...values) as Stored[]; // the table's columns
  return rows.map((row) => Object.fromEntries(columns.map((column) => [column, row[column] ?? null])));
}

/** Adds what the ledger has about the run to the members. */
function ofLedger(
  db: Connection,
  run: Run,
  members: Map<string, Uint8Array>,
): { entries: number; rows: number } {
  const { id, environment } = run;
  const entries = select(
    db,
    'entries',
    `environment = ? AND key IN (SELECT key FROM reported WHERE run_id = ? AND key IS NOT NULL
       UNION SELECT key FROM rows WHERE environment = ? AND run_id = ?) ORDER BY seq`,
    [environment, id, environment, id],
  );
  const of = (table: CoveredTable, where: string, ...values: Values): ExportedRecord[] =>
    select(db, table, where, values).map((row) => ({ table, row }));
  const records = [
    ...of('environments', 'id = ?', environment),
    ...of('runs', 'id = ?', id),
    ...of('run_rows', 'run_id = ? ORDER BY sequence', id),
    ...of('run_parts', 'run_id = ? ORDER BY kind, part', id),
  ];
  const add = (name: string, text: string): void => void members.set(name, Buffer.from(text));
  add(ENTRIES, ndjson(entries));
  add(RECORDS, ndjson(records));
  const plan = planOf(records);
  if (plan !== undefined) add(PLAN, plan);
  add(CHAIN, ndjson([...chainOf(db, entries, records)]));
  // one column
  const { rows } = db.prepare('SELECT count(*) AS rows FROM reported WHERE run_id = ?').get(id) as {
    rows: number;
  };
  return { entries: entries.length, rows };
}

/** From the first link about the run to the last link of the ledger. */
function* chainOf(
  db: Connection,
  entries: readonly Stored[],
  records: readonly ExportedRecord[],
): Generator<ExportedLink> {
  const numbers = entries.map(({ seq }) => asNumber(seq));
  const keys = new Set(
    records.map(({ table, row }) => `${table} ${JSON.stringify(valuesOf(row, COVERED[table].key))}`),
  );
  const isOfRun = (text: string): boolean => {
    const line = readLine(text);
    return line !== undefined && keys.has(`${line.table} ${line.key}`);
  };
  const between = db.prepare('SELECT * FROM entries WHERE seq > ? AND seq <= ? ORDER BY seq');
  let [before, after, begun, next] = [headAt(db, 0) ?? '', 0, false, 0];
  for (const { records, ...link } of linksOf(db)) {
    const first = next;
    while ((numbers[next] ?? Infinity) <= link.sequence) next++;
    const isOwn = next > first || linesOf(records).some(isOfRun);
    if (isOwn || begun) {
      const stored = isOwn ? (between.all(after, link.sequence) as Stored[]) : []; // the table's columns
      const own = isOwn && { lines: stored.map(lineOfEntry), records };
      yield { ...(!begun && { before }), ...link, digest: sha256(records), ...own };
    }
    begun ||= isOwn;
    [before, after] = [link.head, link.sequence];
  }
}

function manifestOf(db: Connection, ledgerId: string, run: Run, members: Members, now: Date): Manifest {
  const tip = readTip(db);
  const environment = db.prepare('SELECT name FROM environments WHERE id = ?').get(run.environment) as {
    name: string;
  }; // one column
  return {
    format: FORMAT,
    runId: run.id,
    ledgerId,
    ledgerSequence: tip.sequence,
    ledgerHead: tip.head,
    exportedAt: now.toISOString(),
    environment: environment.name,
    inputSha256: run.file_hash,
    members: Object.fromEntries([...members].map(([name, bytes]) => [name, sha256Hex(bytes)])),
  };
}
