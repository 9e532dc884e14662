// Whose rows a retry file has: the files that runs have cut these very bytes from, and on which line each of its rows began
// there. Kept among the uploads: of both the ledger knows something under a hash.
import type { Clock } from '../../client/clock.ts';
import { packedLines, unpackedLines } from '../../csv/row-lines.ts';
import { sha256 } from '../../ledger/keys.ts';
import type { Ledger } from '../../ledger/ledger.ts';
import { isSameSheet, sheetOf } from '../input/named-sheet.ts';
import { ledgerCall } from './ledger-call.ts';

/** Files of one lineage that are remembered and looked through. Where there are more, nobody may act as if there were none. */
export const MOST_FILES = 1_000;

/** What a retry file was cut from. */
export interface CutFrom {
  /** SHA-256 of its bytes. */
  readonly hash: string;
  /** Of a workbook. */
  readonly sheet: string;
  readonly rows: readonly CutRow[];
}

export interface CutRow {
  /** Where it begins, in the retry file and in the file that it was cut from. */
  readonly line: number;
  readonly from: number;
}

/** Runs of one file that left the same rows say nothing new: the first of them stands for all. */
interface Kept {
  readonly run: string;
  readonly lines: string;
  readonly from: string;
  /** What the run has read; left out by whoever wrote it before that was kept here. */
  readonly hash?: string;
  readonly sheet?: string;
}
type Whole = Required<Kept>;

/** What is remembered. `isCut`: there was more. */
export interface Remembered<T> {
  readonly known: readonly T[];
  readonly isCut: boolean;
}

const writersKey = (digest: string): string => sha256(`rows left by\0${digest}`);
const leftKey = (runId: string): string => sha256(`rows left in\0${runId}`);

type Read = Pick<Ledger, 'upload' | 'run'>;
interface Writing {
  readonly ledger: Read & Pick<Ledger, 'saveUpload'>;
  readonly clock: Pick<Clock, 'now'>;
  readonly runId: string;
}

/** A ledger that can't take it: then nobody knows the file for what it is. */
export async function rememberRows(
  { ledger, clock, runId }: Writing,
  digest: string,
  lines: readonly number[],
  from: readonly number[],
): Promise<void> {
  const at = new Date(clock.now());
  await ledgerCall(async () => {
    const left = await readKept<string>(leftKey(runId), ledger);
    if (!left.includes(digest)) {
      const all = [...left, digest].slice(0, MOST_FILES + 1);
      await ledger.saveUpload(leftKey(runId), JSON.stringify(all), at);
    }
    const packed = { lines: packedLines(lines.slice(0, from.length)), from: packedLines(from) };
    const own = await wholeOf({ run: runId, ...packed }, ledger);
    const others = await writers(digest, ledger);
    if (!own || others.some((one) => saysTheSame(one, own))) return;
    const all = [...others, own].slice(0, MOST_FILES + 1);
    await ledger.saveUpload(writersKey(digest), JSON.stringify(all), at);
  });
}

const saysTheSame = (one: Whole, other: Whole): boolean =>
  one.hash === other.hash &&
  one.sheet === other.sheet &&
  one.from === other.from &&
  one.lines === other.lines;

/** The files that a retry file of these very bytes was cut from. One may be named several times, with other lines. */
export async function cutFrom(digest: string, ledger: Read): Promise<Remembered<CutFrom>> {
  const all = await writers(digest, ledger);
  const known = all.slice(0, MOST_FILES).map(({ hash, sheet, lines, from }): CutFrom => {
    const starts = unpackedLines(lines);
    return {
      hash,
      sheet,
      rows: unpackedLines(from).map((one, at) => ({ from: one, line: starts[at] ?? 0 })),
    };
  });
  return { known, isCut: all.length > MOST_FILES };
}

/** The rows of a file that stand in a retry file of these bytes. */
export const rowsOf = (
  { known }: Remembered<CutFrom>,
  { hash, sheet }: Pick<CutFrom, 'hash' | 'sheet'>,
): CutRow[] =>
  known.filter((one) => one.hash === hash && isSameSheet(one.sheet, sheet)).flatMap(({ rows }) => rows);

/** The digests of the retry files that a run has written. */
export async function leftBy(runId: string, ledger: Pick<Ledger, 'upload'>): Promise<Remembered<string>> {
  const all = await readKept<string>(leftKey(runId), ledger);
  return { known: all.slice(0, MOST_FILES), isCut: all.length > MOST_FILES };
}

async function writers(digest: string, ledger: Read): Promise<Whole[]> {
  const all = await readKept<Kept>(writersKey(digest), ledger);
  const whole = await Promise.all(all.map((one) => wholeOf(one, ledger)));
  return whole.filter((one) => one !== undefined);
}

/** `undefined` for a run of which nothing is known. */
async function wholeOf(one: Kept, ledger: Pick<Ledger, 'run'>): Promise<Whole | undefined> {
  const { hash, sheet } = one;
  if (hash !== undefined && sheet !== undefined) return { ...one, hash, sheet };
  const run = await ledger.run(one.run);
  if (!run || run.fileHash === null) return undefined;
  return { ...one, hash: run.fileHash, sheet: sheetOf(run.settings) };
}

async function readKept<T>(key: string, ledger: Pick<Ledger, 'upload'>): Promise<T[]> {
  const text = await ledger.upload(key);
  return text === undefined ? [] : (JSON.parse(text) as T[]); // as written above
}
