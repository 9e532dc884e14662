// Whose rows a retry file has: the runs that wrote these very bytes, and on which line each of its rows began in the file that it
// was cut from. Kept among the uploads: of both the ledger knows something under a hash.
import type { Clock } from '../../client/clock.ts';
import { packedLines, unpackedLines } from '../../csv/row-lines.ts';
import { sha256 } from '../../ledger/keys.ts';
import type { Ledger } from '../../ledger/ledger.ts';
import { ledgerCall } from './ledger-call.ts';

/** A run that wrote a retry file, and the rows of that, in their order. */
export interface Writer {
  readonly run: string;
  readonly rows: readonly CutRow[];
}

export interface CutRow {
  /** Where it begins, in the retry file and in the run's input. */
  readonly line: number;
  readonly from: number;
}

interface Kept {
  readonly run: string;
  readonly lines: string;
  readonly from: string;
}

/** Runs of one file that left the same rows each time: the last ones. */
const WRITERS = 100;
/** A run that hosts share writes one as often as its results are asked for. */
const LEFT = 20;

const writersKey = (digest: string): string => sha256(`rows left by\0${digest}`);
const leftKey = (runId: string): string => sha256(`rows left in\0${runId}`);

interface Writing {
  readonly ledger: Ledger;
  readonly clock: Clock;
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
  const own: Kept = { run: runId, lines: packedLines(lines.slice(0, from.length)), from: packedLines(from) };
  await ledgerCall(async () => {
    const others = (await kept(digest, ledger)).filter(({ run }) => run !== runId);
    const left = (await leftBy(runId, ledger)).filter((one) => one !== digest);
    await ledger.saveUpload(writersKey(digest), JSON.stringify([...others, own].slice(-WRITERS)), at);
    await ledger.saveUpload(leftKey(runId), JSON.stringify([...left, digest].slice(-LEFT)), at);
  });
}

/** Runs that wrote a retry file of these very bytes. */
export async function writersOf(digest: string, ledger: Pick<Ledger, 'upload'>): Promise<Writer[]> {
  return (await kept(digest, ledger)).map(({ run, lines, from }) => {
    const starts = unpackedLines(lines);
    return { run, rows: unpackedLines(from).map((one, at) => ({ from: one, line: starts[at] ?? 0 })) };
  });
}

/** The digests of the retry files that a run has written. */
export async function leftBy(runId: string, ledger: Pick<Ledger, 'upload'>): Promise<readonly string[]> {
  const text = await ledger.upload(leftKey(runId));
  return text === undefined ? [] : (JSON.parse(text) as string[]); // as written above
}

async function kept(digest: string, ledger: Pick<Ledger, 'upload'>): Promise<Kept[]> {
  const text = await ledger.upload(writersKey(digest));
  return text === undefined ? [] : (JSON.parse(text) as Kept[]); // as written above
}
