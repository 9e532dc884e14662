// run, check and quote: one story with three ends, so they take the same flags.
import type { ArgsOf } from '../../command.ts';
import { command } from '../../command.ts';
import { ACCEPT, COMMON, INPUT, KIND, LEDGER, LOG, PACE, SANDBOX, SENDING, YES } from '../../flags.ts';

const words = { file: { type: 'string', required: true, does: 'CSV file' } } as const;

const flags = {
  ...KIND,
  'dry-run': { type: 'boolean', does: 'check only: no network, no ledger' },
  results: { type: 'string', does: 'where the results go (payouts.csv gives payouts.results.csv)' },
  ...LEDGER,
  ...PACE,
  ...SENDING,
  ...ACCEPT,
  'no-quote': { type: 'boolean', does: 'create transfers without quoting them first' },
  ...INPUT,
  'expect-count': {
    type: 'integer',
    min: 0,
    max: Number.MAX_SAFE_INTEGER,
    does: 'refuse unless the file has this many rows',
  },
  'expect-total': { type: 'amounts', does: 'refuse unless the total is CUR=AMOUNT; repeatable' },
  'max-amount': { type: 'amounts', does: 'refuse if a row pays more than CUR=AMOUNT; repeatable' },
  'max-total': { type: 'amounts', does: 'refuse if the total is above CUR=AMOUNT; repeatable' },
  'require-funds': {
    type: 'boolean',
    does: "refuse unless the developer's balance covers the rows that it funds",
  },
  funds: { type: 'boolean', does: 'check: also ask the service what the file needs and what is there' },
  ...SANDBOX,
  ...YES,
  ...COMMON,
  ...LOG,
} as const;

export const run = command({
  name: 'run',
  does: 'check, upload, quote and create every payout (or customer) of a CSV file, once',
  words,
  flags,
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
  does: 'check a file and send nothing (run --dry-run)',
  words,
  flags,
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
  flags,
  examples: [{ line: 'quote samples/payouts.csv --sandbox', does: 'what each row would cost' }],
});

export type RunArgs = ArgsOf<typeof run>;
