// What an audit looks at: everything under the paths, by the linter, and each data file with findings as a migration would
// leave it. Writes nothing.
import { existsSync } from 'node:fs';
import { resolve } from 'node:path';

import { EXIT, type ExitStatus } from '../errors.ts';
import { InputError } from '../files/input-error.ts';
import { readSmallFile, SmallFileError } from '../files/small-file.ts';
import { statsOf } from '../files/stats-of.ts';
import type { Profile } from '../interface/profile.ts';
import { openSource, textOf } from '../lint/files/source.ts';
import { Walk } from '../lint/files/walk.ts';
import { findingJson } from '../lint/format/json.ts';
import { plural, whyUnread } from '../lint/format/words.ts';
import { lint, type LintSettings } from '../lint/lint.ts';
import type { Report } from '../lint/model/report.ts';
import { CUSTOMER_OWN, TRANSFER_OWN, TRANSFER_SHARED } from '../lint/model/vocabulary.ts';
import { shownPath } from '../lint/run/look.ts';
import { migrateFile } from '../migrate/migrate.ts';
import { type Audit, audit, type AuditData } from './audit.ts';
import type { EarlierReport, KnownFinding } from './earlier.ts';
import { type LeftOut, passedOverTexts } from './left-out.ts';
import { MAX_CODEOWNERS, NO_OWNER, ownersOf } from './owners.ts';
import { trendOf } from './trend.ts';
import { toldPath, whereaboutsOf, within } from './whereabouts.ts';

export interface Survey {
  readonly audit: Audit;
  readonly exitStatus: ExitStatus;
}

/** Requests and descriptions of requests: they are fixed where they come from, not migrated as data. */
const DESCRIBES = /(postman_collection|insomnia|openapi|swagger|package|tsconfig|\.config)\b/i;
const isData = (path: string): boolean =>
  /\.(csv|json|ndjson|jsonl)$/i.test(path) && !(/\.json$/i.test(path) && DESCRIBES.test(path));

/** Paths in the audit are as the linter names them, relative to `settings.cwd`; those of `since` are absolute. */
export async function survey(
  settings: LintSettings,
  profile: Profile,
  since: EarlierReport | null,
): Promise<Survey> {
  const asked = new Set(since?.findings.map(({ path }) => path));
  const report = await lint({ ...settings, asked });
  const named = dataFiles(report);
  const { data, unusable, broken } = await migrated(named, settings.cwd, profile);
  const others: string[] = [];
  for (const path of silentData(settings)) if (!named.has(path)) others.push(path);
  // Data that nothing was found in is worth telling as well, where it is data at all.
  const further = await migrated(others, settings.cwd, profile);
  const shownData = [...data, ...further.data].sort((a, b) => (a.path < b.path ? -1 : 1));
  const placeOf = (path: string): string => resolve(settings.cwd, path);
  const unheeded: string[] = [];
  const { owners, givenUp } = ownersOf(
    report.findings.map(({ path }) => placeOf(path)),
    (path) => readText(settings.cwd, path, unheeded),
  );
  if (givenUp > 0)
    unheeded.push(`CODEOWNERS has too many patterns for ${givenUp} of the files: no owner is named for them`);
  const { asOf, cutoff, daysLeft, filesScanned } = report;
  const findings = report.findings.map((finding) => ({
    ...findingJson(finding, report),
    owners: owners.get(placeOf(finding.path)) ?? [NO_OWNER],
  }));
  const leftOut = leftOutOf(report, since, settings);
  const whole = (one: KnownFinding): KnownFinding => ({ ...one, path: placeOf(one.path) });
  const result = audit({
    ...{ asOf, cutoff, daysLeft, filesScanned, findings, leftOut },
    ...whereaboutsOf(settings.cwd),
    paths: settings.paths.map((path) => toldPath(settings.cwd, path)),
    unreadable: report.unreadable.map((one) => ({ path: one.path, why: whyUnread(one) })),
    trend:
      since &&
      trendOf(since, {
        findings: findings.map(whole),
        leftOut: leftOut.map(whole),
        paths: settings.paths.map(placeOf),
      }),
    data: shownData,
    notLookedAt: [
      ...report.unreadable.map((one) => `${one.path}: ${whyUnread(one)}`),
      ...unusable,
      ...broken,
      ...further.broken,
      ...unheeded,
      ...passedOverTexts(report),
    ],
  });
  return { audit: result, exitStatus: exitStatus(report, result) };
}

