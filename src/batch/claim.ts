// A run claims its rows in one transaction. It is refused while another run works on the same bytes, with whatever
// parse settings.
import { isSameSheet, sheetOf } from '../csv/xlsx/workbook-file.ts';
import { EXIT } from '../errors.ts';
import { placed } from '../files/input-error.ts';
import { changedEntries } from '../interface/profile.ts';
import type { NewRun, RunQueue, RunRecord, Submission } from '../ledger/ledger.ts';
import { submissionOf } from './hosts/submission.ts';
import { Refusal } from './input/control.ts';
import { openResults } from './open-run.ts';
import { knownMessage } from './plan/messages.ts';
import type { Prepared } from './prepare.ts';
import type { ResultsFile } from './results/results-file.ts';
import { sendingMessage } from './send/messages.ts';

/** Errors: {@link Refusal} if another run has all of the rows, or reads them with other parse settings. */
export async function claim(prepared: Prepared): Promise<ResultsFile> {
  const { settings, runId, ledger, knownFile } = prepared;
  const own = newRunOf(prepared);
  const { keysOfOthers, holders } = await ledger.begin(own, knownFile.keys.hashes());
  try {
    await refuseReaders(prepared, own, holders);
    if (keysOfOthers > 0 && keysOfOthers >= knownFile.keys.size) refuseUsed(prepared, holders[0]);
    started(prepared, keysOfOthers > 0);
    return await resultsOf(prepared);
  } catch (error) {
    await ledger.finish(runId, new Date(settings.clock.now()), EXIT.unusable, {});
    throw error;
  }
}

/**
 * The same on a ledger that several hosts share. `cutOff`: the submission that was cut off, and that this run
 * completes. A detached run has no results. Returns `undefined` if another process was faster with the same file.
 * Errors: as {@link claim}.
 */
export async function claimForAll(
  prepared: Prepared,
  queue: RunQueue,
  cutOff: Submission | undefined,
): Promise<{ readonly results: ResultsFile | undefined } | undefined> {
  const { settings, runId, knownFile } = prepared;
  const own = newRunOf(prepared);
  const begun = cutOff
    ? (await queue.resume(cutOff.runId)) && { keysOfOthers: 0, holders: [] }
    : await queue.submit(own, knownFile.keys.hashes(), submissionOf(prepared));
  if (begun === false || 'other' in begun) return undefined;
  try {
    await refuseReaders(prepared, own, begun.holders);
    started(prepared, begun.keysOfOthers > 0);
    return { results: settings.detach === true ? undefined : await resultsOf(prepared) };
  } catch (error) {
    // Rows of a submission that was cut off are in the queue already: it stays as it is.
    if (!cutOff) await queue.abandon(runId, new Date(settings.clock.now()), EXIT.unusable);
    throw error;
  }
}

/** `isContested`: another live run holds some of the rows. */
function started(
  { settings, hooks, runId, batches, checked, knownFile }: Prepared,
  isContested: boolean,
): void {
  knownFile.claimed(isContested);
  const { rows } = checked.facts;
  const { batchId: batch } = batches;
  hooks.log?.(sendingMessage('run_started', { run: runId, batch, rows, file: settings.file }));
}

const resultsOf = (prepared: Prepared): Promise<ResultsFile> =>
  openResults(prepared, {
    keepsResults: prepared.keepsResults,
    onFailure: (reason) => prepared.context.breaker.trip(reason),
  });

function newRunOf({ settings, runId, startedAt, batches, checked, knownFile, context }: Prepared): NewRun {
  const { approved } = context;
  const { kind, rows } = checked.facts;
  const { profile, quote, useDeveloperFunds, alikeOk, acceptLedger, history } = settings;
  const accepted = history?.accepted && history.accepted.size > 0 ? [...history.accepted] : undefined;
  return {
    ...{ id: runId, kind, batchId: batches.batchId, file: settings.file, rows, startedAt },
    ...{ fileHash: batches.fileHash, parent: knownFile.parent },
    settings: {
      // Shapes the requests.
      profile: changedEntries(profile),
      ...{ quote, useDeveloperFunds, alikeOk, acceptLedger, accepted },
      // For later runs.
      sheet: checked.sheet,
      rowsDigest: knownFile.reading.rowsDigest,
      parseSettings: knownFile.reading.parseSettings,
      plan: approved && { id: approved.id, name: approved.name },
    },
  };
}

/** `others`: runs that were at work when the rows were claimed. Later ones see this run. Errors: {@link Refusal}. */
async function refuseReaders(prepared: Prepared, own: NewRun, others: readonly RunRecord[]): Promise<void> {
  const isReader = (one: RunRecord): boolean =>
    // With other parse settings the same payments have other keys.
    one.kind === own.kind &&
    one.fileHash === own.fileHash &&
    isSameSheet(sheetOf(one.settings), sheetOf(own.settings));
  const reader = prepared.settings.alikeOk ? undefined : others.find(isReader);
  if (reader) refuseUsed(prepared, reader);
  // A run that ended after the survey may have paid them.
  await prepared.knownFile.refuseOtherReading(prepared.checked);
}

/** Errors: {@link Refusal}. */
function refuseUsed({ settings }: Prepared, other: RunRecord | undefined): never {
  const named = other ? { id: other.id, pid: other.pid, host: other.host, file: other.file } : null;
  const what = knownMessage('rows_at_work', { other: named, canStop: other?.open !== undefined });
  throw new Refusal('running', placed('at_place', { file: settings.file, what }));
}
