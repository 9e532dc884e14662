// run, check and quote: one story with three ends. Each takes the flags of all three, and shows those that do something.
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
  file: { type: 'string', path: 'file', required: false, does: 'CSV file; a plan knows its own' },
} as const;
const words = { file: { type: 'string', path: 'file', required: true, does: 'CSV file' } } as const;

const DRY = { 'dry-run': { type: 'boolean', does: 'check only: no network, no ledger' } } as const;
const resultsNamed = (ending: string) =>
  ({
    results: {
      type: 'string',
      path: 'written',
      does: `where the results go (payouts.csv gives payouts.${ending}.csv)`,
    },
  }) as const;
export const RESULTS = resultsNamed('results');
export const NO_QUOTE = {
  'no-quote': { type: 'boolean', does: 'create transfers without quoting them first' },
} as const;
export const GUARDS = {
  'expect-count': {
    type: 'integer',
    min: 0,
    max: Number.MAX_SAFE_INTEGER,
    does: 'refuse unless the file has this many rows',
  },
  'min-count': {
    type: 'integer',
    min: 0,
    max: Number.MAX_SAFE_INTEGER,
    does: 'refuse if the file has fewer rows',
  },
  'max-invalid': {
    type: 'string',
    does: 'refuse if more rows are invalid than this number, or percentage (5%)',
  },
  'expect-total': { type: 'amounts', does: 'refuse unless the total is CUR=AMOUNT; repeatable' },
  'max-amount': { type: 'amounts', does: 'refuse if a row pays more than CUR=AMOUNT; repeatable' },
  'max-total': { type: 'amounts', does: 'refuse if the total is above CUR=AMOUNT; repeatable' },
} as const;
export const REQUIRE_FUNDS = {
  'require-funds': {
    type: 'boolean',
    does: "refuse unless the developer's balance covers the rows that it funds",
  },
} as const;
const FUNDS = {
  funds: { type: 'boolean', does: 'also ask the service what the file needs and what is there' },
} as const;

const HISTORY = {
  history: { type: 'boolean', does: 'also compare with earlier runs in the ledger (writes nothing into it)' },
} as const;

const WATCH = {
  'metrics-file': {
    type: 'string',
    path: 'written',
    does: 'write gauges of the run here for Prometheus (NAME.prom)',
  },
  notify: { type: 'string', does: 'post how a run ended to this address, unless it ended with 0' },
  'notify-on': { type: 'choice', of: ['failure', 'always'], does: 'when to post (failure)' },
  'notify-details': { type: 'boolean', does: 'post the totals, too' },
  ping: { type: 'string', does: 'dead-man switch: ADDRESS/start, then ADDRESS or ADDRESS/fail' },
} as const;

const DETACH = {
  detach: {
    type: 'boolean',
    does: 'queue the rows in a Postgres ledger for other hosts, print the run, send nothing here',
  },
} as const;

const PLANNED = {
  plan: { type: 'string', path: 'small', does: 'send exactly what this plan holds, as it was approved' },
  'max-drift': { type: 'string', does: "how much dearer than planned (at most the plan's own limit)" },
} as const;

const runFlags = {
  ...KIND,
  ...DRY,
  ...RESULTS,
  ...LEDGER,
  ...PACE,
  ...SENDING,
  ...ACCEPT,
  ...PLANNED,
  ...NO_QUOTE,
  ...INPUT,
  ...GUARDS,
  ...REQUIRE_FUNDS,
  ...hidden(FUNDS),
  ...hidden(HISTORY),
  ...SANDBOX,
  ...BALANCE,
  ...YES,
  ...DETACH,
  ...WATCH,
  ...COMMON,
  ...QUIET,
  ...LOG,
} as const;

/** What matters only once something is sent. */
const OF_SENDING = hidden({
  ...PLANNED,
  ...DRY,
  ...SENDING,
  ...ACCEPT,
  ...NO_QUOTE,
  ...REQUIRE_FUNDS,
  ...YES,
  ...BALANCE,
  ...DETACH,
  ...WATCH,
});

const checkFlags = {
  ...KIND,
  ...resultsNamed('check'),
  ...INPUT,
  ...hidden(BATCH),
  ...GUARDS,
  ...FUNDS,
  ...HISTORY,
  ...LEDGER,
  ...SANDBOX,
  ...hidden(PACE),
  ...OF_SENDING,
  ...COMMON,
  ...QUIET,
  ...LOG,
} as const;

const quoteFlags = {
  ...KIND,
  ...resultsNamed('quote'),
  ...LEDGER,
  ...PACE,
  ...INPUT,
  ...GUARDS,
  ...hidden(FUNDS),
  ...hidden(HISTORY),
  ...SANDBOX,
  ...OF_SENDING,
  ...COMMON,
  ...QUIET,
  ...LOG,
} as const;

export const run = command({
  name: 'run',
  does: 'check, upload, quote and create every payout (or customer) of a CSV file, once',
  words: runWords,
  flags: runFlags,
  sends: true,
  examples: [
    { line: 'run samples/payouts.csv --sandbox', does: 'the whole run against an embedded service' },
    {
      line: 'run payouts.csv --expect-count 120 --max-amount GBP=25000 --yes',
      does: 'the nightly run, guarded',
    },
  ],
});

export const check = command({
  name: 'check',
  does: 'check a file and send nothing (the same as run --dry-run)',
  words,
  flags: checkFlags,
  sends: true,
  examples: [
    { line: 'check samples/payouts.csv', does: 'everything that is wrong with a file' },
    {
      line: 'check samples/payouts.csv --expect-count 12 --json',
      does: 'the same for a program, with a guard',
    },
  ],
});

export const quote = command({
  name: 'quote',
  does: 'check a file and quote its rows; creates nothing',
  words,
  flags: quoteFlags,
  sends: true,
  examples: [
    { line: 'quote samples/payouts.csv --sandbox', does: 'what each row would cost' },
    {
      line: 'quote samples/payouts.csv --sandbox --expect-count 12 --json',
      does: 'the same for a program, with a guard',
    },
  ],
});

export type RunArgs = ArgsOf<typeof run>;
