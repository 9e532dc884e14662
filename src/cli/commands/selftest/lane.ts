// One row of runs that are killed, one after the other, each at its own boundary: files of some rows with a document each, paid
// again after each kill. With a ledger that stays, or, as the control, a new one for each run: no memory.
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

import { CRASH_POINTS } from '../../../batch/results/hooks.ts';
import type { Profile } from '../../../interface/profile.ts';
import type { PayerEnd, Payers } from './payer-process.ts';

/** So many that each kill finds rows that nothing has happened to yet. */
const ROWS = 24;
/** Runs of a file after the last kill: of several only where a machine is short of something. */
const ENDINGS = 3;

export interface Lane {
  readonly name: string;
  readonly folder: string;
  readonly url: string;
  readonly profile: Partial<Profile>;
  /** A new ledger for each run. */
  readonly forgets: boolean;
  readonly payers: Payers;
  readonly stopped: () => boolean;
}

/** How a row of a file ended; `name` is its memo, by which the service knows it. */
export interface RowTold {
  readonly name: string;
  readonly status: string;
}

export interface LaneEnd {
  readonly kills: number;
  readonly told: readonly RowTold[];
  /** Why a run could not even begin: then this proves nothing. */
  readonly failed: string | undefined;
}

/** Files are begun until so many runs were killed, and each is then run to its end. */
export async function runLane(lane: Lane, kills: number): Promise<LaneEnd> {
  const told: RowTold[] = [];
  let killed = 0;
  let runs = 0;
  let failed: string | undefined;
  let next = lane.payers.start();
  const pay = async (folder: string, crash: string | undefined): Promise<PayerEnd> => {
    const now = next;
    next = lane.payers.start();
    const end = await now(jobOf(lane, folder, runs++, crash));
    if (end.how === 'failed' && !lane.stopped()) failed ??= end.why;
    return end;
  };
  const goesOn = (): boolean => failed === undefined && !lane.stopped();
  for (let file = 0; killed < kills && goesOn(); file++) {
    const folder = join(lane.folder, `file-${file}`);
    const names = writeFiles(lane, folder, file);
    for (const [at, point] of CRASH_POINTS.entries()) {
      if (killed === kills || !goesOn()) break;
      // The run's first transfer goes alone: the others have company.
      const end = await pay(folder, `${point}:${isOfRow(point) ? 1 + ((file + at) % 3) : 1}`);
      if (end.how === 'killed') killed++;
    }
    for (let more = 0; more < ENDINGS && !lane.forgets && goesOn(); more++) {
      const end = await pay(folder, undefined);
      if (end.how === 'ended' && (end.exitCode === 0 || end.exitCode === 3)) break;
    }
    if (!lane.forgets && goesOn()) told.push(...read(folder, names));
  }
  return { kills: killed, told, failed };
}

/** The results come once a run. */
const isOfRow = (point: string): boolean => !point.endsWith('results');

function jobOf(
  { folder: own, url, profile, forgets }: Lane,
  folder: string,
  run: number,
  crash: string | undefined,
) {
  const room = forgets ? join(folder, `run-${run}`) : folder;
  mkdirSync(room, { recursive: true, mode: 0o700 });
  return {
    file: join(folder, 'in.csv'),
    results: join(room, 'out.csv'),
    ledger: join(forgets ? room : own, 'ledger.db'),
    ...{ folder, url, profile, crash },
  };
}

const COLUMNS =
  'reference,customerId,source.currency,source.network,source.walletId,destination.currency,destination.externalAccountId,purposeOfPayment,receiverAmount,memo,documents';
const CUSTOMER = '7c9e6679-7425-40de-944b-e07fc1f90ae7';
const WALLET = '16fd2706-8baf-433b-82eb-8c7fada847da';
const ACCOUNT = '886313e1-3b8a-4372-9b90-0c9aee199e5d';

function writeFiles(lane: Lane, folder: string, file: number): readonly string[] {
  mkdirSync(folder, { recursive: true, mode: 0o700 });
  const names = Array.from({ length: ROWS }, (_, row) => `${lane.name}-${file}-${row}`);
  const lines = names.map((name, row) => {
    writeFileSync(join(folder, `${row}.pdf`), `%PDF-1.4\n% ${name}\n`, { mode: 0o600 });
    // No two rows pay the same amount: a row like one in doubt would be held.
    const amount = file * ROWS + row + 1;
    return `${name},${CUSTOMER},USDC,ethereum,${WALLET},GBP,${ACCOUNT},PaymentForGoods,${amount}.00,${name},${row}.pdf`;
  });
  writeFileSync(join(folder, 'in.csv'), `${[COLUMNS, ...lines].join('\n')}\n`, { mode: 0o600 });
  return names;
}

/** What the results say of each row; nothing for a row that is not in them. */
function read(folder: string, names: readonly string[]): RowTold[] {
  let lines: string[] = [];
  try {
    lines = readFileSync(join(folder, 'out.csv'), 'utf8').split('\n');
  } catch {
    // no results: every row is lost to whoever looks for it
  }
  const statuses = new Map(
    lines.map((line) => line.split(',')).map(([, name = '', status = '']) => [name, status]),
  );
  return names.map((name) => ({ name, status: statuses.get(name) ?? 'missing' }));
}
