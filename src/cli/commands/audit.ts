// audit: the remaining work before the cutoff, on one page.
import { resolve } from 'node:path';

import type { Audit } from '../../audit/audit.ts';
import { auditHtml } from '../../audit/html.ts';
import { pageOf } from '../../audit/sections.ts';
import { survey } from '../../audit/survey.ts';
import { auditMarkdown, auditText } from '../../audit/text.ts';
import { type EarlierReport, parseReport } from '../../audit/trend.ts';
import { SMALL } from '../../files/small-file.ts';
import type { AuditArgs } from '../definitions/migration.ts';
import { type Io, readNamed, UsageError } from '../io.ts';
import { type OutputFile, outputFile, writeOrPrint } from '../output-file.ts';
import { Settings } from '../settings.ts';
import { lintSettings } from './lint/settings.ts';

function rendered(audit: Audit, format: NonNullable<AuditArgs['format']>): string {
  switch (format) {
    case 'json':
      return `${JSON.stringify(audit, null, 2)}\n`;
    case 'markdown':
      return auditMarkdown(pageOf(audit));
    case 'html':
      return auditHtml(pageOf(audit));
    default:
      return auditText(pageOf(audit));
  }
}

export async function auditCommand(args: AuditArgs, io: Io): Promise<number> {
  const settings = new Settings(args, io);
  const out = args.out === undefined ? undefined : placeOf(args.out, args.paths, io);
  const format = args.json ? 'json' : (args.format ?? 'text');
  const { json, config, 'as-of': asOf, cutoff } = args;
  const scan = await lintSettings({ paths: args.paths, json, config, 'as-of': asOf, cutoff }, io);
  const since = earlier(args, io);
  if (since && since.asOf > scan.asOf)
    throw new UsageError(`--since: that report is of ${since.asOf}, later than ${scan.asOf}`, 'since');
  const { audit, exitStatus } = await survey(scan, settings.profile, since);
  const paths = scan.paths.join(', ');
  if (audit.filesScanned === 0)
    throw new UsageError(`no files to check under ${paths}, so nothing is known to be clean`, 'nothing');
  await writeOrPrint(out, [rendered(audit, format)], io);
  return exitStatus;
}

function earlier({ since: file, paths }: AuditArgs, io: Io): EarlierReport | null {
  if (file === undefined) return null;
  const text = readNamed(resolve(io.cwd, file), SMALL.report, `--since ${file}`, 'since');
  const now = paths.map((path) => resolve(io.cwd, path));
  const parsed = parseReport(text, io.cwd, now);
  if (!parsed.ok) throw new UsageError(`--since ${file}: ${parsed.why}`, 'since');
  return parsed.report;
}

/** How an audit begins, in each of its forms. */
const BEGINS = [
  /^#? ?Migration audit\b/,
  /^\{\s*"asOf": ?"[\d-]+",\s*"cutoff":/,
  /^<!doctype html>[^]{0,4000}<title>Migration audit\b/,
];

function placeOf(name: string, lookedAt: readonly string[], io: Io): OutputFile {
  const isOurs = (head: string): boolean => BEGINS.some((begin) => begin.test(head));
  return outputFile({ flag: 'out', code: 'out', name, lookedAt, isOurs }, io);
}
