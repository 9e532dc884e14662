// Collects what the ledger has about a run into the members of an export, and records the export in the ledger. One
// transaction does all of it, so that the export shows one moment of the ledger. A file and Postgres are asked alike.
import { fileComplaint } from '../../file/connection.ts';
import { openFile } from '../../file/open.ts';
import { sha256 } from '../../keys.ts';
import { LedgerError } from '../../ledger-error.ts';
import type { Tx } from '../../store/changes.ts';
import { raiseMark } from '../../store/host-mark.ts';
import {
  ask,
  asNumber,
  asText,
  json,
  type Question,
  type RawRow,
  type SqlValue,
  textOrNull,
} from '../../store/question.ts';
import { headAt, readMeta } from '../../store/reads.ts';
import { nextId } from '../../store/runs.ts';
import {
  COVERED,
  type CoveredTable,
  ENTRY_COLUMNS,
  LEDGER_TABLES,
  numberOf,
  quoted,
} from '../../store/tables.ts';
import { lineOfEntry, linesOf, type LinkRow, readLine, valuesOf } from '../links.ts';
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
  readonly runId: string;
  readonly now: () => Date;
  /** Input, results and versions, by the member's name. */
  readonly others: Members;
}

/** An export without its seal, which is the link that the transaction writes. */
interface CollectedExport {
  readonly members: Map<string, Uint8Array>;
  readonly entries: number;
  readonly rows: number;
  readonly record: Seal['record'];
}

export type Gathered = Omit<CollectedExport, 'record'>;

/** Keys or links that are read at once. */
const PAGE = 500;

/** An export of a run of a ledger in a file. Errors: {@link LedgerError}. */
export function gather(path: string, job: ToExport): Gathered {
  const { now } = job;
  const { db, driver, place, id } = openFile(path, { create: false, accept: false, look: true, now });
  try {
    const collected = driver.transaction((tx) => collect(tx, job));
    driver.answer(raiseMark(place.path, id));
    return driver.answer(seal(collected, driver.tip.link));
  } catch (error) {
    if (error instanceof LedgerError) throw error;
    const why = fileComplaint(error);
    throw new LedgerError(evidenceMessage('not_exported', { ledger: path, why }), error);
  } finally {
    db.close();
  }
}

/** `link`: the number of the link that the transaction wrote. */
export function* seal({ record, members, ...counts }: CollectedExport, link: number): Question<Gathered> {
  const [row = {}] = yield* ask(`${LINKS} WHERE number = $1`, link);
  members.set(SEAL, Buffer.from(sealText({ link: toLink(row), record })));
  return { ...counts, members };
}

/** In a transaction that holds the ledger's lock. Errors: {@link LedgerError} for an unknown run. */
export function* collect(tx: Tx, { runId, now, others }: ToExport): Question<CollectedExport> {
  const [run] = yield* ask('SELECT environment, file_hash FROM runs WHERE id = $1', runId);
  if (!run) throw new LedgerError(evidenceMessage('unknown_run', { runId }));
  const environment = asNumber(run['environment']);
  const members = new Map(others);
  const add = (name: string, text: string): void => void members.set(name, Buffer.from(text));
  const entries = yield* entriesOf(environment, runId);
  const records = [
    ...(yield* select('environments', 'id = $1', environment)),
    ...(yield* select('runs', 'id = $1', runId)),
    ...(yield* select('run_rows', 'run_id = $1 ORDER BY sequence', runId)),
    ...(yield* select('run_parts', 'run_id = $1 ORDER BY kind, part', runId)),
  ];
  for (const run of new Set(entries.map(({ run }) => run)))
    records.push(...(yield* select('names', `kind = 'run' AND id = $1`, run)));
  add(ENTRIES, ndjson(entries));
  add(RECORDS, ndjson(records));
  const plan = planOf(records);
  if (plan !== undefined) add(PLAN, plan);
  add(CHAIN, ndjson(yield* chainOf(entries, records)));
  const manifest: Manifest = {
    format: FORMAT,
    runId,
    ledgerId: (yield* readMeta()).id,
    ledgerSequence: tx.before.sequence,
    ledgerHead: tx.before.head,
    exportedAt: now().toISOString(),
    environment: asText(records[0]?.row['name']),
    inputSha256: textOrNull(run['file_hash']),
    members: Object.fromEntries([...members].map(([name, bytes]) => [name, sha256Hex(bytes)])),
  };
  add(MANIFEST, `${JSON.stringify(manifest, null, 2)}\n`);
  const digest = sha256Hex(members.get(MANIFEST) ?? new Uint8Array());
  const id = yield* nextId(tx, 'exports');
  const record = { id, at: now().getTime(), run_id: runId, manifest: digest };
  tx.changes.chainRow('exports', record);
  const [reported] = yield* ask('SELECT count(*) AS rows FROM reported WHERE run_id = $1', runId);
  return { members, entries: entries.length, rows: Number(reported?.['rows']), record };
}

