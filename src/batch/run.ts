// A run, top to bottom: prepare (read, check, guard, sign in, ask), claim, send, finish. Branching lives in plan/,
// looping in send/second-pass.ts, deciding about calls in the client.
import type { FileHandle } from 'node:fs/promises';

import type { ServiceClient } from '../client/client.ts';
import { openInput } from '../csv/input.ts';
import { EXIT } from '../errors.ts';
import { hashFile } from '../files/bytes.ts';
import { InputError } from '../files/input-error.ts';
import type { BeginResult, Ledger, RowRecord } from '../ledger/ledger.ts';
import { gate } from './funds/gate.ts';
import type { RunControl } from './input/control.ts';
import { type Checked, firstPass, guard } from './input/first-pass.ts';
import { Refusal } from './input/refusal.ts';
import { type Hold, releasing } from './input/releasing.ts';
import type { BatchRow } from './input/row.ts';
import { SeenKeys } from './input/seen.ts';
import { ALIKE_DAYS, refuseAlike } from './plan/alike.ts';
import { earlierContents } from './plan/content.ts';
import { keyOfReference, RowKeys } from './plan/keys.ts';
import { finish } from './results/finish.ts';
import type { RunHooks } from './results/hooks.ts';
import { type ResultLayout, resultLayout } from './results/result.ts';
import { judgeResultsPath, ResultsFile } from './results/results-file.ts';
import type { Story } from './results/run-end.ts';
import type { RunContext } from './send/context.ts';
import { Feed } from './send/feed.ts';
import { Halt } from './send/halt.ts';
import { FileChanged, secondPass } from './send/second-pass.ts';
import { openClient, signIn, stopOnSignal } from './send/service.ts';
import type { LiveSettings } from './send/settings.ts';
import { Onboarding } from './send/steps/onboarding.ts';
import { Uploads } from './send/steps/upload.ts';

/** What a line of the results takes at most as a rule, what the row itself says aside. */
const RESULT_BYTES = 450;

/** What all steps of one run share. */
interface Running {
  readonly settings: LiveSettings;
  readonly hooks: RunHooks;
  readonly control: RunControl;
  readonly runId: string;
  readonly startedAt: Date;
  readonly handle: FileHandle;
  readonly ledger: Ledger;
}

/** A file that may be sent. */
interface Prepared {
  readonly checked: Checked;
  readonly layout: ResultLayout;
  readonly batchId: string;
  /** Keys of the rows that may be sent. */
  readonly keys: SeenKeys;
  readonly client: ServiceClient;
  readonly halt: Halt;
}

export const run: Story<LiveSettings> = (settings, hooks, control, runId) =>
  releasing(async (hold) => {
    const startedAt = new Date(settings.clock.now());
    const handle = await openInput(settings.file);
    hold(() => handle.close());
    const ledger = settings.openLedger();
    hold(() => ledger.close());
    await judgeResultsPath(settings.results, handle);

    const running: Running = { settings, hooks, control, runId, startedAt, handle, ledger };
    const prepared = await prepare(running, hold);
    const begun = await claim(running, prepared);
    const results = await openResults(running, prepared, hold);
    const headerRange = await send(running, prepared, results, begun.held > 0);
    const { checked, batchId, halt } = prepared;
    const end = await finish({
      runId,
      batchId,
      input: { handle, file: settings.file, prefixes: checked.prefixes },
      resultsPath: settings.results,
      retryPath: settings.retry,
      checked,
      ledger,
      clock: settings.clock,
      results,
      headerRange,
      hooks,
      stopped: halt.reason,
    });
    return { ...end, durationMs: settings.clock.now() - startedAt.getTime() };
  });

/** Everything that can say no while nothing is sent. */
async function prepare(running: Running, hold: Hold): Promise<Prepared> {
  const { settings, hooks, control, handle } = running;
  const read = await readFile(running);
  const { checked } = read;
  guard(checked.facts, settings);
  refuseAlike(settings.file, 'row', checked.facts.kind, read.alike);
  hooks.checked?.(checked.facts, checked.warnings.list());
  const halt = new Halt(settings.haltAfter);
  const client = openClient(settings);
  hold(() => client.close());
  stopOnSignal(control, halt, client);
  if (read.keys.size > 0) await signIn(client, hooks.log);
  const prepared: Prepared = { ...read, client, halt };
  await judgeFunds(running, prepared);
  if (hooks.confirm && !(await hooks.confirm(checked.facts))) {
    throw new Refusal('declined', 'not confirmed');
  }
  // The question may have stood there for an hour.
  if ((await hashFile(handle)) !== checked.hash) refuseChanged(settings.file);
  return prepared;
}

