// Checks that the state of each row, by which runs decide, is the fold of its entries. Reads only.
import type { Connection } from '../file/connection.ts';
import { hashNumber } from '../keys.ts';
import { ASIDE, DOUBT_ENTRIES, type EntryType, fold } from '../state.ts';
import { asNumber, asText } from '../store/question.ts';
import type { Findings } from './finding.ts';
import { isKey, type StoredRow, storedRows } from './links.ts';

const CREATED: readonly string[] = ['created', 'resolved_created', 'corrected_created'];

/** The walk along the chain finds missing rows. */
export function checkFolds(db: Connection, findings: Findings): void {
  const own = db.prepare(
    'SELECT seq, at, type, resend, created_id FROM entries WHERE environment = ? AND key = ? ORDER BY seq',
  );
  for (const row of storedRows(db, 'rows')) {
    const key = [row['environment'], row['key']];
    const entries = isKey(key) ? (own.all(...key) as StoredRow[]) : []; // the columns above
    if (entries.length > 0 && isFold(row, entries)) continue;
    const last = entries.at(-1);
    findings.add({
      kind: last ? 'changed' : 'added',
      where: 'rows',
      key: asText(row['key']),
      entry: last ? asNumber(last['seq']) : null,
      at: last ? new Date(asNumber(last['at'])) : null,
    });
  }
}

function isFold(row: StoredRow, entries: readonly StoredRow[]): boolean {
  const last = entries.findLast(({ type }) => !ASIDE.includes(asText(type)));
  const numberOf = (types: readonly string[]) =>
    entries.findLast(({ type }) => types.includes(asText(type)))?.['seq'];
  try {
    // fold refuses others
    const life = fold(entries.map(({ type, resend }) => ({ type: type as EntryType, resend: resend === 1 })));
    return (
      life.state === row['state'] &&
      Number(life.byPerson) === row['by_person'] &&
      createdBy(last) === row['created'] &&
      last?.['seq'] === row['state_entry'] &&
      last?.['at'] === row['updated_at'] &&
      (numberOf(['intent']) ?? 0) === row['intent_entry'] &&
      (numberOf(DOUBT_ENTRIES) ?? null) === row['doubt_entry']
    );
  } catch {
    return false; // entries that can't follow one another
  }
}

function createdBy(entry: StoredRow | undefined): number | null {
  const id = entry?.['created_id'];
  return CREATED.includes(asText(entry?.['type'])) && typeof id === 'string' ? hashNumber(id) : null;
}
