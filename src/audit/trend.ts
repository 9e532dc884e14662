// An audit compared with an earlier report of the same paths: fixed, new and remaining findings, and when none will
// remain. A finding that moved within its file, or with its file or folder, is the same finding.
import { resolve } from 'node:path';

import { z } from 'zod';

import { parsedJson } from '../files/parsed-json.ts';
import { dayAfter, dayOf, daysBetween } from '../interface/cutoff.ts';
import { isRuleId, RULE_IDS, type RuleId } from '../interface/rules.ts';
import type { Finding } from '../lint/model/finding.ts';

/** A finding in a report. */
export type KnownFinding = Pick<Finding, 'rule' | 'path' | 'fingerprint'>;

export interface EarlierReport {
  readonly asOf: string;
  readonly findings: readonly KnownFinding[];
}

type ParsedReport =
  { readonly ok: true; readonly report: EarlierReport } | { readonly ok: false; readonly why: string };

/** As --format json of audit or lint writes it. A report of lint has no paths. */
const REPORT = z.object({
  asOf: z.string().refine((day) => dayOf(day) !== undefined),
  paths: z.array(z.string()).optional(),
  findings: z.array(
    z.object({
      rule: z
        .string()
        .refine(isRuleId)
        .transform((rule) => rule), // just checked
      path: z.string(),
      fingerprint: z.string().optional(),
    }),
  ),
});

/** `paths`: the absolute paths of this audit. The result has absolute paths. */
export function parseReport(text: string, cwd: string, paths: readonly string[]): ParsedReport {
  const refuse = (why: string): ParsedReport => ({ ok: false, why });
  const { success, data } = REPORT.safeParse(parsedJson(text));
  if (!success) return refuse('is not a report of audit or lint (--format json)');
  const findings = data.findings.flatMap(({ rule, path, fingerprint }) =>
    fingerprint === undefined ? [] : [{ rule, fingerprint, path: resolve(cwd, path) }],
  );
  if (findings.length < data.findings.length)
    return refuse('has findings without a fingerprint: it was written by an earlier version');
  if (data.paths && pathSet(data.paths.map((path) => resolve(cwd, path))) !== pathSet(paths))
    return refuse(`is a report of other paths (${data.paths.join(', ')}): audit the same paths`);
  const isLookedAt = (path: string): boolean => paths.some((root) => `${path}/`.startsWith(`${root}/`));
  return { ok: true, report: { asOf: data.asOf, findings: findings.filter(({ path }) => isLookedAt(path)) } };
}

const pathSet = (paths: readonly string[]): string => JSON.stringify([...new Set(paths)].sort());

interface TrendCounts {
  readonly fixed: number;
  readonly added: number;
  readonly remaining: number;
}

export interface Trend extends TrendCounts {
  /** Day of the earlier report. */
  readonly since: string;
  readonly byRule: readonly ({ readonly rule: RuleId } & TrendCounts)[];
}

/** All paths are absolute. `leftOut`: suppressed uses, and uses of rules that are off. They do not count as fixed. */
export function trendOf(
  earlier: EarlierReport,
  findings: readonly KnownFinding[],
  leftOut: readonly KnownFinding[],
): Trend {
  const byRule = RULE_IDS.map((rule): { rule: RuleId } & TrendCounts => {
    const ofRule = (all: readonly KnownFinding[]): KnownFinding[] => all.filter((one) => one.rule === rule);
    const then = ofRule(earlier.findings);
    const open = unpaired(then, ofRule(findings), BY_LINE);
    // A suppressing comment changes the line, so that such uses are also compared by file alone.
    const gone = unpaired(open.before, ofRule(leftOut), [...BY_LINE, ({ path }) => path]);
    const fixed = gone.before.length;
    return { rule, fixed, added: open.now.length, remaining: then.length - fixed };
  }).filter(({ fixed, added, remaining }) => fixed + added + remaining > 0);
  const sum = (key: keyof TrendCounts): number => byRule.reduce((total, one) => total + one[key], 0);
  return {
    since: earlier.asOf,
    ...{ fixed: sum('fixed'), added: sum('added'), remaining: sum('remaining') },
    byRule,
  };
}

type KeyOf = (finding: KnownFinding) => string;

/** In the same file first, then in any file. */
const BY_LINE: readonly KeyOf[] = [
  ({ path, fingerprint }) => `${path}\0${fingerprint}`,
  ({ fingerprint }) => fingerprint,
];

/** The findings of both that remain after equal ones are removed in pairs. */
function unpaired(
  before: readonly KnownFinding[],
  now: readonly KnownFinding[],
  keys: readonly KeyOf[],
): { before: readonly KnownFinding[]; now: readonly KnownFinding[] } {
  const open = new Set(now);
  let left = before;
  for (const keyOf of keys) {
    const byKey = new Map<string, KnownFinding[]>();
    for (const one of open) byKey.set(keyOf(one), [...(byKey.get(keyOf(one)) ?? []), one]);
    left = left.filter((one) => {
      const twin = byKey.get(keyOf(one))?.pop();
      return twin === undefined || !open.delete(twin);
    });
  }
  return { before: left, now: [...open] };
}

/** The day when nothing remains at the pace between the two reports; `null` if there is no pace. */
export function doneBy(trend: Trend, asOf: string): string | null {
  const open = trend.remaining + trend.added;
  if (open === 0) return asOf;
  const days = daysBetween(trend.since, asOf);
  const less = trend.fixed - trend.added;
  if (days <= 0 || less <= 0) return null;
  const needed = Math.ceil((open * days) / less);
  return needed > 365_000 ? null : dayAfter(asOf, needed);
}
