// Runs that are killed, each at its own step, against a service of our own that executes some transfers and loses the
// response. Files of some rows with a document each are paid again after each kill. With a ledger that stays, or, as
// the control, a new one for each run.
import { type ChildProcess, spawn } from 'node:child_process';
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { availableParallelism } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

import { CRASH_POINTS } from '../../../batch/results/hooks.ts';
import type { Profile } from '../../../interface/profile.ts';
import { Sandbox } from '../../../sandbox/server.ts';

/** So many that each kill finds rows that nothing has happened to yet. */
const ROWS = 24;
/** Runs of a file after the last kill: several only if the machine is short of something. */
const ENDINGS = 3;
/** Files that are paid side by side. */
const LANES = Math.min(8, availableParallelism() + 1);

/** One run of the payer (payer.ts). */
export interface Job {
  readonly file: string;
  readonly results: string;
  readonly ledger: string;
  /** Of the documents. */
  readonly folder: string;
  readonly url: string;
  readonly profile: Partial<Profile>;
  /** `POINT:N`; without it the run ends by itself. */
  readonly crash: string | undefined;
}

/** Exit code of a payer that could not work. */
export const NOT_ABLE = 99;

/** Run from its sources, as the tests do, the payer is the built one: Node 20 runs no TypeScript. */
const PAYER = fileURLToPath(
  new URL(`../../../${import.meta.url.endsWith('.ts') ? '../dist/' : ''}start/payer.js`, import.meta.url),
);

export interface Killing {
  /** A new folder on the ledger's disk. */
  readonly work: string;
  readonly env: NodeJS.ProcessEnv;
  /** Settings that concern the sending. */
  readonly profile: Partial<Profile>;
  readonly stop: AbortSignal;
}

/** How a row of a file ended; `name` is its memo, by which the service knows it. */
interface RowEnd {
  readonly name: string;
  readonly status: string;
}

export interface KillCounts {
  readonly kills: number;
  /** The memo of each transfer that the service executed. */
  readonly executed: readonly string[];
  readonly rows: readonly RowEnd[];
  /** Why a run could not work: then this proves nothing. */
  readonly failed: string | undefined;
}

export interface KillPlan {
  readonly kills: number;
  /** Each run with a new ledger. */
  readonly forgets: boolean;
}

export async function killRuns(killing: Killing, { kills, forgets }: KillPlan): Promise<KillCounts> {
  const sandbox = await Sandbox.start({
    balance: '1000000000',
    idempotencyHeader: killing.profile.idempotency?.header ?? null,
    faults: [
      { kind: 'reset-after', operation: 'createTransfer', every: 17 },
      { kind: '500-after', operation: 'createTransfer', every: 23 },
    ],
  });
  // Without a ledger, only a file that meets every boundary is sure to be paid again.
  const count = forgets ? 1 : Math.min(LANES, kills);
  const lanes = Array.from({ length: count }, (_, at): Lane => ({
    ...{ ...killing, url: sandbox.url, forgets, name: `${forgets ? 'control' : 'ledger'}-${at}` },
    kills: Math.floor(kills / count) + (at < kills % count ? 1 : 0),
    ...{ killed: 0, runs: 0, rows: [], failed: undefined },
  }));
  try {
    await Promise.all(lanes.map(payFiles));
  } finally {
    await sandbox.stop();
  }
  return {
    kills: lanes.reduce((sum, lane) => sum + lane.killed, 0),
    // The memo may have a tag behind it (profile's memoTag).
    executed: sandbox.store.transfers.map(({ memo }) => memo?.split(' ')[0] ?? ''),
    rows: lanes.flatMap(({ rows }) => rows),
    failed: lanes.find(({ failed }) => failed !== undefined)?.failed,
  };
}

/** Files that are paid one after the other, on one ledger. */
interface Lane extends Killing, KillPlan {
  readonly name: string;
  readonly url: string;
  readonly rows: RowEnd[];
  killed: number;
  runs: number;
  /** Why a run could not work. */
  failed: string | undefined;
}

const isOver = ({ failed, stop }: Lane): boolean => failed !== undefined || stop.aborted;

