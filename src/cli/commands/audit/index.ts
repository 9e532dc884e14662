// audit: lint and a dry migration on one page.
import { type ArgsOf, command } from '../../command.ts';
import { COMMON } from '../../flags.ts';

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
