// results of a run that was not shared by hosts: its rows as the ledger has them now, in the columns of the results file.
import { setTimeout } from 'node:timers/promises';

import { beginsAsResults } from '../../../batch/results/results-path.ts';
import { exitCode } from '../../../batch/results/tally.ts';
import type { Ledger, RunRecord } from '../../../ledger/ledger.ts';
import { reportOf } from '../../../report/report.ts';
import { reportCsv } from '../../../report/row.ts';
import type { ResultsArgs } from '../../definitions/inspect.ts';
import type { Io } from '../../io.ts';
import { outputFile, writeOutput } from '../../output-file.ts';

const POLL_MS = 500;
/** The last of the results' own columns; those of the input follow it. */
const LAST_COLUMN = 'ledgerHead';

export async function resultsFromLedger(
  args: ResultsArgs,
  ledger: Ledger,
  found: RunRecord,
  io: Io,
): Promise<number> {
  let run = found;
  while (args.wait && run.alive) {
    await setTimeout(POLL_MS);
    run = (await ledger.run(found.id)) ?? run;
  }
  const report = await reportOf(ledger, run, { madeAt: new Date(io.now()), asTyped: io.asTyped });
  const columns = report.columns.slice(0, report.columns.findIndex(({ name }) => name === LAST_COLUMN) + 1);
  const rows = reportCsv(report, columns, () => true);
  if (args.out !== undefined) {
    const isOurs = (head: string): boolean => beginsAsResults(Buffer.from(head));
    const out = outputFile({ flag: 'out', code: 'out', name: args.out, isOurs, lookedAt: [run.file] }, io);
    await writeOutput(out, rows);
  } else if (!args.json)
    for await (const line of rows) {
      io.out(line);
      await io.outTaken?.();
    }
  const { tally } = report.summary;
  const code = exitCode(tally, run.alive || report.summary.rows < run.rows);
  const { id: runId, batchId, kind, environment } = run;
  const counts = Object.fromEntries(tally.counts);
  const sums = { counts, totals: tally.totals(), results: args.out ?? null, exitCode: code };
  if (args.json) io.out(`${JSON.stringify({ runId, batchId, kind, environment, ...sums })}\n`);
  return code;
}
