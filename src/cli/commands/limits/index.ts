// limits: what all hosts that share a ledger may do together.
import { type ArgsOf, command } from '../../command.ts';
import { COMMON, LEDGER } from '../../flags.ts';

export const limits = command({
  name: 'limits',
  does: 'Set or show the limits of all hosts on one Postgres ledger',
  group: 'Ledger and hosts',
  manual: 'postgres',
  words: {},
  flags: {
    rate: { type: 'string', value: 'N|none', does: 'Requests a second of all hosts together' },
    concurrency: { type: 'string', value: 'N|none', does: 'Requests in progress of all hosts together' },
    ...LEDGER,
    ...COMMON,
  },
  examples: [
    { line: 'limits', does: 'Show the limits' },
    { line: 'limits --rate 60 --concurrency 24', does: 'Set them; effective within 5 seconds' },
  ],
});

export type LimitsArgs = ArgsOf<typeof limits>;
