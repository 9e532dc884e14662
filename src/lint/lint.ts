// The linter's run: walk, prefilter, read, judge, sort. Nothing is held but findings and names of files.
import { relative, sep } from 'node:path';

import { daysBetween } from '../interface/cutoff.ts';
import type { Baseline } from './baseline.ts';
import { filesUnder } from './files.ts';
import type { Finding, Report, Severity, Unread } from './finding.ts';
import { formatOf } from './format-of.ts';
import { Neighbours } from './neighbours.ts';
import { type Hints, type ScanSettings, scanText } from './scan.ts';
import { Sent } from './sent.ts';
import { notWritten, openSource, type Source, textOf } from './source.ts';
import { ANY_WORDS, STRONG_WORDS } from './words.ts';

export interface LintSettings extends ScanSettings {
  readonly cwd: string;
  readonly paths: readonly string[];
  readonly ignored: readonly string[];
  readonly baseline?: Baseline | undefined;
  /** Rule -> level of the config file; `off` switches it off. */
  readonly levels: Readonly<Record<string, Severity | 'off'>>;
  /** A file that isn't on the disk: standard input. */
  readonly input?: { readonly path: string; readonly text: string } | undefined;
}

interface Gathered {
  findings: Finding[];
  readonly notes: { path: string; line: number; message: string }[];
  readonly unreadable: Unread[];
  readonly skipped: Map<string, number>;
  scanned: number;
  suppressed: number;
}

export async function lint(settings: LintSettings): Promise<Report> {
  const gathered: Gathered = {
    findings: [],
    notes: [],
    unreadable: [],
    skipped: new Map(),
    scanned: 0,
    suppressed: 0,
  };
  if (settings.input) {
    gathered.scanned = 1;
    await take(gathered, settings, settings.input.path, settings.input.text, { neighbour: false });
  } else await scanFiles(gathered, settings);
  let { findings } = gathered;
  findings = findings.flatMap((finding): Finding[] => {
    const level = settings.levels[finding.rule];
    if (level === 'off') return [];
    return [level === undefined ? finding : { ...finding, severity: level }];
  });
  const all = findings.length;
  if (settings.baseline) findings = settings.baseline.without(findings, settings.asOf, settings.cutoff);
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
    suppressed: gathered.suppressed,
    baselined: all - findings.length,
    notes: gathered.notes,
  };
}

const compare = (a: string, b: string): number => (a < b ? -1 : a > b ? 1 : 0);

async function scanFiles(gathered: Gathered, settings: LintSettings): Promise<void> {
  const walked = filesUnder(settings.cwd, settings.paths, settings.ignored);
  for (const [why, count] of walked.skipped) gathered.skipped.set(why, count);
  gathered.unreadable.push(...walked.missing);
  const neighbours = new Neighbours();
  const sent = new Sent(settings.cwd);
  const weak: string[] = [];
  for (const file of walked.files) {
    const opened = openSource(file);
    const path = shown(settings.cwd, file);
    if ('skip' in opened) {
      gathered.skipped.set(opened.skip, (gathered.skipped.get(opened.skip) ?? 0) + 1);
      continue;
    }
    if ('unreadable' in opened) {
      gathered.unreadable.push({ path, why: opened.unreadable });
      continue;
    }
    const mapped = settings.map !== undefined && /\.(csv|tsv)$/.test(file);
    const tier = mapped ? 'strong' : tierOf(opened);
    if (tier === 'none') {
      gathered.scanned++;
      continue;
    }
    const text = textOf(opened);
    const why = notWritten(file, text);
    if (why !== undefined && !settings.paths.some((one) => shown(settings.cwd, file) === one)) {
      gathered.skipped.set(why, (gathered.skipped.get(why) ?? 0) + 1);
      continue;
    }
    gathered.scanned++;
    if (tier === 'weak') {
      weak.push(file);
      continue;
    }
    neighbours.add(file);
    await take(gathered, settings, path, text, { neighbour: false, sends: sent.from(file) });
  }
  // Weak words count beside strong evidence: in data by itself, in code through what it imports.
  for (const file of weak) {
    const opened = openSource(file);
    if (!('bytes' in opened)) continue;
    const text = textOf(opened);
    const near = neighbours.imports(file, text);
    const urls = sent.urlsOf(file);
    const { kind } = formatOf(file, text);
    if (!near && urls.length === 0 && (kind === 'code' || kind === 'markup')) continue;
    await take(gathered, settings, shown(settings.cwd, file), text, { neighbour: near, urls });
  }
}

const shown = (cwd: string, file: string): string => relative(cwd, file).split(sep).join('/');

/** One pass over the bytes as they are: both expressions are ASCII. */
function tierOf(source: Source): 'strong' | 'weak' | 'none' {
  const text = source.encoding === 'utf-8' ? source.bytes.toString('latin1') : textOf(source);
  if (!ANY_WORDS.test(text)) return 'none';
  return STRONG_WORDS.test(text) || text.includes('paybatch-ignore') ? 'strong' : 'weak';
}

async function take(
  gathered: Gathered,
  settings: LintSettings,
  path: string,
  text: string,
  hints: Hints,
): Promise<void> {
  const scanned = await scanText(path, text, hints, settings).catch((error: unknown) => {
    // Nested beyond what any parser takes: what could not be read is never clean.
    const why = error instanceof RangeError ? 'it is nested too deeply' : String(error);
    gathered.unreadable.push({ path, why: `can't be parsed: ${why}` });
  });
  if (!scanned) return;
  const { findings, suppressed, notes } = scanned;
  gathered.findings.push(...findings);
  gathered.suppressed += suppressed;
  gathered.notes.push(...notes.map(({ line, message }) => ({ path, line: line + 1, message })));
}
