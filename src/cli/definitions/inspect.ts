// Commands that show what ran, and record what a person found out.
import { ROW_STATUSES } from '../../ledger/run-records.ts';
import { type ArgsOf, command } from '../command.ts';
import { choice, inGroup, list, required, text, toggle } from '../flag.ts';
import { ANY_RUN, BY, INPUT, LEDGER, ONE_RUN, TRUST, YES } from '../flags.ts';

export const status = command({
  name: 'status',
  does: 'List the runs in the ledger, or the rows of one run',
  manual: 'reports',
  words: ANY_RUN,
  flags: { status: choice(ROW_STATUSES, 'Only rows with this status', { value: 'S' }), ...LEDGER },
  examples: {
    status: 'The newest runs',
    'status RUN --status in_doubt': 'The rows of one run that are in doubt',
  },
});

export const results = command({
  name: 'results',
  does: 'Print the rows of a run as results CSV; does not need the input file',
  manual: 'row-statuses',
  words: ONE_RUN,
  flags: {
    out: text('FILE', 'Write the CSV to this file'),
    wait: toggle('Wait until the run has ended'),
    ...LEDGER,
  },
  examples: {
    'results last': 'Every row as it is now',
    'results RUN --wait --out payouts.results.csv': 'Into a file, when the run has ended',
  },
});

export const report = command({
  name: 'report',
  does: 'Show a run as an HTML page, a summary, JSON, or rows for bookkeeping',
  manual: 'reports',
  words: ONE_RUN,
  flags: {
    format: choice(['html', 'md', 'json', 'csv'], 'The format of the report', { default: 'html' }),
    out: text('FILE', 'Where the report goes', { default: 'standard output' }),
    columns: text('A,B', 'csv: these columns, in this order', { default: 'all' }),
    status: choice(ROW_STATUSES, 'csv: only rows with this status', { value: 'S' }),
    ...LEDGER,
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
  manual: 'in-doubt',
  flags: {
    csv: toggle('Print a CSV to fill in, for resolve --from'),
    'exit-code': toggle('Exit with 3 if a row is in doubt'),
    ...LEDGER,
  },
  examples: {
    doubts: 'All rows in doubt',
    'doubts --csv > doubts.csv': 'A sheet: fill in its columns as, transferId and reason',
  },
});

export const resolve = command({
  name: 'resolve',
  does: 'Record what happened to rows in doubt',
  manual: 'in-doubt',
  words: { run: { ...ANY_RUN.run, does: `${ANY_RUN.run.does}; not with --from` } },
  flags: {
    line: list('N', 'The row by its line, or several: 80-95; repeatable'),
    reference: text('R', 'The row by its reference'),
    all: toggle('Every row of the run that is in doubt'),
    from: text('FILE', 'The file that doubts --csv wrote, with your answers'),
    as: choice(['created', 'not-created'], 'What you found out'),
    'transfer-id': text('ID', "The service's id of the transfer (with --as created)"),
    'customer-id': text('ID', "The service's id of the customer (with --as created)"),
    reason: text('TEXT', 'How you know it (needed with --as not-created); kept in the ledger'),
    ...BY,
    ...inGroup('Approval and overrides', {
      correct: toggle('Replace an earlier resolution, if the row has not been sent again'),
      sure: toggle(
        'Allow not-created within 10 minutes of the last attempt: only if the service confirmed it',
      ),
      'host-gone': toggle(
        'Allow not-created although the host has not reported back: only if it is off for good',
      ),
    }),
    ...YES,
    ...TRUST,
    ...LEDGER,
  },
  conflicts: {
    from: ['line', 'reference', 'all', 'as', 'transfer-id', 'customer-id'],
    line: ['reference', 'all'],
    reference: ['all'],
    'transfer-id': ['customer-id'],
  },
  examples: {
    'resolve RUN --line 7 --as created --transfer-id ID --reason "seen on the statement"': 'It was paid',
    'resolve last --line 80-95 --as not-created --reason "ticket 4711"':
      'These rows were not paid: the next run of the file sends them',
  },
});

export const reconcile = command({
  name: 'reconcile',
  does: 'Compare rows in doubt with an export from the dashboard or a bank statement',
  manual: 'statements',
  words: ONE_RUN,
  flags: {
    statement: required(text('FILE', 'The statement, as CSV')),
    map: text('FILE', "A JSON file that maps the statement's headers to fields (see help statements)"),
    delimiter: { ...INPUT.delimiter, group: 'Flags' },
    ...BY,
    ...YES,
    ...TRUST,
    ...LEDGER,
  },
  examples: {
    'reconcile last --statement transfers.csv': 'Show which rows the statement proves, and ask',
    'reconcile RUN --statement bank.csv --map bank.json --yes': 'Resolve these rows without a question',
  },
});

export type StatusArgs = ArgsOf<typeof status>;
export type ResultsArgs = ArgsOf<typeof results>;
export type ReportArgs = ArgsOf<typeof report>;
export type DoubtsArgs = ArgsOf<typeof doubts>;
export type ResolveArgs = ArgsOf<typeof resolve>;
export type ReconcileArgs = ArgsOf<typeof reconcile>;
