// reconcile: a statement against the rows in doubt of a run.
import { type ArgsOf, command } from '../../command.ts';
import { COMMON, CSV, LEDGER, ONE_RUN, TRUST, WORD, YES } from '../../flags.ts';

export const reconcile = command({
  name: 'reconcile',
  does: 'Compare a statement of the dashboard or the bank with the rows in doubt',
  group: 'Inspect and resolve',
  manual: 'statements',
  words: ONE_RUN,
  flags: {
    statement: { type: 'string', path: 'file', value: 'FILE', does: 'The statement, as CSV (required)' },
    map: {
      type: 'string',
      path: 'small',
      value: 'FILE',
      does: 'JSON file: their header to id, reference, memo, account, amount, debit, credit, currency, time, state, type or direction; or a profile',
    },
    delimiter: { ...CSV.delimiter, group: 'Flags' },
    ...WORD,
    ...YES,
    ...TRUST,
    ...LEDGER,
    ...COMMON,
  },
  examples: [
    { line: 'reconcile last --statement transfers.csv', does: 'Show what it proves, and ask' },
    { line: 'reconcile RUN --statement bank.csv --map bank.json --yes', does: 'Resolve the proven rows' },
  ],
});

export type ReconcileArgs = ArgsOf<typeof reconcile>;
