// doctor: what is wrong with this set-up, and what to do about it.
import { type ArgsOf, command } from '../../command.ts';
import { COMMON, LEDGER, TIMEOUT } from '../../flags.ts';

export const doctor = command({
  name: 'doctor',
  does: 'check settings, service, credentials, clock, ledger and disk; create and send nothing',
  words: {},
  flags: { ...LEDGER, ...TIMEOUT, ...COMMON },
  examples: [
    { line: 'doctor', does: 'before the first night, and when a night went wrong' },
    { line: 'doctor --json', does: 'the same for a program: 0 good, 1 a fault' },
  ],
});

export type DoctorArgs = ArgsOf<typeof doctor>;
