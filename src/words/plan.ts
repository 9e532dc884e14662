// Sentences about a plan and the rows that it froze.
import type { PlanMessages } from '../batch/plan/messages.ts';
import type { WordsOf } from '../message.ts';
import { placedIssue, warningText } from './issues.ts';

const stateText = (state: string): string => `"${state.replace('_', ' ')}"`;

export const PLAN: WordsOf<PlanMessages> = {
  row_unpriced: ({ failure }, say) => `no quote, so no plan: ${say(failure)}`,
  row_unquoted: ({ line, failure }, say) => `line ${line}: no quote: ${say(failure)}`,
  row_dearer: ({ line, why }, say) => `line ${line}: ${say(why)}`,
  sum_dearer: ({ currency, why }, say) => `all rows in ${currency}: ${say(why)}`,
  prices_moved: ({ first, more }, say) =>
    `the prices have moved: ${say(first)}${more > 0 ? `; and ${more} more` : ''}`,
  pricing_stopped: ({ reason }, say) => `stopped while the rows were quoted: ${say(reason)}`,
  row_differs: ({ line, was, is, issue }, say) => {
    const why = issue ? ` (${placedIssue(line, issue, say)})` : '';
    return `line ${line} is ${stateText(was)} in it, and ${stateText(is)} now${why}: make another plan, or put back what was changed since`;
  },
  warning_unsaid: ({ line, rows, ...warning }, say) =>
    `whoever signed it wasn't told of line ${line}: ${warningText(warning, rows, say)}: it was written by hand, or by another version. Make another plan`,
};
