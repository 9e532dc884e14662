// audit: everything in one command: lint what is under the path, try the migration of its data files, one report.
import { writeFileSync } from 'node:fs';
import { resolve } from 'node:path';

import { type Audit, audit, type AuditData } from '../../../audit/audit.ts';
import { auditHtml } from '../../../audit/audit-html.ts';
import { auditMarkdown } from '../../../audit/audit-markdown.ts';
import { auditText } from '../../../audit/audit-text.ts';
import { InputError } from '../../../files/input-error.ts';
import type { Profile } from '../../../interface/profile.ts';
import type { Report } from '../../../lint/finding.ts';
import { lint } from '../../../lint/lint.ts';
import { migrateFile } from '../../../migrate/migrate.ts';
import { type Io, UsageError } from '../../io.ts';
import { Settings } from '../../settings.ts';
import { lintArguments } from '../lint/arguments.ts';
import type { AuditArgs } from './index.ts';

const FORMATS: Readonly<Record<NonNullable<AuditArgs['format']>, (audit: Audit) => string>> = {
  text: auditText,
  json: (one) => `${JSON.stringify(one, null, 2)}\n`,
  markdown: auditMarkdown,
  html: auditHtml,
};
/** Requests and descriptions of requests: mended where they come from, not migrated as data. */
const NOT_DATA = /(postman_collection|insomnia|openapi|swagger|package|tsconfig|\.config)\b.*\.json$/i;

export async function auditCommand(args: AuditArgs, io: Io): Promise<number> {
  const settings = new Settings(args, io);
  if (args.paths.length === 0) throw new UsageError('audit: name a file or folder: paybatch audit .');
  const format = FORMATS[args.json ? 'json' : (args.format ?? 'text')];
  const { settings: lintSettings } = await lintArguments(lintFlags(args), io, settings);
  const report = await lint(lintSettings);
  if (report.filesScanned === 0) {
    throw new UsageError(
      `nothing to look at under ${lintSettings.paths.join(', ')}: an empty look is no clean bill`,
      'nothing',
    );
  }
  const { data, unusable } = await dataFiles(report, io, settings.profile);
  const result = audit({
    asOf: report.asOf,
    cutoff: report.cutoff,
    daysLeft: report.daysLeft,
    filesScanned: report.filesScanned,
    findings: report.findings.map(({ rule, severity, path, line, message, fixable }) => ({
      rule,
      severity,
      path,
      line,
      message,
      fixable,
    })),
    data,
    notLookedAt: [
      ...report.unreadable.map(({ path, why }) => `${path}: ${why}`),
      ...unusable,
      ...[...report.skipped].map(([why, count]) => `${count} files: ${why}`),
    ],
  });
  const text = format(result);
  const out = args.out;
  if (out === undefined) io.out(text);
  else {
    write(resolve(io.cwd, out), out, text);
    io.out(`${out}\n`);
  }
  if (report.unreadable.length > 0) return 2;
  return report.findings.length > 0 || data.some(({ waiting, unreadable }) => waiting + unreadable > 0)
    ? 1
    : 0;
}

/** What an audit takes over of lint's flags. */
function lintFlags({ paths, json, 'as-of': asOf, cutoff }: AuditArgs): Parameters<typeof lintArguments>[0] {
  return { paths, json, 'as-of': asOf, cutoff };
}

function write(path: string, shown: string, text: string): void {
  try {
    writeFileSync(path, text, { mode: 0o600 });
  } catch (error) {
    const { code, message } = error as NodeJS.ErrnoException; // Node's error
    throw new UsageError(`--out ${shown}: can't be written (${code ?? message})`, 'out');
  }
}

/** Data files with findings, each as a migration would leave it. */
async function dataFiles(
  report: Report,
  io: Io,
  profile: Profile,
): Promise<{ data: AuditData[]; unusable: string[] }> {
  const paths = new Set(
    report.findings
      .filter(
        ({ rule, path }) =>
          rule !== 'current-tenant-endpoint' &&
          /\.(csv|json|ndjson|jsonl)$/i.test(path) &&
          !NOT_DATA.test(path),
      )
      .map(({ path }) => path),
  );
  const data: AuditData[] = [];
  const unusable: string[] = [];
  for (const path of paths) {
    try {
      const end = await migrateFile({
        file: resolve(io.cwd, path),
        out: null,
        profile,
        amountIsReceiverAmount: false,
        acceptSuggestions: false,
        answers: new Map(),
      });
      const { kind, records: rows, ready, waiting, unreadable } = end;
      data.push({ path, kind, rows, ready, waiting, unreadable });
    } catch (error) {
      if (!(error instanceof InputError)) throw error;
      unusable.push(`${error.message.replaceAll(`${io.cwd}/`, '')} (not migrated)`);
    }
  }
  return { data, unusable };
}
