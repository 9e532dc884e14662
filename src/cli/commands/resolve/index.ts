// resolve: a person settles a row in doubt.
import { type ArgsOf, command } from '../../command.ts';
import { COMMON, LEDGER } from '../../flags.ts';

export const resolve = command({
  name: 'resolve',
  does: 'settle a row in doubt by what you found out',
  words: { run: { type: 'string', required: true, does: "the run's id" } },
  flags: {
    ...LEDGER,
    ...COMMON,
    line: { type: 'string', does: 'the row by its line in the run' },
    reference: { type: 'string', does: 'the row by its reference' },
    as: { type: 'choice', of: ['created', 'not-created'], does: 'what you found' },
    'transfer-id': { type: 'string', does: "the service's id of the transfer (with --as created)" },
    'customer-id': { type: 'string', does: "the service's id of the customer (with --as created)" },
    reason: { type: 'string', does: 'how you know: kept in the ledger' },
  },
  examples: [
    {
      line: 'resolve RUN --line 7 --as created --transfer-id ID --reason "seen on the statement"',
      does: 'it was paid',
    },
    {
      line: 'resolve RUN --reference INV-1041 --as not-created --reason "not in the dashboard"',
      does: 'it was not: the next run sends it',
    },
  ],
});

export type ResolveArgs = ArgsOf<typeof resolve>;
