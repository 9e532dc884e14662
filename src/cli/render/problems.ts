// Rows that went wrong, on standard error. More than three equal ones are one line with their count. Of one field only the first
// three different messages are printed, of one status the first ten. Rows in doubt are printed at once, the others at the end.
import { plain, plainPath } from '../../files/plain.ts';
import type { Io } from '../io.ts';

const LINES_SHOWN = 20;
const EQUAL_SHOWN = 3;
const LINES_NAMED = 5;
/** Different messages of rows with one status, so that the messages of one status leave room for others. */
const DIFFERENT_SHOWN = 10;

/** Equal messages of rows with one status. */
interface Message {
  readonly status: string;
  readonly text: string;
  /** The first few, each with its place. */
  readonly placed: string[];
  /** The first few lines, in the file's order. */
  readonly lines: number[];
  count: number;
  rows: number;
  lastLine: number;
}

/** `atOnce`: the first three of each are printed as they come, for a command that runs for weeks. */
export interface ProblemOptions {
  readonly atOnce: boolean;
}

/** How `invalid` (batch/results/result.ts) writes an issue: line, column, field, message. */
const ISSUE = /^\d+(?::\d+)?: (?:([^:]+): )?/;

export class Problems {
  readonly #file: string;
  readonly #io: Io;
  readonly #options: ProblemOptions;
  readonly #messages = new Map<string, Message>();
  /** Different messages of each field, and of each status. */
  readonly #perGroup = new Map<string, number>();
  #shown = 0;
  /** Problems that no message counts. */
  #left = 0;

  constructor(file: string, io: Io, options: ProblemOptions = { atOnce: false }) {
    this.#file = plainPath(file);
    this.#io = io;
    this.#options = options;
  }

  show(line: number, status: string, message: string): void {
    if (status !== 'invalid' || !ISSUE.test(message)) {
      const text = plain(message);
      this.#add(`${this.#file}:${line}: ${status}: ${text}`, { line, status, text });
      return;
    }
    // Each issue has its own place: one line each, as compilers print them.
    for (const part of message.split(' | ')) {
      const text = plain(part.replace(/^\d+(?::\d+)?: /, ''));
      this.#add(`${this.#file}:${plain(part)}`, { line, status, text, field: ISSUE.exec(part)?.[1] });
    }
  }

  #add(
    placed: string,
    one: { line: number; status: string; text: string; field?: string | undefined },
  ): void {
    const { line, status, text, field } = one;
    const key = `${status} ${text}`;
    const message = this.#messages.get(key) ?? this.#newMessage(key, status, text, field);
    if (!message) {
      this.#left++;
      return;
    }
    message.count++;
    if (message.lastLine !== line) {
      message.rows++;
      message.lastLine = line;
      message.lines.push(line); // responses come in any order
      message.lines.sort((a, b) => a - b).splice(LINES_NAMED);
    }
    const isDoubt = status === 'in_doubt'; // a person needs each of them
    if (message.placed.length >= (isDoubt ? LINES_SHOWN : EQUAL_SHOWN)) return;
    if (this.#options.atOnce || isDoubt) {
      if (this.#shown >= LINES_SHOWN) return;
      this.#print(placed);
    }
    message.placed.push(placed);
  }

  #newMessage(key: string, status: string, text: string, field: string | undefined): Message | undefined {
    const group = field ?? status;
    const known = this.#perGroup.get(group) ?? 0;
    if (status !== 'in_doubt' && known >= (field === undefined ? DIFFERENT_SHOWN : EQUAL_SHOWN))
      return undefined;
    this.#perGroup.set(group, known + 1);
    const message = { status, text, placed: [], lines: [], count: 0, rows: 0, lastLine: -1 };
    this.#messages.set(key, message);
    return message;
  }

  /** Prints the rest. `where`: the file, or the command, that has all of it. */
  end(where: string): void {
    for (const message of this.#messages.values()) {
      const wasPrinted = this.#options.atOnce || message.status === 'in_doubt';
      if (wasPrinted) this.#printRest(message);
      else this.#printAll(message, where);
    }
    if (this.#left > 0) this.#io.err(`... and ${this.#left} more: see ${where}\n`, 'error');
    this.#messages.clear();
    this.#perGroup.clear();
    this.#left = 0;
  }

  #printAll(message: Message, where: string): void {
    const { placed, count } = message;
    const lines = count > EQUAL_SHOWN ? [`${placed[0] ?? ''} (${countText(message, where)})`] : placed;
    if (this.#shown + lines.length > LINES_SHOWN) this.#left += count;
    else for (const line of lines) this.#print(line);
  }

  /** How many more there were than were printed as they came. */
  #printRest({ placed, status, text, count }: Message): void {
    if (placed.length === 0) this.#left += count;
    else if (count > placed.length)
      this.#io.err(
        `${this.#file}: ${count - placed.length} more ${status}, ${count} in all: ${text}\n`,
        'error',
      );
  }

  #print(text: string): void {
    this.#shown++;
    this.#io.err(`${text}\n`, 'error');
  }
}

function countText({ count, rows, lines }: Message, where: string): string {
  const times =
    rows === count ? `${rows} rows` : `${count} times in ${rows === 1 ? 'one row' : `${rows} rows`}`;
  const more = rows - lines.length;
  const named = `line${rows === 1 ? '' : 's'} ${lines.join(', ')}`;
  return `${times}: ${named}${more > 0 ? ` and ${more} more, see ${where}` : ''}`;
}
