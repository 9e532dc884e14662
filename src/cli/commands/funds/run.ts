// funds: what a file needs of each source, what the developer has, and where to send what is missing.
import { shortfallText, unknownRows } from '../../../batch/funds/balances.ts';
import { type FundsReport, fundsReport } from '../../../batch/funds/report.ts';
import { RunControl } from '../../../batch/input/control.ts';
import type { FileSettings } from '../../../batch/input/settings.ts';
import type { RunLog } from '../../../batch/results/hooks.ts';
import type { Io } from '../../io.ts';
import { fundsJson, fundsText } from '../../render/funds.ts';
import { makeLog } from '../../render/log.ts';
import { prose } from '../../render/prose.ts';
import { widthOf } from '../../render/table.ts';
import { liveService, liveSettings } from '../../service.ts';
import { Settings } from '../../settings.ts';
import { fileSettings } from '../run/arguments.ts';
import type { FundsArgs } from './index.ts';

type File = FileSettings & { retry: string };

export async function fundsCommand(args: FundsArgs, io: Io): Promise<number> {
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
  args: FundsArgs,
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

/** A line for the summary of `check --funds`: the same look, in few words. */
export async function fundsLine(
  args: FundsArgs,
  io: Io,
  settings: Settings,
  file: File,
  log: RunLog,
  control: RunControl,
): Promise<string> {
  const report = await look(args, io, settings, file, log, control);
  const missing = unknownRows(report.needs);
  if (missing > 0) return `Funds: the cost of ${missing} rows can't be known: ${report.needs.problem}\n`;
  if ('unreadable' in report.balances) return `Funds: no developer balance: ${report.balances.unreadable}\n`;
  if (report.short.length > 0) return `Funds: ${report.short.map(shortfallText).join('; ')}\n`;
  if (report.needs.rows === 0 && report.rows > report.invalid)
    return `Funds: nothing of it is to be sent: its rows were paid before, or are in doubt${report.left > 0 ? ' or held' : ''}.\n`;
  const own = report.needs.sources.filter(({ walletId }) => walletId === null);
  if (own.length === 0)
    return "Funds: no row is funded by the developer; customers' wallets can't be read.\n";
  return 'Funds: the developer balance covers the rows that it funds.\n';
}
