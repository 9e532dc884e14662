// Rows that went wrong, one line each on standard error as they go wrong: the first few, then a count. What is the same
// for many rows is said three times and counted after that; figures, ids and cells apart, it is the same.
import { NO_COLUMN } from '../../batch/input/cells.ts';
import { withoutAdvice } from '../../batch/results/words.ts';
import { plain, plainPath } from '../../files/plain.ts';
import type { Io } from '../io.ts';

const LINES_SHOWN = 20;
const EQUAL_SHOWN = 3;
/** Different reasons that are told apart; a file of a million reasons must not fill the memory. */
const REASONS_KEPT = 1000;

interface Reason {
  readonly status: string;
  readonly text: string;
  /** All of them have this very text. */
  isOne: boolean;
  count: number;
  shown: number;
}

/** What is quoted from the row, ids and figures: two that differ in these alone are told as one. Answers of another status aren't. */
const withoutFigures = (text: string): string =>
  text
    .replace(/"[^"]*"/g, '""')
    .replace(/[0-9a-f]{8}-[0-9a-f-]{27}/gi, '0')
    .replace(/(?<!answered )\b\d+/g, '0');

export class Problems {
  readonly #file: string;
  readonly #io: Io;
  readonly #reasons = new Map<string, Reason>();
  #shown = 0;
  /** Lines that no count speaks for. */
  #left = 0;

  constructor(file: string, io: Io) {
    this.#file = plainPath(file);
    this.#io = io;
  }

  show(line: number, status: string, message: string): void {
    if (status !== 'invalid' || !/^\d/.test(message)) {
      // What to do about a row in doubt is said once, at the end.
      const text = plain(withoutAdvice(message));
      this.#line(`${this.#file}:${line}: ${status}: ${text}`, status, text);
      return;
    }
    // Invalid cells have places of their own: one line each, as compilers write them.
    for (const part of message.split(' | ')) {
      const text = plain(part);
      this.#line(`${this.#file}:${text}`, status, text.replace(/^\d+(:\d+)?: /, ''));
    }
  }

  #line(text: string, status: string, reason: string): void {
    const key = `${status} ${withoutFigures(reason)}`;
    let known = this.#reasons.get(key);
    if (!known && this.#reasons.size < REASONS_KEPT)
      this.#reasons.set(key, (known = { status, text: reason, isOne: true, count: 0, shown: 0 }));
    if (known) {
      known.count++;
      known.isOne &&= known.text === reason;
    }
    const most = reason.includes(NO_COLUMN) ? 1 : EQUAL_SHOWN;
    if (this.#shown >= LINES_SHOWN || (known && known.shown >= most)) {
      if (!known || known.shown === 0) this.#left++;
      return;
    }
    this.#shown++;
    if (known) known.shown++;
    this.#io.err(`${text}\n`, 'error');
  }

  /** The counts of what was not shown, but of a column that every row lacks. `where`: what has all of it. */
  end(where: string): void {
    for (const { status, text, isOne, count, shown } of this.#reasons.values())
      if (shown > 0 && count > shown && !text.includes(NO_COLUMN))
        this.#io.err(
          `${this.#file}: ${count - shown} more ${status}, ${count} in all${isOne ? '' : `, like this one (see ${where})`}: ${text}\n`,
          'error',
        );
    if (this.#left > 0) this.#io.err(`... and ${this.#left} more: see ${where}\n`, 'error');
  }
}
