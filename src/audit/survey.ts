// The survey of an audit: the linter on all paths, and a dry migration of each data file. Writes nothing.
import { basename, resolve } from 'node:path';

import { EXIT, type ExitStatus } from '../errors.ts';
import { InputError } from '../files/input-error.ts';
import { readSmallFile, SmallFileError, statsOf } from '../files/small-file.ts';
import { OPERATOR_COLUMN_PREFIX } from '../interface/columns.ts';
import type { Profile } from '../interface/profile.ts';
import { Walk } from '../lint/files/walk.ts';
import { findingJson } from '../lint/format/json.ts';
import { plural, skippedText, whyUnread } from '../lint/format/words.ts';
import { lint, type LintSettings } from '../lint/lint.ts';
import type { Report } from '../lint/model/finding.ts';
import { CUSTOMER_OWN, TRANSFER_OWN, TRANSFER_SHARED } from '../lint/model/vocabulary.ts';
import { OWN_ID, STATE } from '../lint/read/tree-around.ts';
import { shownPath } from '../lint/run/look.ts';
import { fieldsOf, migrateFile } from '../migrate/migrate.ts';
import type { MigrateSettings } from '../migrate/source.ts';
import { say } from '../words/say.ts';
import { type Audit, audit, type AuditData } from './audit.ts';
import { MAX_CODEOWNERS, NO_OWNER, ownersOf } from './owners.ts';
import { type EarlierReport, type KnownFinding, trendOf } from './trend.ts';

export interface Survey {
  readonly audit: Audit;
  readonly exitStatus: ExitStatus;
}

/** Paths in the audit are as the linter names them, relative to `settings.cwd`; those of `since` are absolute. */
export async function survey(
  settings: LintSettings,
  profile: Profile,
  since: EarlierReport | null,
): Promise<Survey> {
  const { cwd, paths } = settings;
  const report = await lint(settings);
  const { asOf, cutoff, daysLeft, filesScanned, leftOut } = report;
  const { data, broken, unreadable } = await migrated(
    await dataFiles(report, settings, profile),
    cwd,
    profile,
  );
  const placeOf = (path: string): string => resolve(cwd, path);
  const owners = ownersOf(
    report.findings.map(({ path }) => placeOf(path)),
    readOwners,
  );
  const findings = report.findings.map((finding) => ({
    ...findingJson(finding, report),
    owners: owners.get(placeOf(finding.path)) ?? [NO_OWNER],
  }));
  const whole = (one: KnownFinding): KnownFinding => ({ ...one, path: placeOf(one.path) });
  const passedOver = skippedText(report);
  const result = audit({
    ...{ asOf, cutoff, daysLeft, filesScanned, findings, leftOut, data },
    folder: basename(cwd) || 'root',
    paths: paths.map((path) => shownPath(cwd, placeOf(path))),
    unreadable: onePerPath([
      ...unreadable,
      ...report.unreadable.map((one) => ({ path: one.path, why: whyUnread(one) })),
    ]),
    trend: since && trendOf(since, findings.map(whole), leftOut.map(whole)),
    notLookedAt: [
      ...report.unreadable.map((one) => `${one.path}: ${whyUnread(one)}`),
      ...broken,
      ...(passedOver === '' ? [] : [`${passedOver}: not looked at`]),
    ],
  });
  return { audit: result, exitStatus: exitStatus(result) };
}

/** A missing or unreadable file names no owners. */
function readOwners(path: string): string | undefined {
  try {
    return readSmallFile(path, MAX_CODEOWNERS);
  } catch (error) {
    if (error instanceof SmallFileError) return undefined;
    throw error;
  }
}

const onePerPath = (files: Audit['unreadable']): Audit['unreadable'] => [
  ...new Map(files.map((file) => [file.path, file])).values(),
];

function exitStatus({ ready, unreadable }: Audit): ExitStatus {
  if (unreadable.length > 0) return EXIT.unusable;
  return ready ? EXIT.ok : EXIT.refusedRows;
}