/** What somebody told the linter to pass over, and what it found earlier in files that it hasn't looked at since. */
function leftOutOf(
  { leftOut, read }: Report,
  since: EarlierReport | null,
  { cwd, paths }: LintSettings,
): LeftOut[] {
  const known = within(
    paths.map((path) => resolve(cwd, path)),
    since?.findings ?? [],
  );
  const unread = new Set(
    [...new Set(known.map(({ path }) => path))].filter((path) => !read.has(path) && existsSync(path)),
  );
  const left = known
    .filter(({ path }) => unread.has(path))
    .map(({ rule, path, fingerprint }) => ({
      ...{ rule, path: shownPath(cwd, path), fingerprint },
      by: 'unread' as const,
    }));
  return [...leftOut, ...left];
}

function readText(cwd: string, path: string, unheeded: string[]): string | undefined {
  try {
    return readSmallFile(path, MAX_CODEOWNERS);
  } catch (error) {
    // No such file: it names nobody.
    if (error instanceof SmallFileError && error.code !== 'ENOENT' && error.code !== 'ENOTDIR')
      unheeded.push(`${shownPath(cwd, path)}: ${error.message}: it names no owners here`);
    return undefined;
  }
}

function exitStatus(report: Report, { ready }: Audit): ExitStatus {
  if (report.unreadable.length > 0) return EXIT.unusable;
  return ready ? EXIT.ok : EXIT.refusedRows;
}

function dataFiles({ findings }: Report): Set<string> {
  const paths = new Set<string>();
  for (const { rule, path } of findings) {
    if (isData(path) && rule !== 'current-tenant-endpoint') paths.add(path);
  }
  return paths;
}

/** Files that hold payouts or customers by two names that hardly anybody else has, whatever was found in them. */
function* silentData({ cwd, paths, ignored }: LintSettings): Iterable<string> {
  for (const file of filesUnder(cwd, paths, ignored)) {
    if (!isData(file)) continue;
    const opened = openSource(file);
    if (!('bytes' in opened)) continue;
    const head = textOf(opened).slice(0, HEAD_CHARS);
    const names = /\.csv$/i.test(file) ? columnsOf(head) : keysOf(head);
    if (new Set(names.filter(isOurs)).size >= 2) yield shownPath(cwd, file);
  }
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

const HEAD_CHARS = 8_000;

/** None of what this tool itself wrote: that begins with the line. */
function columnsOf(head: string): readonly string[] {
  const [header = ''] = head.split('\n', 1);
  const columns = header.split(/[,;\t]/).map((cell) => cell.trim().replace(/^"|"$/g, ''));
  return columns[0] === 'line' ? [] : columns;
}

/** Of a list of records, or of records a line each. None of what was answered, which has names of its own. */
function keysOf(head: string): readonly string[] {
  // Bounded: the beginning of a file.
  if (!/^\ufeff?\s*(?:\[\s*)?\{/.test(head)) return [];
  const keys = [...head.matchAll(/"([\w.]{1,60})"\s{0,3}:/g)].map(([, key = '']) => key);
  return keys.some((key) => ANSWERED.has(key)) ? [] : keys;
}

const ANSWERED: ReadonlySet<string> = new Set([
  'id',
  'status',
  'createdAt',
  'updatedAt',
  'quoteId',
  '$schema',
]);
const isOurs = (column: string): boolean =>
  TRANSFER_OWN.has(column) ||
  TRANSFER_SHARED.has(column.split('.').at(-1) ?? '') ||
  CUSTOMER_OWN.has(column.split('.')[0] ?? '');

/** Each file as a migration would leave it; what can't be migrated, with the reason. */
async function migrated(
  paths: Iterable<string>,
  folder: string,
  profile: Profile,
): Promise<{ data: AuditData[]; unusable: string[]; broken: string[] }> {
  const data: AuditData[] = [];
  const unusable: string[] = [];
  const broken: string[] = [];
  for (const path of paths) {
    try {
      const end = await migrateFile({
        file: resolve(folder, path),
        out: null,
        profile,
        amountIsReceiverAmount: false,
        answers: new Map(),
        leftAlone: [],
      });
      const { kind, records: rows, ready, waiting, unreadable, changed } = end;
      data.push({ path, kind, rows, ready, waiting, unreadable, changed });
      // The rest of a reason may be words of the file.
      for (const one of end.broken)
        broken.push(`a row that can't be read: ${path}:${one.line}: ${one.why.split(': ', 1)[0] ?? ''}`);
      const more = unreadable - end.broken.length;
      if (more > 0) broken.push(`${plural(more, 'more row')} of ${path} that can't be read`);
    } catch (error) {
      if (!(error instanceof InputError)) throw error;
      unusable.push(`${error.message.replaceAll(resolve(folder, path), path)} (not migrated)`);
    }
  }
  return { data, unusable, broken };
}
