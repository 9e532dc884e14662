// The linter's run: walk, prefilter, read, judge, sort. Nothing is held but findings and names of files.
import { daysBetween } from '../interface/cutoff.ts';
import { Barrels } from './barrels.ts';
import type { Baseline } from './baseline.ts';
import { Cache } from './cache.ts';
import type { CacheFile } from './cache-file.ts';
import { filesUnder } from './files.ts';
import type { Finding, Report, Severity, Unread } from './finding.ts';
import { Links } from './links.ts';
import { type Job, type Looked, shown } from './look.ts';
import { lookAtAll, lookAtText, type LooksSettings } from './looks.ts';
import { Neighbours } from './neighbours.ts';
import type { Scanned, ScanSettings } from './scan.ts';
import { Sent } from './sent.ts';
import { Ties } from './served-here.ts';
import { isSilent } from './told.ts';

export interface LintSettings extends ScanSettings {
  readonly cwd: string;
  readonly paths: readonly string[];
  readonly ignored: readonly string[];
  readonly baseline?: Baseline | undefined;
  /** Where an earlier run's knowledge of files lies. */
  readonly cache?: CacheFile | undefined;
  /** The built file of further threads. */
  readonly thread?: URL | undefined;
  /** Who looks at files that may be more than this process's memory. */
  readonly aside?: LooksSettings['aside'];
  /** Rule -> level of the config file; `off` switches it off. */
  readonly levels: Readonly<Partial<Record<string, Severity | 'off'>>>;
  /** Files of which is asked whether they were looked at; absolute. */
  readonly asked?: ReadonlySet<string> | undefined;
  /** A file that isn't on the disk: standard input. */
  readonly input?: { readonly path: string; readonly text: string } | undefined;
}

/** Fewer files are read as soon as a cache is. */
const CACHED_FROM = 300;

interface Gathered {
  findings: Finding[];
  readonly notes: { path: string; line: number; message: string }[];
  readonly unreadable: Unread[];
  readonly skipped: Map<string, number>;
  scanned: number;
  readonly suppressed: Finding[];
  readonly read: Set<string>;
}

export async function lint(settings: LintSettings): Promise<Report> {
  const gathered: Gathered = {
    findings: [],
    notes: [],
    unreadable: [],
    skipped: new Map(),
    scanned: 0,
    suppressed: [],
    read: new Set(),
  };
  if (settings.input) {
    const { path, text } = settings.input;
    take(gathered, () => path, await lookAtText(path, text, settings));
  } else await scanFiles(gathered, settings);
  let { findings } = gathered;
  const off = findings.filter(({ rule }) => settings.levels[rule] === 'off');
  findings = findings.flatMap((finding): Finding[] => {
    const level = settings.levels[finding.rule];
    if (level === 'off') return [];
    return [level === undefined ? finding : { ...finding, severity: level }];
  });
  const all = findings.length;
  const suppressed = gathered.suppressed.length;
  if (settings.baseline) findings = settings.baseline.without(findings);
  findings.sort(
    (a, b) => compare(a.path, b.path) || a.line - b.line || a.column - b.column || compare(a.rule, b.rule),
  );
  return {
    asOf: settings.asOf,
    cutoff: settings.cutoff,
    daysLeft: daysBetween(settings.asOf, settings.cutoff),
    filesScanned: gathered.scanned,
    skipped: gathered.skipped,
    unreadable: gathered.unreadable,
    findings,
    suppressed,
    off: off.length,
    leftOut: [...gathered.suppressed, ...off],
    baselined: all - findings.length,
    notes: gathered.notes,
    read: gathered.read,
  };
}

const compare = (a: string, b: string): number => (a < b ? -1 : a > b ? 1 : 0);

