// Whether a row that would be sent may repeat an earlier payment (DECISIONS 10, rule 2), or has a
// reference that differs only in form from another. Pure: page.ts asks the ledger for the matches.
import type { ComparedRow, LedgerMatch, RowRecord } from '../../ledger/ledger.ts';
import type { Subject } from '../input/row.ts';
import type { RowKey } from './keys.ts';

export const DAY_MS = 86_400_000;
/** Payments without a reference, and payments that were in doubt, hold rows for this long. */
const HOLD_DAYS = 30;
/** The default of `alikeDays`. */
export const ALIKE_DAYS = 3;

/** A row that is compared with earlier payments. */
export interface Candidate {
  readonly row: Pick<Subject, 'kind' | 'reference'>;
  readonly key: RowKey;
}

/** The file of the rows. Rows of one file, and of its retry files, are separate payments. */
export interface OwnFile {
  /** The run that plans the rows; empty for none. */
  readonly runId: string;
  /** Runs of the same bytes, for named batches. */
  readonly runs: ReadonlySet<string>;
  /** Batches that a user named: unrelated files may share one. Any other batch belongs to one file. */
  readonly named: ReadonlySet<string>;
}

export interface DuplicateRules {
  readonly nowMs: number;
  /** Rows with other references are compared with payments of this many days; 0: never. */
  readonly alikeDays: number;
}

export interface Duplicate {
  /** `recent`: held only if at least half of the file's rows repeat recent payments (an export made anew). */
  readonly kind: 'same_content' | 'in_doubt' | 'recent';
  readonly match: RowRecord;
  /** Its content equals a recent payment under another reference. It may be held for another reason as well. */
  readonly isRecent: boolean;
}

export function comparedRowOf({ row, key }: Candidate): ComparedRow {
  const { fingerprint, target, batchId } = key;
  const reference = row.reference === '' ? null : row.reference;
  return { key: key.key, reference, fingerprint, target, batchId };
}

export function duplicateOf(
  candidate: Candidate,
  matches: readonly LedgerMatch[],
  file: OwnFile,
  { nowMs, alikeDays }: DuplicateRules,
): Duplicate | undefined {
  if (matches.length === 0) return undefined;
  const isWithin = ({ updatedAt }: RowRecord, days: number): boolean =>
    nowMs - updatedAt.getTime() <= days * DAY_MS;
  const others = matches.filter((one) => one.by !== 'reference' && !isOfSameFile(candidate, one, file));
  const same = others.filter(({ by }) => by === 'content').map(({ row }) => row);
  const isBare = ({ reference }: RowRecord): boolean => reference === null || candidate.row.reference === '';
  const recent = alikeDays === 0 ? undefined : same.find((row) => !isBare(row) && isWithin(row, alikeDays));
  const isRecent = recent !== undefined;
  const unreferenced = same.find((row) => isBare(row) && (!isPaid(row) || isWithin(row, HOLD_DAYS)));
  if (unreferenced) return { kind: 'same_content', match: unreferenced, isRecent };
  const doubtful = others.find(
    ({ row }) => !isPaid(row) || (row.doubtEntry !== null && isWithin(row, HOLD_DAYS)),
  );
  if (doubtful) return { kind: 'in_doubt', match: doubtful.row, isRecent };
  return recent && { kind: 'recent', match: recent, isRecent };
}

const isPaid = ({ state }: RowRecord): boolean => state === 'created';

/** Whether a match is another row of the file itself, or of a file of the same batch. */
function isOfSameFile(
  { row, key }: Candidate,
  { by, row: other }: LedgerMatch,
  { runId, runs, named }: OwnFile,
): boolean {
  // Either all rows of a file have references, or none has.
  if ((row.reference === '') !== (other.reference === null)) return false;
  // Equal rows of a batch have different ordinals. A corrected row has another batch than its original.
  if (by === 'content' && row.reference === '') return other.batchId === key.batchId;
  if (runId !== '' && other.runId === runId) return true;
  if (other.batchId !== key.batchId) return false;
  return !named.has(other.batchId) || runs.has(other.runId);
}

export const referenceLike = (matches: readonly LedgerMatch[]): RowRecord | undefined =>
  matches.find(({ by }) => by === 'reference')?.row;

export const isExportAnew = (recent: number, rows: number): boolean => recent > 0 && recent * 2 >= rows;
