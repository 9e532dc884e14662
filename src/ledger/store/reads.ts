// Questions that only read, most of them about one environment.
import { hash64, hashInteger, hashNumber, referenceOf } from '../keys.ts';
import type { MoveRecord } from '../move.ts';
import { type LedgerEntry, NO_TIP, type RowRecord, type SentRow, type Tip } from '../records.ts';
import { type PaidRecord, paidRecord } from '../requests.ts';
import { AFTER_ALARM } from '../resolution.ts';
import type { Contradiction } from '../resolution-records.ts';
import type { RunKind } from '../run-records.ts';
import type { RowState } from '../state.ts';
import { genesis } from './digest.ts';
import { type Ask, ask, asText, json, type Question, type RawRow } from './question.ts';
import { toEntry } from './read-records.ts';
import { toRow } from './row.ts';
import { AMOUNT, amountText, listed, MAYBE_PAID, nameOf, sentBody } from './tables.ts';

/** Which ledger this is. `createdAt`: in milliseconds. */
export function* readMeta(): Question<{ readonly id: string; readonly createdAt: number }> {
  const [meta] = yield* ask('SELECT ledger_id, created_at FROM meta');
  return { id: asText(meta?.['ledger_id']), createdAt: Number(meta?.['created_at']) };
}

/** The head before the first link. */
function* beginning(): Question<string> {
  const { id, createdAt } = yield* readMeta();
  return genesis(id, createdAt);
}

/** Where the chain ends now. */
export function* readTip(): Question<Tip> {
  const [last] = yield* ask('SELECT number, sequence, head FROM links ORDER BY number DESC LIMIT 1');
  if (!last) return { ...NO_TIP, head: yield* beginning() };
  return { link: Number(last['number']), sequence: Number(last['sequence']), head: String(last['head']) };
}

/** The head of a link, or before the first link (0); `undefined` for a link that isn't there. */
export function* headAt(link: number): Question<string | undefined> {
  if (link === 0) return yield* beginning();
  const [found] = yield* ask('SELECT head FROM links WHERE number = $1', link);
  return found && String(found['head']);
}

/** Whether a link with this last entry has this head. */
export function* hadTip({ sequence, head }: Pick<Tip, 'sequence' | 'head'>): Question<boolean> {
  if (sequence === 0 && head === (yield* beginning())) return true; // no link has it
  const found = yield* ask(
    'SELECT 1 AS had FROM links WHERE sequence = $1 AND head = $2 LIMIT 1',
    sequence,
    head,
  );
  return found.length > 0;
}

/** The last move of the ledger (../move.ts). */
export function* readMove(): Question<MoveRecord | undefined> {
  const [last] = yield* ask(
    'SELECT id, at, source, target, arrived, done FROM moves ORDER BY id DESC LIMIT 1',
  );
  return last as MoveRecord | undefined; // the columns above
}

/** The created id of a row `r`, from its last outcome or resolution. */
const CREATED_ID =
  '(SELECT created_id FROM entries WHERE seq = r.state_entry AND r.created IS NOT NULL) AS created_id';
/** The columns that are read of a row `r`. */
export const ROW = `r.*, ${nameOf('run', 'r.run')} AS run_id, ${nameOf('batch', 'r.batch')} AS batch_id, ${CREATED_ID}`;

/** Rows by the hashes of ids. */
export const CREATED: Ask['sql'] = (d) =>
  `SELECT ${ROW} FROM ${d.each(d.texts(2), 'rows', 'r.created = CAST(q.value AS bigint) AND r.created IS NOT NULL AND r.environment + 0 = $1', 'rows_created')}`;

/** Rows by their keys. */
export const ROWS: Ask['sql'] = (d) =>
  `SELECT ${ROW} FROM ${d.each(d.texts(2), 'rows', 'r.environment = $1 AND r.key = q.value')}`;

const rowsByKey = (environment: number, keys: readonly string[]): Question<readonly RawRow[]> =>
  ask(ROWS, environment, json([...new Set(keys)]));

export function* lookup(environment: number, keys: readonly string[]): Question<Map<string, RowRecord>> {
  return new Map((yield* rowsByKey(environment, keys)).map(toRow).map((row) => [row.key, row]));
}

/** In the order in which they were written. */
export function* entriesOf(
  environment: number,
  keys: readonly string[],
): Question<Map<string, LedgerEntry[]>> {
  const entries = new Map<string, LedgerEntry[]>();
  if (keys.length === 0) return entries;
  const of = 'r.environment = $1 AND r.key = q.value';
  const raws = yield* ask(
    (d) =>
      `SELECT r.*, ${nameOf('run', 'r.run')} AS run_id FROM ${d.each(d.texts(2), 'entries', of, 'entries_key')} ORDER BY seq`,
    ...[environment, json([...new Set(keys)])],
  );
  for (const raw of raws) {
    const known = entries.get(String(raw['key']));
    if (known) known.push(toEntry(raw));
    else entries.set(String(raw['key']), [toEntry(raw)]);
  }
  return entries;
}

export function* paid(environment: number, keys: readonly string[]): Question<Map<string, PaidRecord>> {
  const rows = (yield* rowsByKey(environment, keys)).map(toRow);
  const created = rows.filter(({ state }) => state === 'created').map(({ key }) => key);
  const found = new Map<string, PaidRecord>();
  for (const [key, entries] of yield* entriesOf(environment, created)) {
    const record = paidRecord(key, entries);
    if (record) found.set(key, record);
  }
  return found;
}