/** The first pass, with the keys of its rows, and paid rows that look like one of them. */
async function readFile({ settings, control, startedAt, handle, ledger }: Running) {
  const keys = new SeenKeys();
  const alike: RowRecord[] = [];
  // Before the pass, not after it: rows without references are keyed by it.
  const batchId = settings.batchId ?? (await hashFile(handle));
  const rowKeys = new RowKeys(batchId);
  let layout: ResultLayout | undefined;
  const checked = await firstPass(handle, settings, control, {
    onHeader: (pass) => {
      layout = resultLayout(pass);
    },
    onRows: async (rows, pass) => {
      const contents = collectKeys(rows, rowKeys, keys);
      if (pass.hasReferences || settings.batchId !== undefined || alike.length > 0) return;
      const since = new Date(startedAt.getTime() - ALIKE_DAYS * 86_400_000);
      alike.push(...(await ledger.paidAlike(contents, batchId, since)));
    },
  });
  if (settings.batchId === undefined && checked.hash !== batchId) refuseChanged(settings.file);
  if (!layout) throw new Error('a pass without a header');
  return { checked, layout, batchId, keys, alike };
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
    contents.push(content, ...earlierContents(row));
  }
  return contents;
}

async function judgeFunds(running: Running, { checked, client, batchId }: Prepared): Promise<void> {
  const { settings, control, handle, ledger, hooks } = running;
  if (!settings.requireFunds && checked.facts.developerFunded.size === 0) return;
  // Its own halt: a price that can't be asked for beforehand is no reason to stop the run.
  const halt = new Halt(settings.haltAfter);
  control.onSignal(() => {
    halt.now('a signal');
  });
  await gate({ ...settings, handle, checked, client, ledger, batchId, halt }, hooks.notice);
}

/** Makes the rows ours. Errors: {@link Refusal} where another run has all of them. */
async function claim(running: Running, { checked, batchId, keys }: Prepared): Promise<BeginResult> {
  const { settings, runId, startedAt, ledger } = running;
  const { kind, rows } = checked.facts;
  const newRun = { id: runId, kind, batchId, file: settings.file, rows, startedAt };
  const begun = await ledger.begin(newRun, keys.hashes());
  if (begun.held === 0 || begun.held < keys.size) return begun;
  await ledger.finish(runId, new Date(settings.clock.now()), EXIT.unusable, {});
  const [other] = begun.holders;
  const who = other
    ? `run ${other.id} (process ${other.pid} on ${other.host}, ${other.file})`
    : 'another run';
  throw new Refusal(
    'running',
    `${settings.file}: ${who} is working on these rows now: wait until it has ended`,
  );
}

/**
 * The results, once this run is the ledger's: only now is it known who else is at work beside this file. Errors:
 * {@link Refusal} where they can't be written to their end.
 */
async function openResults(running: Running, prepared: Prepared, hold: Hold): Promise<ResultsFile> {
  const { settings, runId, handle, ledger } = running;
  const { checked, halt, layout } = prepared;
  try {
    const { size } = await handle.stat();
    const results = await ResultsFile.create({
      path: settings.results,
      id: runId,
      input: handle,
      // A run that this ledger doesn't know may be another ledger's, and alive.
      alive: async (id) => (await ledger.run(id))?.alive ?? true,
      // The results, and a retry file as large as the input.
      bytes: checked.facts.rows * RESULT_BYTES + 2 * size,
      onFailure: (reason) => {
        halt.now(reason);
      },
    });
    hold(() => results.discard());
    results.begin(layout);
    return results;
  } catch (error) {
    await ledger.finish(runId, new Date(settings.clock.now()), EXIT.unusable, {});
    throw error;
  }
}

/** The second pass. A file that can't be read to its end halts the run in good order. */
async function send(running: Running, prepared: Prepared, results: ResultsFile, contested: boolean) {
  const { settings, hooks, runId, handle } = running;
  const { checked, halt } = prepared;
  const context = contextOf(running, prepared);
  const { rows } = checked.facts;
  hooks.log.info('run started', { run: runId, batch: prepared.batchId, rows, file: settings.file });
  const feed = new Feed(settings.concurrency);
  try {
    return await secondPass({ handle, checked, context, results, feed, hooks, contested });
  } catch (error) {
    if (!isUnreadable(error)) throw error;
    halt.now(`${settings.file}: ${error.message}; the rows from there on were not read`);
    await feed.drain();
    return { start: 0, end: 0 };
  }
}

function contextOf(running: Running, { client, halt, checked, batchId }: Prepared): RunContext {
  const { settings, hooks, runId, ledger } = running;
  const { documents } = checked.options;
  return {
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
  throw new Refusal('changed', `${file}: the file was changed while it was checked: run again`);
}
