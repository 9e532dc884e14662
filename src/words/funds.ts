// Sentences about costs and balances.
import type { FundsMessages, Shortfall } from '../batch/funds/needs.ts';
import type { WordsOf } from '../message.ts';

export const shortText = ({ needed, balance, missing, currency }: Shortfall): string =>
  `the rows of your own wallet cost ${needed} ${currency}, but its balance is ${balance}: ${missing} ${currency} are missing`;

export const FUNDS: WordsOf<FundsMessages> = {
  row_left_out: () => 'this row is not valid and is left out: paybatch check prints why',
  no_balance: () =>
    'the response has no balance in the fields of profile.balanceListFields, balanceCurrencyFields and balanceAmountFields',
  no_debit: ({ fields }) =>
    `a quote has no amount to debit in the fields ${fields.join(', ')} (profile.quoteSourceAmountFields)`,
  not_quoted: ({ reason }, say) => `stopped: ${say(reason)}`,
  cost_unknown: ({ file, rows, problem }, say) =>
    `${file}: the cost of ${rows} rows is unknown: ${problem === undefined ? '' : say(problem)}`,
  balances_unreadable: ({ file, why }, say) =>
    `${file}: the balances of your own wallet can't be read: ${say(why)}`,
  balance_short: ({ file, short }) => `${file}: ${short.map(shortText).join('; ')}`,
};