/** Descriptions of requests: they are corrected where they come from, not migrated as data. */
const DESCRIBES = /(postman_collection|insomnia|openapi|swagger|package|tsconfig|\.config)\b/i;
const isData = (path: string): boolean =>
  /\.(csv|json|ndjson|jsonl)$/i.test(path) && !(/\.json$/i.test(path) && DESCRIBES.test(path));

/** Data files with findings, and other files of payouts or customers. */
async function dataFiles(
  { findings }: Report,
  { cwd, paths, ignored }: LintSettings,
  profile: Profile,
): Promise<string[]> {
  const all = new Set(
    findings
      .filter(({ rule, path }) => isData(path) && rule !== 'current-tenant-endpoint')
      .map(({ path }) => path),
  );
  for (const file of filesUnder(cwd, paths, ignored)) {
    const path = shownPath(cwd, file);
    if (!isData(path) || all.has(path)) continue;
    if (isOfService(await fieldsOf(dryMigration(file, profile)))) all.add(path);
  }
  return [...all].sort();
}

function filesUnder(cwd: string, paths: readonly string[], ignored: readonly string[]): Set<string> {
  const files = new Set<string>();
  const walk = new Walk(cwd, ignored);
  for (const path of paths) {
    const file = resolve(cwd, path);
    const stats = statsOf(file);
    if (stats?.isDirectory() === true) walk.files(file, (one) => files.add(one));
    else if (stats) files.add(file);
  }
  return files;
}

/** Whether it has at least two fields that are typical of payouts or customers. paybatch's own files begin with `line`. */
function isOfService(fields: readonly string[]): boolean {
  const isFinished = [OWN_ID, STATE].every((names) => fields.some((field) => names.test(bare(field))));
  return bare(fields[0] ?? '') !== 'line' && !isFinished && new Set(fields.filter(isOurs)).size >= 2;
}

/** Without the prefix of columns that the migration does not know. */
const bare = (field: string): string => field.replace(OPERATOR_COLUMN_PREFIX, '');
const isOurs = (field: string): boolean => {
  const [top = '', leaf = top] = field.split('.');
  const isSide = leaf !== top && (top === 'source' || top === 'destination');
  return isSide || TRANSFER_OWN.has(top) || TRANSFER_SHARED.has(top) || CUSTOMER_OWN.has(top);
};

const dryMigration = (file: string, profile: Profile): MigrateSettings => ({
  ...{ file, out: null, profile, say, amountIsReceiverAmount: false },
  ...{ answers: new Map(), leftAlone: new Set() },
});

/**
 * The result of a migration of each file, and what can't be migrated, with the reason. A file is unreadable if it
 * begins as a data file and can't be read to its end.
 */
async function migrated(
  files: readonly string[],
  folder: string,
  profile: Profile,
): Promise<{ data: AuditData[]; broken: string[]; unreadable: { path: string; why: string }[] }> {
  const data: AuditData[] = [];
  const broken: string[] = [];
  const unreadable: { path: string; why: string }[] = [];
  for (const path of files) {
    const file = resolve(folder, path);
    try {
      const end = await migrateFile(dryMigration(file, profile));
      const { kind, records: rows, ready, waiting, changed } = end;
      data.push({ path, kind, rows, ready, waiting, unreadable: end.unreadable, changed });
      for (const { line, why } of end.broken) {
        // The detail of a parser repeats text of the file.
        const shown = 'detail' in why.params ? { ...why, params: {} } : why;
        broken.push(`${path}:${line}: this row can't be read: ${say(shown)}`);
      }
      const more = end.unreadable - end.broken.length;
      if (more > 0) broken.push(`${plural(more, 'more row')} of ${path} that can't be read`);
    } catch (error) {
      if (!(error instanceof InputError)) throw error;
      const why = error.message.replaceAll(file, path);
      broken.push(`${why} (not migrated)`);
      if ((await fieldsOf(dryMigration(file, profile))).length > 0) unreadable.push({ path, why });
    }
  }
  return { data, broken, unreadable };
}
