// selftest: runs that are killed at every boundary between ledger and request, on the ledger's disk, and how much was
// sent twice. A control without a ledger has to send duplicates, or the test proves nothing.
import { mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { dirname, join } from 'node:path';

import { CRASH_POINTS } from '../../../batch/results/hooks.ts';
import { plain, plainPath } from '../../../files/plain.ts';
import type { SelftestArgs } from '../../definitions/tools.ts';
import { type Io, UsageError } from '../../io.ts';
import { inWords, printResult } from '../../render/print.ts';
import { Settings } from '../../settings.ts';
import { type KillCounts, killRuns } from './kill-runs.ts';

const KILLS = 200;
/** Enough for the control to send duplicates. */
const CONTROL_KILLS = CRASH_POINTS.length;

/** `kill`: tests pass another function, such as one with a ledger that forgets. */
export async function selftestCommand(args: SelftestArgs, io: Io, kill = killRuns): Promise<number> {
  const beganMs = io.now();
  const settings = new Settings(args, io);
  const place = settings.ledgerPlace();
  const folder = place.kind === 'file' ? dirname(place.path) : settings.stateFolder;
  const work = makeWorkFolder(folder);
  const stop = new AbortController();
  io.onSignal(() => stop.abort());
  try {
    const { idempotency, memoTag, reuseIdleMs } = settings.profile;
    const profile = { idempotency, memoTag, reuseIdleMs };
    const common = { work, env: { PATH: io.env['PATH'], HOME: work }, profile, stop: stop.signal };
    const own = await kill({ ...common, kills: args.kills ?? KILLS, forgets: false });
    const control = await kill({ ...common, kills: CONTROL_KILLS, forgets: true });
    const isStopped = stop.signal.aborted;
    const proof = proofOf(own, control, { isStopped, durationMs: io.now() - beganMs });
    if (args.json || !isStopped) printResult(io, args.json, proof, shown(proof, folder));
    const why = own.failed ?? control.failed;
    if (isStopped) io.err('paybatch: selftest was stopped before its end: it proves nothing\n', 'error');
    else if (why !== undefined)
      io.err(`paybatch: a run of the selftest could not do its work: ${plain(why)}\n`, 'error');
    return proof.exitCode;
  } finally {
    rmSync(work, { recursive: true, force: true });
  }
}

/** Errors: {@link UsageError} if nothing can be written there. */
function makeWorkFolder(folder: string): string {
  try {
    mkdirSync(folder, { recursive: true, mode: 0o700 });
    return mkdtempSync(join(folder, '.paybatch-selftest-'));
  } catch (error) {
    const { message } = error as Error; // Node's own
    throw new UsageError(`selftest works in the ledger's folder, and can't: ${message}`, 'ledger_path');
  }
}

function shown(proof: Proof, folder: string): string {
  const { kills, transfers, twice, lost, doubts, control, durationMs } = proof;
  const seconds = Math.round(durationMs / 1000);
  return `${inWords(kills, 'run')} ${kills === 1 ? 'was' : 'were'} killed (kill -9) at every step between the ledger and the request, on the disk of ${plainPath(folder)}.
The test service lost some of its responses. After each kill the same file was run again.

  transfers executed      ${transfers}
  sent twice              ${twice}
  lost                    ${lost}
  in doubt, for a person  ${doubts}

Without a ledger, the same after ${inWords(control.kills, 'kill')}: ${control.twice} sent twice.

${verdict(proof)} (${seconds} s)
`;
}

function verdict({ twice, lost, control, exitCode }: Proof): string {
  if (exitCode === 0) return 'Good: nothing was sent twice, and nothing was lost.';
  if (twice > 0 || lost > 0) return 'FAILED: do not pay with this set-up.';
  if (control.twice === 0)
    return 'NOT PROVEN: the control showed no duplicates, so this test could not have failed.';
  return 'NOT PROVEN: not every run could do its work.';
}

type Proof = ReturnType<typeof proofOf>;

/**
 * What the service executed, compared with the results. `transfers`: executed by the service. `lost`: payouts that
 * are called paid and were not, or that are neither paid nor in doubt.
 */
export function proofOf(
  own: KillCounts,
  control: KillCounts,
  { isStopped, durationMs }: { readonly isStopped: boolean; readonly durationMs: number },
) {
  const paid = new Set(own.executed);
  const twice = repeated(own);
  const lost = own.rows.filter(({ name, status }) =>
    status === 'created' ? !paid.has(name) : status !== 'in_doubt',
  ).length;
  const ofControl = repeated(control);
  const isWhole = !isStopped && own.failed === undefined && control.failed === undefined;
  return {
    kills: own.kills,
    transfers: own.executed.length,
    ...{ twice, lost },
    doubts: own.rows.filter(({ status }) => status === 'in_doubt').length,
    control: { kills: control.kills, twice: ofControl },
    durationMs,
    exitCode: isWhole && twice === 0 && lost === 0 && ofControl > 0 ? 0 : 1,
  };
}

/** Payouts that were executed more than once. */
function repeated({ executed }: KillCounts): number {
  const [once, again] = [new Set<string>(), new Set<string>()];
  for (const name of executed) (once.has(name) ? again : once).add(name);
  return again.size;
}
