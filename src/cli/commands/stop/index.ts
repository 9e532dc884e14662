// stop: a run that is open to several hosts, from any of them.
import { type ArgsOf, command } from '../../command.ts';
import { COMMON, LEDGER, ONE_RUN } from '../../flags.ts';

export const stop = command({
  name: 'stop',
  does: 'Stop a run on a Postgres ledger for all hosts',
  group: 'Ledger and hosts',
  manual: 'postgres',
  words: ONE_RUN,
  flags: { ...LEDGER, ...COMMON },
  examples: [
    { line: 'stop last', does: 'The newest run; requests in progress finish' },
    { line: 'stop RUN --json', does: 'For a program' },
  ],
});

export type StopArgs = ArgsOf<typeof stop>;