/** All entries of the run's rows, also those of other runs, by their numbers. */
function* entriesOf(environment: number, runId: string): Question<RawRow[]> {
  const keys = yield* ask(
    `SELECT key FROM reported WHERE run_id = $2 AND key IS NOT NULL
       UNION SELECT key FROM rows WHERE environment = $1 AND run = ${numberOf('run', '$2')}`,
    ...[environment, runId],
  );
  const columns = ENTRY_COLUMNS.map((column) => `r."${column}"`).join(', ');
  const entries: RawRow[] = [];
  for (let at = 0; at < keys.length; at += PAGE) {
    const some = json(keys.slice(at, at + PAGE).map(({ key }) => key));
    const found = yield* ask(
      (d) =>
        `SELECT ${columns} FROM ${d.each(d.texts(2), 'entries', 'r.environment = $1 AND r.key = q.value', 'entries_key')}`,
      ...[environment, some],
    );
    for (const entry of found) entries.push(entry);
  }
  return entries.sort((a, b) => asNumber(a['seq']) - asNumber(b['seq']));
}

function* select(table: CoveredTable, where: string, value: SqlValue): Question<ExportedRecord[]> {
  const found = yield* ask(`SELECT ${quoted(COVERED[table].columns)} FROM ${table} WHERE ${where}`, value);
  return found.map((row) => ({ table, row }));
}

const LINKS = `SELECT ${quoted(LEDGER_TABLES['links']?.columns ?? [])} FROM links`;

const toLink = (row: RawRow): LinkRow => ({
  ...{ number: asNumber(row['number']), at: asNumber(row['at']), sequence: asNumber(row['sequence']) },
  ...{ entries: asText(row['entries']), records: asText(row['records']), head: asText(row['head']) },
});

/** From the first link about the run to the last link of the ledger. */
function* chainOf(entries: readonly RawRow[], records: readonly ExportedRecord[]): Question<ExportedLink[]> {
  const numbers = entries.map(({ seq }) => asNumber(seq));
  const keys = new Set(
    records.map(({ table, row }) => `${table} ${JSON.stringify(valuesOf(row, COVERED[table].key))}`),
  );
  const isOfRun = (text: string): boolean => {
    const line = readLine(text);
    return line !== undefined && keys.has(`${line.table} ${line.key}`);
  };
  const exported: ExportedLink[] = [];
  let [before, last, after, next] = [(yield* headAt(0)) ?? '', 0, 0, 0];
  for (let page: readonly RawRow[] = []; ;) {
    page = yield* ask(`${LINKS} WHERE number > $1 ORDER BY number LIMIT ${PAGE}`, last);
    for (const { records, ...link } of page.map(toLink)) {
      const first = next;
      while ((numbers[next] ?? Infinity) <= link.sequence) next++;
      const isOwn = next > first || linesOf(records).some(isOfRun);
      const isFirst = isOwn && exported.length === 0;
      if (isOwn || exported.length > 0) {
        const own = isOwn && { lines: yield* linesBetween(after, link.sequence), records };
        exported.push({ ...(isFirst && { before }), ...link, digest: sha256(records), ...own });
      }
      [before, last, after] = [link.head, link.number, link.sequence];
    }
    if (page.length < PAGE) return exported;
  }
}

/** The lines of the entries of one link. */
function* linesBetween(after: number, last: number): Question<string[]> {
  const found = yield* ask(
    `SELECT ${quoted(ENTRY_COLUMNS)} FROM entries WHERE seq > $1 AND seq <= $2 ORDER BY seq`,
    ...[after, last],
  );
  return found.map(lineOfEntry);
}
