// run, check and quote: one pipeline with three ends. Each accepts the flags of all three, and shows those that it uses.
import type { ArgsOf } from '../../command.ts';
import { command, hidden } from '../../command.ts';
import {
  ACCEPT,
  BALANCE,
  BATCH,
  COMMON,
  INPUT,
  KIND,
  LEDGER,
  LOG,
  PACE,
  QUIET,
  SANDBOX,
  SENDING,
  YES,
} from '../../flags.ts';

const runWords = {
  file: { type: 'string', path: 'file', required: false, does: 'The CSV file (not needed with --plan)' },
} as const;
const words = { file: { type: 'string', path: 'file', required: true, does: 'The CSV file' } } as const;

const DRY = {
  'dry-run': { type: 'boolean', does: 'Check only, as paybatch check does', group: 'Sending' },
} as const;
const resultsNamed = (ending: string) =>
  ({
    results: {
      type: 'string',
      path: 'written',
      value: 'FILE',
      does: 'Where the results go',
      default: `payouts.csv gives payouts.${ending}.csv`,
      group: 'Output and monitoring',
    },
  }) as const;
export const NO_QUOTE = {
  'no-quote': { type: 'boolean', does: 'Create transfers without quoting them first', group: 'Sending' },
} as const;
const count = { type: 'integer', min: 0, max: Number.MAX_SAFE_INTEGER, group: 'Guards' } as const;
export const GUARDS = {
  'expect-count': { ...count, does: 'Refuse unless the file has N rows' },
  'min-count': { ...count, does: 'Refuse if the file has fewer rows' },
  'expect-total': { type: 'amounts', does: 'Refuse any other total; repeatable', group: 'Guards' },
  'max-total': { type: 'amounts', does: 'Refuse a higher total; repeatable', group: 'Guards' },
  'max-amount': { type: 'amounts', does: 'Refuse a row that pays more; repeatable', group: 'Guards' },
  'max-invalid': { type: 'string', value: 'N|P%', does: 'Refuse if more rows are invalid', group: 'Guards' },
} as const;
export const REQUIRE_FUNDS = {
  'require-funds': {
    type: 'boolean',
    does: "Refuse unless the developer's balance covers the rows that it funds",
    group: 'Guards',
  },
} as const;
const FUNDS = {
  funds: { type: 'boolean', does: 'Show what the file needs from each wallet, and what is there' },
} as const;
const HISTORY = {
  history: { type: 'boolean', does: 'Also compare with earlier payments in the ledger (read only)' },
} as const;

export const ACCEPTED = {
  accept: {
    type: 'list',
    value: 'CHECK:LINE',
    does: "Accept one row's deviation from earlier payments (payeeChanged:7); repeatable",
    group: 'Approval and overrides',
  },
} as const;

const WATCH = {
  'metrics-file': {
    type: 'string',
    path: 'written',
    value: 'FILE.prom',
    does: 'Write gauges for Prometheus',
    group: 'Output and monitoring',
  },
  notify: {
    type: 'string',
    value: 'URL',
    does: 'Post the outcome to this address, unless the exit code is 0',
    group: 'Output and monitoring',
  },
  'notify-on': {
    type: 'choice',
    of: ['failure', 'always'],
    does: 'When to post',
    default: 'failure',
    group: 'Output and monitoring',
  },
  'notify-details': { type: 'boolean', does: 'Post the totals as well', group: 'Output and monitoring' },
  ping: {
    type: 'string',
    value: 'URL',
    does: "Dead man's switch: call URL/start, then URL or URL/fail",
    group: 'Output and monitoring',
  },
} as const;

const DETACH = {
  detach: {
    type: 'boolean',
    does: 'Queue the rows in a Postgres ledger for other hosts, print the run id, and end',
    group: 'Sending',
  },
} as const;

const PLANNED = {
  plan: {
    type: 'string',
    path: 'small',
    value: 'PLAN',
    does: 'Send exactly what this plan contains',
    group: 'Approval and overrides',
  },
  'max-drift': {
    type: 'string',
    value: 'P%',
    does: 'How much dearer than planned a row may be',
    default: "the plan's limit",
    group: 'Approval and overrides',
  },
} as const;

const runFlags = {
  ...KIND,
  ...INPUT,
  ...GUARDS,
  ...REQUIRE_FUNDS,
  ...SANDBOX,
  ...BALANCE,
  ...DRY,
  ...NO_QUOTE,
  ...PACE,
  ...SENDING,
  ...DETACH,
  ...PLANNED,
  ...YES,
  ...ACCEPT,
  ...ACCEPTED,
  ...resultsNamed('results'),
  ...QUIET,
  ...LOG,
  ...WATCH,
  ...hidden(HISTORY),
  ...LEDGER,
  ...COMMON,
} as const;

/** What matters only when something is sent. */
const OF_SENDING = hidden({
  ...PLANNED,
  ...DRY,
  ...SENDING,
  ...ACCEPT,
  ...NO_QUOTE,
  ...REQUIRE_FUNDS,
  ...YES,
  ...DETACH,
  ...WATCH,
});

const checkFlags = {
  ...HISTORY,
  ...ACCEPTED,
  ...KIND,
  ...INPUT,
  ...hidden(BATCH),
  ...GUARDS,
  ...resultsNamed('check'),
  ...QUIET,
  ...LOG,
  ...hidden(SANDBOX),
  ...hidden(BALANCE),
  ...hidden(PACE),
  ...OF_SENDING,
  ...LEDGER,
  ...COMMON,
} as const;

const quoteFlags = {
  ...FUNDS,
  ...KIND,
  ...INPUT,
  ...GUARDS,
  ...SANDBOX,
  ...BALANCE,
  ...PACE,
  ...resultsNamed('quote'),
  ...QUIET,
  ...LOG,
  ...hidden(HISTORY),
  ...ACCEPTED,
  ...OF_SENDING,
  ...LEDGER,
  ...COMMON,
} as const;

export const run = command({
  name: 'run',
  does: 'Check, upload, quote and create every payout (or customer) of a file, each at most once',
  group: 'Pay',
  manual: 'unattended',
  words: runWords,
  flags: runFlags,
  sends: true,
  examples: [
    { line: 'run samples/payouts.csv --sandbox', does: 'Everything, with an embedded test service' },
    {
      line: 'run payouts.csv --expect-count 120 --max-amount GBP=25000 --yes',
      does: 'A guarded nightly run',
    },
  ],
});

export const check = command({
  name: 'check',
  does: 'Validate a file: no network, no ledger (the same as run --dry-run)',
  group: 'Pay',
  manual: 'input-files',
  words,
  flags: checkFlags,
  sends: true,
  examples: [
    { line: 'check samples/payouts.csv', does: 'Everything that is wrong with a file' },
    { line: 'check samples/payouts.csv --expect-count 12 --json', does: 'For a program, with a guard' },
  ],
});

export const quote = command({
  name: 'quote',
  does: 'Validate and price a file; create nothing',
  group: 'Pay',
  manual: 'funding',
  words,
  flags: quoteFlags,
  sends: true,
  examples: [
    { line: 'quote samples/payouts.csv --sandbox', does: 'What each row would cost' },
    { line: 'quote samples/payouts.csv --sandbox --funds', does: 'Needs and balances for each wallet' },
  ],
});

export type RunArgs = ArgsOf<typeof run>;
export type QuoteArgs = ArgsOf<typeof quote>;
