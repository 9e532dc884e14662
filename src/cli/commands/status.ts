// status: the runs in the ledger, or the rows of one, as they are now.
import { basename } from 'node:path';

import { oneLine } from '../../client/explain.ts';
import { EXIT } from '../../errors.ts';
import { plain, plainPath } from '../../files/plain.ts';
import { momentText } from '../../interface/instant.ts';
import type { HostRecord, Ledger, RunKind, RunRecord } from '../../ledger/ledger.ts';
import { countsNow, type CurrentRow, currentRows, inPages } from '../../report/current-rows.ts';
import { continuation, continuedBy, isKilled } from '../../report/facts.ts';
import { sayOf } from '../../words/say.ts';
import type { StatusArgs } from '../definitions/inspect.ts';
import { type Io, UsageError } from '../io.ts';
import { findRun, withLedger } from '../ledger-access.ts';
import { contradictionsText, DOUBTS } from '../render/doubt.ts';
import { inColour, inWords, printJson, printParts, printText } from '../render/print.ts';
import { plainTable, widthOf } from '../render/table.ts';
import { Settings } from '../settings.ts';

const RUNS_SHOWN = 30;

export async function statusCommand(args: StatusArgs, io: Io): Promise<number> {
  return withLedger(new Settings(args, io), { look: true, io }, async (ledger, environment) => {
    if (args.run !== undefined) await showRun(ledger, await findRun(ledger, args.run), args, io);
    else if (args.status !== undefined)
      throw new UsageError('--status chooses rows of a run: name the run, or last');
    else await listRuns(ledger, environment, args, io);
    const contradictions = await ledger.contradictions();
    io.err(contradictionsText(contradictions), 'error');
    return contradictions.length > 0 ? EXIT.inDoubt : EXIT.ok;
  });
}

async function listRuns(ledger: Ledger, environment: string, args: StatusArgs, io: Io): Promise<void> {
  const runs: RunRecord[] = [];
  for (const run of await ledger.runs(RUNS_SHOWN))
    runs.push({ ...run, counts: await countsNow(ledger, run) });
  const hosts = await ledger.hosts();
  if (args.json) printJson(io, { runs, hosts });
  else {
    const shown: ShownRun[] = [];
    for (const run of runs) shown.push(await forText(ledger, run));
    const list = runs.length === 0 ? `No runs yet in ${environment}.\n` : runsText(shown, hosts, widthOf(io));
    io.out(inColour(list, io) + hostsText(hosts, widthOf(io)));
    const isKilledInDoubt = shown.some((run) => isKilled(run) && hasDoubts(run));
    if (isKilledInDoubt || (await ledger.doubts()).length > 0) printText(io, `${DOUBTS}.\n`);
  }
}

/** `elsewhere`: the run that is sending some of its rows now. They are not counted as in doubt. */
type ShownRun = RunRecord & { readonly elsewhere?: { readonly runId: string; readonly rows: number } };

async function forText(ledger: Ledger, run: RunRecord): Promise<ShownRun> {
  if (!hasDoubts(run)) return run;
  let runId = '';
  let rows = 0;
  for await (const { since, message } of currentRows(ledger, run, ['in_doubt', 'not_sent'])) {
    if (message?.code !== 'row_sent_elsewhere') continue;
    runId = since?.runId ?? '';
    rows++;
  }
  if (rows === 0) return run;
  const { in_doubt: doubts = 0, ...others } = run.counts ?? {};
  const counts = doubts > rows ? { ...others, in_doubt: doubts - rows } : others;
  return { ...run, elsewhere: { runId, rows }, counts };
}

const hasDoubts = ({ counts }: RunRecord): boolean => (counts?.in_doubt ?? 0) > 0;

async function showRun(ledger: Ledger, found: RunRecord, args: StatusArgs, io: Io): Promise<void> {
  const run = { ...found, counts: await countsNow(ledger, found) };
  const rows = chosen(currentRows(ledger, run), args.status);
  if (args.json) return printParts(io, runJson(run, rows));
  const shown = await forText(ledger, run);
  const state = runState(shown, await continuation(ledger, run), await ledger.hosts());
  io.out(
    `Run ${run.id} of ${plainPath(run.file)}, batch ${plain(run.batchId)}, ${inWords(run.rows, 'row')}: ${state}\n${countsText(shown)}\n`,
  );
  await printParts(io, rowsTables(run, rows, io));
  // With --status only the rows are wanted.
  if (args.status !== undefined) return;
  const known = Object.values(run.counts ?? {}).reduce((sum, count) => sum + count, 0);
  if (run.exitCode === null && known < run.rows)
    io.out(`${run.rows - known} rows ${run.alive ? 'are not done yet' : 'were not started'}.\n`);
  if (!run.alive && hasDoubts(shown)) printText(io, `${DOUBTS}.\n`);
}

type CurrentRows = AsyncIterable<CurrentRow>;