export function* knows(environment: number, createdIds: readonly string[]): Question<Set<string>> {
  const found = yield* ask(CREATED, environment, json(createdIds.map(hashNumber)));
  const known = new Set(found.map((raw) => asText(raw['created_id'])));
  return new Set(createdIds.filter((id) => known.has(id)));
}

export function* isInOtherResponse(environment: number, key: string, text: string): Question<boolean> {
  const found = yield* ask(
    `SELECT 1 FROM entries WHERE NOT (environment = $1 AND key = $2)
       AND answer IS NOT NULL AND replace(lower(answer), $3, '') <> lower(answer) LIMIT 1`,
    ...[environment, key, text.toLowerCase()],
  );
  return found.length > 0;
}

/** Reads the entries of resolutions, which are few. */
export function* named(environment: number, createdIds: readonly string[]): Question<Set<string>> {
  const words = yield* ask(
    `SELECT created_id FROM entries WHERE environment = $1 AND type IN ('resolved_created', 'corrected_created')`,
    environment,
  );
  const ids = words.map((raw) => raw['created_id']);
  return new Set(createdIds.filter((id) => ids.includes(id)));
}

export function* wasAccepted(text: string): Question<boolean> {
  const reasons = yield* ask('SELECT reason FROM acceptances');
  return reasons.some(({ reason }) => String(reason).includes(text));
}

export function* heldByOthers(
  environment: number,
  runId: string,
  keys: readonly string[],
): Question<Map<string, string>> {
  const byHash = new Map(keys.map((key) => [String(hashInteger(hash64(key))), key]));
  const found = yield* ask(
    (d) =>
      `SELECT q.value AS hash, r.run_id FROM ${d.each(d.texts(3), 'claims', 'r.environment = $1 AND r.run_id <> $2 AND r.hash = CAST(q.value AS bigint)')}`,
    ...[environment, runId, json([...byHash.keys()])],
  );
  return new Map(found.map((raw) => [byHash.get(asText(raw['hash'])) ?? '', asText(raw['run_id'])]));
}

/** The latest of several times: after a clock was set back, later entries have earlier times. */
export function* lastEntryAt(): Question<Date | null> {
  const [last] = yield* ask(
    `SELECT max(at) AS at FROM (SELECT at FROM (SELECT at FROM entries ORDER BY seq DESC LIMIT 2000) AS entry
     UNION ALL SELECT max(started_at) FROM runs UNION ALL SELECT max(finished_at) FROM runs) AS known`,
  );
  return typeof last?.['at'] === 'number' ? new Date(last['at']) : null;
}

export function* recall(environment: number, key: string): Question<string | undefined> {
  const [found] = yield* ask(
    'SELECT document_id FROM uploads WHERE environment = $1 AND sha256 = $2',
    ...[environment, key],
  );
  return found && String(found['document_id']);
}

export function* runsOfFile(environment: number, kind: RunKind, fileHash: string): Question<string[]> {
  const found = yield* ask(
    'SELECT id FROM runs WHERE environment = $1 AND kind = $2 AND file_hash = $3 ORDER BY begun DESC',
    ...[environment, kind, fileHash],
  );
  return found.map(({ id }) => String(id));
}

export function* batchFile(
  environment: number,
  kind: RunKind,
  batchId: string,
): Question<string | undefined> {
  const [first] = yield* ask(
    'SELECT file_hash FROM runs WHERE environment = $1 AND kind = $2 AND batch_id = $3 ORDER BY begun LIMIT 1',
    ...[environment, kind, batchId],
  );
  return asText(first?.['file_hash']) || undefined;
}

/** Reads all rows. It is used for a statement, never in a run. */
export function* sentSince(
  environment: number,
  since: Date,
  amounts: readonly string[],
): Question<SentRow[]> {
  const raws = yield* ask(
    (
      d,
    ) => `SELECT ${ROW}, (SELECT min(at) FROM entries WHERE environment = r.environment AND key = r.key AND type = 'intent') AS first_at, ${sentBody('r')} AS body
     FROM rows r
     WHERE r.intent_entry > 0 AND r.updated_at >= $1 AND r.key LIKE 'p:%' AND (r.state IN (${MAYBE_PAID}) OR r.doubt_entry IS NOT NULL)
       AND ${AMOUNT} IN (SELECT q.value FROM ${d.texts(2)})`,
    ...[since.getTime(), json(amounts.map(amountText))],
  );
  return raws.map((raw) => ({
    ...toRow(raw),
    ...{ here: raw['environment'] === environment, body: asText(raw['body']) },
    firstAt: new Date(Number(raw['first_at'])),
  }));
}

/** Responses that contradict a resolution, and were not corrected since. Oldest first. */
export function* contradictions(environment: number): Question<Contradiction[]> {
  const found = yield* ask(
    `SELECT e.key, ${nameOf('run', 'e.run')} AS run_id, e.line, e.at, e.created_id, r.state FROM entries e
       JOIN rows r ON r.environment = e.environment AND r.key = e.key
     WHERE e.environment = $1 AND e.type = 'contradicted' AND NOT EXISTS
       (SELECT 1 FROM entries c WHERE c.environment = e.environment AND c.key = e.key AND c.seq > e.seq
          AND c.type IN (${listed(AFTER_ALARM)}))
     ORDER BY e.seq`,
    environment,
  );
  return found.map((raw) => ({
    key: String(raw['key']),
    reference: referenceOf(String(raw['key'])),
    runId: String(raw['run_id']),
    line: Number(raw['line']),
    at: new Date(Number(raw['at'])),
    createdId: raw['created_id'] === null ? null : asText(raw['created_id']),
    state: raw['state'] as RowState, // as it was written
  }));
}
