// rehearse: another command against the service as it is after the cutoff.
import { type ArgsOf, command } from '../../command.ts';
import { COMMON } from '../../flags.ts';

export const rehearse = command({
  name: 'rehearse',
  does: 'run "-- COMMAND..." against the service as it is after the cutoff, and list the calls that it refuses',
  words: {},
  flags: {
    clock: { type: 'string', does: 'date or time at which the service believes to start' },
    balance: { type: 'string', does: 'balance of each wallet at the start (1000000)' },
    ...COMMON,
  },
  examples: [
    { line: 'rehearse -- sh samples/company/rehearse.sh', does: 'your own integration, in any language' },
    { line: 'rehearse --clock 2026-10-31 -- npm test', does: 'from a day of your choice on' },
  ],
});

export type RehearseArgs = ArgsOf<typeof rehearse>;
