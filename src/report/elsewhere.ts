// What became of the rows that a run never came to, since it was killed, or refused because another run had them: the other
// runs of the same file know.
import type { Ledger, RunRecord } from '../ledger/ledger.ts';
import { standings } from './standing.ts';

/** Of the rows that a run has nothing of. */
export interface Elsewhere {
  /** The newest run that knows of some. */
  readonly runId: string;
  readonly paid: number;
  readonly inDoubt: number;
  /** Whether that run goes on. */
  readonly isGoing: boolean;
}

const ALL_RUNS = 1_000_000;
/** What is known of a row, the gravest word last. */
const KNOWN = { nothing: 0, here: 1, inDoubt: 2, paid: 3 } as const;

/** The same bytes, read into as many rows. */
const isOfSameFile = (other: RunRecord, run: RunRecord): boolean =>
  other.id !== run.id &&
  other.kind === run.kind &&
  other.batchId === run.batchId &&
  other.fileHash === run.fileHash &&
  other.rows === run.rows;

/** Whether nothing says how it ended, and nobody is at work on it. */
export const isKilled = (run: RunRecord): boolean => run.exitCode === null && !run.alive;

/** The newest of these runs that went on with the file of one that was killed; one that was refused did not. */
export const continuedBy = (run: RunRecord, runs: readonly RunRecord[]): RunRecord | undefined =>
  isKilled(run)
    ? runs.find(
        (other) => isOfSameFile(other, run) && other.startedAt > run.startedAt && other.exitCode !== 2,
      )
    : undefined;

/** All runs of the ledger are looked through: to be asked only of a run that was killed. */
export async function continuation(ledger: Ledger, run: RunRecord): Promise<RunRecord | undefined> {
  return isKilled(run) ? continuedBy(run, await ledger.runs(ALL_RUNS)) : undefined;
}

/** `undefined` where no other run knows any of them. `run`: one that is over, and has rows that it never came to. */
export async function elsewhere(ledger: Ledger, run: RunRecord): Promise<Elsewhere | undefined> {
  const others = (await ledger.runs(ALL_RUNS)).filter((other) => isOfSameFile(other, run));
  if (others.length === 0) return undefined;
  const known = new Uint8Array(run.rows);
  for await (const { sequence } of ledger.eachRunRow(run.id)) known[sequence] = KNOWN.here;
  let newest: RunRecord | undefined;
  for (const other of others) {
    for await (const { sequence, status } of standings(ledger, other)) {
      const here = known[sequence] ?? KNOWN.here;
      const there = status === 'in_doubt' ? KNOWN.inDoubt : PAID.has(status) ? KNOWN.paid : KNOWN.nothing;
      if (here === KNOWN.here || there <= here) continue;
      known[sequence] = there;
      newest ??= other;
    }
  }
  if (!newest) return undefined;
  const count = (word: number): number => known.reduce((sum, one) => sum + (one === word ? 1 : 0), 0);
  const { id: runId, alive: isGoing } = newest;
  return { runId, isGoing, paid: count(KNOWN.paid), inDoubt: count(KNOWN.inDoubt) };
}

const PAID: ReadonlySet<string> = new Set(['created', 'duplicate']);
