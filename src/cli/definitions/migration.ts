// Commands of a migration.
import { type ArgsOf, command, type Flags, inGroup } from '../command.ts';
import { COMMON, CSV, KIND, SANDBOX_BALANCE } from '../flags.ts';

const DATES = {
  'as-of': { type: 'string', value: 'DATE', does: 'Judge as of this day', default: 'today' },
  cutoff: {
    type: 'string',
    value: 'DATE',
    does: 'The last day of the earlier forms',
    default: '30 October of cutoffYear in the profile',
  },
} as const satisfies Flags;

export const lint = command({
  name: 'lint',
  does: 'Find deprecated fields, document types and calls in data and source code',
  group: 'Migration',
  manual: 'lint-guide',
  words: {
    paths: { type: 'list', standardInput: true, does: 'Files and folders; - for standard input' },
  },
  flags: {
    rule: { type: 'list', values: 'rules', value: 'ID', does: 'Look for this rule only; repeatable' },
    ...DATES,
    'fail-on': {
      type: 'choice',
      of: ['error', 'warning', 'never'],
      does: 'The lowest severity that gives exit code 1',
      default: 'warning',
    },
    'min-confidence': {
      type: 'choice',
      of: ['high', 'medium', 'low'],
      does: 'Hide findings below this confidence',
      default: 'medium',
    },
    fix: { type: 'boolean', does: 'Apply the safe fixes (current-tenant paths)' },
    'fix-dry-run': { type: 'boolean', does: 'Show what --fix would change' },
    baseline: { type: 'string', value: 'FILE', does: 'Leave out the findings of this file' },
    'write-baseline': {
      type: 'string',
      value: 'FILE',
      does: 'Write all findings to this file, for --baseline',
    },
    observed: {
      type: 'list',
      value: 'FILE',
      does: 'A HAR file or access log: count how often each use was seen; repeatable',
    },
    'stdin-filename': { type: 'string', value: 'NAME', does: 'The name of what is read from standard input' },
    ...inGroup('Output and monitoring', {
      format: {
        type: 'choice',
        of: ['text', 'json', 'sarif', 'github', 'csv', 'markdown'],
        does: 'The form of the report',
        default: 'text',
      },
      explain: { type: 'boolean', does: 'Print the reason for each finding' },
    }),
    ...COMMON,
  },
  examples: {
    'lint samples/lint': 'Every use of what ends on 30 October 2026',
    'lint samples/lint --format sarif --fail-on never': 'For a code scanning service',
  },
});

export const migrate = command({
  name: 'migrate',
  does: 'Convert CSV, JSON or NDJSON files to the 1.32 shape; nothing is lost',
  group: 'Migration',
  manual: 'data-migration',
  words: { paths: { type: 'list', does: 'Files, or folders of them' } },
  flags: {
    out: { type: 'string', value: 'DIR', does: 'The folder for the converted files (required)' },
    'dry-run': { type: 'boolean', does: 'Show what would change, and write nothing' },
    check: { type: 'boolean', does: 'The earlier name of --dry-run', hidden: true },
    'amount-is-receiver-amount': {
      type: 'boolean',
      does: 'amount is already the amount in the destination currency: rename it to receiverAmount',
    },
    todo: { type: 'list', value: 'FILE', does: 'A todo file with its answers filled in; repeatable' },
    ...KIND,
    map: CSV.map,
    delimiter: CSV.delimiter,
    ...COMMON,
  },
  examples: {
    'migrate samples/customers-earlier-shape.csv --dry-run': 'What would change',
    'migrate samples/company/data --out migrated': 'Every data file of a folder',
  },
});

export const audit = command({
  name: 'audit',
  does: 'Show on one page where you are: findings, data to migrate, owners, effort',
  group: 'Migration',
  manual: 'readiness',
  words: { paths: { type: 'list', does: 'Files and folders' } },
  flags: {
    format: {
      type: 'choice',
      of: ['text', 'json', 'markdown', 'html'],
      does: 'The form of the report',
      default: 'text',
    },
    out: { type: 'string', value: 'FILE', does: 'Where the report goes', default: 'standard output' },
    since: { type: 'string', value: 'REPORT.json', does: 'Compare with an earlier report (--format json)' },
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
  does: 'Run "-- COMMAND" against the service of the day after the cutoff',
  group: 'Migration',
  manual: 'readiness',
  flags: {
    ...SANDBOX_BALANCE,
    ...COMMON,
  },
  examples: {
    'rehearse -- sh samples/company/rehearse.sh': 'A program in any language',
    'rehearse --json -- npm test': 'The judged calls as JSON',
  },
});

export const proxy = command({
  name: 'proxy',
  does: 'Forward calls to the service unchanged, and count deprecated uses',
  group: 'Migration',
  manual: 'readiness',
  flags: {
    to: { type: 'string', value: 'URL', does: 'The address of the service', required: true },
    port: { type: 'integer', min: 0, max: 65_535, does: 'The port on 127.0.0.1', default: 'a free one' },
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
