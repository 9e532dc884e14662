// stop: a run that is open to several hosts, from any of them.
import { type ArgsOf, command } from '../../command.ts';
import { COMMON, LEDGER, ONE_RUN } from '../../flags.ts';

export const stop = command({
  name: 'stop',
  does: 'stop a run on a Postgres ledger for all hosts: no further row of it is sent',
  words: ONE_RUN,
  flags: { ...LEDGER, ...COMMON },
  examples: [
    { line: 'stop last', does: 'the newest run; what is under way finishes' },
    { line: 'stop RUN --json', does: 'the same for a program' },
  ],
});

export type StopArgs = ArgsOf<typeof stop>;
