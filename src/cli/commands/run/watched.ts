// A run with those who watch it: they hear of its beginning and of its end, whatever ended it, wrong flags included.
import { hostname } from 'node:os';

import { type ProxySettings } from '../../../client/proxy.ts';
import type { RunArgs } from '../../definitions/pay.ts';
import { exitOf } from '../../failure.ts';
import type { Io } from '../../io.ts';
import { valueOf } from '../../next-command.ts';
import { Settings } from '../../settings.ts';
import type { EndedRun } from '../../watch/ended.ts';
import { refusedRun } from '../../watch/ended.ts';
import { type Hook, Watch, type WatchSettings } from '../../watch/watch.ts';
import { hookPlace } from '../../watch/webhooks.ts';
import { doubtsThere } from './remind.ts';

type WatchFlags = Pick<
  RunArgs,
  'metrics-file' | 'notify' | 'notify-on' | 'notify-details' | 'ping' | 'config' | 'sandbox' | 'ledger'
> & { readonly file?: string | undefined; readonly plan?: string | undefined };

/** What a run that is refused has found out before. */
export interface Seen {
  /** Rows in doubt of all runs. */
  inDoubt?: number | undefined;
}

/** Resolves to the exit code. Errors: those of `run`, after they were told. */
export async function watched(
  args: RunArgs,
  io: Io,
  run: (seen: Seen) => Promise<EndedRun>,
): Promise<number> {
  const seen: Seen = {};
  const watch = new Watch(watchSettings(args, io), io);
  const startMs = io.now();
  let end: EndedRun;
  try {
    await watch.begin();
    end = await run(seen);
  } catch (error) {
    const { code, exitCode } = exitOf(error);
    const durationMs = io.now() - startMs;
    const inDoubt = seen.inDoubt ?? (await doubtsThere(args, io));
    await watch.end(refusedRun(exitCode, code, durationMs, inDoubt));
    throw error;
  }
  await watch.end(end);
  return end.exitCode;
}

/** A command line that could not be read: whom it names is told all the same. `args`: as they were typed. */
export async function refusedUnread(args: readonly string[], io: Io, error: unknown): Promise<void> {
  const value = (name: string): string | undefined => valueOf(name, args);
  const flags: WatchFlags = {
    'metrics-file': value('metrics-file'),
    notify: value('notify'),
    'notify-on': value('notify-on') === 'always' ? 'always' : undefined,
    'notify-details': false,
    ping: value('ping'),
    config: value('config'),
    ledger: value('ledger'),
    file: fileIn(args),
    sandbox: args.includes('--sandbox'),
  };
  const watch = new Watch(watchSettings(flags, io), io);
  const { code, exitCode } = exitOf(error);
  try {
    await watch.begin();
  } catch {
    return; // the message says what is wrong with the flags
  }
  await watch.end(refusedRun(exitCode, code, 0, await doubtsThere(flags, io)));
}

/** The word behind the command is its file, whatever is wrong with the rest; anywhere else it may belong to a flag. An address is none. */
const fileIn = ([, word = '-']: readonly string[]): string | undefined =>
  word.startsWith('-') || word.includes('://') ? undefined : word;

/** Where the settings themselves are what is wrong, flags and environment still say who watches. */
function watchSettings(flags: WatchFlags, io: Io): WatchSettings {
  let [notify, ping] = [flags.notify ?? io.env['PAYBATCH_NOTIFY'], flags.ping ?? io.env['PAYBATCH_PING']];
  let proxy: ProxySettings | undefined;
  let places: WatchSettings['places'];
  let host = io.env['PAYBATCH_HOST'];
  try {
    const settings = new Settings(flags, io);
    notify = settings.get('notify').value ?? undefined;
    ping = settings.get('ping').value ?? undefined;
    places = {
      notify: hookPlace('notify', settings.get('notify').source),
      ping: hookPlace('ping', settings.get('ping').source),
    };
    host = settings.get('host').value ?? undefined;
    proxy = settings.proxy();
  } catch {
    // The run says what is wrong with them.
  }
  return {
    metricsFile: flags['metrics-file'],
    notify: notify === '' ? undefined : notify,
    notifyOn: flags['notify-on'] ?? 'failure',
    notifyDetails: flags['notify-details'],
    origin: {
      file: flags.file ?? flags.plan,
      host: host ?? hostname(),
      isSandbox: flags.sandbox,
    },
    ping: ping === '' ? undefined : ping,
    places,
    uncalled: uncalledHooks(flags),
    proxy,
  };
}

/** A rehearsal is no night: a dead-man switch that hears of one forgets the night on which nothing ran. */
function uncalledHooks(flags: WatchFlags): ReadonlySet<Hook> {
  const hooks: readonly Hook[] = ['notify', 'ping'];
  return new Set(hooks.filter((hook) => flags.sandbox && flags[hook] === undefined));
}
