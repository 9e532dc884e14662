// status: what ran, and how each row ended.
import { type ArgsOf, command } from '../../command.ts';
import { COMMON, LEDGER } from '../../flags.ts';

export const status = command({
  name: 'status',
  does: 'list the runs in the ledger, or the rows of one',
  words: {
    run: {
      type: 'string',
      required: false,
      values: 'runs',
      does: "the run's id, a unique beginning of it, or last",
    },
  },
  flags: {
    status: {
      type: 'choice',
      of: [
        'created',
        'duplicate',
        'invalid',
        'rejected',
        'failed',
        'not_sent',
        'in_doubt',
        'valid',
        'quoted',
        'pending',
      ],
      does: 'only rows with this status',
    },
    ...LEDGER,
    ...COMMON,
  },
  examples: [
    { line: 'status', does: 'the last runs' },
    { line: 'status last', does: 'the rows of the newest run' },
    { line: 'status RUN --status in_doubt', does: 'the rows of one run that are in doubt' },
  ],
});

export type StatusArgs = ArgsOf<typeof status>;
