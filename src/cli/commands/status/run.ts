// status: the runs in the ledger, or the rows of one.
import { basename } from 'node:path';

import type { Warned } from '../../../batch/input/warnings-shown.ts';
import { oneLine } from '../../../client/explain.ts';
import { EXIT } from '../../../errors.ts';
import { plain, plainPath } from '../../../files/plain.ts';
import type { HostRecord, Ledger, RunKind, RunRecord } from '../../../ledger/ledger.ts';
import { continuation, continuedBy, isKilled } from '../../../report/elsewhere.ts';
import { factsOf } from '../../../report/facts.ts';
import { countsNow, type Standing, standings } from '../../../report/standing.ts';
import type { StatusArgs } from '../../definitions/inspect.ts';
import { type Io, UsageError } from '../../io.ts';
import { findRun, withLedger } from '../../ledger-access.ts';
import { contradictionsText } from '../../render/advice.ts';
import { checksText } from '../../render/checks.ts';
import { inColour, prose } from '../../render/prose.ts';
import { plainTable, tableLines, widthOf } from '../../render/table.ts';
import { Settings } from '../../settings.ts';
import { runState } from './run-state.ts';

const RUNS_SHOWN = 30;

export async function statusCommand(args: StatusArgs, io: Io): Promise<number> {
  return withLedger(new Settings(args, io), { look: true, io }, async (ledger, environment) => {
    if (args.run === undefined) {
      if (args.status !== undefined)
        throw new UsageError('--status chooses rows of a run: name the run, or last');
      const runs: RunRecord[] = [];
      for (const run of await ledger.runs(RUNS_SHOWN))
        runs.push({ ...run, counts: await countsNow(ledger, run) });
      const hosts = await ledger.hosts();
      const contradictions = await ledger.contradictions();
      if (args.json) io.out(`${JSON.stringify({ runs, hosts })}\n`);
      else
        io.out(
          inColour(runsText(runs, hosts, environment, widthOf(io)), io) +
            hostsText(hosts, widthOf(io)) +
            doubtsText(await keysInDoubt(ledger, runs), io),
        );
      io.err(contradictionsText(contradictions), 'error');
      return contradictions.length > 0 ? EXIT.inDoubt : EXIT.ok;
    }
    const found = await findRun(ledger, args.run);
    const run = { ...found, counts: await countsNow(ledger, found) };
    const continued = await continuation(ledger, run);
    const { warned } = await factsOf(ledger, run.id);
    const rows = (): AsyncIterable<Standing> => standings(ledger, run);
    const shown = (row: Standing): boolean => args.status === undefined || row.status === args.status;
    for await (const part of inParts(
      args.json
        ? rowsJson({ ...run, warnings: warned }, rows, shown)
        : rowsText(
            { run, continued, state: runState(run, continued, await ledger.hosts()) },
            rows,
            shown,
            widthOf(io),
            args.verbose,
          ),
    )) {
      io.out(part);
      await io.outTaken?.();
    }
    // Whoever chooses rows has asked for those alone.
    if (!args.json && args.status === undefined)
      io.out(checksText(warned, widthOf(io)) + doubtsText(run.alive ? 0 : (run.counts?.in_doubt ?? 0), io));
    return 0;
  });
}

/** Few writes for many lines: a run may have a million. */
async function* inParts(lines: AsyncIterable<string>): AsyncGenerator<string> {
  let part: string[] = [];
  for await (const line of lines) {
    part.push(line);
    if (part.length < 1000) continue;
    yield part.join('');
    part = [];
  }
  yield part.join('');
}

function runsText(
  runs: readonly RunRecord[],
  hosts: readonly HostRecord[],
  environment: string,
  width: number,
): string {
  if (runs.length === 0) return `No runs yet in ${environment}.\n`;
  const rows = runs.map((run) => [
    run.id,
    run.startedAt.toISOString().slice(0, 19).replace('T', ' '),
    // On a terminal there is room for its name; `status RUN` shows where it was.
    width === Infinity ? run.file : basename(run.file),
    String(run.rows),
    countsText(run),
    listedState(run, runState(run, continuedBy(run, runs), hosts)),
  ]);
  return `${plainTable(['run', 'started (UTC)', 'file', 'rows', 'rows by status', 'state'], rows, [3], width)}\n`;
}

function listedState(run: RunRecord, state: string): string {
  const isOver = run.exitCode !== null || isKilled(run);
  if (!isOver || (run.counts?.in_doubt ?? 0) === 0) return state;
  return `PERHAPS ${run.kind === 'payouts' ? 'PAID' : 'CREATED'} (${state})`;
}

/**
 * Rows that `doubts` would name, each once: every run of a file counts its row again. What a killed run left open becomes
 * a doubt as soon as somebody asks for doubts, and nothing is written here.
 */
