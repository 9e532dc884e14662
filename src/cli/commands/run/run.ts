// run, check and quote: settings in, the batch's story, a summary and an exit code out.
import { RunControl } from '../../../batch/input/control.ts';
import type { HistorySettings } from '../../../batch/input/history-settings.ts';
import type { FileSettings } from '../../../batch/input/settings.ts';
import type { GivenPlan } from '../../../batch/plan/approved/approved.ts';
import type { RunHooks } from '../../../batch/results/hooks.ts';
import type { RunEnd } from '../../../batch/results/run-end.ts';
import { newRunId } from '../../../batch/run-id.ts';
import type { LiveSettings } from '../../../batch/send/settings.ts';
import { systemClock } from '../../../client/clock.ts';
import { EXIT } from '../../../errors.ts';
import { plainLines, plainPath } from '../../../files/plain.ts';
import { LedgerError } from '../../../ledger/ledger.ts';
import { type Io, UsageError } from '../../io.ts';
import { openToLook } from '../../ledger-access.ts';
import { ledgerGoneAdvice } from '../../render/advice.ts';
import { makeLog } from '../../render/log.ts';
import { Problems } from '../../render/problems.ts';
import { besideBar, makeProgress, type Progress } from '../../render/progress.ts';
import { inColour, prose } from '../../render/prose.ts';
import { isYes, question } from '../../render/question.ts';
import { advice, type StoryName, summary } from '../../render/summary.ts';
import { detachedJson, summaryJson } from '../../render/summary-json.ts';
import { widthOf } from '../../render/table.ts';
import { liveService, liveSettings, type Service } from '../../service.ts';
import { Settings } from '../../settings.ts';
import { collectSooner, crashPoint } from '../../this-process.ts';
import { type EndedRun, endedRun } from '../../watch/ended.ts';
import { fileSettings } from './arguments.ts';
import { type FileArgs, givenPlan, withPlan } from './from-plan.ts';
import type { QuoteArgs, RunArgs } from './index.ts';
import { remind } from './remind.ts';
import { acceptCommand, retryCommand } from './retry-command.ts';
import { showWarnings } from './warnings.ts';
import { type Seen, watched } from './watched.ts';

export const runCommand = (args: RunArgs, io: Io): Promise<number> =>
  args['dry-run'] ? checkCommand(args, io) : watched(args, io, (seen) => execute('run', args, io, seen));
export const checkCommand = async (args: RunArgs, io: Io): Promise<number> =>
  (await execute('check', args, io)).exitCode;
export async function quoteCommand(args: QuoteArgs, io: Io): Promise<number> {
  if (!args.funds) return (await execute('quote', args, io)).exitCode;
  const { fundsCommand } = await import('../funds.ts');
  return fundsCommand(args, io);
}

type Story = StoryName;

interface Ended {
  readonly end: RunEnd;
  readonly environment: string | null;
  /** A last word behind the summary. */
  readonly epilogue: string;
}

async function execute(mode: Story, typed: RunArgs, barless: Io, seen: Seen = {}): Promise<EndedRun> {
  if (mode === 'run') collectSooner();
  const planned = withPlan(typed, barless);
  const { args } = planned;
  const settings = new Settings(args, barless);
  if (typed.detach) judgeDetached(typed, settings);
  const given = givenPlan(planned, settings);
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
    remark: (text) => io.err(`${plainLines(text)}\n`, 'info'),
    checked: (_, warnings) => showWarnings(file.file, warnings, io),
    problem: (line, status, message) => problems.show(line, status, message),
    at: crashPoint(io.env),
  };
  const { end, environment, epilogue } = await storyOf(work, hooks).catch(async (error: unknown) => {
    problems.end('paybatch check');
    // Whatever refused this run: rows in doubt are trouble of their own. A ledger that didn't answer isn't waited for twice.
    if (!(error instanceof LedgerError && error.code === 'ledger_unreachable'))
      seen.inDoubt = await remind(work, 0);
    throw error;
  });
  problems.end(end.results === null ? `paybatch status ${end.runId}` : plainPath(end.results));
  const width = widthOf(io);
  const commands = { retryCommand: retryCommand(typed), accepting: acceptCommand(typed) };
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
  return endedRun(end, environment, await remind(work, end.tally.count('in_doubt')));
}

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
    return work.mode === 'check' ? await checked(work, hooks) : await live(work.mode, work, hooks);
  } finally {
    work.progress.clear();
  }
}

interface Work {
  readonly mode: Story;
  readonly args: FileArgs;
  readonly given: GivenPlan | undefined;
  readonly io: Io;
  readonly settings: Settings;
  readonly file: Awaited<ReturnType<typeof fileSettings>>;
  readonly progress: Progress;
  readonly control: RunControl;
  readonly runId: string;
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

/** The sandbox has no night before this one. A quote looks where there is something to look into. */
function comparing(
  mode: 'run' | 'quote',
  args: Work['args'],
  settings: Settings,
  service: Service,
): Pick<FileSettings, 'history'> {
  if (service.embedded) return {};
  if (mode === 'run') return { history: settings.history(args.accept) };
  return service.hasLedger() ? { history: { ...lookingBack(settings, args), ...meant(args) } } : {};
}

/** Then nothing is compared. */
const meant = (args: Work['args']): Pick<HistorySettings, 'alikeDays'> =>
  args['alike-ok'] ? { alikeDays: undefined } : {};

function lookingBack(settings: Settings, { accept }: Work['args']): HistorySettings {
  const alikeDays = settings.integer('alikeDays');
  return { ...settings.history(accept), alikeDays, look: () => openToLook(settings) };
}

async function live(mode: 'run' | 'quote', work: Work, hooks: RunHooks): Promise<Ended> {
  const { args, io, settings, file, control, runId, given } = work;
  const service = await liveService(args, settings, file.profile, io);
  try {
    const told = {
      ...liveSettings(args, settings, service, file, io),
      ...comparing(mode, args, settings, service),
      plan: given,
    };
    const asked = { ...hooks, ...asking(args, io, service, told) };
    const end = await send(mode, told, asked, control, runId);
    return { end, environment: service.environment, epilogue: service.epilogue() };
  } finally {
    await service.close();
  }
}

async function send(
  mode: 'run' | 'quote',
  live: LiveSettings,
  hooks: RunHooks,
  control: RunControl,
  runId: string,
): Promise<RunEnd> {
  if (mode === 'quote') {
    const { quote } = await import('../../../batch/quote.ts');
    return quote(live, hooks, control, runId);
  }
  const { run } = await import('../../../batch/run.ts');
  return run(live, hooks, control, runId);
}

/** The question before money moves: only where somebody sits, and only for real money. */
function asking(args: RunArgs, io: Io, service: Service, live: LiveSettings): Pick<RunHooks, 'confirm'> {
  if (args.yes || !io.interactive || service.embedded) return {};
  return {
    confirm: async (facts, preview) => {
      if (preview.send.rows === 0) return true;
      return isYes(await io.ask(question(facts, preview, live.client.baseUrl, io.columns)), preview.send);
    },
  };
}
