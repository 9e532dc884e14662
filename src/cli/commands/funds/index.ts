// funds: what a file needs of each source, told before it is run.
import { type ArgsOf, command } from '../../command.ts';
import { BALANCE, COMMON, INPUT, LEDGER, LOG, PACE, SANDBOX } from '../../flags.ts';

export const funds = command({
  name: 'funds',
  does: 'what a file needs of each wallet, what is there, and where to send what is missing',
  words: { file: { type: 'string', path: 'file', required: true, does: 'CSV file' } },
  flags: { ...LEDGER, ...PACE, ...INPUT, ...SANDBOX, ...BALANCE, ...COMMON, ...LOG },
  sends: true,
  examples: [
    { line: 'funds samples/payouts.csv --sandbox', does: 'against an embedded service with full wallets' },
    { line: 'funds samples/payouts.csv --sandbox --json', does: 'the same for a program' },
  ],
});

export type FundsArgs = ArgsOf<typeof funds>;
