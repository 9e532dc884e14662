// A run or a quote: the service and the ledger that it needs. A check is loaded without them.
import type { RunControl } from '../../../batch/input/control.ts';
import type { FileSettings } from '../../../batch/input/settings.ts';
import type { RunHooks } from '../../../batch/results/hooks.ts';
import type { RunEnd } from '../../../batch/results/run-end.ts';
import type { LiveSettings } from '../../../batch/send/settings.ts';
import type { RunArgs } from '../../definitions/pay.ts';
import type { Io } from '../../io.ts';
import { isYes, question } from '../../render/question.ts';
import { liveService, liveSettings, type Service } from '../../service.ts';
import type { Settings } from '../../settings.ts';
import { type Ended, lookingBack, meant, type Work } from './work.ts';

/** The embedded sandbox has no earlier payments. A quote compares only where there is a ledger. */
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

/** A run or a quote, with its service and its ledger. */
export async function live(mode: 'run' | 'quote', work: Work, hooks: RunHooks): Promise<Ended> {
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
