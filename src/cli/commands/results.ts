// results: a run's rows from the ledger, as CSV, as a file, or as a summary for a program.
import { basename, dirname, join, resolve } from 'node:path';
import { setTimeout } from 'node:timers/promises';

import { RunControl } from '../../batch/input/control.ts';
import { beginsAsResults, retryName } from '../../batch/results/results-path.ts';
import type { RunEnd } from '../../batch/results/run-end.ts';
import { exitCode } from '../../batch/results/tally.ts';
import { type ResultsEnd, resultsOf, type ResultsSettings } from '../../batch/results-of.ts';
import { systemClock } from '../../client/clock.ts';
import { plain, plainPath, shellQuoted } from '../../files/plain.ts';
import type { Ledger, RunRecord } from '../../ledger/ledger.ts';
import { reportOf } from '../../report/report.ts';
import { reportCsv } from '../../report/row.ts';
import type { ResultsArgs } from '../definitions/inspect.ts';
import { type Io, UsageError } from '../io.ts';
import { findRun, withLedger } from '../ledger-access.ts';
import { outputFile, writeOutput } from '../output-file.ts';
import { contradictionsText } from '../render/doubt.ts';
import { inColour, inWords, printJson, printParts, prose } from '../render/prose.ts';
import { summary, summaryJson } from '../render/summary.ts';
import { widthOf } from '../render/table.ts';
import { Settings } from '../settings.ts';

const POLL_MS = 500;
/** The last of the results' own columns; those of the input follow it. */
const LAST_COLUMN = 'ledgerHead';

export function resultsCommand(args: ResultsArgs, io: Io): Promise<number> {
  const how = { look: args.out === undefined, isReader: true, io };
  return withLedger(new Settings(args, io), how, async (ledger, environment) => {
    const run = await findRun(ledger, args.run);
    const { queue } = ledger;
    const submission = await queue?.submission(run.id);
    if (!queue || !submission) return ofOneHost(args, ledger, run, io);
    return ofHosts(args, { ledger, queue, submission, environment }, io);
  });
}

async function printLine(line: string, io: Io): Promise<void> {
  io.out(line);
  await io.outTaken?.();
}

async function ofOneHost(args: ResultsArgs, ledger: Ledger, found: RunRecord, io: Io): Promise<number> {
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
  } else if (!args.json) await printParts(io, rows);
  const { tally } = report.summary;
  const code = exitCode(tally, run.alive || report.summary.rows < run.rows);
  const { id: runId, batchId, kind, environment } = run;
  const sums = { counts: Object.fromEntries(tally.counts), totals: tally.totals() };
  if (args.json)
    printJson(io, {
      ...{ runId, batchId, kind, environment, ...sums },
      ...{ results: args.out ?? null, exitCode: code },
    });
  return code;
}

async function ofHosts(
  args: ResultsArgs,
  shared: Pick<ResultsSettings, 'ledger' | 'queue' | 'submission' | 'environment'>,
  io: Io,
): Promise<number> {
  const { submission, environment } = shared;
  const { file } = submission;
  const control = new RunControl();
  io.onSignal(() => control.signal());
  const end = await resultsOf(
    {
      ...shared,
      ...{ wait: args.wait, clock: systemClock, asTyped: io.asTyped },
      out: args.out === undefined ? undefined : outOf(args.out, file, io),
      onLine: async (line) => (args.json ? undefined : printLine(line, io)),
    },
    control,
  );
  if (args.json) printJson(io, summaryJson(end, environment));
  else if (args.out !== undefined) io.out(written(args.out, file, end, io));
  for (const line of troubles(end, args.out !== undefined && !args.json))
    io.err(`paybatch: ${plain(line)}\n`, 'error');
  io.err(contradictionsText(end.alarms), 'error');
  return end.exitCode;
}

/** What the rows don't show. `isSummed`: a summary was printed. */
function troubles({ runId, stopped, isCutOff, footing }: ResultsEnd, isSummed: boolean): string[] {
  const cutOff = `run ${runId} was cut off while its rows were queued: run the file again, or the rows that were not queued are never sent`;
  return [
    ...(stopped === '' || isSummed ? [] : [`run ${runId} was stopped: ${stopped}`]),
    ...(isCutOff ? [cutOff] : []),
    ...(isSummed ? [] : footing),
  ];
}

function outOf(out: string, file: string, io: Io): { results: string; retry: string } {
  const results = resolve(io.cwd, out);
  const retry = retryName(basename(file), join(dirname(results), basename(results)), 'results');
  if (retry === results)
    throw new UsageError(`--out ${plainPath(out)} is where the retry file goes: choose another name`);
  return { results, retry };
}

/** The summary of `run`, with names as --out was typed. */
function written(out: string, file: string, end: RunEnd, io: Io): string {
  const named = (path: string | null): string | null => path && join(dirname(out), basename(path));
  const shown = { ...end, results: out, retry: named(end.retry), reasons: named(end.reasons) };
  const width = widthOf(io);
  const retryCommand = (retry: string): string => `paybatch run ${shellQuoted(retry)}`;
  const pending = end.tally.count('pending');
  const text =
    summary(shown, 'results', { file, width, retryCommand }) +
    (pending === 0 ? '' : `${inWords(pending, 'row')} pending: ask again, or use --wait.\n`);
  return inColour(prose(io.asTyped(text), width), io);
}
