// report: a run in one of four formats, made from the ledger alone.
import { didYouMean } from '../../csv/suggest.ts';
import { type ReportContent, reportOf } from '../../report/report.ts';
import { reportHtml } from '../../report/report-html.ts';
import { reportJson } from '../../report/report-json.ts';
import { reportMarkdown } from '../../report/report-markdown.ts';
import { csvHead, POSTING_COLUMNS, reportCsv } from '../../report/row.ts';
import type { ReportArgs } from '../definitions/inspect.ts';
import { type Io, UsageError } from '../io.ts';
import { findRun, withLedger } from '../ledger-access.ts';
import { type OutputFile, outputFile, writeOrPrint } from '../output-file.ts';
import { Settings } from '../settings.ts';

type Format = NonNullable<ReportArgs['format']>;
const FORMATS: readonly Format[] = ['html', 'md', 'json', 'csv'];

export async function reportCommand(args: ReportArgs, io: Io): Promise<number> {
  const format = formatOf(args);
  return withLedger(new Settings(args, io), { look: true, io }, async (ledger) => {
    const run = await findRun(ledger, args.run);
    const report = await reportOf(ledger, run, { madeAt: new Date(io.now()), asTyped: io.asTyped });
    const columns = columnsOf(args, report);
    const place = args.out === undefined ? undefined : placeOf(args.out, format, report, columns, io);
    await writeOrPrint(place, textOf(format, report, columns, args), io);
    return 0;
  });
}

/** Without --format, the ending of --out decides. */
function formatOf({ format, json, out, columns, status }: ReportArgs): Format {
  if (json && format !== undefined && format !== 'json')
    throw new UsageError(`--json and --format ${format} ask for two forms: leave one out`);
  const named = FORMATS.find((one) => out?.toLowerCase().endsWith(`.${one}`));
  const chosen = json ? 'json' : (format ?? named ?? 'html');
  if (chosen !== 'csv' && (columns !== undefined || status !== undefined))
    throw new UsageError('--columns and --status go with --format csv');
  return chosen;
}

function textOf(
  format: Format,
  report: ReportContent,
  columns: ReportContent['columns'],
  { status }: ReportArgs,
): AsyncIterable<string> | Iterable<string> {
  switch (format) {
    case 'html':
      return reportHtml(report);
    case 'json':
      return reportJson(report);
    case 'md':
      return [reportMarkdown(report)];
    case 'csv':
      return reportCsv(report, columns, (row) => status === undefined || row.status === status);
    default:
      return format satisfies never;
  }
}

/** Errors: {@link UsageError} for an unknown column. */
function columnsOf({ columns }: ReportArgs, report: ReportContent): ReportContent['columns'] {
  if (columns === undefined) return report.columns;
  const known = new Map([...report.columns, ...POSTING_COLUMNS].map((column) => [column.name, column]));
  return columns.split(',').map((text) => {
    const column = known.get(text.trim());
    if (column) return column;
    const near = didYouMean(text.trim(), [...known.keys()]);
    throw new UsageError(`--columns: no column "${text.trim()}"${near}. See --format csv without --columns`);
  });
}

/** A report may replace an earlier one in its format, and no other file. */
function placeOf(
  name: string,
  format: Format,
  report: ReportContent,
  columns: ReportContent['columns'],
  io: Io,
): OutputFile {
  const isOurs: Readonly<Record<Format, (head: string) => boolean>> = {
    html: (head) => /^<!doctype html>\s/i.test(head),
    md: (head) => head.startsWith('# '),
    json: (head) => head.startsWith('{"runId":'),
    csv: (head) => head.startsWith(csvHead(columns)) || head.startsWith('line,reference,status,'),
  };
  const lookedAt = [report.run.file];
  return outputFile({ flag: 'out', code: 'out', name, isOurs: isOurs[format], lookedAt }, io);
}
