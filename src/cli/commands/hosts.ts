// limits and stop: what all hosts that share a ledger may do together, and the end of a run that they share.
import { exitOfCounts } from '../../batch/results/tally.ts';
import type { HostLimits } from '../../ledger/ledger.ts';
import { verbatim } from '../../message.ts';
import { sayOf } from '../../words/say.ts';
import type { LimitsArgs, StopArgs } from '../definitions/ledger.ts';
import { type Io, UsageError } from '../io.ts';
import { findRun, withLedger } from '../ledger-access.ts';
import { printResult } from '../render/print.ts';
import { Settings } from '../settings.ts';
import { systemUser } from '../this-process.ts';

/** A higher limit has no effect. */
const MOST = 1_000_000;

export async function limitsCommand(args: LimitsArgs, io: Io): Promise<number> {
  // Read before anything is opened.
  const rate = read('rate', args.rate, /^\d+(?:\.\d+)?$/, 'a number above 0');
  const concurrency = read('concurrency', args.concurrency, /^\d+$/, 'a whole number above 0');
  const sets = rate !== undefined || concurrency !== undefined;
  // --rate and --concurrency mean something else here than for a run.
  const settings = new Settings({ config: args.config, ledger: args.ledger }, io);
  const found = await withLedger(settings, { look: !sets }, ({ limits }) => {
    if (!limits)
      throw new UsageError('limits needs a ledger on Postgres: use run --rate, --concurrency', 'settings');
    if (!sets) return limits.read();
    return limits.set({
      ...(rate !== undefined && { rate }),
      ...(concurrency !== undefined && { concurrency }),
    });
  });
  return printResult(io, args.json, found, shown(found, settings.environment()));
}

/** `null` for none, `undefined` if the flag is not given. */
function read(flag: string, text: string | undefined, form: RegExp, what: string): number | null | undefined {
  if (text === undefined) return undefined;
  if (text === 'none') return null;
  const number = Number(text);
  if (form.test(text) && number > 0 && number <= MOST) return number;
  throw new UsageError(`--${flag} "${text}" is not ${what}, or none`);
}

function shown({ rate, concurrency }: HostLimits, environment: string): string {
  const [requests, rows] = [rate ?? 'no limit', concurrency ?? 'no limit'];
  return `All hosts together, in ${environment}: requests a second: ${requests}; in progress: ${rows}\n`;
}

/** No host starts another row of this run. Rows that were not started are not sent. */
export function stopCommand(args: StopArgs, io: Io): Promise<number> {
  return withLedger(new Settings(args, io), { look: false }, async (ledger) => {
    const { id } = await findRun(ledger, args.run);
    const before = await ledger.queue?.submission(id);
    if (!ledger.queue || !before)
      throw new UsageError(`run ${id} is not shared by hosts: stop it where it runs, with Ctrl-C`, 'stop');
    // Also after the run has ended: a paused host may come back with a row in doubt.
    await ledger.queue.stop(id, verbatim(`${systemUser()} stopped it`));
    if (!before.ended) await ledger.queue.maintain({ at: new Date(io.now()), exitOf: exitOfCounts });
    const now = await ledger.queue.submission(id);
    const { ended = true, exitCode = null } = now ?? {};
    const stopped = sayOf(now?.stopped);
    const result = { runId: id, stopped, ended, exitCode };
    printResult(io, args.json, result, text(id, before.ended, ended));
    return 0;
  });
}

function text(id: string, wasOver: boolean, ended: boolean): string {
  if (wasOver) return `Run ${id} had already ended.\n`;
  if (ended) return `Stopped run ${id}. Its rows:\npaybatch results ${id}\n`;
  return `Stopped run ${id}: no further row starts. It ends when the requests in progress have ended.\n`;
}
