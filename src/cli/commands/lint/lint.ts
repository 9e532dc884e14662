// lint: every deprecated use under the paths, with its place; fixes what is safe to fix.
import { resolve } from 'node:path';
import { styleText } from 'node:util';

import { EXIT } from '../../../errors.ts';
import { plain, plainPath } from '../../../files/plain.ts';
import { statsOf } from '../../../files/small-file.ts';
import { baselineText, isBaseline } from '../../../lint/baseline.ts';
import type { Extras } from '../../../lint/format/json.ts';
import { formatText } from '../../../lint/format/text.ts';
import { skippedText, unexplainedText, unreadText } from '../../../lint/format/words.ts';
import { lint, type LintSettings } from '../../../lint/lint.ts';
import type { Report } from '../../../lint/model/finding.ts';
import type { LintArgs } from '../../definitions/migration.ts';
import { type Io, UsageError } from '../../io.ts';
import { type OutputFile, outputFile, writeOutput } from '../../output-file.ts';
import { inWords, printText } from '../../render/print.ts';
import { widthOf } from '../../render/table.ts';
import { VERSION } from '../../this-process.ts';
import { lintSettings } from './settings.ts';

export async function lintCommand(args: LintArgs, io: Io): Promise<number> {
  const settings = await lintSettings(args, io);
  const baseline = baselinePlace(args['write-baseline'], settings, io);
  const report = await lint(settings);
  if (report.filesScanned === 0 && report.unreadable.length === 0) sayNothingScanned(report, settings, io);
  if (baseline) return writeBaseline(baseline, report, io);
  const format = formatOf(args);
  const isDry = args['fix-dry-run'];
  const fixing =
    isDry || args.fix
      ? await (await import('./fixing.ts')).fixAll(report, settings, { isDry, format }, io)
      : undefined;
  const left = fixing ? { ...report, findings: fixing.findings } : report;
  io.out(await textOf(left, args, settings.hosts, io, fixing?.extras));
  io.err(fixing?.summary ?? '');
  // A table has no place for unreadable files.
  if (format === 'csv') sayUnread(report, io);
  return exitCode(left, args['fail-on'] ?? 'warning');
}

/** Named files that are skipped do not block a commit. Errors: {@link UsageError} if there is nothing to check. */
function sayNothingScanned(report: Report, { cwd, paths, input }: LintSettings, io: Io): void {
  const skipped = skippedText(report);
  const isFile = (path: string): boolean => statsOf(resolve(cwd, path))?.isFile() === true;
  if (skipped !== '' && (input !== undefined || paths.every(isFile)))
    return io.err(`paybatch: nothing was read (skipped: ${skipped})\n`);
  const why = skipped === '' ? '' : ` (skipped: ${skipped})`;
  throw new UsageError(
    `nothing to scan under ${paths.join(', ')}${why}, so nothing is known to be clean`,
    'nothing',
  );
}

function sayUnread({ unreadable }: Report, io: Io): void {
  for (const one of unreadable) io.err(`${plainPath(one.path)}: ${plain(unreadText(one))}\n`, 'error');
}

/** Something that could not be read is never clean. */
function exitCode(report: Report, failOn: NonNullable<LintArgs['fail-on']>): number {
  if (report.unreadable.length > 0) return EXIT.unusable;
  if (failOn === 'never') return EXIT.ok;
  const isRefused = report.findings.some(({ severity }) => failOn === 'warning' || severity === 'error');
  return isRefused ? EXIT.refusedRows : EXIT.ok;
}

/** Checked before the scan, which may take long. */
const baselinePlace = (name: string | undefined, settings: LintSettings, io: Io): OutputFile | undefined =>
  name === undefined
    ? undefined
    : outputFile(
        { flag: 'write-baseline', code: 'baseline', name, isOurs: isBaseline, lookedAt: settings.paths },
        io,
      );

async function writeBaseline(place: OutputFile, report: Report, io: Io): Promise<number> {
  const { findings, cutoff, unreadable } = report;
  await writeOutput(place, [baselineText(findings, cutoff, { file: place.path, cwd: io.cwd })]);
  sayUnread(report, io);
  const name = plainPath(place.name);
  printText(io, `${name}: ${inWords(findings.length, 'finding')}, left out by --baseline.\n`);
  if (unreadable.length === 0) return EXIT.ok;
  io.err(`paybatch: ${name} was written without what could not be read\n`, 'error');
  return EXIT.unusable;
}

/** The report, with the uses of --observed. */
async function textOf(
  report: Report,
  args: LintArgs,
  hosts: readonly string[],
  io: Io,
  extras?: Extras,
): Promise<string> {
  if (args.observed.length === 0) return render(report, args, io, extras);
  const { withObserved } = await import('./observed.ts');
  const { observed, unexplained } = withObserved(report, args.observed, hosts, io);
  const text = await render(observed, args, io, { ...extras, observed: unexplained });
  if (formatOf(args) !== 'text' && formatOf(args) !== 'markdown') return text;
  return text + unexplained.map((use) => `${plain(unexplainedText(use))}\n`).join('');
}

const formatOf = ({ format, json }: LintArgs): NonNullable<LintArgs['format']> =>
  format ?? (json ? 'json' : 'text');

async function render(report: Report, args: LintArgs, io: Io, extras?: Extras): Promise<string> {
  const format = formatOf(args);
  switch (format) {
    case 'text': {
      const colour = (style: 'red' | 'yellow' | 'dim' | 'bold', text: string): string =>
        io.outTerminal ? styleText(style, text) : text;
      return formatText(report, { explain: args.explain, colour, width: widthOf(io) });
    }
    case 'json':
      return (await import('../../../lint/format/json.ts')).formatJson(report, extras);
    case 'sarif':
      return (await import('../../../lint/format/sarif.ts')).formatSarif(report, VERSION, io.cwd);
    case 'github':
      return (await import('../../../lint/format/github.ts')).formatGithub(report);
    case 'csv':
      return (await import('../../../lint/format/json.ts')).formatCsv(report);
    case 'markdown':
      return (await import('../../../lint/format/github.ts')).formatMarkdown(report);
    default:
      return format satisfies never;
  }
}
