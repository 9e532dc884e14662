// audit: lint and a dry migration on one page.
import { type ArgsOf, command } from '../../command.ts';
import { COMMON } from '../../flags.ts';

export const audit = command({
  name: 'audit',
  does: 'lint code and data, try the migration of the data files, and say on one page where you stand',
  words: { paths: { type: 'list', path: 'tree', does: 'files and folders' } },
  flags: {
    format: { type: 'choice', of: ['text', 'json', 'markdown', 'html'], does: 'form of the report (text)' },
    out: { type: 'string', path: 'written', does: 'file for the report (standard output)' },
    'as-of': { type: 'string', does: 'the day it is (today)' },
    cutoff: {
      type: 'string',
      does: 'the last day of the earlier forms (30 October 2026; the year is cutoffYear of the profile)',
    },
    since: {
      type: 'string',
      path: 'small',
      does: 'an earlier report (--format json): what is fixed, what is new, and when it is done',
    },
    ...COMMON,
  },
  examples: [
    { line: 'audit samples/company', does: 'on the terminal' },
    { line: 'audit samples/company --format html --out audit.html', does: 'as a page' },
  ],
});

export type AuditArgs = ArgsOf<typeof audit>;
