// Sentences about payments that differ from earlier ones.
import type { Far, HistoryMessages } from '../batch/plan/messages.ts';
import type { DoubtPlace } from '../batch/results/messages.ts';
import type { WordsOf } from '../message.ts';

function farText({ kind, times }: Far): string {
  if (kind === 'tenth') return 'a tenth of the usual or less';
  return `${kind === 'more_than' ? 'more than ' : ''}${times} times the usual`;
}

const placeText = ({ line, runId }: DoubtPlace): string => `on line ${line} of run ${runId}`;

const acceptHint = (check: string, line: number): string =>
  `${check}: if this is right, add --accept ${check}:${line}`;

export const HISTORY: WordsOf<HistoryMessages> = {
  payee_column_missing: ({ name }) =>
    `the header has no column "${name}". payee in the config file names it as the column that says who is paid, and checks.payeeChanged is "error"`,
  payees_not_compared: () => 'is not a column of this file: payees are not compared',

  payee_empty: () => 'is empty: the account cannot be compared with the last one of this payee',
  other_account: ({ payee, account, place }) =>
    `is not the account at which this payee (${payee}) was last paid (${account}, ${placeText(place)})`,
  first_payment: ({ amount, currency }) =>
    `was never paid before: ${amount} ${currency} would be the first payment to it`,
  amount_unusual: ({ far, of, account, usual, currency, place }) =>
    `is ${farText(far)}: the median of the last ${of} payments to ${account} is ${usual} ${currency}; the last of them is ${placeText(place)}`,
  total_unusual: ({ far, of, usual, currency, last, runId }) =>
    `is ${farText(far)}: the median of the last ${of} files is ${usual} ${currency}; the last of them had ${last} ${currency} (run ${runId})`,
  total_unusual_here: ({ deviation }, say) => `${say(deviation)}; the file's largest row is here`,
  deviation_accepted: ({ deviation }, say) => `${say(deviation)}; accepted (--accept)`,
  deviation_refused: ({ value, deviation, check, line }, say) =>
    `"${value}" ${say(deviation)} (${acceptHint(check, line)})`,
  total_refused: ({ value, deviation, line }, say) =>
    `the total of ${value} ${say(deviation)}; its largest row is on line ${line} (${acceptHint('totalUnusual', line)})`,
};
