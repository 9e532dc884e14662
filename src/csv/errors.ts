// The error for input that can't be used at all: one line that says where, what is wrong and what to do.

export interface Place {
  readonly file: string;
  /** 1-based physical line; the header is usually line 1. */
  readonly line?: number | undefined;
  /** 1-based number of the cell in its record. */
  readonly column?: number | undefined;
}

export class InputError extends Error {
  readonly code: string;
  readonly place: Place;

  constructor(code: string, place: Place, message: string, cause?: unknown) {
    super(`${formatPlace(place)}: ${message}`, { cause });
    this.name = 'InputError';
    this.code = code;
    this.place = place;
  }
}

/** `payouts.csv:12:3`, as compilers and editors write it. */
export function formatPlace(place: Place): string {
  const line = place.line === undefined ? '' : `:${place.line}`;
  const column = place.column === undefined ? '' : `:${place.column}`;
  return `${place.file}${line}${column}`;
}
