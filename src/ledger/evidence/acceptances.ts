// Each time a person used the ledger in spite of what spoke against it. Reads only.
import type { Connection } from '../file/connection.ts';
import type { Acceptance } from '../finding.ts';
import { asNumber, asText } from '../store/question.ts';
import { StoredRows } from './stored.ts';

const COLUMNS = ['at', 'reason', 'sequence'];

/** The first one first. What was edited is told of by its link; here it has only to be readable. */
export function acceptancesIn(db: Connection): Acceptance[] {
  const all = [...new StoredRows(db, 'acceptances', ['id'], COLUMNS).all()];
  return all.map((row) => {
    const at = new Date(typeof row['at'] === 'number' ? row['at'] : Number.NaN);
    return {
      at: Number.isNaN(at.getTime()) ? null : at,
      reason: asText(row['reason']),
      sequence: asNumber(row['sequence']),
    };
  });
}
