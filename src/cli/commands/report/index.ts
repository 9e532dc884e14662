// report: a run for the people around it, as a page, a summary, JSON, or rows for bookkeeping.
import { type ArgsOf, command } from '../../command.ts';
import { COMMON, LEDGER, ONE_RUN } from '../../flags.ts';

export const report = command({
  name: 'report',
  does: 'Show a run as an HTML page, a summary, JSON, or rows for bookkeeping',
  group: 'Inspect and resolve',
  manual: 'reports',
  words: ONE_RUN,
  flags: {
    format: {
      type: 'choice',
      of: ['html', 'md', 'json', 'csv'],
      does: 'The form of the report',
      default: 'html',
    },
    out: {
      type: 'string',
      path: 'written',
      value: 'FILE',
      does: 'Where the report goes',
      default: 'standard output',
    },
    columns: { type: 'string', value: 'A,B', does: 'csv: these columns, in this order', default: 'all' },
    status: {
      type: 'choice',
      of: ['created', 'duplicate', 'invalid', 'rejected', 'failed', 'not_sent', 'in_doubt'],
      value: 'S',
      does: 'csv: only rows with this status',
    },
    ...LEDGER,
    ...COMMON,
  },
  examples: [
    { line: 'report last --out night.html', does: 'The newest run as a page' },
    {
      line: 'report last --format csv --status created --columns reference,receiverAmount,currency,transferId,paidOn',
      does: 'What was paid, for bookkeeping',
    },
  ],
});

export type ReportArgs = ArgsOf<typeof report>;
