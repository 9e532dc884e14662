// The audit as data: the remaining work before the earlier forms end, in order. Pure.
import { isUnstated, type RuleId, ruleOf, RULES_BY_WORK } from '../interface/rules.ts';
import type { findingJson } from '../lint/format/json.ts';
import { plural } from '../lint/format/words.ts';
import type { Report } from '../lint/model/finding.ts';
import { type Effort, effortOf, whyOf } from './effort.ts';
import { NO_OWNER } from './owners.ts';
import { doneBy, type Trend } from './trend.ts';

/** A finding as lint reports it, with the owners of its file, or `no owner`. */
type AuditFinding = ReturnType<typeof findingJson> & { readonly owners: readonly string[] };

/** The result of a migration of one data file. */
export interface AuditData {
  readonly path: string;
  readonly kind: string;
  readonly rows: number;
  readonly ready: number;
  readonly waiting: number;
  readonly unreadable: number;
  /** Rows that a migration would change. */
  readonly changed: number;
}

/** An entry of the plan of work. */
export interface AuditTask {
  readonly title: string;
  readonly uses: number;
  /** What `uses` counts: places in files, or rows that wait for a person. */
  readonly unit: 'place' | 'row';
  readonly files: number;
  readonly how: string;
}

/** `leftOut`: uses that are suppressed, or whose rule is off. */
interface AuditInput extends Pick<Report, 'asOf' | 'cutoff' | 'daysLeft' | 'filesScanned' | 'leftOut'> {
  /** The name of the working directory. Paths are relative to it. */
  readonly folder: string;
  /** The audited paths, relative to the folder. */
  readonly paths: readonly string[];
  readonly findings: readonly AuditFinding[];
  readonly data: readonly AuditData[];
  /** What was not read, and why. */
  readonly notLookedAt: readonly string[];
  readonly unreadable: readonly { readonly path: string; readonly why: string }[];
  /** Compared with an earlier report; `null` without one. */
  readonly trend: Trend | null;
}

interface RuleCount {
  readonly rule: RuleId;
  readonly count: number;
  readonly files: number;
  readonly errors: number;
  readonly effort: Effort;
  /** Why the effort is a range. */
  readonly why: string;
}

interface OwnerCount {
  readonly owner: string;
  readonly count: number;
  readonly files: number;
  readonly effort: Effort;
}

export interface Audit extends AuditInput {
  /** Nothing was found, left out or unreadable, and no row waits for a person. */
  readonly ready: boolean;
  readonly byRule: readonly RuleCount[];
  readonly byFile: readonly {
    readonly path: string;
    readonly count: number;
    readonly rules: readonly RuleId[];
  }[];
  readonly rows: { readonly ready: number; readonly waiting: number; readonly unreadable: number };
  readonly byOwner: readonly OwnerCount[];
  readonly effort: Effort & { readonly unit: 'hours' };
  /** The day when nothing remains at the trend's pace; `null` without a pace. */
  readonly doneBy: string | null;
  /** Whether that day is after the cutoff. */
  readonly doneAfterCutoff: boolean;
  /** What only a rehearsal or a proxy can find, and what was not read. */
  readonly unseen: readonly string[];
  /** In the order in which to work. */
  readonly tasks: readonly AuditTask[];
}

