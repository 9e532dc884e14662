// work: one of several hosts that send what is queued in a shared ledger.
import { type ArgsOf, command } from '../../command.ts';
import { COMMON, LEDGER, LOG, PACE, QUIET, TRUST } from '../../flags.ts';

export const work = command({
  name: 'work',
  does: 'Send rows that are queued in a Postgres ledger, until a signal',
  group: 'Ledger and hosts',
  manual: 'postgres',
  words: {},
  flags: {
    'until-empty': { type: 'boolean', does: 'End when no row is queued or held by any host' },
    concurrency: { ...PACE.concurrency, group: 'Flags' },
    rate: { ...PACE.rate, does: 'Requests a second of this process', group: 'Flags' },
    ...TRUST,
    ...QUIET,
    ...LOG,
    ...LEDGER,
    ...COMMON,
  },
  sends: true,
  examples: [
    { line: 'work', does: 'As a service: send what is queued until a signal' },
    { line: 'work --until-empty --concurrency 16', does: 'Help with what is queued now, then end' },
  ],
});

export type WorkArgs = ArgsOf<typeof work>;
