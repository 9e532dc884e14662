// selftest: a service of our own that executes some transfers and loses the answer, runs that are killed at every boundary,
// and the count by the service's own word. A control without a memory has to show duplicates, or the test proves nothing.
import { mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { dirname, join } from 'node:path';

import { plainPath } from '../../../files/plain.ts';
import { Sandbox } from '../../../sandbox/server.ts';
import { type Io, UsageError } from '../../io.ts';
import { Settings } from '../../settings.ts';
import type { SelftestArgs } from './index.ts';
import { type LaneEnd, runLane, type Told } from './lane.ts';

const KILLS = 200;
/** Of the control: enough to see that it fails. */
const CONTROL_KILLS = 10;
/** Runs at once. */
const LANES = 3;

interface Proof {
  readonly kills: number;
  /** Executed by the service. */
  readonly transfers: number;
  /** Payouts that were executed more than once. */
  readonly twice: number;
  /** Payouts that are called paid and weren't, or that are neither paid nor in doubt. */
  readonly lost: number;
  readonly doubts: number;
  readonly control: { readonly kills: number; readonly twice: number };
  readonly durationMs: number;
  readonly exitCode: number;
}

export async function selftestCommand(args: SelftestArgs, io: Io): Promise<number> {
  const began = io.now();
  const folder = dirname(new Settings(args, io).ledgerPath());
  const made = mkdirSync(folder, { recursive: true, mode: 0o700 });
  const work = mkdtempSync(join(folder, '.paybatch-selftest-'));
  let stopped = false;
  io.onSignal(() => (stopped = true));
  try {
    const how = { work, io, stopped: () => stopped };
    const wanted = args.kills ?? KILLS;
    const own = await kill(how, { lanes: LANES, kills: wanted, forgets: false });
    const control = await kill(how, { lanes: 1, kills: Math.min(CONTROL_KILLS, wanted), forgets: true });
    const lost = own.told.filter(({ name, status }) => isLost(status, own.paid.get(name) ?? 0)).length;
    const doubts = own.told.filter(({ status }) => status === 'in_doubt').length;
    if (how.stopped())
      throw new UsageError('selftest was stopped before its end: it proves nothing', 'stopped');
    const good = own.twice === 0 && lost === 0 && control.twice > 0;
    const proof: Proof = {
      kills: own.kills,
      transfers: own.transfers,
      twice: own.twice,
      lost,
      doubts,
      control: { kills: control.kills, twice: control.twice },
      durationMs: io.now() - began,
      exitCode: good ? 0 : 1,
    };
    io.out(args.json ? `${JSON.stringify(proof)}\n` : shown(proof, folder));
    return proof.exitCode;
  } finally {
    rmSync(work, { recursive: true, force: true });
    if (made !== undefined) rmSync(made, { recursive: true, force: true });
  }
}

const isLost = (status: string, times: number): boolean =>
  status === 'created' ? times === 0 : status !== 'in_doubt';

interface Killed {
  readonly kills: number;
  readonly transfers: number;
  readonly twice: number;
  readonly paid: ReadonlyMap<string, number>;
  readonly told: readonly Told[];
}

async function kill(
  { work, io, stopped }: { work: string; io: Io; stopped: () => boolean },
  { lanes, kills, forgets }: { lanes: number; kills: number; forgets: boolean },
): Promise<Killed> {
  const sandbox = await Sandbox.start({
    balance: '1000000000',
    faults: [
      { kind: 'reset-after', operation: 'createTransfer', every: 17 },
      { kind: '500-after', operation: 'createTransfer', every: 23 },
    ],
  });
  try {
    const running = Array.from({ length: lanes }, (_, lane): Promise<LaneEnd> => {
      const folder = join(work, `${forgets ? 'control' : 'ledger'}-${lane}`);
      mkdirSync(folder, { mode: 0o700 });
      const share = Math.floor(kills / lanes) + (lane < kills % lanes ? 1 : 0);
      return runLane({ folder, url: sandbox.url, path: io.env['PATH'], forgets, stopped }, share);
    });
    const ends = await Promise.all(running);
    const paid = new Map<string, number>();
    for (const { memo } of sandbox.store.transfers) paid.set(memo ?? '', (paid.get(memo ?? '') ?? 0) + 1);
    return {
      kills: ends.reduce((sum, end) => sum + end.kills, 0),
      transfers: sandbox.store.transfers.length,
      twice: [...paid.values()].filter((times) => times > 1).length,
      paid,
      told: ends.flatMap((end) => end.told),
    };
  } finally {
    await sandbox.stop();
  }
}

function shown(proof: Proof, folder: string): string {
  const { kills, transfers, twice, lost, doubts, control, durationMs, exitCode } = proof;
  const seconds = Math.round(durationMs / 1000);
  const lines = [
    `${kills} runs were killed (kill -9) at every step between the ledger and the request, on the disk of ${plainPath(folder)},`,
    `against a service that lost some of its answers. After each kill the same command was started again.`,
    '',
    `  transfers executed      ${transfers}`,
    `  sent twice              ${twice}`,
    `  lost                    ${lost}`,
    `  in doubt, for a person  ${doubts}`,
    '',
    `Without a ledger, the same after ${control.kills} kills: ${control.twice} sent twice.`,
    '',
    exitCode === 0
      ? `Good: nothing was sent twice, and nothing was lost (${seconds} s).`
      : control.twice === 0
        ? 'NOT PROVEN: the control showed no duplicates, so this test could not have failed.'
        : 'FAILED: do not pay with this set-up.',
  ];
  return `${lines.join('\n')}\n`;
}
