// Sentences about one call's request.
import type { SingleMessages } from '../batch/single/messages.ts';
import type { WordsOf } from '../message.ts';

export const SINGLE: WordsOf<SingleMessages> = {
  fields_nested: ({ from }) => `${from}: is nested too deeply`,
  fields_not_json: ({ from, why }) => `${from}: is not JSON: ${why}`,
  fields_no_object: ({ from }) => `${from}: a JSON object is expected`,

  set_without_value: ({ assignment }) => `--set ${assignment}: expected path=value`,
  set_proto: ({ assignment }) => `--set ${assignment}: __proto__ can't be the name of a field`,
  set_below_value: ({ assignment, part }) => `--set ${assignment}: ${part} is not an object`,

  parameter_needed: ({ operation, name }) => `${operation}: the path needs ${name}: --set ${name}=VALUE`,
  parameter_wrong: ({ operation, name, problem }, say) => `${operation}: ${name} ${say(problem)}`,
  takes_no_body: ({ operation, extra }) => `${operation} takes no body: remove ${extra}`,
  uploads_no_file: ({ operation }) => `${operation} does not upload a file`,
  no_upload_file: () => 'there is no such file',
  upload_unreadable: ({ file, why }, say) => `--file ${file}: ${say(why)}`,
  fields_wrong: ({ operation, wrong }, say) =>
    wrong.map(({ field, problem }) => `${operation}: ${field}: ${say(problem)}`).join('\n'),

  amount_is_text: () => 'is text; a JSON number is expected',
  no_such_field: ({ operation, near }) =>
    `is not a field of ${operation}${near === undefined ? '' : ` (did you mean ${near}?)`}`,
  no_trade_currency: () => 'trades swap USDC and USDCT (2.6)',

  reference_empty: ({ operation }) => `${operation}: the reference is empty`,
  call_declined: () => 'not confirmed',
  call_under_way: ({ operation }) => `${operation}: another run is working on this now`,
};
