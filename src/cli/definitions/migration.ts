// Commands of a migration.
import { type ArgsOf, command } from '../command.ts';
import { choice, inGroup, list, number, required, text, toggle } from '../flag.ts';
import { COMMON, INPUT, SANDBOX_BALANCE } from '../flags.ts';

const DATES = {
  'as-of': text('DATE', 'The day that counts as today', { default: 'today' }),
  cutoff: text('DATE', 'The last day of the earlier forms', { default: '30 October of cutoffYear' }),
};

export const lint = command({
  name: 'lint',
  does: 'Find deprecated fields, document types and calls in data and source code',
  manual: 'lint-guide',
  words: { paths: list('PATHS', 'Files and folders; - for standard input', { standardInput: true }) },
  flags: {
    rule: list('ID', 'Look for this rule only; repeatable'),
    ...DATES,
    'fail-on': choice(['error', 'warning', 'never'], 'What gives exit code 1', { default: 'warning' }),
    'min-confidence': choice(['high', 'medium', 'low'], 'Hide findings below it', { default: 'medium' }),
    fix: toggle('Apply the safe fixes (current-tenant paths)'),
    'fix-dry-run': toggle('Show what --fix would change'),
    baseline: text('FILE', 'Leave out the findings listed in FILE'),
    'write-baseline': text('FILE', 'Write all findings to this file, for --baseline'),
    observed: list('FILE', 'A HAR file or access log: count how often each use was seen; repeatable'),
    'stdin-filename': text('NAME', 'The file name that standard input is read as'),
    ...inGroup('Output and monitoring', {
      format: choice(['text', 'json', 'sarif', 'github', 'csv', 'markdown'], 'The format of the report', {
        ...{ value: 'FORMAT', default: 'text' },
      }),
      explain: toggle('Print the reason for each finding'),
    }),
    ...COMMON,
  },
  conflicts: { 'write-baseline': ['fix', 'fix-dry-run'], 'fix-dry-run': ['fix'] },
  examples: {
    'lint samples/lint': 'Uses of forms that end on 30 October 2026',
    'lint samples/lint --format sarif --fail-on never': 'For a code scanning service',
  },
});

export const migrate = command({
  name: 'migrate',
  does: 'Convert CSV, JSON or NDJSON files to release 1.32; removed values go to NAME.dropped.csv',
  manual: 'data-migration',
  words: { paths: required(list('PATHS', 'Files, or folders of them')) },
  flags: {
    out: text('DIR', 'The folder for the converted files (required)'),
    'dry-run': toggle('Show what would change, and write nothing'),
    check: toggle('The earlier name of --dry-run', { hidden: true }),
    'amount-is-receiver-amount': toggle('amount is in the destination currency: rename it to receiverAmount'),
    todo: list('FILE', 'A todo file with its answers filled in; repeatable'),
    kind: INPUT.kind,
    delimiter: INPUT.delimiter,
    ...COMMON,
  },
  examples: {
    'migrate samples/customers-earlier-shape.csv --dry-run': 'What would change',
    'migrate samples/company/data --out migrated': 'Every data file of a folder',
  },
});

export const audit = command({
  name: 'audit',
  does: 'Show on one page what is left to do: findings, data to migrate, owners, effort',
  manual: 'readiness',
  words: { paths: required(list('PATHS', 'Files and folders')) },
  flags: {
    format: choice(['text', 'json', 'markdown', 'html'], 'The format of the report', { default: 'text' }),
    out: text('FILE', 'Where the report goes', { default: 'standard output' }),
    since: text('REPORT.json', 'Compare with an earlier report (--format json)'),
    ...DATES,
    ...COMMON,
  },
  examples: {
    'audit samples/company': 'On the terminal',
    'audit samples/company --format html --out audit.html': 'As a page',
  },
});

export const rehearse = command({
  name: 'rehearse',
  startsOther: true,
  does: 'Run a command against the test service, set to the day after the cutoff',
  manual: 'readiness',
  flags: { ...SANDBOX_BALANCE, ...COMMON },
  examples: {
    'rehearse -- sh samples/company/rehearse.sh': 'A program in any language',
    'rehearse --json -- npm test': 'The calls and the verdict as JSON',
  },
});

export const proxy = command({
  name: 'proxy',
  does: 'Forward calls to the service unchanged, and count deprecated uses',
  manual: 'readiness',
  flags: {
    to: required(text('URL', 'The address of the service')),
    port: number({ min: 0, max: 65535 }, 'The port on 127.0.0.1', { default: 'a free one' }),
    ...COMMON,
  },
  examples: {
    'proxy --to https://payments.example.com --port 8080': 'Until Ctrl-C; then print the counts',
    'proxy --to https://payments.example.com --json': 'The counts as JSON',
  },
});

export type LintArgs = ArgsOf<typeof lint>;
export type MigrateArgs = ArgsOf<typeof migrate>;
export type AuditArgs = ArgsOf<typeof audit>;
export type RehearseArgs = ArgsOf<typeof rehearse>;
export type ProxyArgs = ArgsOf<typeof proxy>;
