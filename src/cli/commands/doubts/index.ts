// doubts: every row that may have been paid, of all runs.
import { type ArgsOf, command } from '../../command.ts';
import { COMMON, LEDGER } from '../../flags.ts';

export const doubts = command({
  name: 'doubts',
  does: 'List every row in doubt, of all runs, with the commands that resolve it',
  group: 'Inspect and resolve',
  manual: 'in-doubt',
  words: {},
  flags: {
    csv: { type: 'boolean', does: 'Print a CSV to fill in, for resolve --from' },
    'exit-code': { type: 'boolean', does: 'Exit with 3 if a row is in doubt' },
    ...LEDGER,
    ...COMMON,
  },
  examples: [
    { line: 'doubts', does: 'What a person has to find out' },
    { line: 'doubts --csv > doubts.csv', does: 'To fill in: as, transferId, reason' },
  ],
});

export type DoubtsArgs = ArgsOf<typeof doubts>;
