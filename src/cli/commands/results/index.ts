// results: of a run that is open to several hosts, on any of them.
import { type ArgsOf, command } from '../../command.ts';
import { COMMON, LEDGER, ONE_RUN } from '../../flags.ts';

export const results = command({
  name: 'results',
  does: 'the results of a run on a Postgres ledger, from any host, without its input',
  words: ONE_RUN,
  flags: {
    out: {
      type: 'string',
      path: 'written',
      does: 'write them there, and the retry file beside it once the run is over',
    },
    wait: { type: 'boolean', does: 'wait until the run is over' },
    ...LEDGER,
    ...COMMON,
  },
  examples: [
    { line: 'results last', does: 'every row as it stands now, as CSV' },
    {
      line: 'results RUN --wait --out payouts.results.csv',
      does: 'when the run is over, in a file, with the retry file beside it',
    },
  ],
});

export type ResultsArgs = ArgsOf<typeof results>;
