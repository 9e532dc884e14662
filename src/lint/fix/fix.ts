// --fix: the safe fixes at high confidence, by byte range, until nothing more is certain (mended.ts). A file is written whole or
// not at all, and only if it is better afterwards. What is told of a finding is what --fix would do.
import { realpathSync, statSync } from 'node:fs';
import { resolve } from 'node:path';

import { writeWhole } from '../../files/atomic-file.ts';
import { bytesOf, openSource, type Source, textOf } from '../files/source.ts';
import type { CacheFile } from '../look/cache-file.ts';
import { shown } from '../look/look.ts';
import type { Finding, Report } from '../model/finding.ts';
import { hashOf } from '../scan/finding-of.ts';
import type { ScanSettings } from '../scan/scan.ts';
import { diffOf } from './diff.ts';
import { Foreseen } from './foreseen.ts';
import { IS_LINK, whyLeft } from './may-fix.ts';
import { mended, type TakenBack, type Unmended } from './mended.ts';

export interface Fixed {
  readonly path: string;
  readonly fixes: number;
  /** What is found no more, at as many places. */
  readonly gone: readonly Finding[];
  /** What would change, for people: a unified diff without values. Empty once it was changed. */
  readonly diff: string;
  /** Why the file was left as it is. */
  readonly left?: string;
  /** A link, and what it leads to, which was changed. */
  readonly through?: string;
}

/** Nothing is written, and what would be is shown in lines of such a width. */
type Dry = false | { readonly width: number };

/** What a run found; `alone`: of files in which something is to be changed, what it found without other files' word. */
type Found = Pick<Report, 'findings'> & Partial<Pick<Report, 'alone' | 'unshown'>>;

export async function applyFixes(
  cwd: string,
  found: Found,
  settings: ScanSettings,
  dry: Dry,
): Promise<Fixed[]> {
  const fixed: Fixed[] = [];
  for (const toFix of filesToFix(found)) fixed.push(await fixFile(cwd, toFix, settings, dry));
  return fixed.map((one) => withTarget(one, fixed, found.findings, cwd));
}

/** Findings as --fix would have them: `fixable` where it really changes something, and why not everywhere else. */
export async function asFixed(
  cwd: string,
  found: Found,
  settings: ScanSettings & { readonly cache?: CacheFile | undefined },
): Promise<Finding[]> {
  const better = new Map<Finding, Finding>();
  const files = filesToFix(found);
  const foreseen = new Foreseen(settings.cache, files.length);
  for (const toFix of files) {
    const { path, reported } = toFix;
    const opened = openFor(cwd, toFix);
    const plan =
      'why' in opened
        ? opened
        : await foreseen.of(path, reported, () => mended({ ...toFix, before: opened.before }, settings));
    const gone = new Set('why' in plan ? [] : plan.gone);
    for (const one of reported) {
      const { fix, ...rest } = one;
      if (gone.has(one)) better.set(one, { ...one, fixable: true, left: null });
      else if (fix && 'why' in plan) better.set(one, { ...rest, fixable: false, left: plan.why });
    }
  }
  foreseen.keep();
  return found.findings.map((one) => better.get(one) ?? one);
}

/** A file in which something is to be changed, and all that is told of it. */
type ToFix = Omit<Unmended, 'before'>;

function filesToFix({ findings, alone, unshown }: Found): ToFix[] {
  const byPath = new Map<string, Finding[]>();
  for (const finding of findings) {
    const own = byPath.get(finding.path);
    if (own) own.push(finding);
    else byPath.set(finding.path, [finding]);
  }
  return [...byPath]
    .filter(([, reported]) => reported.some(({ fix }) => fix))
    .map(([path, reported]) => ({
      ...{ path, reported, alone: alone?.get(path) },
      unshown: unshown?.filter((one) => one.path === path),
    }));
}

interface Opened {
  readonly opened: Source;
  readonly before: string;
}

/** A file as it was scanned, or why it is left. */
function openFor(cwd: string, { path, reported }: ToFix): Opened | TakenBack {
  const file = resolve(cwd, path);
  const why = whyLeft(file, cwd);
  if (why !== undefined) return { why };
  const opened = openSource(file);
  if (!('bytes' in opened)) return { why: 'it can no longer be read' };
  const before = textOf(opened);
  const now = hashOf(before);
  return reported.some(({ fix }) => fix && fix.of !== now) ? { why: CHANGED } : { opened, before };
}

async function fixFile(cwd: string, toFix: ToFix, settings: ScanSettings, dry: Dry): Promise<Fixed> {
  const { path } = toFix;
  const left = (why: string): Fixed => ({ path, fixes: 0, gone: [], diff: '', left: why });
  const found = openFor(cwd, toFix);
  if ('why' in found) return left(found.why);
  const { opened, before } = found;
  const plan = await mended({ ...toFix, before }, settings);
  if ('why' in plan) return left(plan.why);
  const { after, gone } = plan;
  const fixed = { path, fixes: gone.length, gone };
  if (dry) return { ...fixed, diff: await diffOf(path, before, after, dry.width) };
  const refused = await write(resolve(cwd, path), opened, bytesOf(after, opened));
  return refused === undefined ? { ...fixed, diff: '' } : left(refused);
}

const CHANGED = 'it was changed after it had been scanned: run --fix again';

/** A link to a file that is changed shows the change: nothing is left of it. */
function withTarget(one: Fixed, all: readonly Fixed[], findings: readonly Finding[], cwd: string): Fixed {
  if (one.left !== IS_LINK) return one;
  const target = targetOf(cwd, one.path);
  if (target === undefined) return one;
  const places = new Set(all.find(({ path }) => path === target)?.gone.map(placeOf));
  const gone = findings.filter((finding) => finding.path === one.path && places.has(placeOf(finding)));
  return gone.length === 0 ? one : { path: one.path, fixes: gone.length, gone, diff: '', through: target };
}

function targetOf(cwd: string, path: string): string | undefined {
  try {
    return shown(realpathSync(cwd), realpathSync(resolve(cwd, path)));
  } catch {
    return undefined; // it leads nowhere any more
  }
}

const placeOf = ({ line, column }: Finding): string => `${line}:${column}`;

/** Over the file, unless somebody has written to it meanwhile. Returns why not. */
async function write(file: string, { bytes: old }: Source, bytes: Buffer): Promise<string | undefined> {
  const now = openSource(file);
  if (!('bytes' in now) || !now.bytes.equals(old)) return CHANGED;
  try {
    await writeWhole(file, bytes, statSync(file).mode & 0o7777);
    return undefined;
  } catch (error) {
    return `it can't be written (${(error as NodeJS.ErrnoException).code ?? String(error)})`; // Node's error
  }
}
