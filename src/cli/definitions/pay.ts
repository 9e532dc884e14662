// Commands that pay, or say what would be paid: one pipeline with three ends. Each accepts the flags of all three, and shows
// those that it uses.
import { type ArgsOf, command, type Flags, hidden, inGroup } from '../command.ts';
import {
  ACCEPT,
  ACCEPTED,
  BALANCE,
  BATCH,
  COMMON,
  CSV,
  GUARDS,
  INPUT,
  KIND,
  LEDGER,
  LOG,
  NO_QUOTE,
  ONE_FILE,
  PACE,
  QUIET,
  REQUIRE_FUNDS,
  SANDBOX,
  SENDING,
  SHEET,
  YES,
} from '../flags.ts';

const DRY = inGroup('Sending', {
  'dry-run': { type: 'boolean', does: 'Check only, as paybatch check does' },
});

const resultsNamed = (ending: string) =>
  inGroup('Output and monitoring', {
    results: {
      type: 'string',
      value: 'FILE',
      does: 'Where the results go',
      default: `payouts.csv gives payouts.${ending}.csv`,
    },
  });

const FUNDS = {
  funds: { type: 'boolean', does: 'Show what the file needs from each wallet, and what is there' },
} as const satisfies Flags;

const HISTORY = {
  history: { type: 'boolean', does: 'Also compare with earlier payments in the ledger (read only)' },
} as const satisfies Flags;

const WATCH = inGroup('Output and monitoring', {
  'metrics-file': { type: 'string', value: 'FILE.prom', does: 'Write gauges for Prometheus' },
  notify: {
    type: 'string',
    value: 'URL',
    does: 'Post the outcome to this address, unless the exit code is 0',
  },
  'notify-on': { type: 'choice', of: ['failure', 'always'], does: 'When to post', default: 'failure' },
  'notify-details': { type: 'boolean', does: 'Post the totals as well' },
  ping: { type: 'string', value: 'URL', does: "Dead man's switch: call URL/start, then URL or URL/fail" },
});

const DETACH = inGroup('Sending', {
  detach: {
    type: 'boolean',
    does: 'Queue the rows in a Postgres ledger for other hosts, print the run id, and end',
  },
});

const PLANNED = inGroup('Approval and overrides', {
  plan: { type: 'string', value: 'PLAN', does: 'Send exactly what this plan contains' },
  'max-drift': {
    type: 'string',
    value: 'P%',
    does: 'How much dearer than planned a row may be',
    default: "the plan's limit",
  },
});

const OF_FILE = {
  ...KIND,
  ...INPUT,
  ...GUARDS,
  ...ACCEPTED,
  ...QUIET,
  ...LOG,
  ...LEDGER,
  ...COMMON,
} as const satisfies Flags;

const OF_SERVICE = { ...SANDBOX, ...BALANCE, ...PACE } as const satisfies Flags;

const OF_SENDING = {
  ...REQUIRE_FUNDS,
  ...DRY,
  ...NO_QUOTE,
  ...SENDING,
  ...DETACH,
  ...PLANNED,
  ...YES,
  ...ACCEPT,
  ...WATCH,
} as const satisfies Flags;

export const run = command({
  name: 'run',
  does: 'Check, upload, quote and create every payout (or customer) of a file, each at most once',
  group: 'Pay',
  manual: 'unattended',
  words: { file: { type: 'string', required: false, does: 'The CSV file (not needed with --plan)' } },
  flags: { ...OF_FILE, ...OF_SERVICE, ...OF_SENDING, ...resultsNamed('results'), ...hidden(HISTORY) },
  sends: true,
  examples: {
    'run samples/payouts.csv --sandbox': 'Everything, with an embedded test service',
    'run payouts.csv --expect-count 120 --max-amount GBP=25000 --yes': 'A guarded nightly run',
  },
});

export const check = command({
  name: 'check',
  does: 'Validate a file: no network, no ledger (the same as run --dry-run)',
  group: 'Pay',
  manual: 'input-files',
  words: ONE_FILE,
  flags: {
    ...HISTORY,
    ...OF_FILE,
    ...hidden(BATCH),
    ...hidden(OF_SERVICE),
    ...hidden(OF_SENDING),
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
  group: 'Pay',
  manual: 'funding',
  words: ONE_FILE,
  flags: {
    ...FUNDS,
    ...OF_FILE,
    ...OF_SERVICE,
    ...hidden(HISTORY),
    ...hidden(OF_SENDING),
    ...resultsNamed('quote'),
  },
  sends: true,
  examples: {
    'quote samples/payouts.csv --sandbox': 'What each row would cost',
    'quote samples/payouts.csv --sandbox --funds': 'Needs and balances for each wallet',
  },
});

export const map = command({
  name: 'map',
  does: 'Draft an import profile for a finance export, and show three rows as it reads them',
  group: 'Pay',
  manual: 'import-profiles',
  words: { file: { type: 'string', required: true, does: 'A CSV file or a workbook (.xlsx)' } },
  flags: {
    out: { type: 'string', value: 'NEW', does: 'A new file for the profile', default: 'standard output' },
    delimiter: CSV.delimiter,
    ...SHEET,
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
