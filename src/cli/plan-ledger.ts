// The ledger that a plan was made with, for whoever reads or ends the plan: a no is kept there, too. It may be on another
// machine, or refused for another reason; a plan can be read all the same.
import { planId, type PlanSignature } from '../approval/plan-format.ts';
import { withKept } from '../approval/signatures.ts';
import { keepRejection, type Progress, progressOf, rejectionsOf } from '../batch/plan/approved/plan-runs.ts';
import { PaybatchError } from '../errors.ts';
import type { Ledger } from '../ledger/ledger.ts';
import { openOf } from './ledger-access.ts';
import type { LoadedPlan } from './plan-file.ts';
import type { Settings } from './settings.ts';

export interface KnownPlan extends LoadedPlan {
  /** What has become of its rows; `undefined` where its ledger isn't here. */
  readonly progress: Progress | undefined;
}

/** The plan with what its ledger knows besides, where that is here. For reading, never for writing. */
export async function withLedgerWord(loaded: LoadedPlan, settings: Settings): Promise<KnownPlan> {
  const { file } = loaded;
  const found = await inLedgerOf(loaded, settings, true, async (ledger) => {
    return { kept: await rejectionsOf(ledger, planId(file)), progress: await progressOf(ledger, file) };
  });
  if (!found.done) return { ...loaded, progress: undefined };
  const { kept, progress } = found.value;
  return { ...loaded, file: withKept(file, kept), progress };
}

/** Keeps a no in the plan's ledger. Why that can't be, where it can't. */
export async function tellLedger(
  loaded: LoadedPlan,
  settings: Settings,
  no: PlanSignature,
): Promise<string | undefined> {
  const kept = await inLedgerOf(loaded, settings, false, (ledger) =>
    keepRejection(ledger, planId(loaded.file), no),
  );
  return kept.done ? undefined : kept.why;
}

/** So many of the last runs are looked at. */
const LAST_RUNS = 1000;

/** The run that is sending a plan's rows now; `undefined` where none is, or the ledger isn't here. */
export async function sendingNow(loaded: LoadedPlan, settings: Settings): Promise<string | undefined> {
  const id = planId(loaded.file);
  const found = await inLedgerOf(loaded, settings, true, async (ledger) => {
    const runs = await ledger.runs(LAST_RUNS);
    return runs.find((run) => run.alive && (run.settings as { plan?: { id?: unknown } }).plan?.id === id)?.id; // as claim.ts writes it
  });
  return found.done ? found.value : undefined;
}

type Done<T> = { readonly done: true; readonly value: T } | { readonly done: false; readonly why: string };

async function inLedgerOf<T>(
  { file: { plan } }: LoadedPlan,
  settings: Settings,
  look: boolean,
  work: (ledger: Ledger) => Promise<T>,
): Promise<Done<T>> {
  try {
    // First only looked at: nothing is to be written into another one.
    const id = await within(settings, plan.environment, true, (ledger) => Promise.resolve(ledger.id));
    if (id !== plan.ledgerId) return { done: false, why: 'the ledger here is another one' };
    return { done: true, value: await within(settings, plan.environment, look, work) };
  } catch (error) {
    if (error instanceof PaybatchError) return { done: false, why: error.message };
    throw error;
  }
}

async function within<T>(
  settings: Settings,
  environment: string,
  look: boolean,
  work: (ledger: Ledger) => Promise<T>,
): Promise<T> {
  const ledger = await openOf(settings, environment, look);
  try {
    return await work(ledger);
  } finally {
    await ledger.close();
  }
}