async function keysInDoubt(ledger: Ledger, runs: readonly RunRecord[]): Promise<number> {
  const keys = new Set((await ledger.doubts()).map(({ key }) => key));
  for (const run of runs) {
    if (!isKilled(run) || !run.counts?.in_doubt) continue;
    for await (const { status, key, since } of standings(ledger, run)) {
      const open = since?.key ?? key;
      if (status === 'in_doubt' && open !== null) keys.add(open);
    }
  }
  return keys.size;
}

/** What to do next where money may have gone out. */
function doubtsText(rows: number, io: Io): string {
  if (rows === 0) return '';
  const what = rows === 1 ? '1 row is' : `${rows} rows are`;
  return prose(
    io.asTyped(`${what} in doubt: paybatch doubts lists them, with the commands that resolve them\n`),
    widthOf(io),
  );
}

/** Who is at work, where several hosts share a ledger. */
function hostsText(hosts: readonly HostRecord[], width: number): string {
  if (hosts.length === 0) return '';
  const rows = hosts.map(({ host, pid, state, leaseUntil, rows: held }) => [
    `${host} ${pid}`,
    state,
    leaseUntil.toISOString().slice(0, 19).replace('T', ' '),
    String(held),
  ]);
  return `\n${plainTable(['host and process', 'state', 'lease until (UTC)', 'rows it holds'], rows, [3], width)}\n`;
}

function countsText(run: RunRecord): string {
  return Object.entries(run.counts ?? {})
    .map(([status, count]) => `${count} ${status}`)
    .join(', ');
}

/** So many rows are read through on a screen. */
const MANY = 30;

/** What the rows come to, before them: of many, nobody counts them. */
function countsHead(run: RunRecord): string {
  const counts = countsText(run);
  if (counts === '') return '';
  const few = run.rows <= MANY ? '' : `. Those of one: paybatch status ${run.id} --status in_doubt`;
  return `${counts}${few}\n`;
}

type Rows = () => AsyncIterable<Standing>;
interface Told {
  readonly run: RunRecord;
  readonly continued: RunRecord | undefined;
  readonly state: string;
}
type Shown = (row: Standing) => boolean;

async function* rowsText(
  { run, continued, state }: Told,
  rows: Rows,
  shown: Shown,
  width: number,
  verbose: boolean,
): AsyncGenerator<string> {
  const isCut = width !== Infinity && !verbose;
  const title = `Run ${run.id} of ${plainPath(run.file)}, batch ${plain(run.batchId)}, ${run.rows} row${run.rows === 1 ? '' : 's'}: ${state}\n`;
  yield prose(title, width);
  yield prose(countsHead(run), width);
  let known = 0;
  const more = { isLeft: false };
  const cells = async function* (): AsyncGenerator<readonly string[]> {
    known = 0;
    for await (const row of rows()) {
      known++;
      if (!shown(row)) continue;
      const { amount, currency } = row.sent ?? row;
      const first = [String(row.line), row.reference, row.status, amount, currency];
      more.isLeft ||= row.message !== '';
      if (isCut) {
        yield [...first, row.createdId === '' ? oneLine(row.message) : row.createdId];
        continue;
      }
      const isWhole = verbose || row.resolved;
      yield [...first, row.createdId, isWhole ? row.message : oneLine(row.message, 80)];
    }
  };
  // A head alone is not a table.
  let head: string | undefined;
  for await (const line of tableLines(headOf(run, isCut), cells, [0, 3], width, isCut)) {
    if (head === undefined) head = `${line}\n`;
    else {
      yield `${head}${line}\n`;
      head = '';
    }
  }
  if (isCut && more.isLeft) yield `Rows in full: paybatch status ${run.id} --verbose\n`;
  if (run.exitCode === null && known < run.rows)
    yield `${run.rows - known} rows were not started${continued ? ` by this run: see paybatch status ${continued.id}` : ''}.\n`;
}

const CREATED: Readonly<Record<RunKind, string>> = {
  payouts: 'transfer',
  customers: 'customer',
  trades: 'trade',
};
const headOf = ({ kind }: RunRecord, isCut: boolean): readonly string[] => [
  'line',
  'reference',
  'status',
  'amount',
  'currency',
  ...(isCut ? [`${CREATED[kind]}, or why not`] : [CREATED[kind], 'message']),
];

async function* rowsJson(
  run: RunRecord & { readonly warnings: Warned | null },
  rows: Rows,
  shown: Shown,
): AsyncGenerator<string> {
  yield `${JSON.stringify(run).slice(0, -1)},"rows":[`;
  let comma = '';
  for await (const row of rows()) {
    if (!shown(row)) continue;
    yield comma + JSON.stringify(row);
    comma = ',';
  }
  yield ']}\n';
}
