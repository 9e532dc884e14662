// selftest: the proof, on this machine, that nothing is sent twice.
import { type ArgsOf, command } from '../../command.ts';
import { COMMON, LEDGER } from '../../flags.ts';

export const selftest = command({
  name: 'selftest',
  does: 'kill runs between ledger and request against a service that loses answers, and count what was sent twice',
  words: {},
  flags: {
    kills: { type: 'integer', min: 1, max: 100_000, does: 'how many runs to kill (200)' },
    ...LEDGER,
    ...COMMON,
  },
  examples: [
    { line: 'selftest', does: "in a folder of its own beside the ledger, which it doesn't touch" },
    { line: 'selftest --kills 1000 --json', does: 'the figures as JSON' },
  ],
});

export type SelftestArgs = ArgsOf<typeof selftest>;
