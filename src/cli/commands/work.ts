// work: sends queued rows until a signal, or until the queue is empty.
import { RunControl } from '../../batch/input/control.ts';
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
import { Problems } from '../render/problems.ts';
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
  const notice = (text: string): void => io.err(`paybatch: ${plain(text)}\n`, 'warn');
  const checkQueued = queuedCheck(settings, notice);
  const problems = new Map<string, Problems>();
  const problemsOf = (runId: string): Problems => {
    const known = problems.get(runId) ?? new Problems(runId, io, true);
    problems.set(runId, known);
    return known;
  };
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
      checkQueued,
    },
    {
      notice: makeNotice(io),
      onEnded: ({ runId }, row, outcome) => {
        const { status, message } = outcome;
        if (status === 'created' || status === 'duplicate') return;
        // A worker may run for weeks: rows in doubt are not counted up for its end.
        if (status === 'in_doubt')
          io.err(
            `${plain(runId)}:${row.line}: ${status}: ${plain(sayOf(messageOf('payouts', outcome)))}\n`,
            'error',
          );
        else problemsOf(runId).show(row.line, status, message);
      },
    },
    control,
  );
  for (const [runId, said] of problems) said.end(`paybatch results ${plain(runId)}`);
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
