// lint: every deprecated use under the paths, with its place; fixes what is safe to fix.
import { resolve } from 'node:path';
import { styleText } from 'node:util';

import { EXIT } from '../../../errors.ts';
import { plain, plainPath } from '../../../files/plain.ts';
import { statsOf } from '../../../files/stats-of.ts';
import { isRuleId } from '../../../interface/rules.ts';
import { baselineText, isBaseline } from '../../../lint/baseline.ts';
import type { Extras } from '../../../lint/format/json.ts';
import { formatText } from '../../../lint/format/text.ts';
import { skippedText, unexplainedText, unreadText } from '../../../lint/format/words.ts';
import { lint } from '../../../lint/lint.ts';
import type { Report } from '../../../lint/model/report.ts';
import type { LintArgs } from '../../definitions/migration.ts';
import { type Io, UsageError } from '../../io.ts';
import { type OutputFile, outputFile, writeOutput } from '../../output-file.ts';
import { prose } from '../../render/prose.ts';
import { widthOf } from '../../render/table.ts';
import { VERSION } from '../../this-process.ts';
import { type LintArguments, lintArguments } from './arguments.ts';
import { ownSettings } from './own-settings.ts';

export async function lintCommand(args: LintArgs, io: Io): Promise<number> {
  const settings = await ownSettings(args, io);
  if (args.rules) {
    const { rulesJson, rulesText } = await import('../../render/rules.ts');
    const json = args.json || args.format === 'json';
    io.out(json ? rulesJson(settings.profile.cutoffYear) : rulesText(settings.profile.cutoffYear, io));
    return 0;
  }
  const wanted = await lintArguments(args, io, settings);
  const baseline = baselinePlace(wanted, io);
  const report = await lint(wanted.settings);
  if (report.filesScanned === 0 && report.unreadable.length === 0) sayNothingScanned(report, wanted, io);
  if (baseline) return writeBaseline(baseline, report, wanted, io);
  sayRefused(report, io);
  sayUnheeded(report, wanted, io);
  const fixing =
    wanted.fix === 'no' ? undefined : await (await import('./fixing.ts')).fixAll(report, wanted, io);
  const extras = { [wanted.fix === 'dry' ? 'wouldFix' : 'fixed']: fixing?.places };
  const left = fixing ? { ...report, findings: fixing.findings } : report;
  io.out(await textOf(left, wanted, io, extras));
  if (fixing && fixing.summary !== '') io.err(fixing.summary);
  // A table has no place for what is not in it.
  if (wanted.format === 'csv') sayUnread(report, io);
  return exitCode(left, wanted.failOn);
}

/** Files that are named and left out by what they are keep nobody from a commit; errors: where there is nothing at all. */
function sayNothingScanned(report: Report, { settings }: LintArguments, io: Io): void {
  const { cwd, paths, input } = settings;
  const { skipped } = report;
  const said = skippedText(report);
  const isFile = (path: string): boolean => statsOf(resolve(cwd, path))?.isFile() === true;
  const isByKind = [...skipped.keys()].every((why) => why === 'binary');
  if (skipped.size > 0 && input !== undefined)
    io.err(`paybatch: standard input was not read: ${plainPath(input.path)} is skipped (${said})\n`);
  else if (skipped.size > 0 && isByKind && paths.every(isFile))
    io.err(
      `paybatch: nothing that was named is source code or data (skipped: ${said}): none of it was read\n`,
    );
  else
    throw new UsageError(
      `nothing to scan under ${paths.join(', ')}${said === '' ? '' : ` (skipped: ${said})`}: that is not the same as clean`,
      'nothing',
    );
}

function sayUnread({ unreadable }: Report, io: Io): void {
  for (const one of unreadable) io.err(`${plainPath(one.path)}: ${plain(unreadText(one))}\n`, 'error');
}

