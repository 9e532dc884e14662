// run, check and quote: settings in, the batch's story, a summary and an exit code out.
import { RunControl } from '../../../batch/input/control.ts';
import type { FileFacts } from '../../../batch/input/facts.ts';
import type { Warning } from '../../../batch/input/warnings.ts';
import type { RunHooks } from '../../../batch/results/hooks.ts';
import type { RunEnd } from '../../../batch/results/run-end.ts';
import { newRunId } from '../../../batch/run-id.ts';
import type { LiveSettings } from '../../../batch/send/settings.ts';
import { systemClock } from '../../../client/clock.ts';
import { plain, plainLines, plainPath } from '../../../files/plain.ts';
import { crashPoint } from '../../crash-point.ts';
import type { Io } from '../../io.ts';
import { makeLog } from '../../render/log.ts';
import { makeProgress, type Progress } from '../../render/progress.ts';
import { summary, summaryJson } from '../../render/summary.ts';
import { liveService, liveSettings, type Service } from '../../service.ts';
import { Settings } from '../../settings.ts';
import { fileSettings, type Mode } from './arguments.ts';
import type { RunArgs } from './index.ts';

const SHOWN_PROBLEMS = 20;
const VERB: Record<Exclude<Mode, 'funds'>, string> = { run: 'Ran', check: 'Checked', quote: 'Quoted' };

export const runCommand = (args: RunArgs, io: Io): Promise<number> =>
  execute(args['dry-run'] ? 'check' : 'run', args, io);
export const checkCommand = (args: RunArgs, io: Io): Promise<number> => execute('check', args, io);
export const quoteCommand = (args: RunArgs, io: Io): Promise<number> => execute('quote', args, io);

async function execute(mode: Exclude<Mode, 'funds'>, args: RunArgs, io: Io): Promise<number> {
  const settings = new Settings(args, io);
  const file = fileSettings(args, mode, settings, io);
  const json = args.json;
  const log = await makeLog(args['log-format'] ?? 'text', args.verbose, io);
  const progress = await makeProgress(io, mode, args['log-format'] === 'json');
  const control = new RunControl();
  io.onSignal((name) => {
    control.signal();
    progress.clear();
    io.err(
      control.signals === 1
        ? `paybatch: ${name}: no new row starts; what is under way finishes (once more stops at once)\n`
        : `paybatch: ${name} again: stopping at once; what is under way is in doubt\n`,
    );
  });
  const runId = newRunId(io);
  const shown = { problems: 0 };
  const hooks: RunHooks = {
    log,
    progress: (report) => progress.update(report),
    notice: (text) => io.err(`${plainLines(text)}\n`),
    checked: (facts, warnings) => showWarnings(file.file, warnings, io),
    problem: (line, status, message) => {
      // Why the run stopped is said once, in the summary.
      if (status === 'not_sent' && message.startsWith('the run stopped first')) return;
      if (++shown.problems > SHOWN_PROBLEMS) return;
      progress.clear();
      io.err(problemText(file.file, line, status, message));
    },
    at: crashPoint(io.env),
  };

  let end: RunEnd;
  let environment: string | null = null;
  let epilogue = '';
  if (mode === 'check') {
    const { check } = await import('../../../batch/check.ts');
    end = await check({ ...file, clock: systemClock }, hooks, control, runId);
    if (args.funds && end.facts.kind === 'payouts') {
      const { fundsLine } = await import('../funds/run.ts');
      epilogue = await fundsLine(args, io, settings, file, log, control);
    }
  } else {
    const service = await liveService(args, settings, file.profile);
    try {
      environment = service.environment;
      const live = liveSettings(args, settings, service, file, io);
      end = await send(
        mode,
        live,
        { ...hooks, ...asking(args, io, service, live, progress) },
        control,
        runId,
      );
      epilogue = service.epilogue();
    } finally {
      await service.close();
    }
  }
  progress.clear();
  if (shown.problems > SHOWN_PROBLEMS) {
    io.err(
      `... and ${shown.problems - SHOWN_PROBLEMS} more: see ${end.results ?? `paybatch status ${end.runId}`}\n`,
    );
  }
  if (json) io.out(`${summaryJson(end, environment)}\n`);
  else io.out(summary(end, VERB[mode], file.file) + epilogue);
  return end.exitCode;
}

/** Invalid cells have places of their own: one line each, as compilers write them. */
function problemText(file: string, line: number, status: string, message: string): string {
  const name = plainPath(file);
  if (status !== 'invalid' || !/^\d/.test(message)) return `${name}:${line}: ${status}: ${plain(message)}\n`;
  return message
    .split(' | ')
    .map((part) => `${name}:${plain(part)}\n`)
    .join('');
}

async function send(
  mode: Mode,
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
function asking(
  args: RunArgs,
  io: Io,
  service: Service,
  live: LiveSettings,
  progress: Progress,
): Pick<RunHooks, 'confirm'> {
  if (args.yes || !io.interactive || service.embedded) return {};
  return {
    confirm: async (facts) => {
      const good = facts.rows - facts.invalid;
      if (good === 0) return true;
      progress.clear();
      const answer = await io.ask(
        facts.kind === 'payouts'
          ? `Create up to ${good} transfers (${totalsText(facts)}) at ${live.client.baseUrl}? Type yes: `
          : `Create up to ${good} customers at ${live.client.baseUrl}? Type yes: `,
      );
      return /^y(es)?$/i.test(answer.trim());
    },
  };
}

export function totalsText(facts: FileFacts): string {
  return [...facts.totals].map(([currency, total]) => `${total.toString()} ${plain(currency)}`).join(', ');
}

function showWarnings(file: string, warnings: readonly Warning[], io: Io): void {
  for (const warning of warnings.slice(0, SHOWN_PROBLEMS)) {
    const more = warning.count > 1 ? ` (${warning.count} rows, first here)` : '';
    io.err(
      `${plainPath(file)}:${warning.firstLine}: warning: ${warning.field} "${plain(warning.value, 60)}" ${plain(warning.message)}${more}\n`,
    );
  }
  if (warnings.length > SHOWN_PROBLEMS) io.err(`... and ${warnings.length - SHOWN_PROBLEMS} more warnings\n`);
}
