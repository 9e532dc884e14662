// The rows become this run's own. No other run may be at work on the same bytes, read otherwise perhaps.
import { EXIT } from '../errors.ts';
import type { BeginResult, NewRun, RunRecord } from '../ledger/ledger.ts';
import { isSameSheet, sheetOf } from './input/named-sheet.ts';
import { Refusal } from './input/refusal.ts';
import type { Approved } from './plan/approved/approved.ts';
import type { Prepared } from './prepare.ts';
import { newRunOf } from './run-parts.ts';
import type { Running } from './running.ts';

/** Errors: {@link Refusal} where another run has all of them, or reads them otherwise; then the run has come to nothing. */
export async function claim(
  running: Running,
  prepared: Prepared,
  approved: Approved | undefined,
): Promise<BeginResult> {
  const { settings, runId, ledger } = running;
  const { keys } = prepared;
  const own = newRunOf(running, prepared, approved);
  const begun = await ledger.begin(own, keys.hashes());
  const isAll = begun.held > 0 && begun.held >= keys.size;
  const giveUp = (): Promise<void> => ledger.finish(runId, new Date(settings.clock.now()), EXIT.unusable, {});
  await holdAlone(running, prepared, { own, others: begun.holders, giveUp });
  if (!isAll) return begun;
  await tellHolder(running, begun.holders[0]);
  await giveUp();
  refuseHeld(settings.file, begun.holders[0]);
}

interface Held {
  readonly own: NewRun;
  /** Those that were at work when it became ours: whoever comes later sees this run among them. */
  readonly others: readonly RunRecord[] | undefined;
  /** The run ends without having sent anything. */
  readonly giveUp: () => Promise<void>;
}

/** To be called before anything is sent or queued. Errors: {@link Refusal}; then it was given up. */
export async function holdAlone(
  running: Running,
  { judgeReading }: Prepared,
  { own, others = [], giveUp }: Held,
): Promise<void> {
  const { alikeOk } = running.settings;
  try {
    const reader = alikeOk ? undefined : others.find((run) => readsTheSame(run, own));
    if (reader) {
      await tellHolder(running, reader);
      refuseHeld(running.settings.file, reader);
    }
    // What a run has paid that has ended meanwhile.
    await judgeReading();
  } catch (error) {
    await giveUp();
    throw error;
  }
}

/** The report of this start says whose the rows are. */
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

/** The same bytes, read otherwise perhaps: then its rows have other keys, and are the same payments. */
const readsTheSame = (one: RunRecord, { kind, fileHash, settings }: NewRun): boolean =>
  one.kind === kind && one.fileHash === fileHash && isSameSheet(sheetOf(one.settings), sheetOf(settings));
