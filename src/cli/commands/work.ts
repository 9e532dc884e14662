// work: sends queued rows until a signal, or until the queue is empty.
import { RunControl } from '../../batch/input/control.ts';
import { reportProblem } from '../../batch/results/hooks.ts';
import { messageOf } from '../../batch/results/messages.ts';
import type { WorkEnd } from '../../batch/work.ts';
import { systemClock } from '../../client/clock.ts';
import { plain } from '../../files/plain.ts';
import { say, sayOf } from '../../words/say.ts';
import { queuedCheck } from '../approval.ts';
import type { WorkArgs } from '../definitions/ledger.ts';
import type { Io } from '../io.ts';
import { openLedger } from '../ledger-access.ts';
import { makeNotice } from '../render/log.ts';
import { printResult } from '../render/print.ts';
import { stopOnSignals } from '../render/progress.ts';
import { liveService } from '../service.ts';
import { Settings } from '../settings.ts';
import { collectSooner, crashPoint, rowsAtOnce } from '../this-process.ts';

export async function workCommand(args: WorkArgs, io: Io): Promise<number> {
  collectSooner();
  const settings = new Settings(args, io);
  const control = new RunControl();
  stopOnSignals(control, io);
  const service = await liveService({ sandbox: false }, settings, io);
  const { work } = await import('../../batch/work.ts');
  const end = await work(
    {
      openLedger: () => openLedger(settings, { use: 'work', flags: args, io }),
      client: service.client,
      profile: settings.profile,
      concurrency: rowsAtOnce(settings.values.concurrency),
      untilEmpty: args['until-empty'],
      clock: systemClock,
      random: io.random,
      reached: crashPoint(io.env),
      checkQueued: queuedCheck(settings),
    },
    {
      notice: makeNotice(io),
      // At once: a worker may run for weeks.
      onEnded: ({ runId }, { line }, outcome) => {
        const text = plain(sayOf(messageOf('payouts', outcome)));
        const problem = (): void => io.err(`${plain(runId)}:${line}: ${outcome.status}: ${text}\n`, 'error');
        reportProblem({ problem }, { line }, outcome);
      },
    },
    control,
  );
  const { exitCode, counts, halted } = end;
  if (halted)
    io.err(
      `paybatch: stopped: ${plain(say(halted))}. Rows that this process had not sent are queued again, at the latest when its lease ends\n`,
      'error',
    );
  return printResult(io, args.json, { exitCode, counts, halted: sayOf(halted) }, endedText(end));
}

function endedText({ counts }: WorkEnd): string {
  const rows = Object.entries(counts).map(([status, count]) => `${count} ${status}`);
  return `Rows of this process: ${rows.length === 0 ? 'none' : rows.join(', ')}.\n`;
}
