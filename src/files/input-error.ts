// The error for input that can't be used: where, what is wrong and what to do.
import { PaybatchError } from '../errors.ts';
import { type Message, messagesOf } from '../message.ts';
import { bytesMessage } from './messages.ts';

export interface Place {
  readonly file: string;
  /** 1-based physical line; the header is usually line 1. */
  readonly line?: number | undefined;
  /** 1-based number of the cell in its record. */
  readonly column?: number | undefined;
}

export interface PlacedMessages {
  /** `payouts.csv:12:3: what is wrong`. */
  at_place: Place & { what: Message };
  /** Several messages, a line each, and the number of those that are left out. */
  several: { messages: readonly Message[]; more: number };
}

export const placed = messagesOf<PlacedMessages>();

const SHOWN = 30;

export class InputError extends PaybatchError {
  override readonly name = 'InputError';
  readonly place: Place;

  constructor(code: string, place: Place, what: Message, cause?: unknown, whole?: Message) {
    super(code, whole ?? placed('at_place', { ...place, what }), { cause });
    this.place = place;
  }

  /** Several errors as one, a line each. */
  static all(errors: readonly InputError[]): InputError {
    const [first] = errors;
    if (!first) throw new Error('no error to tell');
    const messages = errors.slice(0, SHOWN).map((error) => error.told);
    const whole = placed('several', { messages, more: errors.length - messages.length });
    return new InputError(first.code, first.place, first.told, first.cause, whole);
  }
}

/** The file was changed after it was checked: nothing may be sent or cut from it. */
export const inputChanged = (file: string): InputError =>
  new InputError('changed', { file }, bytesMessage('changed_while_read'));
