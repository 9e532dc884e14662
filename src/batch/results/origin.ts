// Of which file a row of a retry file is, where several files share one batch by --batch-id: equal rows of theirs have one key,
// and once it is paid nobody could tell whose payment that was. Said in the row's x-retry-of, since people edit, merge and move
// retry files; short, and of digests alone, so that the same rows give the same bytes.
import { basename } from 'node:path';

import { sha256 } from '../../ledger/keys.ts';
import type { Ledger, RunRecord } from '../../ledger/ledger.ts';
import { batchOfSheet, foldedSheet, sheetOf } from '../input/named-sheet.ts';
import { isRetryName } from '../input/retry-of.ts';
import { ledgerCall } from './ledger-call.ts';
import { keptPlace } from './results-place.ts';

export interface OriginalFile {
  readonly file: string;
  /** SHA-256 of its bytes. */
  readonly hash: string;
  /** Of a workbook; empty for a text. */
  readonly sheet: string;
  /** Where its results go. */
  readonly place: string;
}

const DIGITS = 12;
const short = (text: string): string => sha256(text).slice(0, DIGITS);

/** Its bytes, its name and place, its sheet. */
export const originOf = ({ file, hash, sheet, place }: OriginalFile): string =>
  [`bytes\0${hash}`, `place\0${place}\0${basename(file)}`, `sheet\0${foldedSheet(sheet)}`]
    .map(short)
    .join('.');

/** The same bytes are one file, wherever they lie; a file that was corrected has its name and place still, unless `isOld`. */
export function isOneFile(one: string, other: string, isOld: boolean): boolean {
  const [[bytes, place, sheet], [otherBytes, otherPlace, otherSheet]] = [one.split('.'), other.split('.')];
  return sheet === otherSheet && (bytes === otherBytes || (place === otherPlace && !isOld));
}

/** Of which files a run's rows were; none where nobody knows. */
export function originsOf(run: RunRecord): readonly string[] {
  const { origins } = run.settings;
  if (Array.isArray(origins)) return origins as string[]; // as newRunOf has kept them
  // A retry file that an earlier release has read.
  if (run.parent !== null || isRetryName(run.file)) return [];
  const own = readBy(run);
  return own ? [originOf(own)] : [];
}

/** What the rows that a run leaves are to say of it. Under its own bytes a batch is one file's, and there is nothing to tell apart. */
export async function originToTell(runId: string, ledger: Pick<Ledger, 'run'>): Promise<string | undefined> {
  const known = await ledgerCall(() => ledger.run(runId));
  const run = known.ok ? known.value : undefined;
  const own = run && readBy(run);
  return !run || !own || isOwnBatch(run.batchId, own) ? undefined : originOf(own);
}

const isOwnBatch = (batchId: string, { hash, sheet }: OriginalFile): boolean =>
  batchId === hash || batchId === batchOfSheet(hash, sheet);

function readBy({ file, fileHash, settings }: RunRecord): OriginalFile | undefined {
  const place = keptPlace(settings);
  if (fileHash === null || place === '') return undefined;
  return { file, hash: fileHash, sheet: sheetOf(settings), place };
}
