// Messages about one call's request. Their sentences are in words/single.ts.
import type { EndpointId } from '../../interface/endpoints.ts';
import { type Message, messagesOf } from '../../message.ts';

interface OfCall {
  readonly operation: EndpointId;
}

/** `problem` follows the field's name. */
export interface WrongField {
  readonly field: string;
  readonly problem: Message;
}

export interface SingleMessages {
  // JSON text. `from`: its flag or file.
  fields_not_json: { from: string; why: string };
  fields_no_object: { from: string };

  // --set path=value.
  set_without_value: { assignment: string };
  /** `other`: a path that was set before. */
  set_twice: { assignment: string; other: string };
  set_proto: { assignment: string };
  set_below_value: { assignment: string; part: string };

  takes_no_body: OfCall & { extra: string };
  fields_wrong: OfCall & { wrong: readonly WrongField[] };

  // What is wrong with a field.
  amount_is_text: object;
  no_text: object;
  no_trade_currency: object;
  /** `near`: the field or flag that was meant. */
  no_such_field: OfCall & { near: string | undefined };

  call_under_way: OfCall;
}

export const singleMessage = messagesOf<SingleMessages>();
