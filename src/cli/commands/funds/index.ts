// quote --funds, under its earlier name: what a file needs of each wallet.
import { type ArgsOf, command } from '../../command.ts';
import { BALANCE, COMMON, INPUT, LEDGER, LOG, PACE, SANDBOX } from '../../flags.ts';

export const funds = command({
  name: 'funds',
  does: 'Show what a file needs from each wallet, what is there, and where to send what is missing',
  group: 'Pay',
  manual: 'funding',
  hidden: true,
  words: { file: { type: 'string', path: 'file', required: true, does: 'The CSV file' } },
  flags: { ...INPUT, ...PACE, ...SANDBOX, ...BALANCE, ...LOG, ...LEDGER, ...COMMON },
  sends: true,
  examples: [
    { line: 'funds samples/payouts.csv --sandbox', does: 'With the embedded test service' },
    { line: 'funds samples/payouts.csv --sandbox --json', does: 'For a program' },
  ],
});

export type FundsArgs = ArgsOf<typeof funds>;
