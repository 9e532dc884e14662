// A run of the linter, from top to bottom: what was seen in each file (looked-files.ts), all findings together, then levels,
// confidence and baseline. Holds only findings and names of files. "The way of a finding" in src/README.md has the whole picture.
import { PaybatchError } from '../errors.ts';
import { daysBetween } from '../interface/cutoff.ts';
import { type LintSettings, lookAtFiles, lookAtInput, type RunNotes } from './looked-files.ts';
import { type Finding, RANK, type ScanSettings } from './model/finding.ts';
import type { Report, SkipReason, Unread } from './model/report.ts';
import { type LookSettings, shownPath } from './run/look.ts';
import type { FileResult } from './scan.ts';

export type { LintSettings } from './looked-files.ts';

/** More than any report can hold. */
const MAX_FINDINGS = 200_000;

class TooManyFindings extends PaybatchError {
  constructor() {
    super('memory', `there are more than ${MAX_FINDINGS} findings: name fewer paths at once`);
  }
}

export async function lint(settings: LintSettings): Promise<Report> {
  const named = new Set<string>();
  const looks: LookSettings = { ...scanSettings(settings), cwd: settings.cwd, named };
  const notes: RunNotes['notes'] = [];
  const unreadable: Unread[] = [];
  const skipped = new Map<SkipReason, number>();
  const workbooks: string[] = [];
  const looked = settings.input
    ? await lookAtInput(settings.input, looks, settings)
    : await lookAtFiles(settings, looks, { named, notes, unreadable, skipped, workbooks });
  const results = new Map<string, FileResult>();
  for (const { file, look } of looked) {
    const path =
      settings.input?.path ??
      (look.kind === 'clean' && look.isCut !== true ? '' : shownPath(settings.cwd, file));
    if (look.kind === 'skipped') skipped.set(look.why, (skipped.get(look.why) ?? 0) + 1);
    else if (look.kind === 'unreadable') unreadable.push({ path, why: look.why });
    else if (look.kind !== 'strong') {
      if (look.isCut === true) unreadable.push({ path, why: 'cut' });
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
    ...{ skipped, workbooks, unreadable, notes },
    ...shownOf(findingsOf(results), results, settings),
  };
}

/** All findings; a tree that defines the route itself may call its own. */
function findingsOf(results: ReadonlyMap<string, FileResult>): Finding[] {
  const isServed = [...results.values()].some(({ hasRoute }) => hasRoute);
  const all = [...results.values()].flatMap(({ findings }) => findings);
  return isServed ? all.map(withoutFix) : all;
}

function withoutFix(finding: Finding): Finding {
  if (!finding.fixable) return finding;
  const rest: Finding = { ...finding, fixable: false, left: 'own-route' };
  delete (rest as { fix?: unknown }).fix;
  return rest;
}

const scanSettings = ({ asOf, cutoff, hosts, clients }: ScanSettings): ScanSettings => ({
  ...{ asOf, cutoff, hosts, clients },
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
