// status: what ran, and how each row ended.
import { type ArgsOf, command } from '../../command.ts';
import { COMMON, LEDGER } from '../../flags.ts';

export const status = command({
  name: 'status',
  does: 'List the runs in the ledger, or the rows of one',
  group: 'Inspect and resolve',
  manual: 'reports',
  words: {
    run: {
      type: 'string',
      required: false,
      values: 'runs',
      does: "The run's id, a unique prefix of it, or last",
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
      value: 'S',
      does: 'Only rows with this status',
    },
    verbose: { type: 'boolean', does: 'Each row in full: its id, and the whole message' },
    ...LEDGER,
    ...COMMON,
  },
  examples: [
    { line: 'status', does: 'The newest runs' },
    { line: 'status RUN --status in_doubt', does: 'The rows of one run that are in doubt' },
  ],
});

export type StatusArgs = ArgsOf<typeof status>;
