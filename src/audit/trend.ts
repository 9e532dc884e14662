// Two audits side by side: what is fixed, what is new, what is left, and when nothing would be. A finding that only moved
// within its file, or with its folder, is the same one. Pure.
import { dayAfter, daysBetween } from '../interface/cutoff.ts';
import { RULE_IDS, type RuleId } from '../interface/rules.ts';

/** A finding as a report holds it. */
export interface KnownFinding {
  readonly rule: RuleId;
  readonly path: string;
  readonly fingerprint: string;
}

export interface EarlierReport {
  readonly asOf: string;
  readonly findings: readonly KnownFinding[];
}

interface Counts {
  readonly fixed: number;
  readonly added: number;
  readonly remaining: number;
}

export interface Trend extends Counts {
  /** Day of the earlier report. */
  readonly since: string;
  readonly byRule: readonly ({ readonly rule: RuleId } & Counts)[];
}

export function trendOf(
  earlier: EarlierReport,
  findings: readonly KnownFinding[],
  leftOut: readonly KnownFinding[] = [],
): Trend {
  const byRule = RULE_IDS.map((rule) => {
    const before = earlier.findings.filter((one) => one.rule === rule);
    const now = findings.filter((one) => one.rule === rule);
    const open = paired(before, now, BY_LINE);
    // A comment behind a line makes it another one: what is left out counts by its file as well.
    const passed = paired(
      open.left,
      leftOut.filter((one) => one.rule === rule),
      [...BY_LINE, ({ path }) => path],
    );
    const remaining = open.pairs + passed.pairs;
    return { rule, fixed: before.length - remaining, added: now.length - open.pairs, remaining };
  }).filter(({ fixed, added, remaining }) => fixed + added + remaining > 0);
  const sum = (key: keyof Counts): number => byRule.reduce((total, one) => total + one[key], 0);
  return {
    since: earlier.asOf,
    fixed: sum('fixed'),
    added: sum('added'),
    remaining: sum('remaining'),
    byRule,
  };
}

type KeyOf = (finding: KnownFinding) => string;

/** In its own file first, then wherever the same line stands. */
const BY_LINE: readonly KeyOf[] = [
  ({ path, fingerprint }) => `${path}\0${fingerprint}`,
  ({ fingerprint }) => fingerprint,
];

/** How many of the earlier findings are still there, and those that aren't. */
function paired(
  before: readonly KnownFinding[],
  now: readonly KnownFinding[],
  keys: readonly KeyOf[],
): { pairs: number; left: readonly KnownFinding[] } {
  let left = before;
  let open = now;
  let pairs = 0;
  for (const keyOf of keys) {
    const known = new Map<string, number>();
    for (const one of left) known.set(keyOf(one), (known.get(keyOf(one)) ?? 0) + 1);
    const taken = new Map<string, number>();
    open = open.filter((one) => {
      const key = keyOf(one);
      const used = taken.get(key) ?? 0;
      if (used >= (known.get(key) ?? 0)) return true;
      taken.set(key, used + 1);
      return false;
    });
    left = left.filter((one) => {
      const key = keyOf(one);
      const used = taken.get(key) ?? 0;
      if (used === 0) return true;
      taken.set(key, used - 1);
      pairs++;
      return false;
    });
  }
  return { pairs, left };
}

/** The day when nothing remains at the pace between the two reports; `null` where there is no pace. */
export function doneBy(trend: Trend, asOf: string): string | null {
  const open = trend.remaining + trend.added;
  if (open === 0) return asOf;
  const days = daysBetween(trend.since, asOf);
  const less = trend.fixed - trend.added;
  if (days <= 0 || less <= 0) return null;
  const needed = Math.ceil((open * days) / less);
  return needed > 365_000 ? null : dayAfter(asOf, needed);
}
