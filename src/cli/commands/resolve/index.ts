// resolve: a person records what happened to rows in doubt.
import { type ArgsOf, command } from '../../command.ts';
import { COMMON, LEDGER, TRUST, WORD, YES } from '../../flags.ts';

export const resolve = command({
  name: 'resolve',
  does: 'Record what happened to rows in doubt',
  group: 'Inspect and resolve',
  manual: 'in-doubt',
  words: {
    run: {
      type: 'string',
      required: false,
      values: 'runs',
      does: "The run's id, a unique prefix of it, or last; not with --from",
    },
  },
  flags: {
    line: { type: 'list', value: 'N', does: 'The row by its line, or several: 80-95; repeatable' },
    reference: { type: 'string', value: 'R', does: 'The row by its reference' },
    all: { type: 'boolean', does: 'Every row of the run that is in doubt' },
    from: { type: 'string', path: 'file', value: 'FILE', does: 'The CSV of doubts --csv, filled in' },
    as: { type: 'choice', of: ['created', 'not-created'], does: 'What you found out' },
    'transfer-id': {
      type: 'string',
      value: 'ID',
      does: "The service's id of the transfer (with --as created)",
    },
    'customer-id': {
      type: 'string',
      value: 'ID',
      does: "The service's id of the customer (with --as created)",
    },
    reason: {
      type: 'string',
      value: 'TEXT',
      does: 'How you know it (needed with --as not-created); kept in the ledger',
    },
    ...WORD,
    correct: {
      type: 'boolean',
      does: 'Replace an earlier resolution, if the row has not been sent again',
      group: 'Approval and overrides',
    },
    sure: {
      type: 'boolean',
      does: 'Allow not-created within 10 minutes of the last attempt',
      group: 'Approval and overrides',
    },
    'host-gone': {
      type: 'boolean',
      does: 'Allow not-created although the host that sent the row has not reported back',
      group: 'Approval and overrides',
    },
    ...YES,
    ...TRUST,
    ...LEDGER,
    ...COMMON,
  },
  examples: [
    {
      line: 'resolve RUN --line 7 --as created --transfer-id ID --reason "seen on the statement"',
      does: 'It was paid',
    },
    {
      line: 'resolve last --line 80-95 --as not-created --reason "ticket 4711"',
      does: 'They were not; the next run of the file sends them',
    },
  ],
});

export type ResolveArgs = ArgsOf<typeof resolve>;