/** What was asked for and can't be done. */
function sayUnheeded({ baselined }: Report, { fix, explain, format }: LintArguments, io: Io): void {
  if (fix !== 'no' && baselined > 0)
    io.err(
      `paybatch: --fix leaves what is in the baseline (${baselined}): leave out --baseline to have it fixed\n`,
    );
  if (explain && (format === 'github' || format === 'markdown' || format === 'csv'))
    io.err(
      `paybatch: --explain: ${format} has no place for the reasons of a finding: text, json and sarif have\n`,
      'warn',
    );
}

/** A baseline keeps a check green, not a service from refusing. */
function sayRefused({ baselined, daysLeft, cutoff }: Report, io: Io): void {
  if (baselined === 0 || daysLeft >= 0) return;
  const those =
    baselined === 1 ? '1 finding of the baseline is' : `${baselined} findings of the baseline are`;
  io.err(`paybatch: warning: ${those} left alone, and the last day, ${cutoff}, has passed\n`, 'warn');
}

/** What could not be read is never clean; it outranks everything. */
function exitCode(report: Report, failOn: LintArguments['failOn']): number {
  if (report.unreadable.length > 0) return 2;
  if (failOn === 'never') return 0;
  return report.findings.some(({ severity }) => failOn === 'warning' || severity === 'error') ? 1 : 0;
}

/** Looked at before the scan: that may take long. */
const baselinePlace = ({ writeBaseline, settings }: LintArguments, io: Io): OutputFile | undefined =>
  writeBaseline === undefined
    ? undefined
    : outputFile(
        {
          ...{ flag: 'write-baseline', code: 'baseline', name: writeBaseline, isOurs: isBaseline },
          lookedAt: settings.paths,
        },
        io,
      );

/** All that there is, known before or not; and what was known where nobody looked now. */
async function writeBaseline(
  place: OutputFile,
  report: Report,
  { known, settings }: LintArguments,
  io: Io,
): Promise<number> {
  const { input, levels } = settings;
  const paths = (input === undefined ? settings.paths : [input.path]).map((path) => resolve(io.cwd, path));
  const isOff = (rule: string): boolean => isRuleId(rule) && levels[rule] === 'off';
  const all = [...report.findings, ...(known?.outside(paths, isOff) ?? [])];
  const text = baselineText(all, report.cutoff, { file: place.path, cwd: io.cwd });
  await writeOutput(place, [text]);
  // What nobody could read is in no baseline.
  sayUnread(report, io);
  const { length } = all;
  const passed = report.daysLeft < 0 ? ` The last day, ${report.cutoff}, has passed.` : '';
  const those = length === 1 ? '1 finding, which is' : `${length} findings, which are`;
  io.out(prose(`${plainPath(place.name)}: ${those} left alone by --baseline.${passed}\n`, widthOf(io)));
  if (report.unreadable.length === 0) return EXIT.ok;
  io.err(`paybatch: ${plainPath(place.name)} was written without what could not be read\n`, 'error');
  return EXIT.unusable;
}

/** The report with what was observed. */
async function textOf(report: Report, wanted: LintArguments, io: Io, extras: Extras): Promise<string> {
  if (wanted.observed.length === 0) return render(report, wanted, io, extras);
  const { withObserved } = await import('./observed.ts');
  const { observed, unexplained } = withObserved(report, wanted, io);
  const text = await render(observed, wanted, io, { ...extras, observed: unexplained });
  if (wanted.format !== 'text' && wanted.format !== 'markdown') return text;
  return text + unexplained.map((use) => prose(`${plain(unexplainedText(use))}\n`, widthOf(io))).join('');
}

async function render(
  report: Report,
  { format, explain }: LintArguments,
  io: Io,
  besides: Extras,
): Promise<string> {
  switch (format) {
    case 'text': {
      const colour = (style: 'red' | 'yellow' | 'dim' | 'bold', text: string): string =>
        io.outTerminal ? styleText(style, text) : text;
      return formatText(report, { explain, colour, width: widthOf(io) });
    }
    case 'json':
      return (await import('../../../lint/format/json.ts')).formatJson(report, besides);
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
