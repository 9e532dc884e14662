// doubts: every row that may have been paid, of all runs.
import { type ArgsOf, command } from '../../command.ts';
import { COMMON, LEDGER } from '../../flags.ts';

export const doubts = command({
  name: 'doubts',
  does: 'every row in doubt, of all runs: payee, amount, age, what was answered',
  words: {},
  flags: {
    csv: { type: 'boolean', does: 'as a CSV to fill in, for resolve --from FILE' },
    ...LEDGER,
    ...COMMON,
  },
  examples: [
    { line: 'doubts', does: 'what a person has to find out' },
    { line: 'doubts --csv > doubts.csv', does: 'to fill in: as, transferId, reason' },
  ],
});

export type DoubtsArgs = ArgsOf<typeof doubts>;
