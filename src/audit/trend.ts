// Two audits side by side: what is fixed, what is new, what is left, and when nothing would be. A finding that only moved
// within its file, or with its file or folder, is the same one. Pure.
import { dayAfter, daysBetween } from '../interface/cutoff.ts';
import { RULE_IDS, type RuleId } from '../interface/rules.ts';
import { type EarlierReport, type KnownFinding, within } from './earlier.ts';

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

/** Of both, paths are absolute. */
export function trendOf(earlier: EarlierReport, { findings, leftOut, paths }: Now): Trend {
  const narrowed = earlier.paths.length > 0 && setText(earlier.paths) !== setText(paths);
  const before = narrowed ? within(paths, earlier.findings) : earlier.findings;
  const now = narrowed ? within(earlier.paths, findings) : findings;
  const byRule = RULE_IDS.map((rule): { rule: RuleId } & Counts => {
    const [then, found, passed] = [before, now, leftOut].map((all) => all.filter((one) => one.rule === rule));
    const open = unpaired(then ?? [], found ?? [], BY_LINE);
    // A comment behind a line makes it another one: what is left out counts by its file as well.
    const gone = unpaired(open.before, passed ?? [], [...BY_LINE, ({ path }) => path]);
    const fixed = gone.before.length;
    return { rule, fixed, added: open.now.length, remaining: (then?.length ?? 0) - fixed };
  }).filter(({ fixed, added, remaining }) => fixed + added + remaining > 0);
  const sum = (key: keyof Counts): number => byRule.reduce((total, one) => total + one[key], 0);
  return {
    ...{ since: earlier.asOf, narrowed },
    ...{ fixed: sum('fixed'), added: sum('added'), remaining: sum('remaining') },
    byRule,
  };
}

interface Now {
  readonly findings: readonly KnownFinding[];
  readonly leftOut: readonly KnownFinding[];
  /** What was looked at. */
  readonly paths: readonly string[];
}

const setText = (paths: readonly string[]): string => JSON.stringify([...new Set(paths)].sort());

type KeyOf = (finding: KnownFinding) => string;

/** In its own file first, then wherever the same line stands. */
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
    for (const one of open) {
      const same = byKey.get(keyOf(one));
      if (same) same.push(one);
      else byKey.set(keyOf(one), [one]);
    }
    left = left.filter((one) => {
      const twin = byKey.get(keyOf(one))?.pop();
      return twin === undefined || !open.delete(twin);
    });
  }
  return { before: left, now: [...open] };
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
