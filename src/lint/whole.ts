// A run over some files of a repository decides about paths as a run over all of it: where a file has a path that nothing ties to
// this service, or a test's half of one, the repository's other files are looked at as well. They are neither told of nor counted, nor is anything changed in them.
import { existsSync } from 'node:fs';
import { homedir } from 'node:os';
import { dirname, isAbsolute, join, relative, resolve } from 'node:path';

import { isHalf } from './across/halves.ts';
import { filesUnder } from './files/files.ts';
import { type Looked, shown } from './look/look.ts';
import { TooManyFindings } from './look/memory.ts';
import type { Finding, Report } from './model/finding.ts';
import { lookOver, type Over, type OverSettings } from './over.ts';

/** Beside some files no more than these are looked at: who names a folder of a large tree doesn't ask for all of it. */
const MAX_BESIDE = 10_000;
const RULE = 'current-tenant-endpoint';

interface WholeSettings extends OverSettings {
  readonly ignored: readonly string[];
  /** How many other files are looked at, at most. */
  readonly maxBeside?: number | undefined;
}

/** What a run leaves of its files, as one over their repositories does. `files`: absolute. */
export async function asInWhole(
  files: readonly string[],
  over: Over,
  settings: WholeSettings,
): Promise<InWhole> {
  const untied = files.filter((_, i) => hasUntied(over.seconds[i]));
  if (untied.length === 0) return { left: over.left, held: [] };
  const targets = settings.paths.map((path) => resolve(settings.cwd, path));
  const roots = new Roots(settings.cwd);
  const left = [...over.left];
  const held: HeldAt[] = [];
  for (const root of new Set(untied.map((file) => roots.of(file)))) {
    // Nobody knows where it begins; or all of it was looked at.
    if (root === undefined) continue;
    const isAll = targets.some((target) => isIn(root, target));
    if (isAll && settings.ignored.length === 0) continue;
    const own = files.flatMap((file, i) => (roots.of(file) === root ? [{ file, i }] : []));
    const known = new Map(
      root === settings.cwd
        ? own.flatMap(({ file, i }): [string, Looked][] => {
            const first = over.firsts[i];
            return first ? [[file, first]] : [];
          })
        : [],
    );
    const judged = await wholeOf(
      root,
      own.map(({ file }) => file),
      known,
      settings,
    );
    if (isAll && !judged.left) continue;
    held.push(...heldBeside(judged, new Set(own.map(({ file }) => file)), settings.cwd));
    for (const { file, i } of own)
      left[i] = judged.left
        ? judgedBy(over.seconds[i], judged.left.get(file))
        : unjudged(left[i], judged.why);
  }
  return { left, held };
}

type HeldAt = Report['held'][number];
/** `held`: what tests among the other files name. */
interface InWhole {
  readonly left: readonly (Looked | undefined)[];
  readonly held: readonly HeldAt[];
}

const heldBeside = ({ left }: Whole, own: ReadonlySet<string>, cwd: string): HeldAt[] =>
  [...(left ?? [])].flatMap(([file, looked]) =>
    own.has(file) || looked?.kind !== 'scanned'
      ? []
      : (looked.scanned.held ?? []).map((one) => ({ path: shown(cwd, file), ...one })),
  );

const hasUntied = (looked: Looked | undefined): boolean =>
  looked?.kind === 'scanned' &&
  looked.scanned.findings.some((one) => isHalf(one) || (one.rule === RULE && isOpen(one)));

/** Not tied to this service by its own address: the rest of the tree may be what it calls. */
const isOpen = ({ untied, loose }: Finding): boolean => untied !== undefined || loose !== undefined;

/** What the whole repository leaves of each file; or why it isn't looked at. */
type Whole =
  | { readonly left: ReadonlyMap<string, Looked | undefined> }
  | { readonly left?: never; readonly why: string };

async function wholeOf(
  root: string,
  own: readonly string[],
  known: ReadonlyMap<string, Looked>,
  settings: WholeSettings,
): Promise<Whole> {
  const { cwd, paths, cache, ignored } = settings;
  const max = settings.maxBeside ?? MAX_BESIDE;
  const walked = await filesUnder(cwd, [root], ignored);
  const ours = new Set([...own, ...walked.files]);
  const beside = ours.size - own.length;
  if (beside > max)
    return {
      why: `${beside} other files of its repository were not looked at: run --fix over all of it`,
    };
  // What is not to be told of says all the same whose a path is.
  const all = ignored.length === 0 ? ours : new Set([...ours, ...(await filesUnder(cwd, [root], [])).files]);
  const files = [...(all.size - own.length > max ? ours : all)].sort();
  const apart = new Set(files.filter((file) => !ours.has(file)));
  const isHere = root === cwd;
  const named = paths.map((path) => shown(root, resolve(cwd, path)));
  const whole = isHere
    ? { ...settings, apart }
    : { ...settings, apart, cwd: root, toldFrom: cwd, paths: named, cache: cache?.for(root) };
  try {
    const { left } = await lookOver(files, whole, known);
    return { left: new Map(files.map((file, i) => [file, left[i]])) };
  } catch (error) {
    if (error instanceof TooManyFindings)
      return { why: 'it lies beside more files than there is memory for' };
    throw error;
  }
}

/** The same findings, and of the paths what the whole repository makes of them. */
function judgedBy(own: Looked | undefined, whole: Looked | undefined): Looked | undefined {
  const byPlace = new Map(
    whole?.kind === 'scanned' ? whole.scanned.findings.map((one) => [placeOf(one), one]) : [],
  );
  return withFindings(own, (finding) => {
    if (finding.rule !== RULE) return [finding];
    const judged = byPlace.get(placeOf(finding));
    // Both by the name that this run gives its file.
    const { path, fingerprint } = finding;
    return judged ? [{ ...judged, path, fingerprint }] : [];
  });
}

const placeOf = ({ rule, line, column, endLine, endColumn }: Finding): string =>
  [rule, line, column, endLine, endColumn].join(' ');

const unjudged = (own: Looked | undefined, left: string): Looked | undefined =>
  withFindings(own, (finding) => {
    const { fix, ...rest } = finding;
    if ((!isOpen(finding) && !isHalf(finding)) || !fix) return [finding];
    return [{ ...rest, fixable: false, left }];
  });

function withFindings(looked: Looked | undefined, of: (finding: Finding) => Finding[]): Looked | undefined {
  if (looked?.kind !== 'scanned') return looked;
  const findings = looked.scanned.findings.flatMap(of);
  return { ...looked, scanned: { ...looked.scanned, findings } };
}

/** Where a file's repository begins; without one, at the working directory, if the file lies in it. */
class Roots {
  readonly #cwd: string;
  readonly #known = new Map<string, string | undefined>();

  constructor(cwd: string) {
    this.#cwd = cwd;
  }

  of(file: string): string | undefined {
    const folder = dirname(file);
    if (!this.#known.has(folder)) this.#known.set(folder, this.#above(folder));
    return this.#known.get(folder);
  }

  #above(folder: string): string | undefined {
    for (let at = folder; ; at = dirname(at)) {
      // Whoever keeps a whole home under version control means no repository by it.
      if (at !== homedir() && existsSync(join(at, '.git'))) return at;
      if (dirname(at) === at) return isIn(folder, this.#cwd) ? this.#cwd : undefined;
    }
  }
}

function isIn(path: string, folder: string): boolean {
  const from = relative(folder, path);
  return from !== '..' && !/^\.\.[/\\]/.test(from) && !isAbsolute(from);
}
