// The values that all steps of one run share.
import type { FileHandle } from 'node:fs/promises';

import { openInput } from '../csv/input.ts';
import { hashFile } from '../files/bytes.ts';
import type { Ledger } from '../ledger/ledger.ts';
import { type Hold, Refusal, type RunControl } from './input/control.ts';
import type { RunHooks } from './results/hooks.ts';
import { Pace } from './results/pace.ts';
import { judgeResultsPath, judgeRetryPath } from './results/results-path.ts';
import { ledgerStamp, type Stamp } from './results/stamp.ts';
import type { LiveSettings } from './send/settings.ts';

export interface Running<S extends LiveSettings = LiveSettings> {
  readonly settings: S;
  readonly hooks: RunHooks;
  readonly control: RunControl;
  readonly runId: string;
  readonly startedAt: Date;
  readonly handle: FileHandle;
  /** SHA-256 of the file's bytes: rows without references are known by it. */
  readonly fileHash: string;
  readonly ledger: Ledger;
  readonly stamp: Stamp;
  readonly pace: Pace;
}

/** Opens the file and the ledger. Errors: {@link Refusal}, InputError, LedgerError. */
export async function openRun<S extends LiveSettings>(
  { settings, hooks, control, runId }: Pick<Running<S>, 'settings' | 'hooks' | 'control' | 'runId'>,
  hold: Hold,
): Promise<Running<S>> {
  const startedAt = new Date(settings.clock.now());
  const handle = await openInput(settings.file);
  hold(() => handle.close());
  const ledger = await settings.openLedger();
  hold(() => ledger.close());
  if (settings.detach === true && !ledger.queue) refuseDetached(settings.file);
  const fileHash = await hashFile(handle);
  const { environment, asTyped } = settings;
  const stamp = ledgerStamp(ledger, { runId, environment, asTyped });
  const pace = new Pace(() => settings.clock.elapsed());
  return { settings, hooks, control, runId, startedAt, handle, fileHash, ledger, stamp, pace };
}

/** Errors: {@link Refusal} where the results of a run could not be written. */
export async function judgePaths({ settings, handle, ledger }: Running): Promise<void> {
  await judgeResultsPath(settings.results, handle, ledger.path);
  await judgeRetryPath(settings.retry);
}

/** The same run under the id of the one whose rows it works on. */
export const asRun = (running: Running, runId: string): Running => ({
  ...running,
  runId,
  stamp: ledgerStamp(running.ledger, { ...running.stamp, runId }),
});

function refuseDetached(file: string): never {
  throw new Refusal(
    'detach',
    `${file}: --detach needs a ledger on Postgres: run it without --detach, or name such a ledger (--ledger postgres://...)`,
  );
}
