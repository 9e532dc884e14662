// The audit as data: where a company stands before the earlier forms end, and in which order to work. Pure: what was
// found comes in, what to say of it goes out.
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

export interface Audit extends AuditInput {
  readonly byRule: readonly {
    readonly rule: string;
    readonly count: number;
    readonly files: number;
    readonly errors: number;
  }[];
  readonly byFile: readonly {
    readonly path: string;
    readonly count: number;
    readonly rules: readonly string[];
  }[];
  readonly rows: { readonly ready: number; readonly waiting: number; readonly unreadable: number };
  /** In the order in which to work. */
  readonly tasks: readonly AuditTask[];
}

export function audit(input: AuditInput): Audit {
  const { findings, data } = input;
  const files = (own: readonly AuditFinding[]): number => new Set(own.map(({ path }) => path)).size;
  const byRule = RULES_BY_WORK.flatMap((rule) => {
    const own = findings.filter((finding) => finding.rule === rule);
    const errors = own.filter(({ severity }) => severity === 'error').length;
    return own.length === 0 ? [] : [{ rule, count: own.length, files: files(own), errors }];
  });
  const paths = [...new Set(findings.map(({ path }) => path))];
  const byFile = paths
    .map((path) => {
      const own = findings.filter((finding) => finding.path === path);
      return { path, count: own.length, rules: [...new Set(own.map(({ rule }) => rule))] };
    })
    .sort((a, b) => b.count - a.count || (a.path < b.path ? -1 : 1));
  const sum = (key: 'ready' | 'waiting' | 'unreadable'): number =>
    data.reduce((total, one) => total + one[key], 0);
  const rows = { ready: sum('ready'), waiting: sum('waiting'), unreadable: sum('unreadable') };
  const tasks: AuditTask[] = RULES_BY_WORK.flatMap((rule) => {
    const { task: title, doing: how } = ruleOf(rule);
    const own = findings.filter((finding) => finding.rule === rule);
    return own.length === 0 ? [] : [{ title, how, uses: own.length, files: files(own) }];
  });
  const open = rows.waiting + rows.unreadable;
  if (data.length > 0) {
    tasks.push({
      title: 'Migrate the data files',
      uses: open,
      files: data.length,
      how:
        open === 0
          ? 'paybatch migrate FILE --out DIR; no row needs an answer'
          : 'paybatch migrate FILE --out DIR; then answer NAME.todo.csv and run again with --todo',
    });
  }
  return { ...input, byRule, byFile, rows, tasks };
}

/** The state in one sentence, for whoever reads no further. */
export function verdict({ findings, rows, daysLeft }: Audit): string {
  const errors = findings.filter(({ severity }) => severity === 'error').length;
  const open = rows.waiting + rows.unreadable;
  if (findings.length === 0 && open === 0)
    return 'Nothing was found that ends: ready, as far as was looked at.';
  const left = daysLeft >= 0 ? `${daysLeft} days left` : `${-daysLeft} days past the end`;
  return `Not ready: ${findings.length} uses of what ends (${errors} refused today), ${open} rows wait for a person; ${left}.`;
}
