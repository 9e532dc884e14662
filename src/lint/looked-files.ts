// The files of a run, each with what was seen in it: paths, walk, cache of clean files, threads.
import { resolve } from 'node:path';

import { statsOf } from '../files/stats-of.ts';
import type { RuleId } from '../interface/rules.ts';
import type { Baseline } from './baseline.ts';
import { openSource } from './files/source.ts';
import type { Confidence, ScanSettings, Severity } from './model/finding.ts';
import type { Report, SkipReason, Unread } from './model/report.ts';
import type { Cache } from './run/cache.ts';
import {
  type FileLook,
  isSame,
  lookAtBytes,
  type LookSettings,
  scanOpened,
  shownPath,
  sieveFile,
} from './run/look.ts';

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
}

/** Fewer files are read as quickly as a cache. */
const CACHED_FROM = 300;

interface LookedFile {
  readonly file: string;
  readonly look: FileLook;
}

export async function lookAtInput(
  { path, bytes }: NonNullable<LintSettings['input']>,
  looks: LookSettings,
  { cwd, ignored }: LintSettings,
): Promise<LookedFile[]> {
  const file = resolve(cwd, path);
  // An editor sends one text; a run over files does not need this.
  const { isPassedOver } = await import('./files/ignores.ts');
  if (isPassedOver(cwd, file, ignored)) return [{ file, look: { kind: 'skipped', why: 'ignored' } }];
  return [{ file, look: await lookAtBytes(file, bytes, looks) }];
}

/** What a run notes of its paths. */
export interface RunNotes {
  readonly named: Set<string>;
  readonly notes: Report['notes'][number][];
  readonly unreadable: Unread[];
  readonly skipped: Map<SkipReason, number>;
  readonly workbooks: string[];
}

export async function lookAtFiles(
  settings: LintSettings,
  looks: LookSettings,
  run: RunNotes,
): Promise<LookedFile[]> {
  const { cache } = settings;
  const { files, folders } = namedPaths(settings, run);
  // An editor names one file: a cache would take longer to read.
  const clean = folders.length === 0 ? undefined : cache?.read();
  const sieved =
    folders.length === 0
      ? files.map((file) => ({ file, look: sieveFile(file) }))
      : await sieveFolders(settings, { files, folders, clean }, run);
  const looked: LookedFile[] = [];
  for (const { file, look } of sieved)
    looked.push({
      file,
      look: look.kind === 'strong' ? await scanOpened(file, openSource(file), looks) : look,
    });
  if (cache && clean && looked.length >= CACHED_FROM) keepClean(cache, clean, looked);
  return looked;
}

interface Places {
  readonly files: readonly string[];
  readonly folders: readonly string[];
  /** What an earlier run found clean is not opened if it is as it was. */
  readonly clean: ReadonlyMap<string, string> | undefined;
}

/** Each file with whether it holds a word of this service. */
async function sieveFolders(
  settings: LintSettings,
  { files, folders, clean }: Places,
  run: RunNotes,
): Promise<LookedFile[]> {
  const { SharedSieve } = await import('./run/shared-sieve.ts');
  const sieve = new SharedSieve(settings.thread);
  const known: LookedFile[] = [];
  const seen = new Set<string>();
  const take = (file: string): void => {
    if (seen.has(file)) return;
    seen.add(file);
    const stamp = clean?.get(file);
    if (stamp !== undefined && isSame(file, stamp)) known.push({ file, look: { kind: 'clean', stamp } });
    else sieve.add(file);
  };
  for (const file of files) take(file);
  await walkFolders(settings, folders, run, take);
  return [...known, ...(await sieve.looks())];
}

/** The paths as files and folders; what is missing is unreadable. */
function namedPaths({ cwd, paths }: LintSettings, run: RunNotes): { files: string[]; folders: string[] } {
  const files = new Set<string>();
  const folders = new Set<string>();
  for (const path of paths) {
    const file = resolve(cwd, path);
    const stats = statsOf(file);
    if (!stats) run.unreadable.push({ path, why: 'missing' });
    else if (stats.isDirectory()) folders.add(file);
    else {
      run.named.add(file);
      files.add(file);
    }
  }
  return { files: [...files], folders: [...folders] };
}

async function walkFolders(
  { cwd, ignored }: LintSettings,
  folders: readonly string[],
  run: RunNotes,
  take: (file: string) => void,
): Promise<void> {
  const { Walk } = await import('./files/walk.ts');
  const walk = new Walk(cwd, ignored);
  for (const folder of folders) walk.files(folder, take);
  for (const [why, count] of walk.notes.skipped) run.skipped.set(why, count);
  for (const [path, why] of walk.notes.closed) run.unreadable.push({ path: shownPath(cwd, path), why });
  run.workbooks.push(...walk.notes.workbooks.map((path) => shownPath(cwd, path)));
  for (const [path, given] of walk.notes.unused)
    run.notes.push({ path: shownPath(cwd, path), line: 1, code: 'ignore-file', given });
}

/** Keeps what is known of other files, and of these what is new. */
function keepClean(cache: Cache, known: ReadonlyMap<string, string>, looked: readonly LookedFile[]): void {
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
