// A run, top to bottom: read, check, guard, ask, claim, sign in, send, write results, count. Branching lives in
// plan.ts, looping in second-pass.ts, deciding about calls in the client.
import { openInput } from '../csv/input.ts';
import { hashFile } from '../files/bytes.ts';
import { InputError } from '../files/input-error.ts';
import type { BeginResult, Ledger, RowRecord } from '../ledger/ledger.ts';
import { gate } from './funds/gate.ts';
import { firstPass, guard, type PassHooks } from './input/first-pass.ts';
import type { BatchRow } from './input/row.ts';
import { SeenKeys } from './input/seen.ts';
import { type LiveSettings, Refusal, type RunControl, type RunEnd, type RunHooks } from './options.ts';
import { ALIKE_DAYS, refuseAlike } from './plan/alike.ts';
import { keyOfReference, RowKeys } from './plan/keys.ts';
import { finish } from './results/finish.ts';
import { resultLayout } from './results/result.ts';
import { ResultsFile } from './results/results-file.ts';
import type { RunContext } from './send/context.ts';
import { Feed } from './send/feed.ts';
import { Halt } from './send/halt.ts';
import { FileChanged, secondPass } from './send/second-pass.ts';
import { openClient, signIn, stopOnSignal } from './send/service.ts';
import { Onboarding } from './send/steps/onboarding.ts';
import { Uploads } from './send/steps/upload.ts';

export async function run(
  settings: LiveSettings,
  hooks: RunHooks,
  control: RunControl,
  runId: string,
): Promise<RunEnd> {
  const startedAt = new Date(settings.clock.now());
  const handle = await openInput(settings.file);
  const closers: (() => Promise<void>)[] = [() => handle.close()];
  try {
    const ledger = settings.openLedger();
    closers.push(() => ledger.close());
    const results = await ResultsFile.create(settings.results, settings.file, runId, async (id) => {
      return (await ledger.run(id))?.alive ?? false;
    });
    let committed = false;
    closers.push(async () => {
      if (!committed) await results.discard();
    });

    const keys = new SeenKeys();
    const alike: RowRecord[] = [];
    // Before the pass, not after it: rows without references are keyed by it.
    const batchId = settings.batchId ?? (await hashFile(handle));
    const rowKeys = new RowKeys(batchId);
    const onRows: PassHooks['onRows'] = async (rows, pass) => {
      const contents = collectKeys(rows, rowKeys, keys);
      if (pass.hasReferences || settings.batchId !== undefined || alike.length > 0) return;
      const since = new Date(startedAt.getTime() - ALIKE_DAYS * 86_400_000);
      alike.push(...(await ledger.paidAlike(contents, batchId, since)));
    };
    const checked = await firstPass(handle, settings, control, {
      onHeader: (pass) => results.begin(resultLayout(pass)),
      onRows,
    });
    const { kind } = checked.facts;
    if (settings.batchId === undefined && checked.hash !== batchId) refuseChanged(settings.file);
    guard(checked.facts, settings);
    refuseAlike(settings.file, 'row', kind, alike);
    hooks.checked?.(checked.facts, checked.warnings.list());
    const halt = new Halt(settings.haltAfter);
    const client = openClient(settings);
    closers.push(() => client.close());
    stopOnSignal(control, halt, client);
    if (keys.size > 0) await signIn(client, hooks.log);
    if (settings.requireFunds || checked.facts.developerFunded.size > 0) {
      // Its own halt: a price that can't be asked for beforehand is no reason to stop the run.
      const gateHalt = new Halt(settings.haltAfter);
      control.onSignal(() => gateHalt.now('a signal'));
      await gate({ ...settings, handle, checked, client, ledger, batchId, halt: gateHalt }, hooks.notice);
    }
    if (hooks.confirm && !(await hooks.confirm(checked.facts))) {
      throw new Refusal('declined', 'not confirmed: nothing was sent');
    }
    // The question may have stood there for an hour.
    if ((await hashFile(handle)) !== checked.hash) refuseChanged(settings.file);

    const newRun = {
      id: runId,
      kind,
      batchId,
      file: settings.file,
      rows: checked.facts.rows,
      startedAt,
    };
    const begun = await ledger.begin(newRun, keys.hashes());
    await refuseHeld(begun, keys.size, ledger, runId, settings);

    const { documents } = checked.options;
    const context: RunContext = {
      runId,
      batchId,
      client,
      ledger,
      clock: settings.clock,
      uploads: new Uploads(client, ledger, documents, settings.clock),
      onboarding: new Onboarding(client, ledger, documents, settings.clock),
      halt,
      quote: settings.quote,
      newKey: () => `${runId}-${Math.floor(settings.random() * 2 ** 48).toString(16)}`,
      at: hooks.at ?? ((): void => undefined),
    };
    hooks.log.info('run started', {
      run: runId,
      batch: batchId,
      rows: checked.facts.rows,
      file: settings.file,
    });
    const feed = new Feed(settings.concurrency);
    let headerRange = { start: 0, end: 0 };
    try {
      headerRange = await secondPass({
        handle,
        checked,
        context,
        results,
        feed,
        hooks,
        contested: begun.held > 0,
      });
    } catch (error) {
      if (!isUnreadable(error)) throw error;
      halt.now(`${settings.file}: ${error.message}; the rows from there on were not read`);
      await feed.drain();
    }
    const end = await finish(settings, { checked, context, results, headerRange, hooks });
    committed = end.results !== null;
    return { ...end, durationMs: settings.clock.now() - startedAt.getTime() };
  } finally {
    for (const close of closers.reverse()) await close();
  }
}

/** Collects the keys of the rows that may be sent; returns what they say, for the search for equals. */
function collectKeys(rows: readonly BatchRow[], rowKeys: RowKeys, keys: SeenKeys): string[] {
  const contents: string[] = [];
  for (const row of rows) {
    if (row.reference !== '') {
      if (row.issues.length === 0) keys.remember(keyOfReference(row), row.line);
      continue;
    }
    const { key, content } = rowKeys.keyOf(row);
    if (row.issues.length > 0) continue;
    keys.remember(key, row.line);
    contents.push(content);
  }
  return contents;
}

/** What stops the reading of a file that could be read before; anything else is a defect. */
function isUnreadable(error: unknown): error is Error {
  return (
    error instanceof FileChanged ||
    error instanceof InputError ||
    (error instanceof Error && 'syscall' in error)
  );
}

function refuseChanged(file: string): never {
  throw new Refusal(
    'changed',
    `${file}: the file was changed while it was checked: run again. Nothing was sent`,
  );
}

async function refuseHeld(
  begun: BeginResult,
  claimed: number,
  ledger: Ledger,
  runId: string,
  settings: LiveSettings,
): Promise<void> {
  if (begun.held === 0 || begun.held < claimed) return;
  await ledger.finish(runId, new Date(settings.clock.now()), 2, {});
  const [other] = begun.holders;
  const who = other
    ? `run ${other.id} (process ${other.pid} on ${other.host}, ${other.file})`
    : 'another run';
  throw new Refusal(
    'running',
    `${settings.file}: ${who} is working on these rows now: wait until it has ended. Nothing was sent`,
  );
}
