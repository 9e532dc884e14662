// rehearse: another command against the service as it is after the cutoff.
import { type ArgsOf, command } from '../../command.ts';
import { COMMON } from '../../flags.ts';
import { SANDBOX_BALANCE } from '../../sandbox-balances.ts';

export const rehearse = command({
  name: 'rehearse',
  does: 'Run "-- COMMAND" against the service of the day after the cutoff',
  group: 'Migration',
  manual: 'readiness',
  words: {},
  flags: {
    clock: {
      type: 'string',
      value: 'DATE',
      does: 'The time at which the service starts',
      default: 'the day after',
    },
    balance: SANDBOX_BALANCE,
    ...COMMON,
  },
  examples: [
    { line: 'rehearse -- sh samples/company/rehearse.sh', does: 'A program in any language' },
    { line: 'rehearse --clock 2026-10-31 -- npm test', does: 'From a day of your choice' },
  ],
});

export type RehearseArgs = ArgsOf<typeof rehearse>;
