// The audit as data: where a company stands before the earlier forms end, and in which order to work. Pure: what was
// found comes in, what to say about it comes out.
import { type RuleId, ruleOf, RULES_BY_WORK } from '../interface/rules.ts';

export interface AuditFinding {
  readonly rule: RuleId;
  readonly severity: 'warning' | 'error';
  readonly path: string;
  readonly line: number;
  readonly message: string;
  readonly fixable: boolean;
}

/** One data file, as a migration would leave it. */
export interface AuditData {
  readonly path: string;
  readonly kind: string;
  readonly rows: number;
  readonly ready: number;
  readonly waiting: number;
  readonly unreadable: number;
}

export interface AuditInput {
  readonly asOf: string;
  readonly cutoff: string;
  readonly daysLeft: number;
  readonly filesScanned: number;
  readonly findings: readonly AuditFinding[];
  readonly data: readonly AuditData[];
  /** What was not looked at, and why. */
  readonly notLookedAt: readonly string[];
}

export interface AuditTask {
  readonly title: string;
  readonly uses: number;
  readonly files: number;
  readonly how: string;
}

interface Counted {
  readonly rule: RuleId;
  readonly count: number;
  readonly files: number;
  readonly errors: number;
}

export interface Audit extends AuditInput {
  /** Nothing was found, and no row waits for a person. */
  readonly ready: boolean;
  readonly byRule: readonly Counted[];
  readonly byFile: readonly {
    readonly path: string;
    readonly count: number;
    readonly rules: readonly RuleId[];
  }[];
  readonly rows: { readonly ready: number; readonly waiting: number; readonly unreadable: number };
  /** In the order in which to work. */
  readonly tasks: readonly AuditTask[];
}

export function audit(input: AuditInput): Audit {
  const { findings, data } = input;
  const groups = grouped(findings, ({ rule }) => rule);
  const byRule: Counted[] = [];
  const tasks: AuditTask[] = [];
  for (const rule of RULES_BY_WORK) {
    const own = groups.get(rule) ?? [];
    if (own.length === 0) continue;
    const files = new Set(own.map(({ path }) => path)).size;
    const errors = own.filter(({ severity }) => severity === 'error').length;
    const { task: title, doing: how } = ruleOf(rule);
    byRule.push({ rule, count: own.length, files, errors });
    tasks.push({ title, how, uses: own.length, files });
  }
  const byFile = [...grouped(findings, ({ path }) => path)]
    .map(([path, own]) => ({ path, count: own.length, rules: [...new Set(own.map(({ rule }) => rule))] }))
    .sort((a, b) => b.count - a.count || (a.path < b.path ? -1 : 1));
  const sum = (key: 'ready' | 'waiting' | 'unreadable'): number =>
    data.reduce((total, one) => total + one[key], 0);
  const rows = { ready: sum('ready'), waiting: sum('waiting'), unreadable: sum('unreadable') };
  const open = rows.waiting + rows.unreadable;
  if (data.length > 0) tasks.push(migration(open, data.length));
  return { ...input, ready: findings.length === 0 && open === 0, byRule, byFile, rows, tasks };
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

function migration(open: number, files: number): AuditTask {
  const how =
    open === 0
      ? 'paybatch migrate FILE --out DIR; no row needs an answer'
      : 'paybatch migrate FILE --out DIR, then fill in NAME.todo.csv and run it again with --todo';
  return { title: 'Migrate the data files', uses: open, files, how };
}

/** The state in one sentence, for whoever reads no further. */
export function verdict({ ready, findings, rows, daysLeft }: Audit): string {
  if (ready) return 'Ready: nothing was found that stops working. See below for what was not looked at.';
  const errors = findings.filter(({ severity }) => severity === 'error').length;
  const open = rows.waiting + rows.unreadable;
  const left = daysLeft >= 0 ? `${plural(daysLeft, 'day')} left` : `${plural(-daysLeft, 'day')} overdue`;
  return `Not ready, ${left}: ${plural(findings.length, 'use')} of what stops working (${errors} refused today), ${plural(open, 'row')} waiting for a person.`;
}

export const plural = (count: number, word: string): string => `${count} ${word}${count === 1 ? '' : 's'}`;
