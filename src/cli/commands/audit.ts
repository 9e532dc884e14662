// audit: where a company stands, on one page.
import { resolve } from 'node:path';

import type { Audit } from '../../audit/audit.ts';
import { auditHtml } from '../../audit/audit-html.ts';
import { auditMarkdown } from '../../audit/audit-markdown.ts';
import { auditText } from '../../audit/audit-text.ts';
import { type EarlierReport, parseReport } from '../../audit/earlier.ts';
import { survey } from '../../audit/survey.ts';
import { readSmallFile, SMALL, SmallFileError } from '../../files/small-file.ts';
import type { AuditArgs } from '../definitions/migration.ts';
import { type Io, UsageError } from '../io.ts';
import { type OutputFile, outputFile, writeOutput } from '../output-file.ts';
import { prose } from '../render/prose.ts';
import { widthOf } from '../render/table.ts';
import { Settings } from '../settings.ts';
import { lintArguments } from './lint/arguments.ts';

const FORMATS: Readonly<Record<NonNullable<AuditArgs['format']>, (audit: Audit) => string>> = {
  text: auditText,
  json: (one) => `${JSON.stringify(one, null, 2)}\n`,
  markdown: auditMarkdown,
  html: auditHtml,
};

export async function auditCommand(args: AuditArgs, io: Io): Promise<number> {
  const settings = new Settings(args, io);
  if (args.paths.length === 0) throw new UsageError('audit: name a file or folder: paybatch audit .');
  const out = args.out === undefined ? undefined : placeOf(args.out, args.paths, io);
  const format = FORMATS[args.json ? 'json' : (args.format ?? 'text')];
  const { settings: lintSettings } = await lintArguments(lintFlags(args), io, settings);
  const since = earlier(args, io);
  if (since && since.asOf > lintSettings.asOf)
    throw new UsageError(
      `--since ${args.since ?? ''}: that report is of ${since.asOf}, later than this one (${lintSettings.asOf})`,
      'since',
    );
  const { audit, exitStatus } = await survey(lintSettings, settings.profile, since);
  if (audit.filesScanned === 0) {
    throw new UsageError(
      `nothing to look at under ${lintSettings.paths.join(', ')}: that is not the same as clean`,
      'nothing',
    );
  }
  const text = format(audit);
  if (out === undefined) io.out(format === auditText ? inColumns(text, widthOf(io)) : text);
  else {
    await writeOutput(out, [text]);
    io.out(`${out.name}\n`);
  }
  return exitStatus;
}

/** A number and what it counts, or a rule and the gap behind it: what the text of a line stands after. Bounded: 40 characters each. */
const HEAD = /^ {2}(?:\d{1,2}\. | {0,5}\d{1,6} {2}|[a-z\d-]{1,40} {1,40}(?=\d))/;

/** A line goes on below its own text. */
const inColumns = (text: string, width: number): string =>
  text
    .split('\n')
    .map((line) => prose(line, width, HEAD.exec(line)?.[0].length ?? 0))
    .join('\n');

function earlier({ since: file, paths }: AuditArgs, io: Io): EarlierReport | null {
  if (file === undefined) return null;
  let text: string;
  try {
    text = readSmallFile(resolve(io.cwd, file), SMALL.report);
  } catch (error) {
    if (!(error instanceof SmallFileError)) throw error;
    throw new UsageError(`--since ${file}: ${error.message}`, 'since');
  }
  const now = paths.map((path) => resolve(io.cwd, path));
  const parsed = parseReport(text, io.cwd, now);
  if (!parsed.ok) throw new UsageError(`--since ${file}: ${parsed.why}`, 'since');
  return parsed.report;
}

/** What an audit takes over of lint's flags. */
function lintFlags({ paths, json, 'as-of': asOf, cutoff }: AuditArgs): Parameters<typeof lintArguments>[0] {
  return { paths, json, 'as-of': asOf, cutoff };
}

/** How an audit begins, in each of its forms. */
const BEGINS = [
  /^#? ?Migration audit\b/,
  /^\{\s*"asOf": ?"[\d-]+",\s*"cutoff":/,
  /^<!doctype html>[^]{0,4000}<title>Migration audit\b/,
];

const placeOf = (name: string, lookedAt: readonly string[], io: Io): OutputFile =>
  outputFile(
    { flag: 'out', code: 'out', name, lookedAt, isOurs: (head) => BEGINS.some((begin) => begin.test(head)) },
    io,
  );
