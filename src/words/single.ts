// Sentences about one call's request.
import type { SingleMessages } from '../batch/single/messages.ts';
import type { WordsOf } from '../message.ts';

export const SINGLE: WordsOf<SingleMessages> = {
  fields_not_json: ({ from, why }) => `${from}: not JSON: ${why}`,
  fields_no_object: ({ from }) => `${from}: expected a JSON object`,

  set_without_value: ({ assignment }) => `--set ${assignment}: expected path=value`,
  set_twice: ({ assignment, other }) =>
    `--set ${assignment}: another --set already sets ${other}: remove one`,
  set_proto: ({ assignment }) => `--set ${assignment}: __proto__ can't be the name of a field`,
  set_below_value: ({ assignment, part }) => `--set ${assignment}: ${part} is not an object`,

  takes_no_body: ({ operation, extra }) => `${operation} takes no body: remove ${extra}`,
  fields_wrong: ({ operation, wrong }, say) =>
    wrong.map(({ field, problem }) => `${operation}: ${field}: ${say(problem)}`).join('\n'),

  amount_is_text: () => 'is text: expected a JSON number',
  no_text: () => 'contains a NUL character, or a part of a character (a lone surrogate): remove it',
  no_such_field: ({ operation, near }) =>
    `is not a field of ${operation}${near === undefined ? '' : ` (did you mean ${near}?)`}`,
  no_trade_currency: () => 'trades swap USDC and USDCT (2.6)',

  call_under_way: ({ operation }) => `${operation}: another run is working on this now`,
};
