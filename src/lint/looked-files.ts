// The files of a run, each with what was seen in it: paths, walk, cache of clean files, threads.
import { resolve } from 'node:path';

import { statsOf } from '../files/small-file.ts';
import type { RuleId } from '../interface/rules.ts';
import type { Baseline } from './baseline.ts';
import { openSource } from './files/source.ts';
import type { Report, ScanSettings, Severity, SkipReason, Unread } from './model/finding.ts';
import type { Confidence } from './model/weights.ts';
import type { Cache } from './run/cache.ts';
import { type FileLook, isSame, lookAtBytes, scanOpened, shownPath, sieveFile } from './run/look.ts';

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
  /** Absolute. */
  readonly file: string;
  readonly look: FileLook;
}

interface LookedFiles {
  readonly looked: LookedFile[];
  readonly skipped: Map<SkipReason, number>;
  readonly workbooks: readonly string[];
  readonly unreadable: Unread[];
  readonly notes: Report['notes'][number][];
}

export async function lookAtFiles(settings: LintSettings): Promise<LookedFiles> {
  const { cwd, cache, input } = settings;
  const all = { skipped: new Map(), workbooks: [], unreadable: [], notes: [] };
  if (input) return { ...all, looked: [await lookAtInput(input, settings)] };
  const { files, folders, missing } = namedPaths(settings);
  // An editor names one file: walk, threads and cache would take longer to load than the file to read.
  if (folders.length === 0) {
    const sieved = files.map((file) => ({ file, look: sieveFile(file) }));
    return { ...all, unreadable: missing, looked: await scanned(sieved, settings) };
  }
  const clean = cache?.read();
  const { walked, looks: sieved } = await sieveFolders(settings, files, folders, clean);
  const looked = await scanned(sieved, settings);
  if (cache && clean && looked.length >= CACHED_FROM) keepClean(cache, clean, looked);
  const shown = (path: string): string => shownPath(cwd, path);
  return {
    looked,
    skipped: walked.skipped,
    workbooks: walked.workbooks.map(shown),
    unreadable: [...missing, ...[...walked.closed].map(([path, why]) => ({ path: shown(path), why }))],
    notes: [...walked.unused].map(([path, given]) => ({
      ...{ path: shown(path), line: 1, code: 'ignore-file' as const, given },
    })),
  };
}

async function lookAtInput(
  { path, bytes }: NonNullable<LintSettings['input']>,
  settings: LintSettings,
): Promise<LookedFile> {
  const file = resolve(settings.cwd, path);
  return { file, look: await lookAtBytes(file, bytes, settings) };
}

/** The paths as files and folders, each once. */
function namedPaths({ cwd, paths }: LintSettings) {
  const files = new Set<string>();
  const folders = new Set<string>();
  const missing: Unread[] = [];
  for (const path of paths) {
    const file = resolve(cwd, path);
    const stats = statsOf(file);
    if (!stats) missing.push({ path, why: 'missing' });
    else (stats.isDirectory() ? folders : files).add(file);
  }
  return { files: [...files], folders: [...folders], missing };
}

/** Each file with whether it holds a word of this service. Unchanged files of the cache are not opened. */
async function sieveFolders(
  { cwd, ignored, thread }: LintSettings,
  files: readonly string[],
  folders: readonly string[],
  clean: ReadonlyMap<string, string> | undefined,
) {
  const [{ SharedSieve }, { Walk }] = await Promise.all([
    import('./run/shared-sieve.ts'),
    import('./files/walk.ts'),
  ]);
  const sieve = new SharedSieve(thread);
  const known: LookedFile[] = [];
  const seen = new Set<string>();
  const take = (file: string): void => {
    if (seen.has(file)) return;
    seen.add(file);
    const stamp = clean?.get(file);
    if (stamp !== undefined && isSame(file, stamp)) known.push({ file, look: { kind: 'clean', stamp } });
    else sieve.add(file);
  };
  files.forEach(take);
  const walk = new Walk(cwd, ignored);
  for (const folder of folders) walk.files(folder, take);
  return { walked: walk.notes, looks: [...known, ...(await sieve.looks())] };
}

async function scanned(sieved: readonly LookedFile[], settings: LintSettings): Promise<LookedFile[]> {
  const looked: LookedFile[] = [];
  for (const { file, look } of sieved)
    looked.push({
      file,
      look: look.kind === 'strong' ? await scanOpened(file, openSource(file), settings) : look,
    });
  return looked;
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
