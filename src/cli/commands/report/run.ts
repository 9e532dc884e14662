// report: a run, from the ledger alone, in one of four forms.
import { randomBytes } from 'node:crypto';
import { realpath } from 'node:fs/promises';
import { resolve } from 'node:path';

import { didYouMean } from '../../../csv/suggest.ts';
import { AtomicFile } from '../../../files/atomic-file.ts';
import { type Report, reportOf } from '../../../report/report.ts';
import { columnsNamed, reportCsv } from '../../../report/report-csv.ts';
import { reportHtml } from '../../../report/report-html.ts';
import { reportJson } from '../../../report/report-json.ts';
import { reportMarkdown } from '../../../report/report-markdown.ts';
import { POSTING_COLUMNS } from '../../../report/row.ts';
import { type Io, UsageError } from '../../io.ts';
import { findRun, withLedger } from '../../ledger-access.ts';
import { Settings } from '../../settings.ts';
import type { ReportArgs } from './index.ts';

type Format = NonNullable<ReportArgs['format']>;

export async function reportCommand(args: ReportArgs, io: Io): Promise<number> {
  const format = formatOf(args);
  return withLedger(new Settings(args, io), { look: true }, async (ledger) => {
    const run = await findRun(ledger, args.run);
    const report = await reportOf(ledger, run, new Date(io.now()));
    await write(args.out, textOf(format, report, args), io);
    return 0;
  });
}

function formatOf({ format, json, columns, status }: ReportArgs): Format {
  if (json && format !== undefined && format !== 'json')
    throw new UsageError(`--json and --format ${format} ask for two forms: leave one out`);
  const chosen = json ? 'json' : (format ?? 'html');
  const [flag] = [columns !== undefined && '--columns', status !== undefined && '--status'].filter(Boolean);
  if (chosen !== 'csv' && flag)
    throw new UsageError(`${flag} chooses what rows say: it goes with --format csv`);
  return chosen;
}

function textOf(format: Format, report: Report, args: ReportArgs): AsyncIterable<string> | Iterable<string> {
  switch (format) {
    case 'html':
      return reportHtml(report);
    case 'json':
      return reportJson(report);
    case 'md':
      return [reportMarkdown(report)];
    case 'csv':
      return reportCsv(
        report,
        args.columns === undefined ? report.columns : columnsOf(args.columns, report),
        (row) => args.status === undefined || row.status === args.status,
      );
    default:
      return format satisfies never;
  }
}

/** Errors: {@link UsageError} for a column that isn't there. */
function columnsOf(text: string, report: Report): Report['columns'] {
  const names = text.split(',').map((name) => name.trim());
  const found = columnsNamed(names, report);
  if (found.ok) return found.columns;
  const known = [...report.columns, ...POSTING_COLUMNS].map(({ name }) => name);
  throw new UsageError(
    `--columns: no column "${found.unknown}"${didYouMean(found.unknown, known)}. There are ${known.join(', ')}`,
  );
}

const PART_CHARS = 256 * 1024;

/** Few writes for many rows; into a file whole or not at all. */
async function write(
  out: string | undefined,
  text: AsyncIterable<string> | Iterable<string>,
  io: Io,
): Promise<void> {
  if (out === undefined) {
    let part = '';
    for await (const some of text) {
      part += some;
      if (part.length < PART_CHARS) continue;
      io.out(part);
      part = '';
    }
    io.out(part);
    return;
  }
  await intoFile(resolve(io.cwd, out), out, text);
  io.out(`${out}\n`);
}

async function intoFile(
  path: string,
  shown: string,
  text: AsyncIterable<string> | Iterable<string>,
): Promise<void> {
  let file: AtomicFile | undefined;
  try {
    file = await AtomicFile.create(await realpath(path).catch(() => path), randomBytes(6).toString('hex'));
    for await (const some of text) await file.write(some);
    await file.commit();
  } catch (error) {
    await file?.discard();
    const { code, message, syscall } = error as NodeJS.ErrnoException; // Node's error, or one of ours
    if (syscall === undefined && file !== undefined) throw error;
    throw new UsageError(`--out ${shown}: can't be written (${code ?? message})`, 'out');
  }
}
