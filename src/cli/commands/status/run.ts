// status: the runs in the ledger, or the rows of one.
import { existsSync } from 'node:fs';

import { oneLine } from '../../../client/explain.ts';
import type { RunRecord, RunRow } from '../../../ledger/ledger.ts';
import { SqliteLedger } from '../../../ledger/sqlite/sqlite-ledger.ts';
import { type Io, UsageError } from '../../io.ts';
import { plainTable } from '../../render/table.ts';
import { Settings } from '../../settings.ts';
import type { StatusArgs } from './index.ts';

const RUNS_SHOWN = 30;

export async function statusCommand(args: StatusArgs, io: Io): Promise<number> {
  const settings = new Settings(args, io);
  const environment = settings.environment();
  const path = settings.ledgerPath();
  if (!existsSync(path))
    throw new UsageError(`there is no ledger at ${path}: nothing was ever run with it`, 'ledger');
  const ledger = new SqliteLedger(path, environment);
  try {
    const id = args.run;
    if (id === undefined) {
      const runs = await ledger.runs(RUNS_SHOWN);
      io.out(args.json ? `${JSON.stringify(runs)}\n` : runsText(runs, environment));
      return 0;
    }
    const run = await ledger.run(id);
    if (!run)
      throw new UsageError(`the ledger knows no run ${id} in ${environment}. See paybatch status`, 'run');
    const only = args.status;
    const rows = (await ledger.runRows(id)).filter((row) => only === undefined || row.status === only);
    io.out(args.json ? `${JSON.stringify({ ...run, rows })}\n` : rowsText(run, rows));
    return 0;
  } finally {
    await ledger.close();
  }
}

export function runState(run: RunRecord): string {
  if (run.alive) return `running (process ${run.pid} on ${run.host})`;
  if (run.exitCode === null) return 'ended without a word (killed?): run the file again to continue';
  return `exit ${run.exitCode}`;
}

function runsText(runs: readonly RunRecord[], environment: string): string {
  if (runs.length === 0) return `No runs yet in ${environment}.\n`;
  const rows = runs.map((run) => [
    run.id,
    run.startedAt.toISOString().slice(0, 19).replace('T', ' '),
    run.file,
    String(run.rows),
    countsText(run),
    runState(run),
  ]);
  return `${plainTable(['run', 'started (UTC)', 'file', 'rows', 'rows by status', 'state'], rows, [3])}\n`;
}

function countsText(run: RunRecord): string {
  return Object.entries(run.counts ?? {})
    .map(([status, count]) => `${count} ${status}`)
    .join(', ');
}

function rowsText(run: RunRecord, rows: readonly RunRow[]): string {
  const head = `Run ${run.id} of ${run.file}, batch ${run.batchId}, ${run.rows} rows: ${runState(run)}\n`;
  const lines = rows.map((row) => [
    String(row.line),
    row.reference,
    row.status,
    row.amount,
    row.currency,
    row.createdId,
    oneLine(row.message, 80),
  ]);
  const unseen =
    run.exitCode === null && rows.length < run.rows
      ? `${run.rows - rows.length} rows were not started.\n`
      : '';
  if (lines.length === 0) return `${head}${unseen}`;
  return `${head}${plainTable(['line', 'reference', 'status', 'amount', 'currency', 'transfer', 'message'], lines, [0, 3])}\n${unseen}`;
}
