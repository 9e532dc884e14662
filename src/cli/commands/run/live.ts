// run, quote and quote --funds, with the service and the ledger. A check does not load this file.
import type { GivenPlan } from '../../../batch/approved-plan/approved-plan.ts';
import { fundsReport } from '../../../batch/funds/balances.ts';
import { RunControl } from '../../../batch/input/control.ts';
import type { RunHooks } from '../../../batch/results/hooks.ts';
import type { RunEnd } from '../../../batch/results/run-end.ts';
import type { LiveSettings } from '../../../batch/send/settings.ts';
import type { QuoteArgs, RunArgs } from '../../definitions/pay.ts';
import type { Io } from '../../io.ts';
import { fundsJson, fundsText } from '../../render/funds.ts';
import { makeNotice } from '../../render/log.ts';
import { printResult } from '../../render/print.ts';
import { isYes, question } from '../../render/question.ts';
import type { RunMode } from '../../render/summary.ts';
import { widthOf } from '../../render/table.ts';
import { liveService, liveSettings, type Service } from '../../service.ts';
import { Settings } from '../../settings.ts';
import { fileSettings, historyOf } from './arguments.ts';

/** A command on a file. */
export interface Work {
  readonly mode: RunMode;
  readonly args: RunArgs & { readonly file: string };
  readonly given: GivenPlan | undefined;
  readonly io: Io;
  readonly settings: Settings;
  readonly file: Awaited<ReturnType<typeof fileSettings>>;
  readonly control: RunControl;
  readonly runId: string;
}

export interface Ended {
  readonly end: RunEnd;
  readonly environment: string | null;
  /** Printed after the summary. */
  readonly epilogue: string;
}

export async function live(work: Work, hooks: RunHooks): Promise<Ended> {
  const { mode, args, io, settings, file, given, control, runId } = work;
  const service = await liveService(args, settings, io);
  try {
    // The embedded sandbox has no earlier payments. A quote compares only if there is a ledger.
    const isCompared = !service.embedded && (mode === 'run' || service.hasLedger());
    const history = isCompared ? historyOf(settings, args) : undefined;
    const all = { ...liveSettings(args, settings, service, file, io), history, plan: given };
    const asking = { ...hooks, ...confirming(args, io, service, all) };
    const end =
      mode === 'quote'
        ? await (await import('../../../batch/quote.ts')).quote(all, asking, control, runId)
        : await (await import('../../../batch/run.ts')).run(all, asking, control, runId);
    return { end, environment: service.environment, epilogue: service.epilogue() };
  } finally {
    await service.close();
  }
}

/** The question before money moves: only on a terminal, and only for real money. */
function confirming(
  args: Work['args'],
  io: Io,
  service: Service,
  all: LiveSettings,
): Pick<RunHooks, 'confirm'> {
  if (args.yes || !io.interactive || service.embedded) return {};
  return {
    confirm: async (facts, preview) => {
      if (preview.send.rows === 0) return true;
      return isYes(await io.ask(question(facts, preview, all.client.baseUrl, io.columns)), preview.send);
    },
  };
}

/** quote --funds: what a file needs of each source, what the developer has, and where to send what is missing. */
export async function fundsCommand(args: QuoteArgs, io: Io): Promise<number> {
  const settings = new Settings(args, io);
  const file = await fileSettings(args, 'funds', settings, io);
  const control = new RunControl();
  io.onSignal(() => control.signal());
  const service = await liveService(args, settings, io);
  try {
    const history = service.hasLedger() ? historyOf(settings, args) : undefined;
    const all = { ...liveSettings(args, settings, service, file, io), history };
    const report = await fundsReport(all, { notice: makeNotice(io) }, control);
    return printResult(io, args.json, fundsJson(report), fundsText(file.file, report, widthOf(io)));
  } finally {
    await service.close();
  }
}
