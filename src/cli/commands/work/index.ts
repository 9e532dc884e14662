// work: one of several hosts, at work on what is queued in a ledger that they share.
import { type ArgsOf, command } from '../../command.ts';
import { COMMON, LEDGER, LOG, QUIET, TRUST } from '../../flags.ts';

export const work = command({
  name: 'work',
  does: 'send rows that are queued in a Postgres ledger, on any number of hosts, until a signal',
  words: {},
  flags: {
    'until-empty': { type: 'boolean', does: 'end when no row is queued or held by any host' },
    concurrency: { type: 'integer', min: 1, max: 1000, does: 'rows in progress at once in this process (8)' },
    rate: { type: 'number', does: 'at most this many requests a second from this process (no limit)' },
    ...LEDGER,
    ...TRUST,
    ...COMMON,
    ...QUIET,
    ...LOG,
  },
  sends: true,
  examples: [
    { line: 'work', does: 'a worker as a service: it takes what is queued until it is told to stop' },
    { line: 'work --until-empty --concurrency 16', does: 'help with what is queued now, then end' },
  ],
});

export type WorkArgs = ArgsOf<typeof work>;
