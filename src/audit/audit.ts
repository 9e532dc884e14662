// The audit as data: where a company stands before the earlier forms end, and in which order to work. Pure: what was
// found comes in, what to say of it goes out.

export interface AuditFinding {
  readonly rule: string;
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

/** The order of work: what is refused already, what a command mends, what needs a programmer, what needs an answer. */
const ORDER: readonly { readonly rule: string; readonly title: string; readonly how: string }[] = [
  {
    rule: 'transfer-amount',
    title: 'Send receiverAmount instead of amount',
    how: 'Refused since 31 March 2026. Decide for each call which amount is meant: the one that arrives',
  },
  {
    rule: 'current-tenant-endpoint',
    title: 'Call /api/v1/developer instead of /api/v1/current-tenant',
    how: 'paybatch lint --fix mends what is certain; the rest is the same change by hand',
  },
  {
    rule: 'transfer-documents-base64',
    title: 'Upload documents and send their IDs',
    how: 'POST /api/v1/transfers/documents first, then the documentId in the transfer; in files: paybatch migrate',
  },
  {
    rule: 'onboarding-missing-bank-statements',
    title: 'Collect bank statements of new customers',
    how: 'Required for onboarding: begin now, customers have to send them',
  },
  {
    rule: 'onboarding-removed-document-type',
    title: 'Stop sending the removed document types',
    how: 'They are no longer part of onboarding',
  },
  {
    rule: 'customer-removed-field',
    title: 'Leave out the removed customer fields',
    how: 'Where a new field takes the place, somebody who knows the customers has to choose its value',
  },
  {
    rule: 'customer-removed-breakdown-field',
    title: 'Send the five ranges instead of counts for each channel',
    how: 'paybatch migrate suggests a range where the counts tell one',
  },
  {
    rule: 'customer-unclear-field',
    title: 'Ask the service about two explanations',
    how: 'Whether fundingSourceExplanation and shareholdersSourceOfWealthExplanation end is not stated',
  },
];

export function audit(input: AuditInput): Audit {
  const { findings, data } = input;
  const files = (own: readonly AuditFinding[]): number => new Set(own.map(({ path }) => path)).size;
  const byRule = ORDER.flatMap(({ rule }) => {
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
  const tasks: AuditTask[] = ORDER.flatMap(({ rule, title, how }) => {
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
