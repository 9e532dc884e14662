// Whether the state of each row is the fold over its entries: which is what a run decides by. Reads only.
import type { Connection } from '../file/connection.ts';
import { ASIDE, DOUBT_ENTRIES, type EntryType, fold } from '../state.ts';
import { asText } from '../store/question.ts';
import { ROW_COLUMNS, ROW_KEY } from '../store/tables.ts';
import type { Findings } from './findings.ts';
import { pages, type Stored } from './pages.ts';
import { StoredRows } from './stored.ts';

const CREATED: readonly string[] = ['created', 'resolved_created', 'corrected_created'];

export function checkFolds(db: Connection, findings: Findings): void {
  const histories = historiesOf(db);
  let history = histories.next();
  for (const row of new StoredRows(db, 'rows', ROW_KEY, ROW_COLUMNS).all()) {
    while (!history.done && isBefore(history.value.name, row)) {
      report(findings, 'missing', history.value.name[1], history.value.entries);
      history = histories.next();
    }
    const own = !history.done && isSame(history.value.name, row) ? history.value.entries : [];
    if (own.length > 0) history = histories.next();
    const last = Number(own.at(-1)?.['seq'] ?? 0);
    if (last === 0) report(findings, 'added', asText(row['key']), own);
    else if (!isFold(row, own)) report(findings, 'changed', asText(row['key']), own);
  }
  for (; !history.done; history = histories.next())
    report(findings, 'missing', history.value.name[1], history.value.entries);
}

interface History {
  readonly name: readonly [environment: number, key: string];
  readonly entries: readonly Stored[];
}

function* historiesOf(db: Connection): Generator<History> {
  let name: readonly [number, string] | undefined;
  let entries: Stored[] = [];
  for (const page of pages(db, 'entries INDEXED BY entries_key', ['environment', 'key', 'seq'])) {
    for (const entry of page) {
      const own = [Number(entry['environment']), asText(entry['key'])] as const;
      if (name && (own[0] !== name[0] || own[1] !== name[1])) {
        yield { name, entries };
        entries = [];
      }
      name = own;
      entries.push(entry);
    }
  }
  if (name) yield { name, entries };
}

/** In the order of the database: by bytes. */
function isBefore([environment, key]: History['name'], row: Stored): boolean {
  if (environment !== row['environment']) return environment < Number(row['environment']);
  return Buffer.compare(Buffer.from(key), Buffer.from(asText(row['key']))) < 0;
}

const isSame = ([environment, key]: History['name'], row: Stored): boolean =>
  environment === row['environment'] && key === row['key'];

function isFold(row: Stored, entries: readonly Stored[]): boolean {
  const last = entries.findLast(({ type }) => !ASIDE.includes(asText(type)));
  try {
    const life = fold(entries.map(({ type, resend }) => ({ type: type as EntryType, resend: resend === 1 }))); // fold refuses others
    return (
      life.state === row['state'] &&
      Number(life.byPerson) === row['by_person'] &&
      createdBy(last) === row['created_id'] &&
      last?.['at'] === row['updated_at'] &&
      (entries.findLast(({ type }) => type === 'intent')?.['seq'] ?? 0) === row['intent_entry'] &&
      (entries.findLast(({ type }) => DOUBT_ENTRIES.includes(asText(type)))?.['seq'] ?? null) ===
        row['doubt_entry']
    );
  } catch {
    return false; // entries that can't follow one another
  }
}

function createdBy(entry: Stored | undefined): string | null {
  if (!CREATED.includes(asText(entry?.['type']))) return null;
  const data = JSON.parse(asText(entry?.['data'])) as { createdId?: string | null }; // written as JSON, and judged before
  return data.createdId ?? null;
}

function report(
  findings: Findings,
  kind: 'changed' | 'missing' | 'added',
  key: string,
  entries: readonly Stored[],
): void {
  const last = entries.at(-1);
  findings.add({
    kind,
    where: 'rows',
    key,
    entry: last ? Number(last['seq']) : null,
    at: last ? new Date(Number(last['at'])) : null,
  });
}
