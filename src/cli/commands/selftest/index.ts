// selftest: the proof, on this machine, that nothing is sent twice.
import { type ArgsOf, command } from '../../command.ts';
import { COMMON, LEDGER } from '../../flags.ts';

export const selftest = command({
  name: 'selftest',
  does: 'Kill runs at every step on this machine, and count what was sent twice',
  group: 'Tools',
  manual: 'ledger-safety',
  words: {},
  flags: {
    kills: { type: 'integer', min: 1, max: 100_000, does: 'How many runs to kill', default: '200' },
    ...LEDGER,
    ...COMMON,
  },
  examples: [
    { line: 'selftest', does: 'In a folder beside the ledger, which it does not touch' },
    { line: 'selftest --kills 1000 --json', does: 'The figures as JSON' },
  ],
});

export type SelftestArgs = ArgsOf<typeof selftest>;
