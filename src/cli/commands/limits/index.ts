// limits: what all hosts that share a ledger may do together.
import { type ArgsOf, command } from '../../command.ts';
import { COMMON, LEDGER } from '../../flags.ts';

export const limits = command({
  name: 'limits',
  does: 'set what all hosts on one Postgres ledger may do together; without flags, show it',
  words: {},
  flags: {
    rate: { type: 'string', does: 'requests started in a second, or none' },
    concurrency: { type: 'string', does: 'requests under way, or none' },
    ...LEDGER,
    ...COMMON,
  },
  examples: [
    { line: 'limits', does: 'what holds now' },
    { line: 'limits --rate 60 --concurrency 24', does: 'for all hosts together, heeded within 5 seconds' },
    { line: 'limits --rate none', does: 'no limit of that kind any more' },
  ],
});

export type LimitsArgs = ArgsOf<typeof limits>;
