// The commands of a migration as data, but for lint.
import { type ArgsOf, command, hidden } from '../command.ts';
import { COMMON, CSV, KIND } from '../flags.ts';
import { SANDBOX_BALANCE } from '../test-service.ts';

const EARLIER_NAME = { check: { type: 'boolean', does: 'The earlier name of --dry-run' } } as const;

export const migrate = command({
  name: 'migrate',
  does: 'Convert CSV, JSON or NDJSON files to the 1.32 shape; nothing is lost',
  group: 'Migration',
  manual: 'data-migration',
  words: { paths: { type: 'list', path: 'tree', does: 'Files, or folders of them' } },
  flags: {
    out: {
      type: 'string',
      path: 'folder',
      value: 'DIR',
      does: 'The folder for the converted files (required)',
    },
    'dry-run': { type: 'boolean', does: 'Show what would change, and write nothing' },
    ...hidden(EARLIER_NAME),
    'amount-is-receiver-amount': {
      type: 'boolean',
      does: 'amount is already the amount in the destination currency: rename it to receiverAmount',
    },
    todo: {
      type: 'list',
      path: 'file',
      value: 'FILE',
      does: 'A todo file with its answers filled in; repeatable',
    },
    ...KIND,
    map: CSV.map,
    delimiter: CSV.delimiter,
    ...COMMON,
  },
  examples: [
    { line: 'migrate samples/customers-earlier-shape.csv --dry-run', does: 'What would change' },
    { line: 'migrate samples/company/data --out migrated', does: 'Every data file of a folder' },
  ],
});

export type MigrateArgs = ArgsOf<typeof migrate>;

export const audit = command({
  name: 'audit',
  does: 'Show on one page where you are: findings, data to migrate, owners, effort',
  group: 'Migration',
  manual: 'readiness',
  words: { paths: { type: 'list', path: 'tree', does: 'Files and folders' } },
  flags: {
    format: {
      type: 'choice',
      of: ['text', 'json', 'markdown', 'html'],
      does: 'The form of the report',
      default: 'text',
    },
    out: {
      type: 'string',
      path: 'written',
      value: 'FILE',
      does: 'Where the report goes',
      default: 'standard output',
    },
    since: {
      type: 'string',
      path: 'small',
      value: 'REPORT.json',
      does: 'Compare with an earlier report (--format json)',
    },
    'as-of': { type: 'string', value: 'DATE', does: 'Judge as of this day', default: 'today' },
    cutoff: {
      type: 'string',
      value: 'DATE',
      does: 'The last day of the earlier forms',
      default: '30 October of cutoffYear in the profile',
    },
    ...COMMON,
  },
  examples: [
    { line: 'audit samples/company', does: 'On the terminal' },
    { line: 'audit samples/company --format html --out audit.html', does: 'As a page' },
  ],
});

export type AuditArgs = ArgsOf<typeof audit>;

export const rehearse = command({
  name: 'rehearse',
  does: 'Run "-- COMMAND" against the service of the day after the cutoff',
  group: 'Migration',
  manual: 'readiness',
  words: {},
  flags: {
    clock: {
      type: 'string',
      value: 'DATE',
      does: 'The time at which the service starts',
      default: 'the day after',
    },
    balance: SANDBOX_BALANCE,
    ...COMMON,
  },
  examples: [
    { line: 'rehearse -- sh samples/company/rehearse.sh', does: 'A program in any language' },
    { line: 'rehearse --clock 2026-10-31 -- npm test', does: 'From a day of your choice' },
  ],
});

export type RehearseArgs = ArgsOf<typeof rehearse>;

export const proxy = command({
  name: 'proxy',
  does: 'Forward calls to the service unchanged, and count deprecated uses',
  group: 'Migration',
  manual: 'readiness',
  words: {},
  flags: {
    to: { type: 'string', value: 'URL', does: 'The address of the service (required)' },
    port: { type: 'integer', min: 0, max: 65_535, does: 'The port on 127.0.0.1', default: 'a free one' },
    ...COMMON,
  },
  examples: [
    {
      line: 'proxy --to https://payments.example.com --port 8080',
      does: 'Until Ctrl-C; then print the counts',
    },
    { line: 'proxy --to https://payments.example.com --json', does: 'The counts as JSON' },
  ],
});

export type ProxyArgs = ArgsOf<typeof proxy>;
