// Commands that show what ran, and record what a person found out.
import { ROW_STATUSES } from '../../ledger/run-records.ts';
import { type ArgsOf, command, inGroup } from '../command.ts';
import { BY, COMMON, CSV, LEDGER, ONE_RUN, TRUST, YES } from '../flags.ts';

export const status = command({
  name: 'status',
  does: 'List the runs in the ledger, or the rows of one',
  group: 'Inspect and resolve',
  manual: 'reports',
  words: {
    run: { ...ONE_RUN.run, required: false },
  },
  flags: {
    status: {
      type: 'choice',
      of: ROW_STATUSES,
      value: 'S',
      does: 'Only rows with this status',
    },
    ...LEDGER,
    ...COMMON,
  },
  examples: {
    status: 'The newest runs',
    'status RUN --status in_doubt': 'The rows of one run that are in doubt',
  },
});

export const results = command({
  name: 'results',
  does: 'Print the rows of a run as results CSV, without its input',
  group: 'Inspect and resolve',
  manual: 'row-statuses',
  words: ONE_RUN,
  flags: {
    out: { type: 'string', value: 'FILE', does: 'Write them there, with a retry file' },
    wait: { type: 'boolean', does: 'Wait until the run has ended' },
    ...LEDGER,
    ...COMMON,
  },
  examples: {
    'results last': 'Every row as it is now',
    'results RUN --wait --out payouts.results.csv': 'Into a file, when the run has ended',
  },
});

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
    out: { type: 'string', value: 'FILE', does: 'Where the report goes', default: 'standard output' },
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
  examples: {
    'report last --out night.html': 'The newest run as a page',
    'report last --format csv --status created --columns reference,receiverAmount,currency,transferId,paidOn':
      'What was paid, for bookkeeping',
  },
});

export const doubts = command({
  name: 'doubts',
  does: 'List every row in doubt, of all runs, with the commands that resolve it',
  group: 'Inspect and resolve',
  manual: 'in-doubt',
  flags: {
    csv: { type: 'boolean', does: 'Print a CSV to fill in, for resolve --from' },
    'exit-code': { type: 'boolean', does: 'Exit with 3 if a row is in doubt' },
    ...LEDGER,
    ...COMMON,
  },
  examples: {
    doubts: 'What a person has to find out',
    'doubts --csv > doubts.csv': 'To fill in: as, transferId, reason',
  },
});

export const resolve = command({
  name: 'resolve',
  does: 'Record what happened to rows in doubt',
  group: 'Inspect and resolve',
  manual: 'in-doubt',
  words: {
    run: { ...ONE_RUN.run, required: false, does: `${ONE_RUN.run.does}; not with --from` },
  },
  flags: {
    line: { type: 'list', value: 'N', does: 'The row by its line, or several: 80-95; repeatable' },
    reference: { type: 'string', value: 'R', does: 'The row by its reference' },
    all: { type: 'boolean', does: 'Every row of the run that is in doubt' },
    from: { type: 'string', value: 'FILE', does: 'The CSV of doubts --csv, filled in' },
    as: { type: 'choice', of: ['created', 'not-created'], does: 'What you found out' },
    'transfer-id': {
      type: 'string',
      value: 'ID',
      does: "The service's id of the transfer (with --as created)",
    },
    'customer-id': {
      type: 'string',
      value: 'ID',
      does: "The service's id of the customer (with --as created)",
    },
    reason: {
      type: 'string',
      value: 'TEXT',
      does: 'How you know it (needed with --as not-created); kept in the ledger',
    },
    ...BY,
    ...inGroup('Approval and overrides', {
      correct: { type: 'boolean', does: 'Replace an earlier resolution, if the row has not been sent again' },
      sure: { type: 'boolean', does: 'Allow not-created within 10 minutes of the last attempt' },
      'host-gone': {
        type: 'boolean',
        does: 'Allow not-created although the host that sent the row has not reported back',
      },
    }),
    ...YES,
    ...TRUST,
    ...LEDGER,
    ...COMMON,
  },
  examples: {
    'resolve RUN --line 7 --as created --transfer-id ID --reason "seen on the statement"': 'It was paid',
    'resolve last --line 80-95 --as not-created --reason "ticket 4711"':
      'They were not; the next run of the file sends them',
  },
});

export const reconcile = command({
  name: 'reconcile',
  does: 'Compare a statement of the dashboard or the bank with the rows in doubt',
  group: 'Inspect and resolve',
  manual: 'statements',
  words: ONE_RUN,
  flags: {
    statement: { type: 'string', value: 'FILE', does: 'The statement, as CSV', required: true },
    map: {
      type: 'string',
      value: 'FILE',
      does: 'JSON file: their header to id, reference, memo, account, amount, debit, credit, currency, time, state, type or direction; or a profile',
    },
    delimiter: { ...CSV.delimiter, group: 'Flags' },
    ...BY,
    ...YES,
    ...TRUST,
    ...LEDGER,
    ...COMMON,
  },
  examples: {
    'reconcile last --statement transfers.csv': 'Show what it proves, and ask',
    'reconcile RUN --statement bank.csv --map bank.json --yes': 'Resolve the proven rows',
  },
});

export type StatusArgs = ArgsOf<typeof status>;
export type ResultsArgs = ArgsOf<typeof results>;
export type ReportArgs = ArgsOf<typeof report>;
export type DoubtsArgs = ArgsOf<typeof doubts>;
export type ResolveArgs = ArgsOf<typeof resolve>;
export type ReconcileArgs = ArgsOf<typeof reconcile>;
