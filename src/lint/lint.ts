// A run of the linter: walk, look at each file, tell files of each other's constants and routes, then levels, confidence and
// baseline. Holds only findings and names of files.
import { resolve } from 'node:path';

import { PaybatchError } from '../errors.ts';
import { statsOf } from '../files/stats-of.ts';
import { daysBetween } from '../interface/cutoff.ts';
import type { RuleId } from '../interface/rules.ts';
import { finish, givenFor } from './across.ts';
import type { Baseline } from './baseline.ts';
import { type Confidence, type Finding, RANK, type ScanSettings, type Severity } from './model/finding.ts';
import type { Report, SkipReason, Unread } from './model/report.ts';
import { Batches } from './run/batches.ts';
import type { Cache } from './run/cache.ts';
import { type FileLook, Looker, type LookSettings, shownPath } from './run/look.ts';
import type { FileResult } from './scan.ts';

export interface LintSettings extends ScanSettings {
  readonly cwd: string;
  readonly paths: readonly string[];
  /** Globs of the config file. */
  readonly ignored: readonly string[];
  readonly minConfidence: Confidence;
  /** Rule -> level of the config file; `off` switches it off. */
  readonly levels: Readonly<Partial<Record<RuleId, Severity | 'off'>>>;
  readonly baseline?: Baseline | undefined;
  readonly cache?: Cache | undefined;
  /** The built file of further threads. */
  readonly thread?: URL | undefined;
  /** A text instead of files: standard input, by the name that it was given. */
  readonly input?: { readonly path: string; readonly bytes: Buffer } | undefined;
  /** Files of which the report says whether they were read; absolute. */
  readonly asked?: ReadonlySet<string> | undefined;
}

/** More than any report can hold. */
const MAX_FINDINGS = 200_000;
/** Fewer files are read as quickly as a cache. */
const CACHED_FROM = 300;

export class TooManyFindings extends PaybatchError {
  constructor() {
    super('memory', `there are more than ${MAX_FINDINGS} findings: name fewer paths at once`);
  }
}

type Looked = { readonly file: string; readonly look: FileLook };
type Notes = Report['notes'][number][];

export async function lint(settings: LintSettings): Promise<Report> {
  const named = new Set<string>();
  const looks: LookSettings = { ...scanSettings(settings), cwd: settings.cwd, named };
  const notes: Notes = [];
  const unreadable: Unread[] = [];
  const skipped = new Map<SkipReason, number>();
  const workbooks: string[] = [];
  const looked = settings.input
    ? await lookAtInput(settings.input, new Looker(looks), settings)
    : await lookAtFiles(settings, looks, { named, notes, unreadable, skipped, workbooks });
  const results = new Map<string, FileResult>();
  const read = new Set<string>();
  for (const { file, look } of looked) {
    const path =
      settings.input?.path ??
      (look.kind === 'clean' && look.isCut !== true ? '' : shownPath(settings.cwd, file));
    if (look.kind === 'skipped') skipped.set(look.why, (skipped.get(look.why) ?? 0) + 1);
    else if (look.kind === 'unreadable') unreadable.push({ path, why: look.why });
    else if (look.kind !== 'strong') {
      if (look.isCut === true) unreadable.push({ path, why: 'cut' });
      if (settings.asked?.has(file) === true) read.add(file);
      if (look.kind === 'scanned') results.set(path, look.result);
    }
  }
  for (const [path, { cut, notes: own }] of results) {
    if (cut !== undefined) unreadable.push({ path, why: cut === 'malformed' ? 'failed' : cut });
    notes.push(...own.map((note) => ({ ...note, path })));
  }
  const filesScanned = looked.filter(({ look }) => look.kind === 'clean' || look.kind === 'scanned').length;
  const { asOf, cutoff } = settings;
  return {
    ...{ asOf, cutoff, daysLeft: daysBetween(asOf, cutoff), filesScanned },
    ...{ skipped, workbooks, unreadable, notes, read },
    ...shownOf(finish(results), results, settings),
  };
}

const scanSettings = ({ asOf, cutoff, hosts, clients, headers }: ScanSettings): ScanSettings => ({
  ...{ asOf, cutoff, hosts, clients, headers },
});

