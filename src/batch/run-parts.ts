// What a run is made of once its file may be sent, whoever sends its rows: its record in the ledger, what its steps share.
import { InputError } from '../files/input-error.ts';
import { changedEntries } from '../interface/profile.ts';
import type { NewRun } from '../ledger/ledger.ts';
import type { Approved } from './plan/approved/approved.ts';
import type { Prepared } from './prepare.ts';
import type { Running } from './running.ts';
import { idempotencyKey, type RunContext } from './send/context.ts';
import { FirstTransferGate } from './send/first-transfer-gate.ts';
import { FileChanged } from './send/planned-rows.ts';
import type { LiveSettings } from './send/settings.ts';
import { Onboarding } from './send/steps/onboarding.ts';
import { Uploads } from './send/steps/upload.ts';

/** As the ledger is told of it: begun as if nobody had been asked, so that it took as long for every reader. */
export function newRunOf(
  { settings, runId, startedAt }: Running,
  prepared: Prepared,
  approved: Approved | undefined,
): NewRun {
  const { checked, batchId, parent, askedMs } = prepared;
  const { kind, rows } = checked.facts;
  const begun = new Date(startedAt.getTime() + askedMs);
  const described = { fileHash: checked.hash, parent, settings: shapeOf(settings, approved, prepared) };
  return { id: runId, kind, batchId, file: settings.file, rows, startedAt: begun, ...described };
}

/** What of the settings shapes the requests, for the batch's record, and what of the file later runs ask for. */
function shapeOf(
  settings: LiveSettings,
  approved: Approved | undefined,
  { checked, place, rowsDigest }: Prepared,
): Record<string, unknown> {
  const { profile, quote, useDeveloperFunds, alikeOk, acceptLedger, history } = settings;
  const accepted = history?.accepted && history.accepted.size > 0 ? [...history.accepted] : undefined;
  const plan = approved && { id: approved.id, name: approved.name };
  const read = { sheet: checked.sheet, resultsAt: place, rowsDigest };
  const told = { quote, useDeveloperFunds, alikeOk, acceptLedger, accepted };
  return { profile: changedEntries(profile), ...told, ...read, plan };
}

export function contextOf(running: Running, prepared: Prepared): Omit<RunContext, 'approved'> {
  const { settings, hooks, runId, ledger } = running;
  const { client, breaker, checked, batchId, alikeSince } = prepared;
  const { documents } = checked.options;
  return {
    runId,
    batchId,
    client,
    ledger,
    clock: settings.clock,
    uploads: new Uploads(client, ledger, documents, settings.clock),
    onboarding: new Onboarding(client, ledger, documents, settings.clock),
    breaker,
    wallets: prepared.wallets,
    gate: new FirstTransferGate(),
    alikeSince,
    alikeReferenced: settings.alikeDays > 0,
    quote: settings.quote,
    newKey: () => idempotencyKey(runId, settings.random),
    at: hooks.at ?? ((): void => undefined),
  };
}

/** What stops the reading of a file that could be read before; anything else is a defect. */
export function isUnreadable(error: unknown): error is Error {
  return (
    error instanceof FileChanged ||
    error instanceof InputError ||
    (error instanceof Error && 'syscall' in error)
  );
}
