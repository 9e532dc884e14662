// The values that all steps of one run share, and its results file, which is opened before anything is sent.
import type { FileHandle } from 'node:fs/promises';

import { openInput } from '../csv/input.ts';
import type { Ledger } from '../ledger/ledger.ts';
import type { Message } from '../message.ts';
import type { AtEnd, RunControl } from './input/control.ts';
import type { Checked } from './input/survey.ts';
import { type Batches, batchesOf } from './plan/keys.ts';
import { keepResults } from './results/earlier-results.ts';
import type { RunHooks } from './results/hooks.ts';
import { fileMessage } from './results/messages.ts';
import { ledgerStamp, resultLayout, type Stamp } from './results/result.ts';
import { ResultsFile } from './results/results-file.ts';
import type { LiveSettings } from './send/settings.ts';

interface RunCommand {
  readonly settings: LiveSettings;
  readonly hooks: RunHooks;
  readonly control: RunControl;
  readonly runId: string;
  /** Takes what is to be closed when the command ends. */
  readonly atEnd: AtEnd;
}

export interface OpenRun extends RunCommand {
  readonly startedAt: Date;
  readonly handle: FileHandle;
  readonly batches: Batches;
  readonly ledger: Ledger;
  readonly stamp: Stamp;
}

/** Opens the file and the ledger. Errors: InputError, LedgerError. */
export async function openRun(command: RunCommand): Promise<OpenRun> {
  const { settings, runId, atEnd } = command;
  const { clock, environment, say } = settings;
  const startedAt = new Date(clock.now());
  const handle = await openInput(settings.file);
  atEnd(() => handle.close());
  const ledger = await settings.openLedger();
  atEnd(() => ledger.close());
  const batches = await batchesOf(settings, handle, ledger);
  const stamp = ledgerStamp(ledger, { runId, environment, say });
  return { ...command, startedAt, handle, batches, ledger, stamp };
}

/** The same command, at work on the rows of another run of its file. */
export const asRun = (running: OpenRun, runId: string): OpenRun => ({
  ...running,
  runId,
  stamp: ledgerStamp(running.ledger, { ...running.stamp, runId }),
});

/** Usual size of a line of results, without the row's own text. */
const RESULT_BYTES = 450;

interface ResultsOptions {
  /** The existing results may be the only record of some payments: they are kept. */
  readonly keepsResults: boolean;
  readonly onFailure?: (reason: Message) => void;
}

/** After the claim: only then is it known which other runs write results of this file. Errors: Refusal. */
export async function openResults(
  run: OpenRun & { readonly checked: Checked },
  { keepsResults, onFailure }: ResultsOptions,
): Promise<ResultsFile> {
  const { settings, hooks, atEnd, runId, handle, ledger, stamp, checked } = run;
  const path = settings.results;
  const { size } = await handle.stat();
  if (keepsResults) {
    const kept = await keepResults(path, runId);
    hooks.notice?.(fileMessage('results_kept', { path, kept }));
  }
  const results = await ResultsFile.create({
    path,
    // Several hosts may write results of one run.
    id: ledger.queue ? `${runId}~${await ledger.queue.enter()}` : runId,
    input: handle,
    alive: (id) => mayBeWriting(ledger, id),
    // The results, and a retry file as large as the input.
    bytes: checked.facts.rows * RESULT_BYTES + 2 * size,
    ...(onFailure && { onFailure }),
  });
  atEnd(() => results.discard());
  results.begin(resultLayout({ kind: checked.facts.kind, header: checked.header }, stamp));
  return results;
}

/** Whether the run that left a temporary file may still write it. An unknown run may be alive in another ledger. */
async function mayBeWriting(ledger: Ledger, id: string): Promise<boolean> {
  const [runId = '', host] = id.split('~');
  const run = await ledger.run(runId);
  if (!run || host === undefined) return run?.alive ?? true;
  return (await ledger.hosts()).some((one) => one.id === host && one.state === 'alive');
}
