// run, check and quote: settings in, the batch's story, a summary and an exit code out.
import { RunControl } from '../../../batch/input/control.ts';
import type { RunHooks } from '../../../batch/results/hooks.ts';
import type { RunEnd } from '../../../batch/results/run-end.ts';
import { newRunId } from '../../../batch/run-id.ts';
import { systemClock } from '../../../client/clock.ts';
import { EXIT } from '../../../errors.ts';
import { plainLines, plainPath } from '../../../files/plain.ts';
import { LedgerError } from '../../../ledger/ledger.ts';
import type { QuoteArgs, RunArgs } from '../../definitions/pay.ts';
import { type Io, UsageError } from '../../io.ts';
import { ledgerGoneAdvice } from '../../render/advice.ts';
import { makeLog } from '../../render/log.ts';
import { Problems } from '../../render/problems.ts';
import { besideBar, makeProgress } from '../../render/progress.ts';
import { inColour, prose } from '../../render/prose.ts';
import { advice, type StoryName, summary } from '../../render/summary.ts';
import { detachedJson, summaryJson } from '../../render/summary-json.ts';
import { widthOf } from '../../render/table.ts';
import { Settings } from '../../settings.ts';
import { collectSooner, crashPoint } from '../../this-process.ts';
import { type EndedRun, endedRun } from '../../watch/ended.ts';
import { fileSettings } from './arguments.ts';
import { acceptCommand, retryCommand } from './retry-command.ts';
import { showWarnings } from './warnings.ts';
import type { Seen } from './watched.ts';
import { type Ended, lookingBack, meant, type Work } from './work.ts';

export async function runCommand(args: RunArgs, io: Io): Promise<number> {
  if (args['dry-run']) return checkCommand(args, io);
  const { watched } = await import('./watched.ts');
  return watched(args, io, (seen) => execute('run', args, io, seen));
}
export const checkCommand = async (args: RunArgs, io: Io): Promise<number> =>
  (await execute('check', args, io)).exitCode;
export async function quoteCommand(args: QuoteArgs, io: Io): Promise<number> {
  if (!args.funds) return (await execute('quote', args, io)).exitCode;
  const { fundsCommand } = await import('../funds.ts');
  return fundsCommand(args, io);
}

type Story = StoryName;

async function execute(mode: Story, typed: RunArgs, barless: Io, seen: Seen = {}): Promise<EndedRun> {
  if (mode === 'run') collectSooner();
  const { args, given: givenPlan } = await planned(typed, barless);
  const settings = new Settings(args, barless);
  if (typed.detach) judgeDetached(typed, settings);
  const given = givenPlan(settings);
  const file = await fileSettings(args, mode, settings, barless);
  const progress = await makeProgress(barless, mode, args.quiet);
  const io = besideBar(barless, progress);
  const control = new RunControl();
  stopOnSignals(control, io);
  const problems = new Problems(file.file, io);
  const work: Work = { mode, args, io, settings, file, progress, control, given, runId: newRunId(io) };
  const hooks: RunHooks = {
    log: makeLog(args.verbose, io),
    progress: (report) => progress.update(report),
    notice: (text) => io.err(`${plainLines(text)}\n`, 'warn'),
    checked: (_, warnings) => showWarnings(file.file, warnings, io),
    problem: (line, status, message) => problems.show(line, status, message),
    at: crashPoint(io.env),
  };
  const { end, environment, epilogue } = await storyOf(work, hooks).catch(async (error: unknown) => {
    problems.end('paybatch check');
    // Whatever refused this run: rows in doubt are trouble of their own. A ledger that didn't answer isn't waited for twice.
    if (!(error instanceof LedgerError && error.code === 'ledger_unreachable'))
      seen.inDoubt = await inDoubtOf(work, 0);
    throw error;
  });
  problems.end(end.results === null ? `paybatch status ${end.runId}` : plainPath(end.results));
  const width = widthOf(io);
  const commands = {
    retryCommand: retryCommand(typed, settings.config?.guards),
    accepting: acceptCommand(typed),
  };
  const shown = { file: file.file, width, ...commands, isSandbox: args.sandbox };
  if (isDetached(typed)) sayDetached(end, environment, args.json, io);
  else if (args.json) {
    (io.result ?? io.out)(`${summaryJson(end, environment)}\n`);
    for (const line of advice(end, mode, args.sandbox)) io.err(`paybatch: ${line}\n`, 'error');
  } else io.out(inColour(prose(io.asTyped(summary(end, mode, shown) + epilogue), width), io));
  if (end.ledgerGone === true) {
    const results = end.results === null ? null : plainPath(end.results);
    io.err(`paybatch: ${ledgerGoneAdvice(plainPath(settings.ledgerName()), results)}\n`, 'error');
  }
  return endedRun(end, environment, await inDoubtOf(work, end.tally.count('in_doubt')));
}