/** One file after the other, until so many runs were killed; each file is then run to its end. */
async function payFiles(lane: Lane): Promise<void> {
  for (let file = 0; lane.killed < lane.kills && !isOver(lane); file++) {
    const folder = join(lane.work, lane.name, `file-${file}`);
    const names = writeFiles(folder, `${lane.name}-${file}`, file * ROWS);
    for (const [at, point] of CRASH_POINTS.entries()) {
      if (lane.killed === lane.kills || isOver(lane)) break;
      // The first transfer goes alone: the others have company. The results come once a run.
      const nth = point.endsWith('results') ? 1 : 1 + ((file + at) % 3);
      await pay(lane, folder, `${point}:${nth}`);
    }
    if (lane.forgets) continue;
    for (let more = 0; more < ENDINGS && !isOver(lane); more++) {
      const code = await pay(lane, folder, undefined);
      if (code === 0 || code === 3) break;
    }
    if (!isOver(lane)) lane.rows.push(...rowsOf(folder, names));
  }
}

/** The exit code; `null` for a run that was killed. */
async function pay(lane: Lane, folder: string, crash: string | undefined): Promise<number | null> {
  const { work, name, env, profile, stop, url, forgets } = lane;
  const room = forgets ? join(folder, `run-${lane.runs++}`) : folder;
  mkdirSync(room, { recursive: true, mode: 0o700 });
  const ledger = join(forgets ? room : join(work, name), 'ledger.db');
  const job: Job = {
    ...{ file: join(folder, 'in.csv'), results: join(room, 'out.csv'), ledger },
    ...{ folder, url, profile, crash },
  };
  const child = spawn(process.execPath, [PAYER, JSON.stringify(job)], {
    ...{ env, signal: stop, killSignal: 'SIGKILL' },
    stdio: ['ignore', 'ignore', 'pipe'],
  });
  const end = await endOf(child);
  if (stop.aborted) return end.code;
  if (end.signal === 'SIGKILL') lane.killed++;
  else if (end.code === null || end.code === NOT_ABLE)
    lane.failed ??= end.said === '' ? `its process ended with ${end.signal ?? 'nothing'}` : end.said;
  return end.code;
}

interface ChildEnd {
  readonly code: number | null;
  readonly signal: string | null;
  readonly said: string;
}

const endOf = (child: ChildProcess): Promise<ChildEnd> =>
  new Promise((resolve) => {
    let said = '';
    child.stderr?.setEncoding('utf8').on('data', (part: string) => (said += part));
    child.once('error', ({ message }) => (said ||= message)); // one that was stopped closes as well
    child.once('close', (code, signal) => resolve({ code, signal, said: said.slice(0, 1000) }));
  });

const COLUMNS =
  'reference,customerId,source.currency,source.network,source.walletId,destination.currency,destination.externalAccountId,purposeOfPayment,receiverAmount,memo,documents';
const FIXED =
  '7c9e6679-7425-40de-944b-e07fc1f90ae7,USDC,ethereum,16fd2706-8baf-433b-82eb-8c7fada847da,GBP,886313e1-3b8a-4372-9b90-0c9aee199e5d,PaymentForGoods';

/** No two rows pay the same amount: a row like one in doubt would be held. Returns the memo of each. */
function writeFiles(folder: string, name: string, paidBefore: number): readonly string[] {
  mkdirSync(folder, { recursive: true, mode: 0o700 });
  const memos = Array.from({ length: ROWS }, (_, row) => `${name}-${row}`);
  const lines = memos.map((memo, row) => {
    writeFileSync(join(folder, `${row}.pdf`), `%PDF-1.4\n% ${memo}\n`, { mode: 0o600 });
    return `${memo},${FIXED},${paidBefore + row + 1}.00,${memo},${row}.pdf`;
  });
  writeFileSync(join(folder, 'in.csv'), `${[COLUMNS, ...lines].join('\n')}\n`, { mode: 0o600 });
  return memos;
}

/** What the results say of each row. */
function rowsOf(folder: string, names: readonly string[]): RowEnd[] {
  let text = '';
  try {
    text = readFileSync(join(folder, 'out.csv'), 'utf8');
  } catch {
    // no results: every row is missing
  }
  const cells = text.split('\n').map((line) => line.split(','));
  const statuses = new Map(cells.map(([, name = '', status = '']) => [name, status]));
  return names.map((name) => ({ name, status: statuses.get(name) ?? 'missing' }));
}
