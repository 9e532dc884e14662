// doctor: what is wrong with this setup, and what to do about it.
import { type ArgsOf, command } from '../../command.ts';
import { COMMON, LEDGER, TIMEOUT } from '../../flags.ts';

export const doctor = command({
  name: 'doctor',
  does: 'Check settings, service, credentials, clock, ledger and disk; create and send nothing',
  group: 'Tools',
  manual: 'configuration',
  words: {},
  flags: { ...LEDGER, ...TIMEOUT, ...COMMON },
  examples: [
    { line: 'doctor', does: 'Before the first run, and when a run went wrong' },
    { line: 'doctor --json', does: 'For a program: exit code 0 good, 1 a fault' },
  ],
});

export type DoctorArgs = ArgsOf<typeof doctor>;