async function scanFiles(gathered: Gathered, settings: LintSettings): Promise<void> {
  const walked = await filesUnder(settings.cwd, settings.paths, settings.ignored);
  for (const [why, count] of walked.skipped) gathered.skipped.set(why, count);
  for (const one of walked.missing) gathered.unreadable.push(one);
  for (const one of walked.notes) gathered.notes.push(one);
  const { cache } = settings;
  const own = cache && walked.files.length >= CACHED_FROM ? new Cache(cache.read(), settings) : undefined;
  const looks = { ...settings, cache: own };
  const firsts = await lookAtAll(
    walked.files.map((file) => ({ file })),
    looks,
  );
  const around = new Around(settings.cwd, walked.files);
  walked.files.forEach((file, i) => around.add(file, firsts[i]));
  const better = new Map<string, Looked>();
  const said = new Map<string, string>();
  // Files with weak words tell of themselves only once they are read: those that listen to them are read once more.
  for (let round = 0; round < 2; round++) {
    const again = walked.files
      .flatMap((file, i) => around.secondLook(file, firsts[i]))
      .filter((job) => said.get(job.file) !== JSON.stringify(job.said));
    const seconds = await lookAtAll(again, looks);
    again.forEach((job, i) => {
      const looked = seconds[i];
      if (!looked) return;
      said.set(job.file, JSON.stringify(job.said));
      better.set(job.file, looked);
    });
    if (round === 0) walked.files.forEach((file, i) => around.addWeak(file, firsts[i], better.get(file)));
  }
  const all = walked.files.map((file, i) => better.get(file) ?? firsts[i]);
  const ties = new Ties({
    looked: all,
    names: walked.files.map((file) => shown(settings.cwd, file)),
    files: walked.files,
    hosts: settings.hosts,
    know: (file, read) => (own ? own.basesOf(file, read) : read()),
    isBeside: (i) => around.isBeside(walked.files[i] ?? '', firsts[i]),
  });
  walked.files.forEach((file, i) => {
    const looked = ties.of(i, settings.minConfidence);
    if (!looked) return;
    take(gathered, () => shown(settings.cwd, file), looked);
    const isRead = looked.kind !== 'skipped' && looked.kind !== 'unreadable';
    if (isRead && settings.asked?.has(file) === true) gathered.read.add(file);
  });
  const text = own?.text();
  if (text !== undefined) cache?.write(text);
}

/** What files say of one another. */
class Around {
  readonly #neighbours = new Neighbours();
  readonly #links: Links;
  readonly #sent: Sent;
  readonly #barrels: Barrels;

  constructor(cwd: string, files: readonly string[]) {
    this.#barrels = new Barrels(files);
    this.#sent = new Sent(cwd);
    this.#links = new Links(cwd);
  }

  add(file: string, looked: Looked | undefined): void {
    if (looked?.kind !== 'scanned') return;
    this.#neighbours.add(file);
    for (const { file: other, urls } of looked.sends) this.#sent.add(file, other, urls);
    if (looked.told) this.#links.add(file, this.#barrels.through(file, looked.imports ?? []), looked.told);
  }

  /** Whether a file imports one that speaks of the service. */
  isBeside(file: string, looked: Looked | undefined): boolean {
    const imports = looked?.kind === 'scanned' || looked?.kind === 'weak' ? (looked.imports ?? []) : [];
    return this.#neighbours.imports(file, this.#barrels.through(file, imports));
  }

  /** What a file with weak words tells, now that it was read. */
  addWeak(file: string, first: Looked | undefined, looked: Looked | undefined): void {
    if (first?.kind !== 'weak' || looked?.kind !== 'scanned' || !looked.told) return;
    if (!isSilent(looked.told))
      this.#links.add(file, this.#barrels.through(file, first.imports), looked.told);
  }

  /** Weak words count beside strong evidence: in data by itself, in code through what it imports or is imported by. */
  secondLook(file: string, looked: Looked | undefined): Job[] {
    if (looked?.kind !== 'weak' && looked?.kind !== 'scanned') return [];
    const isCode = looked.kind === 'weak' ? looked.isCode : looked.told !== undefined;
    const imports = isCode ? this.#barrels.through(file, looked.imports ?? []) : [];
    const told = isCode ? this.#links.toldTo(file, imports, looked.kind === 'weak') : undefined;
    if (looked.kind === 'scanned') return told ? [{ file, said: { neighbour: false, urls: [], told } }] : [];
    const neighbour = this.#neighbours.imports(file, isCode ? imports : looked.imports);
    const urls = this.#sent.urlsOf(file);
    const helps = looked.inline === true && this.#links.serves(file);
    const isAlone = !neighbour && !told && urls.length === 0 && isCode && !helps;
    if (isAlone && looked.papers !== true) return [];
    const papersAlone = isAlone ? { papersAlone: true } : {};
    return [{ file, said: { neighbour, urls, ...(told ? { told } : {}), ...papersAlone } }];
  }
}

/** Counts a file, once, and what was found in it. `path`: as findings name it, for those that need one. */
function take(gathered: Gathered, path: () => string, looked: Looked): void {
  if ('cut' in looked) gathered.unreadable.push({ path: path(), why: looked.cut, partly: true });
  switch (looked.kind) {
    case 'skipped':
      gathered.skipped.set(looked.why, (gathered.skipped.get(looked.why) ?? 0) + 1);
      return;
    case 'unreadable':
      gathered.unreadable.push({ path: path(), why: looked.why });
      return;
    case 'clean':
    case 'weak':
      gathered.scanned++;
      return;
    case 'scanned':
      gathered.scanned++;
      takeScanned(gathered, path(), looked.scanned);
      return;
    default:
      looked satisfies never;
  }
}

function takeScanned(gathered: Gathered, path: string, { findings, suppressed, notes }: Scanned): void {
  for (const one of findings) gathered.findings.push(one);
  for (const one of suppressed) gathered.suppressed.push(one);
  for (const { line, message } of notes) gathered.notes.push({ path, line: line + 1, message });
}
