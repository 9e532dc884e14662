// One row of runs that are killed, one after the other, as `kill -9` does it, each at its own boundary: files of a few rows
// through the very command that pays. With a ledger that stays, or, as the control, a new one for each run: no memory.
import { spawn } from 'node:child_process';
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

import type { CrashPoint } from '../../../batch/results/hooks.ts';
import { SANDBOX_CREDENTIALS } from '../../../sandbox/options.ts';

const BIN = fileURLToPath(new URL('../../../../bin/paybatch.js', import.meta.url));
const ROWS = 6;

/** Every step of a row's life at which something is known on one side and not yet on the other. */
const BOUNDARIES: readonly CrashPoint[] = [
  'after-quote',
  'before-intent',
  'after-intent',
  'after-answer',
  'after-outcome',
  'before-results',
  'after-results',
];

export interface Lane {
  readonly folder: string;
  readonly url: string;
  readonly path: string | undefined;
  /** A new ledger for each run. */
  readonly forgets: boolean;
  readonly stopped: () => boolean;
}

/** How a row of a file ended; `name` is its memo, by which the service knows it. */
export interface Told {
  readonly name: string;
  readonly status: string;
}

export interface LaneEnd {
  readonly kills: number;
  readonly told: readonly Told[];
}

/** Files are begun until so many runs were killed, and each is then run to its end. */
export async function runLane(lane: Lane, kills: number): Promise<LaneEnd> {
  const told: Told[] = [];
  let killed = 0;
  for (let file = 0, attempt = 0; killed < kills && !lane.stopped(); file++) {
    const folder = join(lane.folder, `file-${file}`);
    mkdirSync(folder, { recursive: true, mode: 0o700 });
    const names = Array.from(
      { length: ROWS },
      (_, row) => `${lane.forgets ? 'c' : 'r'}-${lane.folder.slice(-1)}-${file}-${row}`,
    );
    writeFileSync(join(folder, 'in.csv'), csv(names), { mode: 0o600 });
    for (let open = true; open && killed < kills && !lane.stopped(); attempt++) {
      const boundary = BOUNDARIES[attempt % BOUNDARIES.length] ?? 'after-intent';
      const nth = boundary.endsWith('results') ? 1 : 1 + (attempt % 3);
      open = (await pay(lane, folder, attempt, `${boundary}:${nth}`)) === 'killed';
      if (open) killed++;
    }
    for (let more = 0; more < 3; more++) {
      attempt++;
      const end = await pay(lane, folder, attempt, undefined);
      if (end === 0 || end === 3 || lane.stopped()) break;
    }
    if (!lane.forgets) told.push(...read(folder, names));
  }
  return { kills: killed, told };
}

/** The command that pays, in a process of its own. */
function pay(
  lane: Lane,
  folder: string,
  attempt: number,
  crash: string | undefined,
): Promise<number | 'killed'> {
  const results = lane.forgets ? join(folder, `${attempt}`) : folder;
  mkdirSync(results, { recursive: true, mode: 0o700 });
  const ledger = lane.forgets ? join(results, 'ledger.db') : join(lane.folder, 'ledger.db');
  const flags = ['--results', join(results, 'out.csv'), '--ledger', ledger, '--max-in-doubt', '1000000'];
  const args = [
    'run',
    join(folder, 'in.csv'),
    ...flags,
    '--halt-after',
    '1000000',
    '--concurrency',
    '3',
    '--yes',
    '--quiet',
  ];
  return new Promise((resolve, reject) => {
    const child = spawn(process.execPath, [BIN, ...args], {
      cwd: folder,
      stdio: 'ignore',
      env: {
        PATH: lane.path,
        HOME: folder,
        PAYBATCH_BASE_URL: lane.url,
        PAYBATCH_AUTH_URL: lane.url,
        PAYBATCH_CLIENT_ID: SANDBOX_CREDENTIALS.clientId,
        PAYBATCH_API_KEY: SANDBOX_CREDENTIALS.apiKey,
        PAYBATCH_API_SECRET: SANDBOX_CREDENTIALS.apiSecret,
        ...(crash !== undefined && { PAYBATCH_TEST_CRASH: crash }),
      },
    });
    child.on('error', reject);
    child.on('close', (code, signal) => {
      resolve(signal === 'SIGKILL' ? 'killed' : (code ?? 1));
    });
  });
}

const COLUMNS =
  'reference,customerId,source.currency,source.network,source.walletId,destination.currency,destination.externalAccountId,purposeOfPayment,receiverAmount,memo';
const CUSTOMER = '7c9e6679-7425-40de-944b-e07fc1f90ae7';
const WALLET = '16fd2706-8baf-433b-82eb-8c7fada847da';
const ACCOUNT = '886313e1-3b8a-4372-9b90-0c9aee199e5d';

function csv(names: readonly string[]): string {
  const fixed = `${CUSTOMER},USDC,ethereum,${WALLET},GBP,${ACCOUNT},PaymentForGoods`;
  return `${[COLUMNS, ...names.map((name, row) => `${name},${fixed},${row + 1}.00,${name}`)].join('\n')}\n`;
}

/** What the results say of each row; nothing for a row that is not in them. */
function read(folder: string, names: readonly string[]): Told[] {
  let lines: string[] = [];
  try {
    lines = readFileSync(join(folder, 'out.csv'), 'utf8').split('\n');
  } catch {
    // no results: every row is lost to whoever looks for it
  }
  return names.map((name) => {
    const [, , status = 'missing'] = lines.find((line) => line.split(',')[1] === name)?.split(',') ?? [];
    return { name, status };
  });
}
