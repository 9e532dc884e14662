// Files of a tree, looked at: each by itself, once more with what others say of it, and held against the rest of the tree.
import { resolve } from 'node:path';

import { Around } from './across/around.ts';
import { type Kept, withoutHalves } from './across/halves.ts';
import { namedRoutes } from './across/named-routes.ts';
import { Ties } from './across/served-here.ts';
import type { Baseline } from './baseline.ts';
import { IS_LINK, whyLeft } from './fix/may-fix.ts';
import { Cache } from './look/cache.ts';
import type { CacheFile } from './look/cache-file.ts';
import { type Looked, Looker, type LookSettings, shown } from './look/look.ts';
import { lookAtAll, type LooksSettings } from './look/looks.ts';
import type { Finding } from './model/finding.ts';

export interface OverSettings extends LookSettings {
  /** The folder from which reasons name other files, where it isn't `cwd`. */
  readonly toldFrom?: string | undefined;
  /** Where an earlier run's knowledge of files lies. */
  readonly cache?: CacheFile | undefined;
  /** The built file of further threads. */
  readonly thread?: URL | undefined;
  /** Who looks at files that may be more than this process's memory. */
  readonly aside?: LooksSettings['aside'];
  readonly baseline?: Baseline | undefined;
  /** Files that are looked at and never changed: `lint.ignore` names them; absolute. */
  readonly apart?: ReadonlySet<string> | undefined;
}

export interface Over {
  /** Of each file: what it says by itself, with what others say of it, and what the tree leaves of that. */
  readonly firsts: readonly (Looked | undefined)[];
  readonly seconds: readonly (Looked | undefined)[];
  readonly left: readonly (Looked | undefined)[];
}

/** Fewer files are read as soon as a cache is. */
const CACHED_FROM = 300;

/** `known`: what files say by themselves, as far as this run has looked at them from the same folder. */
export async function lookOver(
  files: readonly string[],
  settings: OverSettings,
  known: ReadonlyMap<string, Looked> = new Map(),
): Promise<Over> {
  const { cwd, cache } = settings;
  const own = cache && files.length >= CACHED_FROM ? new Cache(cache.read(), settings) : undefined;
  const looks = { ...settings, cache: own };
  const open = files.filter((file) => !known.has(file));
  const seen = await lookAtAll(
    open.map((file) => ({ file })),
    looks,
  );
  const byFile = new Map(open.map((file, i) => [file, seen[i]]));
  const firsts = files.map((file) => known.get(file) ?? byFile.get(file));
  const around = new Around(cwd, files);
  const seconds = await lookAgain(files, firsts, around, looks);
  const { toldFrom = cwd } = settings;
  const tell = (path: string): string => (toldFrom === cwd ? path : shown(toldFrom, resolve(cwd, path)));
  const names = files.map((file) => shown(cwd, file));
  const looker = new Looker(settings);
  const named = await namedRoutes({
    ...{ looked: seconds, names, files },
    through: (file, imports) => around.through(file, imports),
    holding: (file, sought, read) => (own ? own.holding(file, sought, read) : read()),
    look: (path, text) => looker.text(path, text),
  });
  const ties = new Ties({
    ...{ looked: seconds, names, files, named },
    tell,
    hosts: settings.hosts,
    know: (file, read) => (own ? own.basesOf(file, read) : read()),
    isBeside: (i) => around.isBeside(files[i] ?? '', firsts[i]),
  });
  const tied = files.map((_, i) => ties.of(i));
  const left = withoutHalves(tied, { names, tell, whyKept: whyKeptIn(tied, settings) });
  const text = own?.text();
  if (text !== undefined) cache?.write(text);
  return { firsts, seconds, left };
}

/** Why --fix leaves what is certain, whatever is told of it. */
function whyKeptIn(
  looked: readonly (Looked | undefined)[],
  { cwd, baseline, apart }: OverSettings,
): Kept['whyKept'] {
  const all = baseline ? looked.flatMap((one) => (one?.kind === 'scanned' ? one.scanned.findings : [])) : [];
  const fresh = new Set<Finding>(baseline?.without(all));
  const byFile = new Map<string, string | undefined>();
  const ofFile = (path: string): string | undefined => {
    const file = resolve(cwd, path);
    if (apart?.has(file) === true) return 'lint.ignore names it';
    const why = whyLeft(file, cwd);
    // What it leads to is changed.
    return why === IS_LINK ? undefined : why;
  };
  return (finding) => {
    if (baseline && !fresh.has(finding)) return 'it is in the baseline';
    if (!byFile.has(finding.path)) byFile.set(finding.path, ofFile(finding.path));
    return byFile.get(finding.path);
  };
}

/** Those of which others say something, with that; the others as they are. */
async function lookAgain(
  files: readonly string[],
  firsts: readonly (Looked | undefined)[],
  around: Around,
  looks: LooksSettings,
): Promise<(Looked | undefined)[]> {
  files.forEach((file, i) => around.add(file, firsts[i]));
  const better = new Map<string, Looked>();
  const said = new Map<string, string>();
  // Files with weak words tell of themselves only once they are read: those that listen to them are read once more.
  for (let round = 0; round < 2; round++) {
    const again = files
      .flatMap((file, i) => around.secondLook(file, firsts[i]))
      .filter((job) => said.get(job.file) !== JSON.stringify(job.said));
    const seconds = await lookAtAll(again, looks);
    again.forEach((job, i) => {
      const looked = seconds[i];
      if (!looked) return;
      said.set(job.file, JSON.stringify(job.said));
      better.set(job.file, looked);
    });
    if (round === 0) files.forEach((file, i) => around.addWeak(file, firsts[i], better.get(file)));
  }
  return files.map((file, i) => better.get(file) ?? firsts[i]);
}
