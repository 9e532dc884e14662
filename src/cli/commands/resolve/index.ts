// resolve: a person settles rows in doubt.
import { type ArgsOf, command } from '../../command.ts';
import { COMMON, LEDGER, TRUST, WORD, YES } from '../../flags.ts';

export const resolve = command({
  name: 'resolve',
  does: 'settle rows in doubt by what you found out',
  words: {
    run: {
      type: 'string',
      required: false,
      values: 'runs',
      does: "the run's id, a unique beginning of it, or last; not with --from",
    },
  },
  flags: {
    line: { type: 'list', does: 'the row by its line, or several as 80-95; repeatable' },
    reference: { type: 'string', does: 'the row by its reference' },
    all: { type: 'boolean', does: 'every row of the run that is in doubt' },
    from: { type: 'string', path: 'file', does: 'the CSV of paybatch doubts --csv, filled in' },
    as: { type: 'choice', of: ['created', 'not-created'], does: 'what you found' },
    'transfer-id': { type: 'string', does: "the service's id of the transfer (with --as created)" },
    'customer-id': { type: 'string', does: "the service's id of the customer (with --as created)" },
    reason: { type: 'string', does: 'how you know: kept in the ledger' },
    ...WORD,
    correct: {
      type: 'boolean',
      does: 'take back what a person said before (not after it was sent again); or not-created, although a statement put the row back in doubt',
    },
    sure: {
      type: 'boolean',
      does: 'not-created, although the last attempt is less than 10 minutes old and may still be executed',
    },
    'host-gone': {
      type: 'boolean',
      does: 'not-created, although the host that was sending it has not reported back: it is certainly gone',
    },
    ...YES,
    ...LEDGER,
    ...TRUST,
    ...COMMON,
  },
  examples: [
    {
      line: 'resolve RUN --line 7 --as created --transfer-id ID --reason "seen on the statement"',
      does: 'it was paid',
    },
    {
      line: 'resolve last --reference INV-1041 --as not-created --reason "not in the dashboard"',
      does: 'it was not: the next run of its file sends it',
    },
    {
      line: 'resolve last --line 80-95 --as not-created --reason "ticket 4711"',
      does: 'many rows at once, after a look at them',
    },
    { line: 'resolve --from doubts.csv --yes', does: 'the CSV of paybatch doubts --csv, filled in' },
  ],
});

export type ResolveArgs = ArgsOf<typeof resolve>;
