// stop: no host starts another row of this run; those that nobody has begun are not sent.
import { exitOfCounts } from '../../batch/results/tally.ts';
import type { StopArgs } from '../definitions/ledger.ts';
import { type Io, UsageError } from '../io.ts';
import { findRun, withLedger } from '../ledger-access.ts';
import { printJson, printText } from '../render/print.ts';
import { Settings } from '../settings.ts';
import { systemUser } from '../this-process.ts';

export function stopCommand(args: StopArgs, io: Io): Promise<number> {
  return withLedger(new Settings(args, io), { look: false }, async (ledger) => {
    const { id } = await findRun(ledger, args.run);
    const before = await ledger.queue?.submission(id);
    if (!ledger.queue || !before)
      throw new UsageError(
        `run ${id} is not open to several hosts: stop it where it runs, with Ctrl-C or kill`,
        'stop',
      );
    // Of one that is over, too: a host that was paused may come back with a row that is in doubt.
    await ledger.queue.stop(id, `${systemUser()} stopped it`);
    if (!before.ended) await ledger.queue.tend({ at: new Date(io.now()), exitOf: exitOfCounts });
    const now = await ledger.queue.submission(id);
    const { ended = true, stopped = '', exitCode = null } = now ?? {};
    if (args.json) printJson(io, { runId: id, stopped, ended, exitCode });
    else printText(io, text(id, before.ended, ended, stopped));
    return 0;
  });
}

function text(id: string, wasOver: boolean, ended: boolean, stopped: string): string {
  if (wasOver && stopped !== '')
    return `Run ${id} had already ended. If a paused host wakes up, it does not send a row that it had not sent before.\n`;
  if (wasOver) return `Run ${id} had already ended.\n`;
  if (ended) return `Stopped run ${id}. Its rows:\npaybatch results ${id}\n`;
  return `Stopped run ${id}: no further row starts. It ends when the requests in progress have ended.\n`;
}
