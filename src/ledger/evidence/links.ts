// The links of the hash chain as they are stored, and the lines in them.
import type { Connection } from '../file/connection.ts';
import { asNumber, asText } from '../store/question.ts';
import { genesis } from '../store/record.ts';
import { COVERED, type CoveredTable } from '../store/tables.ts';
import { type Stored, storedRows } from './stored.ts';

export interface LinkRow {
  readonly number: number;
  readonly at: number;
  readonly sequence: number;
  /** Its lines. */
  readonly records: string;
  readonly head: string;
}

export function* linksOf(db: Connection): Generator<LinkRow> {
  for (const row of storedRows(db, 'links')) {
    const [number, at, sequence] = ['number', 'at', 'sequence'].map((name) => asNumber(row[name]));
    const [records, head] = [asText(row['records']), asText(row['head'])];
    yield { number: number ?? -1, at: at ?? -1, sequence: sequence ?? -1, records, head };
  }
}

/** The head of a link, or of the beginning (0), whatever was put there; `undefined` for a link that is not there. */
export function headAt(db: Connection, link: number): string | undefined {
  if (link === 0) {
    const meta = db.prepare('SELECT ledger_id, created_at FROM meta').get() as Stored | undefined; // the columns above
    return genesis(asText(meta?.['ledger_id']), asNumber(meta?.['created_at']));
  }
  const row = db.prepare('SELECT head FROM links WHERE number = ?').get(link) as Stored | undefined; // one column
  return row && asText(row['head']);
}

/** A line for an entry, with the digest of the row's identity where the entry takes the row. */
export interface EntryLine {
  readonly entry: number;
  readonly digest: string;
  readonly identity: string | undefined;
}

/** A line for a row of another table. */
export interface RowLine {
  readonly table: CoveredTable;
  /** As JSON. */
  readonly key: string;
  /** `undefined` for a row that was deleted. */
  readonly digest: string | undefined;
}

/** `undefined` for a line that can be none of ours. */
export function readLine(line: string): EntryLine | RowLine | undefined {
  if (/^\d/.test(line)) {
    const [entry, digest = '', identity] = line.split(' ');
    return { entry: Number(entry), digest, identity };
  }
  const [, table = '', digest = '', key = ''] = /^(\w+) ([-\w]+) (\[.*\])$/s.exec(line) ?? [];
  if (!isCovered(table)) return undefined;
  return { table, key, digest: digest === '-' ? undefined : digest };
}

export const linesOf = (records: string): string[] => (records === '' ? [] : records.split('\n'));

export const isCovered = (table: string): table is CoveredTable => Object.hasOwn(COVERED, table);