/** The findings that are reported, and how many are not. */
function shownOf(
  all: readonly Finding[],
  results: ReadonlyMap<string, FileResult>,
  { levels, minConfidence, baseline }: LintSettings,
): Pick<Report, 'findings' | 'suppressed' | 'leftOut' | 'off' | 'baselined' | 'unshown'> {
  if (all.length > MAX_FINDINGS) throw new TooManyFindings();
  const isCertain = ({ confidence }: Finding): boolean => RANK[confidence] >= RANK[minConfidence];
  const certain = all.filter(isCertain);
  const on = certain.filter(({ rule }) => levels[rule] !== 'off');
  const leveled = on.map((finding): Finding => {
    const level = levels[finding.rule];
    return level === undefined || level === 'off' ? finding : { ...finding, severity: level };
  });
  const findings = baseline ? baseline.without(leveled) : leveled;
  const suppressed = [...results.values()].flatMap((result) => result.suppressed).filter(isCertain);
  const off = certain.filter(({ rule }) => levels[rule] === 'off');
  const unshown = all.filter((one) => !isCertain(one) && one.confidence !== 'low').length;
  findings.sort(
    (a, b) => compare(a.path, b.path) || a.line - b.line || a.column - b.column || compare(a.rule, b.rule),
  );
  return {
    findings,
    suppressed: suppressed.length,
    leftOut: [
      ...suppressed.map(({ rule, path, fingerprint }) => ({
        rule,
        path,
        fingerprint,
        by: 'suppressed' as const,
      })),
      ...off.map(({ rule, path, fingerprint }) => ({ rule, path, fingerprint, by: 'off' as const })),
    ],
    off: off.length,
    baselined: leveled.length - findings.length,
    unshown,
  };
}

const compare = (a: string, b: string): number => (a < b ? -1 : a > b ? 1 : 0);

async function lookAtInput(
  { path, bytes }: NonNullable<LintSettings['input']>,
  looker: Looker,
  { cwd, ignored }: LintSettings,
): Promise<Looked[]> {
  const file = resolve(cwd, path);
  // An editor sends one text; a run over files does not need this.
  const { isPassedOver } = await import('./files/ignores.ts');
  if (isPassedOver(cwd, file, ignored)) return [{ file, look: { kind: 'skipped', why: 'ignored' } }];
  return [{ file, look: await looker.lookAtBytes(file, bytes) }];
}

interface Walked {
  readonly named: Set<string>;
  readonly notes: Notes;
  readonly unreadable: Unread[];
  readonly skipped: Map<SkipReason, number>;
  readonly workbooks: string[];
}

async function lookAtFiles(settings: LintSettings, looks: LookSettings, walked: Walked): Promise<Looked[]> {
  const { cwd, cache } = settings;
  const clean = cache?.read();
  const looker = new Looker(looks);
  const batches = new Batches(looker, looks, clean, settings.thread);
  await walkPaths(settings, walked, (file) => {
    batches.add(file);
  });
  const looked = await batches.all();
  if (cache && looked.length >= CACHED_FROM) keepClean(cache, clean ?? new Map(), looked);
  const results = new Map(
    looked.flatMap(({ file, look }) =>
      look.kind === 'scanned' ? [[shownPath(cwd, file), look.result]] : [],
    ),
  );
  const given = givenFor(results);
  if (given.size === 0) return looked;
  return Promise.all(
    looked.map(async (one) => {
      const own = one.look.kind === 'scanned' ? given.get(shownPath(cwd, one.file)) : undefined;
      return own ? { file: one.file, look: await looker.scan(one.file, own) } : one;
    }),
  );
}

/** Each file under the paths once, in a fixed order. */
async function walkPaths(
  { cwd, paths, ignored }: LintSettings,
  walked: Walked,
  take: (file: string) => void,
): Promise<void> {
  const seen = paths.length > 1 ? new Set<string>() : undefined;
  const takeOnce = (file: string): void => {
    if (seen?.has(file) === true) return;
    seen?.add(file);
    take(file);
  };
  const folders: string[] = [];
  for (const path of paths) {
    const file = resolve(cwd, path);
    const stats = statsOf(file);
    if (!stats) walked.unreadable.push({ path, why: 'missing' });
    else if (stats.isDirectory()) folders.push(file);
    else {
      walked.named.add(file);
      takeOnce(file);
    }
  }
  if (folders.length === 0) return;
  // Loaded for folders only: an editor names one file.
  const { Walk } = await import('./files/walk.ts');
  const walk = new Walk(cwd, ignored);
  for (const folder of folders) walk.files(folder, takeOnce);
  for (const [why, count] of walk.notes.skipped) walked.skipped.set(why, count);
  for (const [path, why] of walk.notes.closed) walked.unreadable.push({ path: shownPath(cwd, path), why });
  walked.workbooks.push(...walk.notes.workbooks.map((path) => shownPath(cwd, path)));
  for (const [path, given] of walk.notes.unused)
    walked.notes.push({ path: shownPath(cwd, path), line: 1, code: 'ignore-file', given });
}

/** Keeps what is known of other files, and of these what is new. */
function keepClean(cache: Cache, known: ReadonlyMap<string, string>, looked: readonly Looked[]): void {
  const kept = new Map(known);
  let hasChanged = false;
  for (const { file, look } of looked) {
    const stamp = look.kind === 'clean' && look.stamp !== '' ? look.stamp : undefined;
    if (kept.get(file) === stamp) continue;
    hasChanged = true;
    if (stamp === undefined) kept.delete(file);
    else kept.set(file, stamp);
  }
  if (hasChanged) cache.write(kept);
}
