// results: the rows of a run as results CSV, from the ledger.
import { type ArgsOf, command } from '../../command.ts';
import { COMMON, LEDGER, ONE_RUN } from '../../flags.ts';

export const results = command({
  name: 'results',
  does: 'Print the rows of a run as results CSV, without its input',
  group: 'Inspect and resolve',
  manual: 'row-statuses',
  words: ONE_RUN,
  flags: {
    out: { type: 'string', path: 'written', value: 'FILE', does: 'Write them there, with a retry file' },
    wait: { type: 'boolean', does: 'Wait until the run has ended' },
    ...LEDGER,
    ...COMMON,
  },
  examples: [
    { line: 'results last', does: 'Every row as it is now' },
    { line: 'results RUN --wait --out payouts.results.csv', does: 'Into a file, when the run has ended' },
  ],
});

export type ResultsArgs = ArgsOf<typeof results>;
