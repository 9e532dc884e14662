// Two audits side by side: what is fixed, what is new, what is left, and when nothing would be. A finding that only moved
// within its file, or with its file or folder, is the same one. Pure.
import { dayAfter, daysBetween } from '../interface/cutoff.ts';
import { RULE_IDS, type RuleId } from '../interface/rules.ts';
import type { EarlierReport, KnownFinding } from './earlier.ts';
import { within } from './scope.ts';

interface Counts {
  readonly fixed: number;
  readonly added: number;
  readonly remaining: number;
}

export interface Trend extends Counts {
  /** Day of the earlier report. */
  readonly since: string;
  /** Whether the two looked at different places: then only what both looked at is compared. */
  readonly narrowed: boolean;
  readonly byRule: readonly ({ readonly rule: RuleId } & Counts)[];
}

/** Of both, names are absolute, and mean the same files. */
export function trendOf(
  earlier: EarlierReport,
  { findings, leftOut = [], paths = earlier.paths }: Now,
): Trend {
  const narrowed = isOtherScope(earlier.paths, paths);
  const both = narrowed ? within(paths, earlier.findings) : earlier.findings;
  const found = narrowed ? within(earlier.paths, findings) : findings;
  const moved = movedFiles(both, [...found, ...leftOut]);
  const byRule = RULE_IDS.map((rule) => {
    const before = both.filter((one) => one.rule === rule);
    const now = found.filter((one) => one.rule === rule);
    const open = paired(before, now, [...BY_LINE, moved]);
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
    narrowed,
    fixed: sum('fixed'),
    added: sum('added'),
    remaining: sum('remaining'),
    byRule,
  };
}

interface Now {
  readonly findings: readonly KnownFinding[];
  readonly leftOut?: readonly KnownFinding[];
  /** What was looked at; the same as then without it. */
  readonly paths?: readonly string[];
}

function isOtherScope(then: readonly string[], now: readonly string[]): boolean {
  const [one, other] = [then, now].map((paths) => JSON.stringify([...new Set(paths)].sort()));
  return then.length > 0 && one !== other;
}

/** `undefined`: it can't be told by this. */
type KeyOf = (finding: KnownFinding) => string | undefined;

/** By its place, where its file is gone, or is new: a file that was only renamed. */
function movedFiles(before: readonly KnownFinding[], now: readonly KnownFinding[]): KeyOf {
  const [then, there] = [before, now].map((all) => new Set(all.map(({ path }) => path)));
  return ({ path, line, column, field }) =>
    line === undefined || (then?.has(path) === true && there?.has(path) === true)
      ? undefined
      : `${line}:${column ?? 0}\0${field ?? ''}`;
}

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
    for (const one of left) {
      const key = keyOf(one);
      if (key !== undefined) known.set(key, (known.get(key) ?? 0) + 1);
    }
    const taken = new Map<string, number>();
    open = open.filter((one) => {
      const key = keyOf(one);
      const used = key === undefined ? 0 : (taken.get(key) ?? 0);
      if (key === undefined || used >= (known.get(key) ?? 0)) return true;
      taken.set(key, used + 1);
      return false;
    });
    left = left.filter((one) => {
      const key = keyOf(one);
      const used = key === undefined ? 0 : (taken.get(key) ?? 0);
      if (key === undefined || used === 0) return true;
      taken.set(key, used - 1);
      pairs++;
      return false;
    });
  }
  return { pairs, left };
}

/** The day when nothing remains at the pace between the two reports; `null` where there is no pace, or not all is compared. */
export function doneBy(trend: Trend, asOf: string): string | null {
  if (trend.narrowed) return null;
  const open = trend.remaining + trend.added;
  if (open === 0) return asOf;
  const days = daysBetween(trend.since, asOf);
  const less = trend.fixed - trend.added;
  if (days <= 0 || less <= 0) return null;
  const needed = Math.ceil((open * days) / less);
  return needed > 365_000 ? null : dayAfter(asOf, needed);
}
