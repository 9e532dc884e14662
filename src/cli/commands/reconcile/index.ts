// reconcile: a statement against the rows in doubt of a run.
import { type ArgsOf, command } from '../../command.ts';
import { COMMON, CSV, LEDGER, ONE_RUN, TRUST, WORD, YES } from '../../flags.ts';

export const reconcile = command({
  name: 'reconcile',
  does: 'match an export of the dashboard or a bank to the rows in doubt, show what it proves, settle what is proven',
  words: ONE_RUN,
  flags: {
    statement: { type: 'string', path: 'file', does: 'the export, as CSV (needed)' },
    map: {
      type: 'string',
      path: 'small',
      does: 'JSON file: their header -> id, reference, memo, payee, customer, amount, currency, time, state, type or direction',
    },
    delimiter: CSV.delimiter,
    ...WORD,
    correct: {
      type: 'boolean',
      does: 'settle also what a statement put back in doubt, although a person had called it not created',
    },
    ...YES,
    ...LEDGER,
    ...TRUST,
    ...COMMON,
  },
  examples: [
    { line: 'reconcile last --statement transfers.csv', does: 'show, and ask on a terminal' },
    { line: 'reconcile RUN --statement bank.csv --map bank.json --yes', does: 'settle what is proven' },
  ],
});

export type ReconcileArgs = ArgsOf<typeof reconcile>;
