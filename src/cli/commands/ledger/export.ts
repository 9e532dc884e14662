// ledger export: everything about a run as one archive, which can be checked without the ledger (format.ts has its
// form).
import { basename, resolve } from 'node:path';

import { zipSync } from 'fflate';

import { plainPath, shellQuoted } from '../../../files/plain.ts';
import { readSmallBytes } from '../../../files/small-file.ts';
import { gather, type Gathered, type ToExport } from '../../../ledger/evidence/archive/collect.ts';
import { INPUT, RESULTS, sha256Hex, VERSIONS } from '../../../ledger/evidence/archive/format.ts';
import { SCHEMA_VERSION } from '../../../ledger/file/schema.ts';
import type { Ledger, RunRecord } from '../../../ledger/ledger.ts';
import { reportOf } from '../../../report/report.ts';
import { reportCsv } from '../../../report/row.ts';
import type { LedgerExportArgs } from '../../definitions/ledger.ts';
import { attempt, type Io, UsageError } from '../../io.ts';
import { findRun, withLedger } from '../../ledger-access.ts';
import { type LedgerPlace } from '../../ledger-place.ts';
import { outputFile, writeOutput } from '../../output-file.ts';
import { inWords, printResult } from '../../render/print.ts';
import { Settings } from '../../settings.ts';
import { VERSION } from '../../this-process.ts';

/** An archive is made in memory. */
const MOST_BYTES = 1024 ** 3;

export async function exportCommand(args: LedgerExportArgs, io: Io): Promise<number> {
  const settings = new Settings(args, io);
  const { run, results } = await withLedger(settings, { look: true }, (ledger) => toExport(ledger, args, io));
  const versions = versionsOf(run.id);
  // The first member, which is not compressed: an earlier export of this run is replaced, and nothing else.
  const isOurs = (head: string): boolean =>
    head.startsWith('PK\u0003\u0004') && head.includes(`"runId":"${run.id}"`);
  const place = outputFile({ flag: 'out', code: 'out', name: args.out, isOurs }, io);
  const others = new Map<string, Uint8Array>([
    [VERSIONS, versions],
    [RESULTS, Buffer.from(results)],
  ]);
  const input = readInput(run, args.input, io);
  if (input) others.set(INPUT + basename(input.path), input.bytes);
  const job = { runId: run.id, now: () => new Date(io.now()), others };
  const { members, entries, rows } = await gathered(settings.ledgerPlace(), job);
  const zip = zipSync(
    { ...Object.fromEntries(members), [VERSIONS]: [versions, { level: 0 }] },
    { mtime: '1980-01-01T12:00:00' },
  );
  await writeOutput(place, [Buffer.from(zip)]);
  const { path } = place;
  const text = `Exported run ${run.id} to ${plainPath(path)}: ${inWords(rows, 'row')}, entries of the ledger: ${entries}. Any machine can verify it:\npaybatch ledger verify ${shellQuoted(args.out)}\n`;
  return printResult(io, args.json, { path, runId: run.id, rows, entries, exitCode: 0 }, text);
}

async function toExport(
  ledger: Ledger,
  args: LedgerExportArgs,
  io: Io,
): Promise<{ run: RunRecord; results: string }> {
  const run = await findRun(ledger, args.run);
  if (run.alive) throw new UsageError(`run ${run.id} has not ended: export it when it has ended`, 'run');
  const report = await reportOf(ledger, run, { madeAt: new Date(io.now()), asTyped: io.asTyped });
  const lines: string[] = [];
  for await (const line of reportCsv(report, report.resultColumns, () => true)) lines.push(line);
  return { run, results: lines.join('') };
}

async function gathered(place: LedgerPlace, job: ToExport): Promise<Gathered> {
  if (place.kind === 'file') return gather(place.path, job);
  return (await import('../../../ledger/postgres/export.ts')).gatherPostgres(place.address, job);
}

/** The bytes that were run. Errors: {@link UsageError} if the file is missing or has changed. */
function readInput(
  { id, fileHash, file }: RunRecord,
  given: string | undefined,
  io: Io,
): { path: string; bytes: Buffer } | undefined {
  if (fileHash === null) return undefined;
  const path = resolve(io.cwd, given ?? file);
  const { value: bytes, problem } = attempt(() => readSmallBytes(path, MOST_BYTES));
  if (bytes && sha256Hex(bytes) === fileHash) return { path, bytes };
  const why = problem?.message ?? `it was changed since (its SHA-256 was ${fileHash})`;
  throw new UsageError(
    `the input of run ${id}: ${plainPath(path)}: ${why}. Name the file as it was run with --input FILE`,
    'input',
  );
}

function versionsOf(runId: string): Buffer {
  const { node } = process.versions;
  return Buffer.from(`${JSON.stringify({ runId, paybatch: VERSION, node, schema: SCHEMA_VERSION })}\n`);
}
