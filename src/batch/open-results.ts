// The results of a run, opened before anything is sent.
import type { Ledger } from '../ledger/ledger.ts';
import type { Hold } from './input/control.ts';
import type { Checked } from './input/first-pass.ts';
import { keepResults } from './results/earlier-results.ts';
import { resultLayout } from './results/result.ts';
import { ResultsFile } from './results/results-file.ts';
import type { Running } from './running.ts';
import type { CircuitBreaker } from './send/circuit-breaker.ts';

/** Usual size of a line of results, without the row's own text. */
const RESULT_BYTES = 450;

export interface ToWrite {
  readonly checked: Checked;
  readonly breaker: Pick<CircuitBreaker, 'trip'>;
  /** The existing results may be the only record of some payments: they are kept. */
  readonly isLost: boolean;
  /** Gives the claimed rows up, where the results can't be written. */
  readonly giveUp?: () => Promise<void>;
}

/**
 * The results, once this run is the ledger's: only now is it known who else is at work beside this file. Errors:
 * {@link Refusal} where they can't be written to their end.
 */
export async function openResults(running: Running, toWrite: ToWrite, hold: Hold): Promise<ResultsFile> {
  try {
    const results = await createResults(running, toWrite);
    hold(() => results.discard());
    return results;
  } catch (error) {
    await toWrite.giveUp?.();
    throw error;
  }
}

async function createResults(running: Running, { checked, breaker, isLost }: ToWrite): Promise<ResultsFile> {
  const { settings, hooks, runId, handle, ledger, stamp } = running;
  const { size } = await handle.stat();
  if (isLost) {
    const kept = await keepResults(settings.results, runId);
    hooks.notice?.(
      `${settings.results} names payments that this ledger does not know, or cannot be read: it is kept as ${kept}. Leave that file there`,
    );
  }
  const results = await ResultsFile.create({
    path: settings.results,
    id: await nameOf(running),
    input: handle,
    alive: (id) => mayBeWriting(ledger, id),
    // The results, and a retry file as large as the input.
    bytes: checked.facts.rows * RESULT_BYTES + 2 * size,
    onFailure: (reason) => {
      breaker.trip(reason);
    },
  });
  results.begin(resultLayout({ kind: checked.facts.kind, header: checked.header }, stamp));
  return results;
}

/** On a ledger of several hosts with the host: each writes its results. */
async function nameOf({ runId, ledger }: Running): Promise<string> {
  return ledger.queue ? `${runId}~${await ledger.queue.enter()}` : runId;
}

/** Whether the run that left a temporary file may still write it. An unknown run may be alive in another ledger. */
async function mayBeWriting(ledger: Ledger, id: string): Promise<boolean> {
  const [runId = '', host] = id.split('~');
  const run = await ledger.run(runId);
  if (!run || host === undefined) return run?.alive ?? true;
  return (await ledger.hosts()).some((one) => one.id === host && one.state === 'alive');
}
