// The linter's run: walk, prefilter, read, judge, sort. Nothing is held but findings and names of files.
import { daysBetween } from '../interface/cutoff.ts';
import { filesUnder } from './files/files.ts';
import { type Looked, shown } from './look/look.ts';
import { type Input, lookAtInput } from './look/looks.ts';
import {
  type Finding,
  type HostAside,
  RANK,
  type Report,
  type Severity,
  type Unread,
} from './model/finding.ts';
import { lookOver, type OverSettings } from './over.ts';
import type { Scanned } from './scan/scan.ts';
import { asInWhole } from './whole.ts';

export interface LintSettings extends OverSettings {
  readonly ignored: readonly string[];
  /** Rule -> level of the config file; `off` switches it off. */
  readonly levels: Readonly<Partial<Record<string, Severity | 'off'>>>;
  /** Files of which is asked whether they were looked at; absolute. */
  readonly asked?: ReadonlySet<string> | undefined;
  /** A file that isn't on the disk: standard input. */
  readonly input?: Input | undefined;
}

interface Gathered {
  findings: Finding[];
  readonly notes: { path: string; line: number; message: string }[];
  readonly unreadable: Unread[];
  readonly skipped: Map<string, number>;
  scanned: number;
  readonly suppressed: Finding[];
  readonly aside: Map<string, HostAside>;
  readonly held: Report['held'][number][];
  readonly read: Set<string>;
  readonly alone: Map<string, readonly Finding[]>;
}

export async function lint(settings: LintSettings): Promise<Report> {
  const gathered: Gathered = {
    findings: [],
    notes: [],
    unreadable: [],
    skipped: new Map(),
    scanned: 0,
    suppressed: [],
    aside: new Map(),
    held: [],
    read: new Set(),
    alone: new Map(),
  };
  if (settings.input) {
    const { input } = settings;
    take(gathered, () => input.path, await lookAtInput(input, settings), settings);
  } else await scanFiles(gathered, settings);
  let { findings } = gathered;
  const off = findings.filter(({ rule }) => settings.levels[rule] === 'off');
  findings = findings.flatMap((finding): Finding[] => {
    const level = settings.levels[finding.rule];
    if (level === 'off') return [];
    return [level === undefined ? finding : { ...finding, severity: level }];
  });
  const isShown = ({ confidence }: Finding): boolean => RANK[confidence] >= RANK[settings.minConfidence];
  const unshown = findings.filter((one) => !isShown(one));
  findings = findings.filter(isShown);
  const suppressed = gathered.suppressed.filter(isShown);
  const all = findings.length;
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
    suppressed: suppressed.length,
    off: off.filter(isShown).length,
    leftOut: [...suppressed, ...off.filter(isShown)],
    unshown,
    held: gathered.held,
    baselined: all - findings.length,
    notes: gathered.notes,
    hostsAside: [...gathered.aside.values()],
    read: gathered.read,
    alone: gathered.alone,
  };
}

const compare = (a: string, b: string): number => (a < b ? -1 : a > b ? 1 : 0);

async function scanFiles(gathered: Gathered, settings: LintSettings): Promise<void> {
  const walked = await filesUnder(settings.cwd, settings.paths, settings.ignored);
  for (const [why, count] of walked.skipped) gathered.skipped.set(why, count);
  for (const one of walked.missing) gathered.unreadable.push(one);
  for (const one of walked.notes) gathered.notes.push(one);
  const tree = await lookOver(walked.files, settings);
  const { left, held } = await asInWhole(walked.files, tree, settings);
  gathered.held.push(...held);
  walked.files.forEach((file, i) => {
    const looked = left[i];
    if (!looked) return;
    take(gathered, () => shown(settings.cwd, file), looked, settings);
    const first = tree.firsts[i];
    if (first?.kind === 'scanned' && hasFix(looked))
      gathered.alone.set(shown(settings.cwd, file), first.scanned.findings);
    const isRead = looked.kind !== 'skipped' && looked.kind !== 'unreadable';
    if (isRead && settings.asked?.has(file) === true) gathered.read.add(file);
  });
}

const hasFix = (looked: Looked): boolean =>
  looked.kind === 'scanned' && looked.scanned.findings.some(({ fix }) => fix);

/** Counts a file, once, and what was found in it. `path`: as findings name it, for those that need one. */
function take(gathered: Gathered, path: () => string, looked: Looked, { levels }: LintSettings): void {
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
      takeScanned(gathered, path(), looked.scanned, levels);
      return;
    default:
      looked satisfies never;
  }
}

function takeScanned(
  gathered: Gathered,
  path: string,
  scanned: Scanned,
  levels: LintSettings['levels'],
): void {
  const { findings, suppressed, notes, aside = [], held = [] } = scanned;
  for (const one of held) gathered.held.push({ path, ...one });
  for (const { rule, host, line } of aside) {
    if (levels[rule] === 'off') continue;
    const known = gathered.aside.get(host) ?? { host, count: 0, path, line };
    gathered.aside.set(host, { ...known, count: known.count + 1 });
  }
  for (const one of findings) gathered.findings.push(one);
  for (const one of suppressed) gathered.suppressed.push(one);
  for (const { line, message } of notes) gathered.notes.push({ path, line: line + 1, message });
}
