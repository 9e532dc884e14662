// report: a run for the people around it, as a page, a summary, JSON or rows to post.
import { type ArgsOf, command } from '../../command.ts';
import { COMMON, LEDGER, ONE_RUN } from '../../flags.ts';

export const report = command({
  name: 'report',
  does: 'show a run as one HTML page, a summary, JSON, or rows to post',
  words: ONE_RUN,
  flags: {
    format: { type: 'choice', of: ['html', 'md', 'json', 'csv'], does: 'form of the report (html)' },
    out: { type: 'string', path: 'written', does: 'file for the report (standard output)' },
    columns: { type: 'string', does: 'csv: these columns, in this order, with commas between them (all)' },
    status: {
      type: 'choice',
      of: ['created', 'duplicate', 'invalid', 'rejected', 'failed', 'not_sent', 'in_doubt'],
      does: 'csv: only rows with this status',
    },
    ...LEDGER,
    ...COMMON,
  },
  examples: [
    { line: 'report last --out night.html', does: 'the newest run as a page' },
    {
      line: 'report last --format csv --status created --columns reference,receiverAmount,currency,transferId,paidOn',
      does: 'what was paid, to be posted',
    },
    {
      line: 'report last --format csv --status created --columns payee,remittance',
      does: 'one line for each payment, for whoever was paid',
    },
  ],
});

export type ReportArgs = ArgsOf<typeof report>;
