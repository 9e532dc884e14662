// A run, top to bottom: prepare (read, check, guard, sign in, ask), claim, send, finish. Branching lives in plan/,
// looping in send/second-pass.ts, deciding about calls in the client.
import { planText } from '../approval/plan-format.ts';
import { openInput } from '../csv/input.ts';
import { EXIT } from '../errors.ts';
import { InputError } from '../files/input-error.ts';
import { changedEntries } from '../interface/profile.ts';
import type { BeginResult } from '../ledger/ledger.ts';
import { BalanceWatch } from './funds/watch.ts';
import { holdToPlan, judgePlan } from './hold-to-plan.ts';
import { Refusal } from './input/refusal.ts';
import { type Hold, releasing } from './input/releasing.ts';
import type { Approved } from './plan/approved.ts';
import { prepare, type Prepared, type Running } from './prepare.ts';
import { finish } from './results/finish.ts';
import { ledgerCall } from './results/ledger-call.ts';
import { Pace } from './results/pace.ts';
import { ResultsFile } from './results/results-file.ts';
import { judgeResultsPath } from './results/results-path.ts';
import type { Story } from './results/run-end.ts';
import { LedgerStamp } from './results/stamp.ts';
import { keepWitness } from './results/witness.ts';
import { Canary } from './send/canary.ts';
import { idempotencyKey, type RunContext } from './send/context.ts';
import { Feed } from './send/feed.ts';
import { Pages } from './send/pages.ts';
import { FileChanged, type SecondPass, secondPass } from './send/second-pass.ts';
import type { LiveSettings } from './send/settings.ts';
import { Onboarding } from './send/steps/onboarding.ts';
import { Uploads } from './send/steps/upload.ts';

/** What a line of the results takes at most as a rule, what the row itself says aside. */
const RESULT_BYTES = 450;

export const run: Story<LiveSettings> = (settings, hooks, control, runId) =>
  releasing(async (hold) => {
    const startedAt = new Date(settings.clock.now());
    const handle = await openInput(settings.file);
    hold(() => handle.close());
    const ledger = await settings.openLedger();
    hold(() => ledger.close());
    await judgeResultsPath(settings.results, handle, ledger.path);

    const stamp = new LedgerStamp(ledger, runId, settings.environment);
    const pace = new Pace(() => settings.clock.elapsed());
    const running: Running = { settings, hooks, control, runId, startedAt, handle, ledger, stamp, pace };
    const approved = await judgePlan(settings, ledger);
    const prepared = await prepare(running, hold);
    if (approved) await holdToPlan(running, prepared, approved);
    const begun = await claim(running, prepared, approved);
    const results = await openResults(running, prepared, hold);
    const { checked, batchId, halt, purses, client, open } = prepared;
    const watch = new BalanceWatch(client);
    if (open && checked.facts.developerFunded.size > 0) await watch.begin();
    const pages = new Pages(ledger, runId, pace, (failure) => halt.now(failure));
    await send(running, prepared, { results, pages, contested: begun.held > 0, approved });
    await pages.end(halt.reason);
    const end = await finish({
      runId,
      batchId,
      input: {
        ...{ handle, file: settings.file, prefixes: checked.prefixes },
        encoding: settings.imports?.encoding,
      },
      resultsPath: settings.results,
      retryPath: settings.retry,
      checked,
      ledger,
      clock: settings.clock,
      results,
      hooks,
      stopped: [halt.reason, ...purses.reasons].filter((reason) => reason !== '').join('; '),
      balances: await watch.end(results.spend),
    });
    // All is written and said: what can't be taken in now is taken in by the next run.
    if (settings.history) await ledgerCall(() => ledger.history.catchUp());
    return { ...end, durationMs: settings.clock.now() - startedAt.getTime() };
  });

/** Makes the rows ours. Errors: {@link Refusal} where another run has all of them. */
async function claim(
  running: Running,
  { checked, batchId, parent, keys }: Prepared,
  approved: Approved | undefined,
): Promise<BeginResult> {
  const { settings, runId, startedAt, ledger } = running;
  const { kind, rows } = checked.facts;
  const fileHash = checked.hash;
  const described = { fileHash, parent, settings: shapeOf(settings, approved) };
  const newRun = { id: runId, kind, batchId, file: settings.file, rows, startedAt, ...described };
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

/** What of the settings shapes the requests, for the batch's record. */
function shapeOf(settings: LiveSettings, approved: Approved | undefined): Record<string, unknown> {
  const { profile, quote, useDeveloperFunds, alikeOk, acceptLedger } = settings;
  const plan = approved && { id: approved.id, name: approved.name };
  return { profile: changedEntries(profile), quote, useDeveloperFunds, alikeOk, acceptLedger, plan };
}

/**
 * The results, once this run is the ledger's: only now is it known who else is at work beside this file. Errors:
 * {@link Refusal} where they can't be written to their end.
 */
async function openResults(running: Running, prepared: Prepared, hold: Hold): Promise<ResultsFile> {
  const { settings, hooks, runId, handle, ledger } = running;
  const { checked, halt, layout } = prepared;
  try {
    const { size } = await handle.stat();
    if (prepared.isLost) {
      const kept = await keepWitness(settings.results, runId);
      hooks.notice?.(
        `what ${settings.results} says of payments that this ledger doesn't know is kept as ${kept}: leave it there`,
      );
    }
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
async function send(
  running: Running,
  prepared: Prepared,
  { approved, ...into }: Pick<SecondPass, 'results' | 'pages' | 'contested'> & Pick<RunContext, 'approved'>,
): Promise<void> {
  const { settings, hooks, runId, handle, pace } = running;
  const { checked, halt } = prepared;
  if (approved) {
    checked.options.documents.holdTo(approved.documents);
    const text = settings.plan ? planText(settings.plan.file) : '';
    await running.ledger.keep({ runId, kind: 'plan', part: 0, data: text });
  }
  const context: RunContext = { ...contextOf(running, prepared), approved };
  const { rows } = checked.facts;
  hooks.log.info('run started', { run: runId, batch: prepared.batchId, rows, file: settings.file });
  const feed = new Feed(settings.concurrency);
  try {
    const { habits, answered } = prepared;
    await secondPass({ handle, checked, context, feed, hooks, pace, habits, answered, ...into });
  } catch (error) {
    if (!isUnreadable(error)) throw error;
    halt.now(`${settings.file}: ${error.message}; the rows from there on were not read`);
    await feed.drain();
  }
}

function contextOf(running: Running, prepared: Prepared): Omit<RunContext, 'approved'> {
  const { settings, hooks, runId, ledger } = running;
  const { client, halt, checked, batchId, alikeSince } = prepared;
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
    purses: prepared.purses,
    canary: new Canary(),
    alikeSince,
    quote: settings.quote,
    newKey: () => idempotencyKey(runId, settings.random),
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