async function* chosen(rows: CurrentRows, status: StatusArgs['status']): AsyncGenerator<CurrentRow> {
  for await (const row of rows) if (status === undefined || row.status === status) yield row;
}

/** A run may have a million rows: they are printed as they are read. */
async function* runJson(run: RunRecord, rows: CurrentRows): AsyncGenerator<string> {
  yield `${JSON.stringify(run).slice(0, -1)},"rows":[`;
  let comma = '';
  for await (const row of rows) {
    yield comma + JSON.stringify({ ...row, message: sayOf(row.message) });
    comma = ',';
  }
  yield ']}\n';
}

async function* rowsTables(run: RunRecord, rows: CurrentRows, io: Io): AsyncGenerator<string> {
  for await (const page of inPages(rows)) yield rowsText(run, page, io);
}

/** Codes of messages: a run that is alive is sending the row. */
const BEING_SENT: ReadonlySet<string> = new Set(['row_in_progress', 'row_sent_elsewhere']);

const CREATED: Readonly<Record<RunKind, string>> = {
  payouts: 'transfer',
  customers: 'customer',
  trades: 'trade',
};

function rowsText({ kind }: RunRecord, rows: readonly CurrentRow[], io: Io): string {
  const head = ['line', 'reference', 'status', 'amount', 'currency', `${CREATED[kind]}, or what happened`];
  const cells = rows.map((row) => {
    const { amount, currency } = row.sent ?? row;
    const what = [row.createdId, oneLine(sayOf(row.message), 200)].filter((text) => text !== '').join(': ');
    const status = BEING_SENT.has(row.message?.code ?? '') ? 'being sent' : row.status;
    return [String(row.line), row.reference, status, amount, currency, what];
  });
  return `${plainTable(head, cells, [0, 3], widthOf(io))}\n`;
}

function runsText(runs: readonly ShownRun[], hosts: readonly HostRecord[], width: number): string {
  const rows = runs.map((run) => [
    run.id,
    momentText(run.startedAt),
    // On a terminal there is room for its name; `status RUN` prints its path.
    width === Infinity ? run.file : basename(run.file),
    String(run.rows),
    countsText(run),
    listedState(run, runState(run, continuedBy(run, runs), hosts)),
  ]);
  return `${plainTable(['run', 'started', 'file', 'rows', 'rows by status', 'state'], rows, [3], width)}\n`;
}

function listedState(run: RunRecord, state: string): string {
  const isOver = run.exitCode !== null || isKilled(run);
  if (!isOver || !hasDoubts(run)) return state;
  const exit = run.exitCode === null ? state : `exit ${run.exitCode}`;
  return `PERHAPS ${run.kind === 'payouts' ? 'PAID' : 'CREATED'} (${exit})`;
}

const OPEN: Readonly<Record<NonNullable<RunRecord['open']>['state'], string>> = {
  submitting: 'its rows are being queued',
  cut_off:
    'cut off while its rows were queued: run the file again, or the rows that were not queued are never sent',
  queued: 'open to every host at work',
  stopping: 'stopped: requests in progress finish',
};

const ENDED: Readonly<Record<number, string>> = {
  [EXIT.ok]: 'done',
  [EXIT.refusedRows]: 'needs attention',
  [EXIT.unusable]: 'refused',
  [EXIT.inDoubt]: 'rows in doubt',
  [EXIT.stopped]: 'stopped early',
};

/** `continued`: the run that continued with the file. */
function runState(run: ShownRun, continued: RunRecord | undefined, hosts: readonly HostRecord[]): string {
  if (run.open?.state === 'queued' && !hosts.some(({ state }) => state === 'alive'))
    return 'queued, and no host is at work: start paybatch work';
  if (run.open) return OPEN[run.open.state];
  if (run.alive) return `running (process ${run.pid} on ${run.host})`;
  if (run.exitCode === null)
    return `ended without a result (killed?): ${continued ? `continued by run ${continued.id}` : 'run the file again to continue'}`;
  if (run.elsewhere)
    return `${inWords(run.elsewhere.rows, 'row')} being sent by run ${run.elsewhere.runId} now: wait until that run has ended`;
  // Its rows in doubt may have been resolved since.
  const isResolved = run.exitCode === EXIT.inDoubt && !hasDoubts(run);
  const ended = isResolved ? 'rows in doubt were resolved' : ENDED[run.exitCode];
  return `${ended ?? 'ended'} (exit ${run.exitCode})`;
}

/** The hosts of a shared ledger. */
function hostsText(hosts: readonly HostRecord[], width: number): string {
  if (hosts.length === 0) return '';
  const rows = hosts.map(({ host, pid, state, leaseUntil, rows: held }) => [
    `${host} ${pid}`,
    state,
    momentText(leaseUntil),
    String(held),
  ]);
  return `\n${plainTable(['host and process', 'state', 'lease until', 'rows it holds'], rows, [3], width)}\n`;
}

const countsText = ({ counts }: RunRecord): string =>
  Object.entries(counts ?? {})
    .map(([status, count]) => `${count} ${status}`)
    .join(', ');
