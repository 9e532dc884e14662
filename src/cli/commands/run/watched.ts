// A run, and the reports at its end, however it ended: rows in doubt of all runs, metrics, notification and ping.
import { hostname } from 'node:os';

import { PaybatchError } from '../../../errors.ts';
import type { RunArgs } from '../../definitions/pay.ts';
import { exitOf } from '../../failure.ts';
import { attempt, type Io } from '../../io.ts';
import { withLedger } from '../../ledger-access.ts';
import { mayExist } from '../../ledger-place.ts';
import { valueOf } from '../../next-command.ts';
import { contradictionsText, reminder } from '../../render/doubt.ts';
import { Settings } from '../../settings.ts';
import { endedRun, refusedRun } from '../../watch/notification.ts';
import { type Hook, Watch, type WatchSettings } from '../../watch/watch.ts';
import type { Ended } from './live.ts';

type WatchFlags = Pick<
  RunArgs,
  'metrics-file' | 'notify' | 'notify-on' | 'notify-details' | 'ping' | 'config' | 'sandbox' | 'ledger'
> & { readonly file?: string | undefined; readonly plan?: string | undefined };

type LedgerFlags = Pick<RunArgs, 'config' | 'sandbox' | 'ledger'>;

/** Resolves to the exit code. Errors: those of `run`, after they were reported. */
export async function watched(flags: WatchFlags, io: Io, run: () => Promise<Ended>): Promise<number> {
  const watch = new Watch(watchSettings(flags, io), io);
  const startMs = io.now();
  let ended: Ended;
  try {
    await watch.begin();
    ended = await run();
  } catch (error) {
    const { code, exitCode } = exitOf(error);
    // No second wait for a ledger that did not respond.
    const inDoubt = code === 'ledger_unreachable' ? undefined : await remind(flags, 0, io);
    await watch.end(refusedRun(exitCode, code, io.now() - startMs, inDoubt));
    throw error;
  }
  const { end, environment } = ended;
  const inDoubt = await remind(flags, end.tally.count('in_doubt'), io);
  await watch.end(endedRun(end, environment, inDoubt));
  return end.exitCode;
}

/** Also a command line that can't be read is reported where it says. `args`: as they were typed. */
export async function refusedUnparsed(args: readonly string[], io: Io, error: unknown): Promise<void> {
  const value = (name: string): string | undefined => valueOf(name, args);
  // The word after the command is its file; a later word may belong to a flag.
  const [, word = '-'] = args;
  const flags: WatchFlags = {
    'metrics-file': value('metrics-file'),
    notify: value('notify'),
    'notify-on': value('notify-on') === 'always' ? 'always' : undefined,
    'notify-details': false,
    ping: value('ping'),
    config: value('config'),
    ledger: value('ledger'),
    file: word.startsWith('-') || word.includes('://') ? undefined : word,
    sandbox: args.includes('--sandbox'),
  };
  const refused = watched(flags, io, () => {
    throw error;
  });
  await refused.catch((thrown: unknown) => {
    if (thrown !== error) throw thrown;
  });
}

/** Work that sends nothing, then the rows in doubt of other runs, however it ended. `ownOf`: those that it printed. */
export async function reminded<T>(
  flags: LedgerFlags,
  io: Io,
  work: () => Promise<T>,
  ownOf: (result: T) => number = () => 0,
): Promise<T> {
  let own: number | undefined = 0;
  try {
    const result = await work();
    own = ownOf(result);
    return result;
  } catch (error) {
    // No second wait for a ledger that did not respond.
    if (exitOf(error).code === 'ledger_unreachable') own = undefined;
    throw error;
  } finally {
    if (own !== undefined) await remind(flags, own, io);
  }
}

/**
 * Prints which rows of other runs are in doubt: nothing else would report them. Returns how many there are of all
 * runs; `undefined` if the ledger can't be asked.
 */
async function remind(flags: LedgerFlags, own: number, io: Io): Promise<number | undefined> {
  if (flags.sandbox) return own;
  try {
    const settings = new Settings(flags, io);
    const place = settings.ledgerPlace();
    if (!mayExist(place)) return 0;
    return await withLedger(settings, { look: true }, async (ledger) => {
      const doubts = (await ledger.doubts()).length;
      const text = reminder(doubts - own) + contradictionsText(await ledger.contradictions());
      if (text !== '') io.err(text, 'error');
      return doubts;
    });
  } catch (error) {
    if (error instanceof PaybatchError) return undefined; // the run itself reports what is wrong
    throw error;
  }
}

function watchSettings(flags: WatchFlags, io: Io): WatchSettings {
  // The run itself refuses wrong settings. The other settings say where to report that.
  const settings = new Settings(flags, io, { lenient: true });
  // A sandbox run uses only the addresses in its flags: a monitor must not take it for the nightly run.
  const addressOf = (hook: Hook): string | undefined =>
    flags.sandbox && flags[hook] === undefined ? undefined : settings.values[hook];
  return {
    metricsFile: flags['metrics-file'],
    notifyOn: flags['notify-on'] ?? 'failure',
    notifyDetails: flags['notify-details'],
    notify: addressOf('notify'),
    ping: addressOf('ping'),
    origin: {
      file: flags.file ?? flags.plan,
      host: settings.values.host ?? hostname(),
      isSandbox: flags.sandbox,
    },
    // The run itself refuses an address of a proxy that can't be read.
    proxy: attempt(() => settings.proxy()).value,
  };
}
