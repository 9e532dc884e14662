// quote --funds (also funds, its earlier name): what a file needs of each source, what the developer has, and where to send what is missing.
import { type FundsReport, fundsReport } from '../../batch/funds/report.ts';
import { RunControl } from '../../batch/input/control.ts';
import type { FileSettings } from '../../batch/input/settings.ts';
import type { RunLog } from '../../batch/results/hooks.ts';
import type { QuoteArgs } from '../definitions/pay.ts';
import type { Io } from '../io.ts';
import { fundsJson, fundsText } from '../render/funds.ts';
import { makeLog } from '../render/log.ts';
import { prose } from '../render/prose.ts';
import { widthOf } from '../render/table.ts';
import { liveService, liveSettings } from '../service.ts';
import { Settings } from '../settings.ts';
import { fileSettings } from './run/arguments.ts';

type File = FileSettings & { retry: string };

export async function fundsCommand(args: QuoteArgs, io: Io): Promise<number> {
  const settings = new Settings(args, io);
  const file = await fileSettings(args, 'funds', settings, io);
  const log = makeLog(args.verbose, io);
  const control = new RunControl();
  io.onSignal(() => control.signal());
  const report = await look(args, io, settings, file, log, control);
  io.out(
    args.json ? `${fundsJson(report)}\n` : prose(fundsText(file.file, report, widthOf(io)), widthOf(io)),
  );
  return report.exitCode;
}

async function look(
  args: QuoteArgs,
  io: Io,
  settings: Settings,
  file: File,
  log: RunLog,
  control: RunControl,
): Promise<FundsReport> {
  const service = await liveService(args, settings, file.profile, io);
  try {
    const history = { ...settings.history(), alikeDays: settings.integer('alikeDays') };
    const live = { ...liveSettings(args, settings, service, file, io), history };
    const ledger = service.hasLedger() ? await service.openLedger() : undefined;
    try {
      return await fundsReport(live, ledger, { log }, control);
    } finally {
      await ledger?.close();
    }
  } finally {
    await service.close();
  }
}
