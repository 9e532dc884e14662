// The rows become this run's own, in one transaction. No other run may be at work on the same bytes, whatever parse settings it has.
import { isSameSheet, sheetOf } from '../csv/xlsx/workbook-file.ts';
import { EXIT } from '../errors.ts';
import { changedEntries } from '../interface/profile.ts';
import type { NewRun, RunQueue, RunRecord, Submission } from '../ledger/ledger.ts';
import type { RawText } from './hosts/raw-text.ts';
import { submissionOf } from './hosts/submission.ts';
import { Refusal } from './input/control.ts';
import type { Prepared } from './prepare.ts';
import type { Running } from './running.ts';

export interface Claim {
  /** Whether another live run holds some of the rows. */
  readonly isContested: boolean;
  /** The run ends without having sent anything. */
  readonly giveUp: () => Promise<void>;
}

/** Errors: {@link Refusal} where another run has all of the rows, or reads them with other parse settings. */
export async function claim(running: Running, prepared: Prepared): Promise<Claim> {
  const { settings, runId, ledger } = running;
  const { keys } = prepared.known;
  const own = newRunOf(running, prepared);
  const begun = await ledger.begin(own, keys.hashes());
  const isAll = begun.held > 0 && begun.held >= keys.size;
  const giveUp = (): Promise<void> => ledger.finish(runId, new Date(settings.clock.now()), EXIT.unusable, {});
  await refuseReaders(running, prepared, { own, others: begun.holders, giveUp });
  if (!isAll) return { isContested: begun.held > 0, giveUp };
  await tellHolder(running, begun.holders[0]);
  await giveUp();
  refuseHeld(settings.file, begun.holders[0]);
}

/**
 * The same on a ledger that several hosts share; `cutOff`: the submission that this run completes. Returns `undefined` where
 * another process was faster with the same file. Errors: as {@link claim}.
 */
export async function claimForAll(
  running: Running,
  prepared: Prepared,
  { queue, cutOff, raw }: { queue: RunQueue; cutOff: Submission | undefined; raw: RawText },
): Promise<Claim | undefined> {
  const { settings, runId } = running;
  const own = newRunOf(running, prepared);
  if (cutOff) {
    if (!(await queue.resume(cutOff.runId))) return undefined;
    // Its rows are in the queue already: it stays as it is, and nothing more of it is queued.
    const giveUp = (): Promise<void> => Promise.resolve();
    await refuseReaders(running, prepared, { own, others: undefined, giveUp });
    return { isContested: false, giveUp };
  }
  const what = await submissionOf(settings, prepared, raw);
  const begun = await queue.submit(own, prepared.known.keys.hashes(), what);
  if ('other' in begun) return undefined;
  const giveUp = (): Promise<void> => queue.abandon(runId, new Date(settings.clock.now()), EXIT.unusable);
  await refuseReaders(running, prepared, { own, others: begun.holders, giveUp });
  return { isContested: begun.held > 0, giveUp };
}

/** The start is later by the time that a person took to answer. */
function newRunOf({ settings, runId, startedAt }: Running, prepared: Prepared): NewRun {
  const { checked, known, approved, askedMs } = prepared;
  const { kind, rows } = checked.facts;
  const { profile, quote, useDeveloperFunds, alikeOk, acceptLedger, history } = settings;
  const accepted = history?.accepted && history.accepted.size > 0 ? [...history.accepted] : undefined;
  return {
    ...{ id: runId, kind, batchId: known.batchId, file: settings.file, rows },
    ...{ fileHash: checked.hash, parent: known.parent },
    startedAt: new Date(startedAt.getTime() + askedMs),
    settings: {
      // What shapes the requests.
      profile: changedEntries(profile),
      ...{ quote, useDeveloperFunds, alikeOk, acceptLedger, accepted },
      // What later runs ask for.
      sheet: checked.sheet,
      rowsDigest: known.rowsDigest,
      parseSettings: known.parseSettings,
      plan: approved && { id: approved.id, name: approved.name },
    },
  };
}

interface Claimed {
  readonly own: NewRun;
  /** Runs that were at work when the rows were claimed. Later ones see this run. */
  readonly others: readonly RunRecord[] | undefined;
  readonly giveUp: () => Promise<void>;
}

/** Before anything is sent or queued. Errors: {@link Refusal}; then the claim was given up. */
async function refuseReaders(
  running: Running,
  { known }: Prepared,
  { own, others = [], giveUp }: Claimed,
): Promise<void> {
  const { alikeOk, file } = running.settings;
  try {
    const reader = alikeOk ? undefined : others.find((run) => readsTheSame(run, own));
    if (reader) {
      await tellHolder(running, reader);
      refuseHeld(file, reader);
    }
    // A run that has ended meanwhile may have paid them.
    await known.refuseOtherReading();
  } catch (error) {
    await giveUp();
    throw error;
  }
}

/** The report of this start says which run has the rows. */
async function tellHolder({ ledger, runId }: Running, other: RunRecord | undefined): Promise<void> {
  const data = JSON.stringify({ holder: other?.id ?? '' });
  await ledger.keep({ runId, kind: 'facts', part: 1, data });
}

function refuseHeld(file: string, other: RunRecord | undefined): never {
  const who = other
    ? `run ${other.id} (process ${other.pid} on ${other.host}, ${other.file})`
    : 'another run';
  const wait =
    other?.open === undefined
      ? 'wait until it has ended'
      : `wait until it has ended, or stop it (paybatch stop ${other.id})`;
  throw new Refusal('running', `${file}: ${who} is working on these rows now: ${wait}`);
}

/** The same bytes, perhaps with other parse settings: then its rows have other keys, and are the same payments. */
const readsTheSame = (one: RunRecord, { kind, fileHash, settings }: NewRun): boolean =>
  one.kind === kind && one.fileHash === fileHash && isSameSheet(sheetOf(one.settings), sheetOf(settings));
