// What an audit looks at: everything under the paths, by the linter, and each data file with findings as a migration would
// leave it. Writes nothing.
import { resolve } from 'node:path';

import { EXIT, type ExitStatus } from '../errors.ts';
import { InputError } from '../files/input-error.ts';
import { readSmallFile, SMALL } from '../files/small-file.ts';
import type { Profile } from '../interface/profile.ts';
import type { Report } from '../lint/finding.ts';
import { findingJson } from '../lint/format/json.ts';
import { lint, type LintSettings } from '../lint/lint.ts';
import { migrateFile } from '../migrate/migrate.ts';
import { type Audit, audit, type AuditData } from './audit.ts';
import { Owners } from './owners.ts';
import type { EarlierReport } from './trend.ts';

export interface Survey {
  readonly audit: Audit;
  readonly exitStatus: ExitStatus;
}

/** Requests and descriptions of requests: they are fixed where they come from, not migrated as data. Bounded: a path. */
const NOT_DATA = /(postman_collection|insomnia|openapi|swagger|package|tsconfig|\.config)\b.*\.json$/i;

/** Paths in the audit are as the linter names them, relative to `settings.cwd`. */
export async function survey(
  settings: LintSettings,
  profile: Profile,
  since: EarlierReport | null,
): Promise<Survey> {
  const report = await lint(settings);
  const { data, unusable } = await migrated(dataFiles(report), settings.cwd, profile);
  const owners = new Owners(readText);
  const { asOf, cutoff, daysLeft, filesScanned } = report;
  const result = audit({
    ...{ asOf, cutoff, daysLeft, filesScanned },
    findings: report.findings.map((finding) => ({
      ...findingJson(finding),
      owners: owners.of(resolve(settings.cwd, finding.path)),
    })),
    unreadable: report.unreadable,
    since,
    data,
    notLookedAt: [
      ...report.unreadable.map(({ path, why }) => `${path}: ${why}`),
      ...unusable,
      ...[...report.skipped].map(([why, count]) => `${count} files: ${why}`),
    ],
  });
  return { audit: result, exitStatus: exitStatus(report, result) };
}

function readText(path: string): string | undefined {
  try {
    return readSmallFile(path, SMALL.settings);
  } catch {
    return undefined; // no such file, or none that can be read: it names nobody
  }
}

function exitStatus(report: Report, { ready }: Audit): ExitStatus {
  if (report.unreadable.length > 0) return EXIT.unusable;
  return ready ? EXIT.ok : EXIT.refusedRows;
}

function dataFiles({ findings }: Report): Set<string> {
  const paths = new Set<string>();
  for (const { rule, path } of findings) {
    const isData = /\.(csv|json|ndjson|jsonl)$/i.test(path) && !NOT_DATA.test(path);
    if (isData && rule !== 'current-tenant-endpoint') paths.add(path);
  }
  return paths;
}

/** Each file as a migration would leave it; what can't be migrated, with the reason. */
async function migrated(
  paths: ReadonlySet<string>,
  folder: string,
  profile: Profile,
): Promise<{ data: AuditData[]; unusable: string[] }> {
  const data: AuditData[] = [];
  const unusable: string[] = [];
  for (const path of paths) {
    try {
      const end = await migrateFile({
        file: resolve(folder, path),
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
      unusable.push(`${error.message.replaceAll(`${folder}/`, '')} (not migrated)`);
    }
  }
  return { data, unusable };
}
