// Results of which no row can be read, as a power cut or a full disk leaves them: whether they had any, and whether this ledger knows the
// run that wrote them. What they said was paid, nobody else may remember.
import type { FileHandle } from 'node:fs/promises';
import { isAbsolute, resolve } from 'node:path';

import type { Ledger, RunRecord } from '../../ledger/ledger.ts';
import { Refusal } from '../input/refusal.ts';
import { beginsAsResults } from './results-path.ts';
import { keptPlace, placeOf } from './results-place.ts';

const HEAD_BYTES = 64 * 1024;
const ALL_RUNS = 1_000_000;
/** A file server's clock, and what a run still does once its results are in their place. */
const SLACK_MS = 60 * 60_000;

export interface Unread {
  /** Not a byte is left; nothing says that these are results, their name aside. */
  readonly isEmpty: boolean;
  readonly changedAtMs: number;
}

/** Of an open file that told of no row; `undefined`: it is none of ours, or a run of no rows wrote it so, a header and its line end. */
export async function unreadResults(handle: FileHandle): Promise<Unread | undefined> {
  const { size, mtimeMs: changedAtMs } = await handle.stat();
  if (size === 0) return { isEmpty: true, changedAtMs };
  const { buffer, bytesRead } = await handle.read(Buffer.alloc(HEAD_BYTES), 0, HEAD_BYTES, 0);
  const head = buffer.subarray(0, bytesRead);
  const isZeros = head.every((byte) => byte === 0);
  if (!isZeros && !beginsAsResults(head)) return undefined;
  return size <= HEAD_BYTES && isHeaderAlone(head) ? undefined : { isEmpty: false, changedAtMs };
}

/** Every other byte of UTF-16 is 0; two of them in a row were never written. */
function isHeaderAlone(bytes: Buffer): boolean {
  const text = bytes.toString('latin1');
  const line = text.replaceAll('\0', '');
  const end = line.slice(line.trimEnd().length);
  return !text.includes('\0\0') && /[\r\n]/.test(end) && !/[\r\n]/.test(line.trim());
}

/** The input of a run that is to write there. */
export interface OfInput {
  readonly file: string;
  /** SHA-256 (hex) of its bytes. */
  readonly hash: string;
}

type Run = Pick<RunRecord, 'file' | 'fileHash' | 'settings' | 'startedAt' | 'finishedAt'>;

interface Runs {
  readonly queue?: Ledger['queue'] | undefined;
  runs(limit: number): Promise<readonly Run[]>;
}

/**
 * Whether a run is known that may have been the one to write them: none that came later can be missing. Or one of the same bytes, wherever
 * they lay, which knows what became of each row.
 */
export async function knowsTheirRun(
  ledger: Runs,
  results: string,
  { file, hash }: OfInput,
  { changedAtMs }: Unread,
): Promise<boolean> {
  const place = await placeOf(results, ledger.queue !== undefined);
  const wroteThere = (run: Run): boolean => {
    const then = keptPlace(run.settings);
    // Of an earlier release: the input's name as it was typed then, perhaps in another folder.
    return then === '' ? isAbsolute(run.file) && resolve(run.file) === resolve(file) : then === place;
  };
  const runs = (await ledger.runs(ALL_RUNS)).filter((run) => run.fileHash === hash || wroteThere(run));
  return runs.some((run) => (run.finishedAt ?? run.startedAt).getTime() + SLACK_MS >= changedAtMs);
}

/** Where no run is known. */
export function unreadable(
  results: string,
  { file }: OfInput,
  { isEmpty }: Unread,
  { path }: Ledger,
): Refusal {
  const what = isEmpty ? 'is empty' : 'has the beginning of results, and no row of it can be read';
  const why = `it may be the only memory of what was paid, for this ledger knows no run that wrote it there, and none that has read ${file} as it is`;
  return new Refusal('results_cut', `${results} ${what}: ${why} (${path})`, undefined, 'results_unread');
}