export function audit(input: AuditInput): Audit {
  const { findings, data } = input;
  const groups = grouped(findings, ({ rule }) => rule);
  const byRule: RuleCount[] = [];
  const tasks: AuditTask[] = [];
  for (const rule of RULES_BY_WORK) {
    const own = groups.get(rule) ?? [];
    if (own.length === 0) continue;
    const errors = own.filter(({ severity }) => severity === 'error').length;
    byRule.push({
      rule,
      count: own.length,
      files: filesOf(own),
      errors,
      effort: effortOf(filesByRule(own)),
      why: (own.every(isUnstated) && ruleOf(rule).unstated?.how) || whyOf(rule),
    });
    const { unstated } = ruleOf(rule);
    for (const uses of [own.filter((one) => !isUnstated(one)), own.filter(isUnstated)]) {
      const { task: title, how } = (uses.every(isUnstated) && unstated) || ruleOf(rule);
      if (uses.length > 0) tasks.push({ title, how, uses: uses.length, unit: 'place', files: filesOf(uses) });
    }
  }
  const byFile = [...grouped(findings, ({ path }) => path)]
    .map(([path, own]) => ({ path, count: own.length, rules: [...new Set(own.map(({ rule }) => rule))] }))
    .sort((a, b) => b.count - a.count || (a.path < b.path ? -1 : 1));
  const sum = (key: 'ready' | 'waiting' | 'unreadable'): number =>
    data.reduce((total, one) => total + one[key], 0);
  const rows = { ready: sum('ready'), waiting: sum('waiting'), unreadable: sum('unreadable') };
  const open = rows.waiting + rows.unreadable;
  const toMigrate = data.filter(({ changed, waiting, unreadable }) => changed + waiting + unreadable > 0);
  if (toMigrate.length > 0) tasks.push(migration(open, toMigrate.length));
  const { leftOut, trend, unreadable } = input;
  const day = trend === null ? null : doneBy(trend, input.asOf);
  return {
    ...input,
    ready: findings.length + leftOut.length + unreadable.length + open === 0,
    byRule,
    byFile,
    byOwner: byOwner(findings),
    effort: { ...effortOf(filesByRule(findings)), unit: 'hours' },
    doneBy: day,
    doneAfterCutoff: day !== null && day > input.cutoff,
    unseen: [...leftOutTexts(leftOut), ...ONLY_WHEN_CALLED, ...input.notLookedAt],
    rows,
    tasks,
  };
}

function migration(open: number, files: number): AuditTask {
  const how =
    open === 0
      ? 'paybatch migrate FILE --out DIR. No row needs an answer.'
      : 'paybatch migrate FILE --out DIR. Then fill in NAME.todo.csv and run it again with --todo.';
  return { title: 'Migrate the data files', uses: open, unit: 'row', files, how };
}

const filesOf = (findings: readonly AuditFinding[]): number => new Set(findings.map(({ path }) => path)).size;

/** What an audit of files cannot find. */
const ONLY_WHEN_CALLED = [
  'request bodies that a program makes from a database, a form or another service: paybatch rehearse shows them, or paybatch proxy in front of the service',
  'calls by other programs, by partners and by web tools: paybatch proxy shows them, or lint --observed with access logs',
  'other fields and values that the service refuses after the cutoff: the specification does not state them',
];

function filesByRule(findings: readonly AuditFinding[]): Map<RuleId, Set<string>> {
  const files = new Map<RuleId, Set<string>>();
  for (const { rule, path } of findings) files.set(rule, (files.get(rule) ?? new Set()).add(path));
  return files;
}

/** A finding with two owners counts for both. Findings without an owner come last. */
function byOwner(findings: readonly AuditFinding[]): OwnerCount[] {
  const owners = new Set(findings.flatMap((finding) => finding.owners));
  const rank = ({ owner, count }: OwnerCount): number => (owner === NO_OWNER ? -1 : count);
  return [...owners]
    .map((owner) => {
      const own = findings.filter((finding) => finding.owners.includes(owner));
      return { owner, count: own.length, files: filesOf(own), effort: effortOf(filesByRule(own)) };
    })
    .sort((a, b) => rank(b) - rank(a) || (a.owner < b.owner ? -1 : 1));
}

function grouped<Key>(
  findings: readonly AuditFinding[],
  keyOf: (finding: AuditFinding) => Key,
): Map<Key, AuditFinding[]> {
  const groups = new Map<Key, AuditFinding[]>();
  for (const finding of findings) {
    const group = groups.get(keyOf(finding)) ?? [];
    group.push(finding);
    groups.set(keyOf(finding), group);
  }
  return groups;
}

const LEFT_OUT = {
  suppressed: 'suppressed by paybatch-ignore',
  off: 'the rule is switched off',
} as const;

/** Uses that the linter leaves out on request, by reason and rule. They still stop working after the cutoff. */
function leftOutTexts(leftOut: Report['leftOut']): string[] {
  return (['suppressed', 'off'] as const).flatMap((by) =>
    RULES_BY_WORK.flatMap((rule) => {
      const own = leftOut.filter((one) => one.by === by && one.rule === rule);
      if (own.length === 0) return [];
      const files = new Set(own.map(({ path }) => path)).size;
      return [`${plural(own.length, 'use')} in ${plural(files, 'file')} of ${rule}: ${LEFT_OUT[by]}`];
    }),
  );
}
