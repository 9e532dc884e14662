// A run of the linter, from top to bottom. "The way of a finding" in src/README.md has the whole picture.
import { resolve } from 'node:path';

import { daysBetween } from '../interface/cutoff.ts';
import { newFindings } from './baseline.ts';
import { mayNotChange } from './files/source.ts';
import { type LintSettings, lookAtFiles } from './looked-files.ts';
import type { Finding, LeftReason, Report } from './model/finding.ts';
import { RANK } from './model/weights.ts';
import { shownPath } from './run/look.ts';
import type { FileResult } from './scan.ts';

export type { LintSettings } from './looked-files.ts';

export async function lint(settings: LintSettings): Promise<Report> {
  const { asOf, cutoff, cwd, input } = settings;
  const { looked, skipped, workbooks, unreadable, notes } = await lookAtFiles(settings);
  const results: FileResult[] = [];
  let filesScanned = 0;
  for (const { file, look } of looked) {
    const shown = (): string => input?.path ?? shownPath(cwd, file);
    if (look.kind === 'skipped') skipped.set(look.why, (skipped.get(look.why) ?? 0) + 1);
    if (look.kind === 'unreadable') unreadable.push({ path: shown(), why: look.why });
    if (look.kind !== 'clean' && look.kind !== 'scanned') continue;
    filesScanned++;
    if (look.isCut === true) unreadable.push({ path: shown(), why: 'cut' });
    if (look.kind === 'clean') continue;
    const { result } = look;
    results.push(result);
    if (result.isTooDeep) unreadable.push({ path: shown(), why: 'too-deep' });
    notes.push(...result.notes.map((note) => ({ ...note, path: shown() })));
  }
  return {
    ...{ asOf, cutoff, daysLeft: daysBetween(asOf, cutoff), filesScanned },
    ...{ skipped, workbooks, unreadable, notes },
    ...shownOf(findingsOf(results, settings), results, settings),
  };
}

/** All findings; a tree that defines the route itself may call its own. */
function findingsOf(results: readonly FileResult[], { cwd, input }: LintSettings): Finding[] {
  const isServed = results.some(({ hasRoute }) => hasRoute);
  return results.flatMap(({ findings: [...findings] }) => {
    const fixed = findings.find(({ fixable }) => fixable);
    if (!fixed) return findings;
    if (isServed) return findings.map((one) => withoutFix(one, 'own-route'));
    const isLeft = !input && mayNotChange(resolve(cwd, fixed.path));
    return isLeft ? findings.map((one) => withoutFix(one, 'kind-of-file')) : findings;
  });
}

function withoutFix(finding: Finding, left: LeftReason): Finding {
  if (!finding.fixable) return finding;
  const rest: Finding = { ...finding, fixable: false, left };
  delete (rest as { fix?: unknown }).fix;
  return rest;
}

/** The findings that are reported, and how many are not. */
function shownOf(
  all: readonly Finding[],
  results: readonly FileResult[],
  { levels, minConfidence, baseline }: LintSettings,
): Pick<Report, 'findings' | 'suppressed' | 'leftOut' | 'off' | 'baselined' | 'unshown'> {
  const isCertain = ({ confidence }: Finding): boolean => RANK[confidence] >= RANK[minConfidence];
  const certain = all.filter(isCertain);
  const on = certain.filter(({ rule }) => levels[rule] !== 'off');
  const leveled = on.map((finding): Finding => {
    const level = levels[finding.rule];
    return level === undefined || level === 'off' ? finding : { ...finding, severity: level };
  });
  const findings = baseline ? newFindings(leveled, baseline) : leveled;
  const suppressed = results.flatMap((result) => result.suppressed).filter(isCertain);
  const off = certain.filter(({ rule }) => levels[rule] === 'off');
  const unshown = all.filter((one) => !isCertain(one) && one.confidence !== 'low').length;
  findings.sort(
    (a, b) => compare(a.path, b.path) || a.line - b.line || a.column - b.column || compare(a.rule, b.rule),
  );
  const leftOut =
    (by: 'suppressed' | 'off') =>
    ({ rule, path, fingerprint }: Finding) => ({ rule, path, fingerprint, by });
  return {
    findings,
    suppressed: suppressed.length,
    leftOut: [...suppressed.map(leftOut('suppressed')), ...off.map(leftOut('off'))],
    off: off.length,
    baselined: leveled.length - findings.length,
    unshown,
  };
}

const compare = (a: string, b: string): number => (a < b ? -1 : a > b ? 1 : 0);
