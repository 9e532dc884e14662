// lint: every deprecated use under the paths, with its place; fixes what is safe to fix.
import { readFileSync, writeFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { styleText } from 'node:util';

import { baselineText } from '../../../lint/baseline.ts';
import type { Report } from '../../../lint/finding.ts';
import { applyFixes } from '../../../lint/fix.ts';
import { formatGithub, formatMarkdown } from '../../../lint/format/github.ts';
import { formatCsv, formatJson } from '../../../lint/format/json.ts';
import { formatSarif } from '../../../lint/format/sarif.ts';
import { formatText } from '../../../lint/format/text.ts';
import { lint } from '../../../lint/lint.ts';
import { normal, observe, type Observed } from '../../../lint/observed.ts';
import { type Io, UsageError } from '../../io.ts';
import { rulesJson, rulesText } from '../../render/rules.ts';
import { Settings } from '../../settings.ts';
import { VERSION } from '../../version.ts';
import { type LintArguments, lintArguments } from './arguments.ts';
import type { LintArgs } from './index.ts';

export async function lintCommand(args: LintArgs, io: Io): Promise<number> {
  const settings = new Settings(args, io);
  if (args.rules) {
    const json = args.json || args.format === 'json';
    io.out(json ? rulesJson(settings.profile.cutoffYear) : rulesText(settings.profile.cutoffYear));
    return 0;
  }
  const wanted = await lintArguments(args, io, settings);
  let report = await lint(wanted.settings);
  if (report.filesScanned === 0 && report.unreadable.length === 0) {
    throw new UsageError(
      `nothing to scan under ${wanted.settings.paths.join(', ')}: that is not the same as clean${skippedText(report)}`,
      'nothing',
    );
  }
  if (wanted.writeBaseline !== undefined) return writeBaseline(wanted, report, io);
  if (wanted.fix !== 'no' && wanted.settings.input === undefined) {
    const fixed = await applyFixes(io.cwd, report.findings, wanted.settings, wanted.fix === 'dry');
    for (const { path, fixes, diff, left } of fixed) {
      if (wanted.fix === 'dry') io.out(diff);
      if (left !== undefined) io.err(`${path}: not fixed: ${left}\n`);
      else if (wanted.fix === 'yes') io.err(`${path}: ${fixes} fixed\n`);
    }
    if (wanted.fix === 'yes') report = await lint(wanted.settings);
  }
  const seen = observedOf(wanted.observed, io);
  io.out(render(report, wanted, io, seen));
  return exitCode(report, wanted.failOn);
}

/** What could not be read is never clean; it outranks everything. */
function exitCode(report: Report, failOn: LintArguments['failOn']): number {
  if (report.unreadable.length > 0) return 2;
  if (failOn === 'never') return 0;
  return report.findings.some(({ severity }) => failOn === 'warning' || severity === 'error') ? 1 : 0;
}

function skippedText(report: Report): string {
  const skipped = [...report.skipped].map(([why, count]) => `${count} ${why}`).join(', ');
  return skipped === '' ? '' : ` (skipped: ${skipped})`;
}

function writeBaseline(wanted: LintArguments, report: Report, io: Io): number {
  const file = wanted.writeBaseline ?? '';
  try {
    const place = { file: resolve(io.cwd, file), cwd: io.cwd };
    writeFileSync(place.file, baselineText(report.findings, report.cutoff, place), { mode: 0o600 });
  } catch (error) {
    const { code, message } = error as NodeJS.ErrnoException; // Node's error
    throw new UsageError(`--write-baseline ${file}: can't be written (${code ?? message})`, 'baseline');
  }
  io.out(`${file}: ${report.findings.length} findings. They are left alone until ${report.cutoff}.\n`);
  return 0;
}

function observedOf(files: readonly string[], io: Io): Observed[] {
  return observe(
    files.map((name) => {
      try {
        return { name, text: readFileSync(resolve(io.cwd, name), 'utf8') };
      } catch (error) {
        const { code = 'unreadable' } = error as NodeJS.ErrnoException; // Node's error
        throw new UsageError(
          `--observed ${name}: ${code === 'ENOENT' ? 'there is no such file' : `can't be read (${code})`}`,
        );
      }
    }),
  );
}

function render(
  report: Report,
  { format, explain, observed }: LintArguments,
  io: Io,
  seen: readonly Observed[],
): string {
  const joined = observed.length === 0 ? report : withObserved(report, seen);
  switch (format) {
    case 'text': {
      const colour = (style: 'red' | 'yellow' | 'dim' | 'bold', text: string): string =>
        io.outTerminal ? styleText(style, text) : text;
      return formatText(joined, { explain, colour }) + orphans(report, seen);
    }
    case 'json':
      return formatJson(joined);
    case 'sarif':
      return formatSarif(joined, VERSION);
    case 'github':
      return formatGithub(joined);
    case 'csv':
      return formatCsv(joined);
    case 'markdown':
      return formatMarkdown(joined) + orphans(report, seen);
    default:
      return format satisfies never;
  }
}

/** Each path's finding with how often its call was really seen. */
function withObserved(report: Report, seen: readonly Observed[]): Report {
  const findings = report.findings.map((finding) => {
    if (finding.rule !== 'current-tenant-endpoint') return finding;
    const own = seen.find(({ path }) => path === normal(finding.field));
    const words = own
      ? `seen ${own.count} time${own.count === 1 ? '' : 's'}${own.last === '' ? '' : `, last ${own.last}`}`
      : 'not seen in the recordings';
    return { ...finding, message: `${finding.message} (${words})`, evidence: [...finding.evidence, words] };
  });
  return { ...report, findings };
}

/** Calls that were seen and that no code here makes. */
function orphans(report: Report, seen: readonly Observed[]): string {
  const known = new Set(report.findings.map(({ field }) => normal(field)));
  const lines = seen
    .filter(({ path }) => !known.has(path))
    .map(
      ({ path, count, last }) =>
        `Seen ${count} times${last === '' ? '' : `, last ${last}`}, and no code found for it: ${path}`,
    );
  return lines.length === 0 ? '' : `${lines.join('\n')}\n`;
}