/** How many rows are in doubt, of all runs. A check asks no ledger. */
async function inDoubtOf(work: Work, own: number): Promise<number | undefined> {
  return work.mode === 'run' ? (await import('./remind.ts')).remind(work, own) : own;
}

/** The flags as the run is to have them, and the plan that it is held to. Errors: {@link UsageError}, PlanError. */
async function planned(args: RunArgs, io: Io): Promise<Pick<Work, 'args'> & { given: PlanOf }> {
  const { file } = args;
  if (args.plan !== undefined) {
    const { givenPlan, withPlan } = await import('./from-plan.ts');
    const found = withPlan({ ...args, plan: args.plan }, io);
    return { args: found.args, given: (settings) => givenPlan(found, settings) };
  }
  if (file === undefined) throw new UsageError('run: name a file, or a plan with --plan');
  if (args['max-drift'] !== undefined) throw new UsageError('--max-drift goes with --plan');
  return { args: { ...args, file }, given: () => undefined };
}

type PlanOf = (settings: Settings) => Work['given'];

const isDetached = (args: RunArgs): boolean => args.detach && !args['dry-run'];

/** What can't be heeded, before anything is made. Errors: {@link UsageError}. */
function judgeDetached(args: RunArgs, settings: Settings): void {
  if (args['dry-run']) throw new UsageError('--detach with --dry-run: a check queues nothing');
  if (args.sandbox)
    throw new UsageError('--detach with --sandbox: the embedded service ends with this command', 'detach');
  if (args.results !== undefined)
    throw new UsageError('--detach with --results: use paybatch results RUN --out FILE later');
  if (settings.ledgerPlace().kind === 'file')
    throw new UsageError(
      `${args.file ?? ''}: --detach needs a ledger on Postgres: run it without --detach, or name such a ledger (--ledger postgres://...)`,
      'detach',
    );
}

/** Standard output is the run's id alone: what follows asks for its results by it. */
function sayDetached(end: RunEnd, environment: string | null, json: boolean, io: Io): void {
  if (json) (io.result ?? io.out)(`${detachedJson(end, environment)}\n`);
  else io.out(`${end.runId}\n`);
  if (end.exitCode === EXIT.ok) return;
  const why = end.stopped === '' ? 'rows that another run has queued were left to it' : end.stopped;
  io.err(
    `paybatch: not every row is queued: ${plainLines(why)}. Queued rows are paid. The same command continues with the others\n`,
    'error',
  );
}

/** Whatever ends it, the terminal is left as it was: a bar that goes on keeps the process alive. */
async function storyOf(work: Work, hooks: RunHooks): Promise<Ended> {
  try {
    return work.mode === 'check'
      ? await checked(work, hooks)
      : await (await import('./live.ts')).live(work.mode, work, hooks);
  } finally {
    work.progress.clear();
  }
}

function stopOnSignals(control: RunControl, io: Io): void {
  io.onSignal((name) => {
    control.signal();
    io.err(
      control.signals === 1
        ? `paybatch: ${name}: no new row starts; requests in progress finish (once more stops at once)\n`
        : `paybatch: ${name} again: stopping at once; requests in progress are in doubt\n`,
    );
  });
}

async function checked({ args, settings, file, control, runId }: Work, hooks: RunHooks): Promise<Ended> {
  const { check } = await import('../../../batch/check.ts');
  const history = args.history ? { ...lookingBack(settings, args), ...meant(args) } : undefined;
  const end = await check({ ...file, history, clock: systemClock }, hooks, control, runId);
  return { end, environment: null, epilogue: '' };
}
