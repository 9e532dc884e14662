// Rows that are compared with payments already made, and with what they are compared.
import type { Ledger, RowRecord } from '../../../ledger/ledger.ts';
import type { BatchRow } from '../../input/row.ts';
import { earlierContents } from '../content.ts';
import type { RowKey } from '../keys.ts';
import type { AlikeRules, Candidate } from './alike.ts';
import type { OwnRows } from './own-rows.ts';

export interface Keyed {
  readonly row: BatchRow;
  readonly key: RowKey;
  /** What the ledger knows of it. */
  readonly known?: RowRecord | undefined;
}

/** Whose rows they are, and by what they are compared. */
export interface Comparing {
  readonly file: string;
  readonly ledger: Ledger;
  /** SHA-256 of the file's bytes. */
  readonly hash: string;
  readonly batchId: string;
  /** Of a workbook. */
  readonly sheet: string;
  readonly rules: AlikeRules;
  readonly own: OwnRows;
  /** Payments that look alike are meant: they are named, and nothing is refused for them but what came `since`. */
  readonly isMeant?: boolean;
  readonly since?: number | undefined;
  /** Under any plan: when it was made or signed, whichever was first. What came later was not seen. */
  readonly seenUntil?: number | undefined;
  /** Nobody sends them: rows that a run would hold are told beforehand. */
  readonly isLookOnly?: boolean;
}

export function candidateOf(
  { row, key: { key, content, fingerprint, sequence }, known }: Keyed,
  batchId: string,
): Candidate {
  return {
    line: row.line,
    sequence,
    reference: row.reference,
    fingerprint,
    batchId: row.retryOf?.batchId ?? batchId,
    key,
    before: known,
    contents: () => [content, ...earlierContents(row)],
  };
}
