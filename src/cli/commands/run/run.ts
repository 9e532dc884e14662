// run, check and quote: from settings to a summary and an exit code.
import { newRunId, RunControl } from '../../../batch/input/control.ts';
import type { RunHooks } from '../../../batch/results/hooks.ts';
import type { RunEnd } from '../../../batch/results/run-end.ts';
import { systemClock } from '../../../client/clock.ts';
import { EXIT } from '../../../errors.ts';
import { plainLines, plainPath } from '../../../files/plain.ts';
import { say } from '../../../words/say.ts';
import type { QuoteArgs, RunArgs } from '../../definitions/pay.ts';
import { type Io, UsageError } from '../../io.ts';
import { placeName } from '../../ledger-place.ts';
import { ledgerGoneAdvice } from '../../render/doubt.ts';
import { nextSteps } from '../../render/next-steps.ts';
import { inColour, printJson } from '../../render/print.ts';
import { Problems } from '../../render/problems.ts';
import { clearingBar, makeProgress, stopOnSignals } from '../../render/progress.ts';
import { noRowsText, type RunMode, summary, summaryJson } from '../../render/summary.ts';
import { widthOf } from '../../render/table.ts';
import { Settings } from '../../settings.ts';
import { collectSooner, crashPoint } from '../../this-process.ts';
import { fileSettings, historyOf } from './arguments.ts';
import type { PlannedRun } from './from-plan.ts';
import type { Ended, Work } from './live.ts';

export async function runCommand(args: RunArgs, io: Io): Promise<number> {
  if (args['dry-run']) return checkCommand(args, io);
  const { watched } = await import('./watched.ts');
  return watched(args, io, () => execute('run', args, io));
}

export async function checkCommand(args: RunArgs, io: Io): Promise<number> {
  const work = (): Promise<Ended> => execute('check', args, io);
  if (!args.history) return (await work()).end.exitCode;
  const { reminded } = await import('./watched.ts');
  const { end } = await reminded(args, io, work, (ended) => ended.end.tally.count('in_doubt'));
  return end.exitCode;
}

export async function quoteCommand(args: QuoteArgs, io: Io): Promise<number> {
  const { reminded } = await import('./watched.ts');
  return reminded(args, io, async () => {
    if (!args.funds) return (await execute('quote', args, io)).end.exitCode;
    return (await import('./live.ts')).fundsCommand(args, io);
  });
}

async function execute(mode: RunMode, typed: RunArgs, barless: Io): Promise<Ended> {
  if (mode === 'run') collectSooner();
  const { args, given: givenPlan } = await planned(typed, barless);
  const settings = new Settings(args, barless);
  const given = givenPlan(settings);
  const file = await fileSettings(args, mode, settings, barless);
  const progress = await makeProgress(barless, mode);
  const io = clearingBar(barless, progress);
  const control = new RunControl();
  stopOnSignals(control, io);
  const problems = new Problems(file.file, io);
  const work: Work = { mode, args, io, settings, file, control, given, runId: newRunId(io) };
  const hooks: RunHooks = {
    ...problems.hooks(args.verbose),
    progress: (report) => progress.update(report),
    reached: crashPoint(io.env),
  };
  let ended: Ended | undefined;
  try {
    ended =
      mode === 'check' ? await checked(work, hooks) : await (await import('./live.ts')).live(work, hooks);
  } finally {
    // A running bar keeps the process alive.
    progress.end();
    problems.end(ended ? placeOf(ended.end) : 'paybatch check');
  }
  report(ended, typed, work);
  return ended;
}

/** The file, or the command, that has all of the rows. */
const placeOf = ({ results, runId }: RunEnd): string =>
  results === null ? `paybatch status ${runId}` : plainPath(results);

/** Standard output has the result. `typed`: the flags without those of a plan. */
function report(
  { end, environment, epilogue }: Ended,
  typed: RunArgs,
  { mode, io, settings, file }: Work,
): void {
  const { json, sandbox: isSandbox } = typed;
  const isPlanned = typed.plan !== undefined;
  if (mode === 'run' && typed.detach) {
    if (json) printJson(io, summaryJson(end, environment));
    else (io.result ?? io.out)(`${end.runId}\n`);
    if (end.exitCode === EXIT.stopped) io.err(notQueuedText(end), 'error');
  } else if (json) {
    printJson(io, summaryJson(end, environment));
    if (end.facts.rows === 0) io.err(`paybatch: ${noRowsText(file.file)}\n`);
    for (const line of nextSteps(end, { isPlanned, isSandbox })) io.err(`paybatch: ${line}\n`, 'error');
  } else {
    const width = widthOf(io);
    const shown = { file: file.file, width, isPlanned, isSandbox };
    const text = summary(end, mode, shown);
    io.out(inColour(io.asTyped(text + epilogue), io));
  }
  if (end.ledgerGone === true)
    io.err(
      `paybatch: ${ledgerGoneAdvice(placeName(settings.ledgerPlace()))}
`,
      'error',
    );
}

function notQueuedText({ stopped }: RunEnd): string {
  const why = stopped ? plainLines(say(stopped)) : 'rows that another run has queued were left to it';
  return `paybatch: not every row is queued: ${why}. Queued rows are paid. The same command continues with the others\n`;
}

/** The flags, with those of the plan, and the plan itself. Errors: {@link UsageError}, PlanError. */
async function planned(args: RunArgs, io: Io): Promise<PlannedRun> {
  const { file, plan } = args;
  if (plan !== undefined) return (await import('./from-plan.ts')).withPlan({ ...args, plan }, io);
  if (file === undefined) throw new UsageError('run: name a file, or a plan with --plan');
  return { args: { ...args, file }, given: () => undefined };
}

async function checked({ args, settings, file, control, runId }: Work, hooks: RunHooks): Promise<Ended> {
  const { check } = await import('../../../batch/check.ts');
  const history = args.history ? historyOf(settings, args) : undefined;
  const environment = history && settings.environment();
  const end = await check({ ...file, history, environment, clock: systemClock }, hooks, control, runId);
  return { end, environment: environment ?? null, epilogue: '' };
}
