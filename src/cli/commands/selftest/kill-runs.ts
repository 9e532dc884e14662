// Runs that are killed, each at its own step, against a test service that executes some transfers and loses the
// response. Each file of some rows with a document each is run again after each kill: with one ledger, or, as the
// control, with a new ledger for each run.
import { spawn } from 'node:child_process';
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { availableParallelism } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

import pLimit from 'p-limit';

import { CRASH_POINTS } from '../../../batch/results/hooks.ts';
import { EXIT } from '../../../errors.ts';
import type { Profile } from '../../../interface/profile.ts';
import { Sandbox } from '../../../sandbox/server.ts';

/** Enough rows that each kill finds some that were not sent yet. */
const ROWS = 24;
/** Runs of a file after the last kill. One is enough, unless the machine lacks memory or files. */
const ENDINGS = 3;
const FILES_AT_ONCE = Math.min(8, availableParallelism() + 1);

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

/** Tests run from the sources; the payer is always the built file, since Node 20 does not run TypeScript. */
const PAYER = fileURLToPath(
  new URL(`../../../${import.meta.url.endsWith('.ts') ? '../dist/' : ''}start/payer.js`, import.meta.url),
);

export interface KillSettings {
  /** A new folder on the ledger's disk. */
  readonly work: string;
  readonly env: NodeJS.ProcessEnv;
  /** Settings that concern the sending. */
  readonly profile: Partial<Profile>;
  readonly stop: AbortSignal;
  readonly kills: number;
  /** Each run with a new ledger. */
  readonly forgets: boolean;
}

export interface KillCounts {
  readonly kills: number;
  /** The memo of each transfer that the service executed. */
  readonly executed: readonly string[];
  /** How each row ended. Its name is its memo, by which the service knows it. */
  readonly rows: readonly { readonly name: string; readonly status: string }[];
  /** Why a run could not work: then this proves nothing. */
  readonly failed: string | undefined;
}

export async function killRuns(settings: KillSettings): Promise<KillCounts> {
  const { kills, forgets, profile } = settings;
  const sandbox = await Sandbox.start({
    balance: '1000000000',
    idempotencyHeader: profile.idempotency?.header ?? null,
    faults: [
      { kind: 'reset-after', operation: 'createTransfer', every: 17 },
      { kind: '500-after', operation: 'createTransfer', every: 23 },
    ],
  });
  const each = CRASH_POINTS.length;
  const files = Array.from({ length: Math.ceil(kills / each) }, (_, at) => ({
    ...{ ...settings, url: sandbox.url, at },
    name: `${forgets ? 'control' : 'ledger'}-${at}`,
    kills: Math.min(each, kills - at * each),
  }));
  try {
    const ends = await pLimit(FILES_AT_ONCE).map(files, payFile);
    return {
      kills: ends.reduce((sum, end) => sum + end.kills, 0),
      // The memo may have a tag behind it (profile's memoTag).
      executed: sandbox.store.transfers.map(({ memo }) => memo?.split(' ')[0] ?? ''),
      rows: ends.flatMap(({ rows }) => rows),
      failed: ends.find(({ failed }) => failed !== undefined)?.failed,
    };
  } finally {
    await sandbox.stop();
  }
}

interface TestFile extends KillSettings {
  readonly name: string;
  /** Its place among the files. */
  readonly at: number;
  readonly url: string;
}

/** Runs one file and kills each run, `kills` times; then runs it to its end. */
async function payFile(file: TestFile): Promise<Omit<KillCounts, 'executed'>> {
  const { work, name, stop, forgets } = file;
  const folder = join(work, name);
  const names = writeFiles(folder, name);
  let kills = 0;
  for (const [at, point] of CRASH_POINTS.slice(0, file.kills).entries()) {
    // The first transfer goes alone, later ones go together. The results are written once.
    const nth = point.endsWith('results') ? 1 : 1 + ((file.at + at) % 3);
    const end = await pay(file, forgets ? join(folder, `run-${at}`) : folder, `${point}:${nth}`);
    if (stop.aborted || end.failed !== undefined) return { kills, rows: [], failed: end.failed };
    if (end.signal === 'SIGKILL') kills++;
  }
  if (forgets) return { kills, rows: [], failed: undefined };
  for (let more = 0; more < ENDINGS; more++) {
    const { code, failed } = await pay(file, folder);
    if (stop.aborted || failed !== undefined) return { kills, rows: [], failed };
    if (code === EXIT.ok || code === EXIT.inDoubt) break;
  }
  return { kills, rows: rowsOf(folder, names), failed: undefined };
}

interface ChildEnd {
  readonly code: number | null;
  readonly signal: string | null;
  /** Why the run could not work. */
  readonly failed: string | undefined;
}

/** One run. `room`: the folder of its ledger and results. */
function pay(file: TestFile, room: string, crash?: string): Promise<ChildEnd> {
  const { work, name, env, profile, stop, url } = file;
  const folder = join(work, name);
  mkdirSync(room, { recursive: true, mode: 0o700 });
  const job: Job = {
    ...{ file: join(folder, 'in.csv'), results: join(room, 'out.csv'), ledger: join(room, 'ledger.db') },
    ...{ folder, url, profile, crash },
  };
  const child = spawn(process.execPath, [PAYER, JSON.stringify(job)], {
    ...{ env, signal: stop, killSignal: 'SIGKILL' },
    stdio: ['ignore', 'ignore', 'pipe'],
  });
  return new Promise((resolve) => {
    let errorText = '';
    child.stderr.setEncoding('utf8').on('data', (part: string) => (errorText += part));
    child.once('error', ({ message }) => (errorText ||= message)); // a child that was stopped closes as well
    child.once('close', (code, signal) => {
      const isFailed = signal !== 'SIGKILL' && (code === null || code === NOT_ABLE);
      const why =
        errorText === '' ? `its process ended with ${signal ?? 'nothing'}` : errorText.slice(0, 1000);
      resolve({ code, signal, failed: isFailed ? why : undefined });
    });
  });
}

const COLUMNS =
  'reference,customerId,source.currency,source.network,source.walletId,destination.currency,destination.externalAccountId,purposeOfPayment,receiverAmount,memo,documents';
const FIXED =
  '7c9e6679-7425-40de-944b-e07fc1f90ae7,USDC,ethereum,16fd2706-8baf-433b-82eb-8c7fada847da,GBP,886313e1-3b8a-4372-9b90-0c9aee199e5d,PaymentForGoods';

/** No two rows pay the same amount: a row like one in doubt would be held. Returns the memo of each. */
function writeFiles(folder: string, name: string): readonly string[] {
  mkdirSync(folder, { recursive: true, mode: 0o700 });
  const memos = Array.from({ length: ROWS }, (_, row) => `${name}-${row}`);
  const lines = memos.map((memo, row) => {
    writeFileSync(join(folder, `${row}.pdf`), `%PDF-1.4\n% ${memo}\n`, { mode: 0o600 });
    return `${memo},${FIXED},${row + 1}.00,${memo},${row}.pdf`;
  });
  writeFileSync(join(folder, 'in.csv'), `${[COLUMNS, ...lines].join('\n')}\n`, { mode: 0o600 });
  return memos;
}

/** The status of each row in the results. */
function rowsOf(folder: string, names: readonly string[]): KillCounts['rows'] {
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
