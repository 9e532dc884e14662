// Lanes of runs that are killed, side by side, against a service of our own that executes some transfers and loses the answer.
import { mkdtempSync } from 'node:fs';
import { availableParallelism } from 'node:os';
import { join } from 'node:path';

import type { Profile } from '../../../interface/profile.ts';
import { Sandbox } from '../../../sandbox/server.ts';
import { type LaneEnd, runLane } from './lane.ts';
import type { Payers } from './payer-process.ts';
import type { Counted } from './proof.ts';

export interface Killing {
  /** A new folder on the ledger's disk. */
  readonly work: string;
  readonly payers: Payers;
  /** What of the settings concerns the sending. */
  readonly profile: Partial<Profile>;
  readonly stopped: () => boolean;
}

export interface Killed extends Counted {
  readonly failed: string | undefined;
}

/** More lanes than these wait for the processors alone. */
const LANES = Math.min(8, availableParallelism() + 1);

/** `forgets`: each run with a new ledger. */
export async function killRuns(
  { work, payers, profile, stopped }: Killing,
  { kills, forgets }: { readonly kills: number; readonly forgets: boolean },
): Promise<Killed> {
  const sandbox = await Sandbox.start({
    balance: '1000000000',
    idempotencyHeader: profile.idempotency?.header ?? null,
    faults: [
      { kind: 'reset-after', operation: 'createTransfer', every: 17 },
      { kind: '500-after', operation: 'createTransfer', every: 23 },
    ],
  });
  try {
    // Without a memory, only a file that meets every boundary is sure to be paid again.
    const lanes = forgets ? 1 : Math.min(LANES, kills);
    const running = Array.from({ length: lanes }, (_, at): Promise<LaneEnd> => {
      const name = `${forgets ? 'control' : 'ledger'}-${at}`;
      const folder = mkdtempSync(join(work, `${name}-`));
      const share = Math.floor(kills / lanes) + (at < kills % lanes ? 1 : 0);
      return runLane({ name, folder, url: sandbox.url, profile, forgets, payers, stopped }, share);
    });
    const ends = await Promise.all(running);
    return {
      kills: ends.reduce((sum, end) => sum + end.kills, 0),
      // A mark of ours may stand behind it (profile's memoTag).
      executed: sandbox.store.transfers.map(({ memo }) => memo?.split(' ')[0] ?? ''),
      told: ends.flatMap(({ told }) => told),
      failed: ends.find(({ failed }) => failed !== undefined)?.failed,
    };
  } finally {
    await payers.kill();
    await sandbox.stop();
  }
}
