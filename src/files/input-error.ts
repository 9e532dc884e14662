// The error for input that can't be used at all: a line for each thing that says where, what is
// wrong and what to do.
import { PaybatchError } from '../errors.ts';

export interface Place {
  readonly file: string;
  /** 1-based physical line; the header is usually line 1. */
  readonly line?: number | undefined;
  /** 1-based number of the cell in its record. */
  readonly column?: number | undefined;
}

const SHOWN = 30;

export class InputError extends PaybatchError {
  override readonly name = 'InputError';
  readonly place: Place;

  constructor(code: string, place: Place, message: string, cause?: unknown) {
    super(code, `${formatPlace(place)}: ${message}`, { cause });
    this.place = place;
  }

  /** Several at once, a line each. */
  static all(errors: readonly InputError[]): InputError {
    const [first] = errors;
    if (!first) throw new Error('no error to tell');
    const all = new InputError(first.code, first.place, '', first.cause);
    const shown = errors.slice(0, SHOWN).map((error) => error.message);
    if (errors.length > SHOWN) shown.push(`... and ${errors.length - SHOWN} more`);
    all.message = shown.join('\n');
    return all;
  }
}

/** `payouts.csv:12:3`, as compilers and editors write it. */
function formatPlace(place: Place): string {
  const line = place.line === undefined ? '' : `:${place.line}`;
  const column = place.column === undefined ? '' : `:${place.column}`;
  return `${place.file}${line}${column}`;
}
