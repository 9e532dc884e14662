// The links as they are stored, one after the other. Reads only.
import type { Connection } from '../file/connection.ts';
import { asNumber, asText } from '../store/question.ts';
import { StoredRows } from './stored.ts';

/** A link's lines may be many. */
const LINKS_AT_ONCE = 20;

export interface LinkRow {
  readonly number: number;
  readonly at: number;
  readonly sequence: number;
  readonly records: string;
  readonly head: string;
}

export function* linksOf(db: Connection): Generator<LinkRow> {
  const columns = ['number', 'at', 'sequence', 'records', 'head'];
  for (const row of new StoredRows(db, 'links', ['number'], columns).all(LINKS_AT_ONCE)) {
    const [number, at, sequence] = ['number', 'at', 'sequence'].map((name) => asNumber(row[name]));
    const [records, head] = [asText(row['records']), asText(row['head'])];
    yield { number: number ?? -1, at: at ?? -1, sequence: sequence ?? -1, records, head };
  }
}
