// results: a run's rows as they are now, from the ledger alone: as CSV, as a file, or as sums for a program.
import { setTimeout } from 'node:timers/promises';

import { beginsAsResults } from '../../batch/results/results-path.ts';
import { exitCode } from '../../batch/results/tally.ts';
import { EXIT } from '../../errors.ts';
import { plain } from '../../files/plain.ts';
import type { Ledger, RunRecord } from '../../ledger/ledger.ts';
import { type ReportContent, reportOf } from '../../report/report.ts';
import { reportCsv } from '../../report/row.ts';
import { notStartedText } from '../../report/words.ts';
import { say } from '../../words/say.ts';
import type { ResultsArgs } from '../definitions/inspect.ts';
import type { Io } from '../io.ts';
import { findRun, withLedger } from '../ledger-access.ts';
import { outputFile, writeOutput } from '../output-file.ts';
import { contradictionsText } from '../render/doubt.ts';
import { printJson, printParts } from '../render/print.ts';
import { Settings } from '../settings.ts';

const POLL_MS = 500;

export function resultsCommand(args: ResultsArgs, io: Io): Promise<number> {
  return withLedger(new Settings(args, io), { look: true, io }, async (ledger) => {
    const found = await findRun(ledger, args.run);
    const run = args.wait ? await whenOver(ledger, found) : found;
    const report = await reportOf(ledger, run, { madeAt: new Date(io.now()), asTyped: io.asTyped });
    const rows = reportCsv(report, report.resultColumns, () => true);
    if (args.out !== undefined) {
      const isOurs = (head: string): boolean => beginsAsResults(Buffer.from(head));
      const out = outputFile({ flag: 'out', code: 'out', name: args.out, isOurs, lookedAt: [run.file] }, io);
      await writeOutput(out, rows);
    } else if (!args.json) await printParts(io, rows);
    const { stopped } = report.facts;
    const alarms = (await ledger.contradictions()).filter(({ runId }) => runId === run.id);
    const { tally } = report.summary;
    const ended = exitCode(tally, run.alive || report.notStarted > 0);
    const code = alarms.length > 0 ? EXIT.inDoubt : ended;
    const { id: runId, batchId, kind, environment } = run;
    if (args.json)
      printJson(io, {
        ...{ runId, batchId, kind, environment, stopped: stopped ? say(stopped) : null },
        ...{ counts: Object.fromEntries(tally.counts), totals: tally.totals() },
        notStarted: report.notStarted,
        ...{ results: args.out ?? null, exitCode: code },
      });
    for (const text of whyUnfinished(report)) io.err(`paybatch: ${plain(text)}\n`, 'error');
    io.err(contradictionsText(alarms), 'error');
    return code;
  });
}

/** A submission that was cut off does not continue by itself: its run is over when the queued rows are sent. */
async function whenOver(ledger: Ledger, found: RunRecord): Promise<RunRecord> {
  const isCutOff = async ({ id, open }: RunRecord): Promise<boolean> =>
    open?.state === 'cut_off' && (await ledger.queue?.left(id))?.chunks === 0;
  let run = found;
  while (run.alive && !(await isCutOff(run))) {
    await setTimeout(POLL_MS);
    run = (await ledger.run(found.id)) ?? run;
  }
  return run;
}

function whyUnfinished(report: ReportContent): string[] {
  const { id, open } = report.run;
  const { stopped } = report.facts;
  const texts = report.notStarted > 0 ? [notStartedText(report)] : [];
  if (open?.state === 'cut_off')
    texts.push(
      `run ${id} was cut off while its rows were queued: run the file again, or the rows that were not queued are never sent`,
    );
  else if (stopped) texts.push(`run ${id} was stopped: ${say(stopped)}`);
  return texts;
}
