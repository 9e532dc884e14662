// Commands that pay, or show what would be paid: one pipeline with three ends. Each accepts the flags of all three,
// and shows those that it uses.
import { type ArgsOf, command } from '../command.ts';
import { amounts, choice, hidden, inGroup, required, text, toggle } from '../flag.ts';
import {
  ACCEPT,
  ACCEPTED,
  COMMON,
  GUARDS,
  INPUT,
  LEDGER,
  LOG,
  ONE_FILE,
  PACE,
  SANDBOX,
  SENDING,
  YES,
} from '../flags.ts';

const OF_FILE = { ...INPUT, ...GUARDS, ...ACCEPTED, ...LOG, ...LEDGER };

const OF_SERVICE = {
  ...SANDBOX,
  ...inGroup('Sending', { balance: amounts('What each wallet of --sandbox contains; repeatable') }),
  ...PACE,
};

const OF_SENDING = {
  ...inGroup('Sending', {
    'dry-run': toggle('Check only, as paybatch check does'),
    ...SENDING,
    detach: toggle('Queue the rows in a Postgres ledger for other hosts, print the run id, and end'),
  }),
  ...inGroup('Approval and overrides', {
    plan: text('PLAN', 'Send exactly what this plan contains'),
    'max-drift': text('P%', 'How far the cost may rise above the plan', { default: "the plan's limit" }),
  }),
  ...YES,
  ...ACCEPT,
  ...inGroup('Output and monitoring', {
    'metrics-file': text('FILE.prom', 'Write gauges for Prometheus'),
    notify: text('URL', 'Post the outcome to this address, unless the exit code is 0'),
    'notify-on': choice(['failure', 'always'], 'When to post', { default: 'failure' }),
    'notify-details': toggle('Post the totals as well'),
    ping: text('URL', 'Call URL/start, and at the end URL (exit code 0) or URL/fail'),
  }),
};

/** A plan contains what shapes a request: no flag may change it. */
const TOGETHER = {
  conflicts: {
    plan: [
      ...['kind', 'delimiter', 'map', 'sheet', 'use-developer-funds', 'documents-dir', 'batch-id'],
      ...['no-quote', 'alike-ok', 'accept', 'sandbox', 'dry-run'],
    ],
    detach: ['dry-run', 'sandbox', 'results'],
    'dry-run': ['metrics-file', 'notify', 'ping'],
  },
  implies: { 'max-drift': 'plan', balance: 'sandbox' },
} as const;

const HISTORY = { history: toggle('Also compare with earlier payments in the ledger (read only)') };

const resultsNamed = (ending: string) =>
  inGroup('Output and monitoring', {
    results: text('FILE', 'Where the results go', { default: `payouts.csv gives payouts.${ending}.csv` }),
  });

export const run = command({
  name: 'run',
  does: 'Check, upload, quote and create every payout (or customer) of a file, each at most once',
  manual: 'unattended',
  words: { file: text('FILE', 'The CSV file or workbook (not needed with --plan)') },
  flags: { ...OF_FILE, ...OF_SERVICE, ...OF_SENDING, ...resultsNamed('results'), ...hidden(HISTORY) },
  ...TOGETHER,
  sends: true,
  examples: {
    'run samples/payouts.csv --sandbox': 'Everything, with an embedded test service',
    'run payouts.csv --expect-count 120 --max-amount GBP=25000 --yes': 'A guarded nightly run',
  },
});

export const check = command({
  name: 'check',
  does: 'Validate a file: no network, no ledger (the same as run --dry-run)',
  manual: 'input-files',
  words: ONE_FILE,
  flags: {
    ...HISTORY,
    ...OF_FILE,
    quiet: {
      ...LOG.quiet,
      does: 'Print nothing if the exit code is 0, except the object of --json (with --history rows in doubt as well)',
    },
    // A check makes no requests.
    ...hidden({ 'batch-id': INPUT['batch-id'], verbose: LOG.verbose, ...OF_SERVICE, ...OF_SENDING }),
    ...resultsNamed('check'),
  },
  sends: true,
  examples: {
    'check samples/payouts.csv': 'Everything that is wrong with a file',
    'check samples/payouts.csv --expect-count 12 --json': 'For a program, with a guard',
  },
});

export const quote = command({
  name: 'quote',
  does: 'Validate and price a file; create nothing',
  manual: 'funding',
  words: ONE_FILE,
  flags: {
    funds: toggle('Show what the file needs from each wallet, and its balance'),
    ...OF_FILE,
    ...OF_SERVICE,
    ...hidden({ ...HISTORY, ...OF_SENDING }),
    ...resultsNamed('quote'),
  },
  ...TOGETHER,
  sends: true,
  examples: {
    'quote samples/payouts.csv --sandbox': 'What each row would cost',
    'quote samples/payouts.csv --sandbox --funds': 'Needs and balances for each wallet',
  },
});

export const map = command({
  name: 'map',
  does: 'Draft an import profile for a finance export, and show three converted rows',
  manual: 'import-profiles',
  words: { file: required(text('FILE', 'A CSV file or a workbook (.xlsx)')) },
  flags: {
    out: text('NEW', 'A new file for the profile', { default: 'standard output' }),
    delimiter: INPUT.delimiter,
    sheet: INPUT.sheet,
    config: COMMON.config,
  },
  examples: {
    'map samples/export/zahlungslauf.csv': 'Which column is what, and what is missing',
    'map samples/export/zahlungslauf.xlsx --sheet Zahlungslauf --out profile.json':
      'Write the draft, to be filled in',
  },
});

export type RunArgs = ArgsOf<typeof run>;
export type QuoteArgs = ArgsOf<typeof quote>;
export type MapArgs = ArgsOf<typeof map>;
