// Warnings of a file, and rows with errors, on standard error. More than three equal messages are one line with their
// count. Rows in doubt are printed at once, the others at the end.
import type { Warning } from '../../batch/input/warnings.ts';
import type { RunHooks } from '../../batch/results/hooks.ts';
import { isInvalid } from '../../batch/results/messages.ts';
import { plain, plainPath } from '../../files/plain.ts';
import type { Message } from '../../message.ts';
import { issueText, type Listed, placedIssue, warningText } from '../../words/issues.ts';
import { KIND_WORDS } from '../../words/kinds.ts';
import { say, sayOf } from '../../words/say.ts';
import type { Io } from '../io.ts';
import { makeLog, makeNotice } from './log.ts';
import { linesText } from './print.ts';

const LINES_SHOWN = 20;
const EQUAL_SHOWN = 3;
const LINES_NAMED = 5;
/** Different messages that are kept. */
const MOST_KEPT = 1000;

/** Equal messages of rows with one status. */
interface Equal {
  /** The first few lines of output, each with its place. */
  readonly placed: string[];
  /** The first few line numbers. */
  readonly lines: number[];
  count: number;
}

export class Problems {
  readonly #file: string;
  readonly #io: Io;
  readonly #messages = new Map<string, Equal>();
  #shown = 0;
  #done: string = KIND_WORDS.payouts.done;
  /** Problems that are not printed. */
  #left = 0;

  constructor(file: string, io: Io) {
    this.#file = plainPath(file);
    this.#io = io;
  }

  /** What a command prints while it works on a file. */
  hooks(verbose: boolean): RunHooks {
    return {
      log: makeLog(verbose, this.#io),
      notice: makeNotice(this.#io),
      checked: ({ kind }, warnings) => {
        this.#done = KIND_WORDS[kind].done;
        this.#showWarnings(warnings);
      },
      problem: (line, status, message) => this.show(line, status, message),
    };
  }

  #showWarnings(warnings: readonly Warning[]): void {
    for (const warning of warnings.slice(0, LINES_SHOWN)) {
      const { field, firstLine, column } = warning;
      const place = field === '' ? '' : column === 0 ? `:${firstLine}` : `:${firstLine}:${column}`;
      this.#io.err(`${this.#file}${place}: warning: ${warningText(warning, warning.count, say)}\n`, 'warn');
    }
    const more = warnings.length - LINES_SHOWN;
    if (more > 0) this.#io.err(`... and ${more} more warnings\n`, 'warn');
  }

  show(line: number, status: string, message: Message | undefined): void {
    if (status === 'invalid' && message && isInvalid(message)) {
      // Each issue has its own place, so it has its own line, as compilers print them.
      this.#left += message.params.more;
      for (const issue of message.params.issues)
        this.#add(
          line,
          status,
          plain(issueText(issue, say)),
          `${this.#file}:${plain(placedIssue(line, issue, say))}`,
        );
      return;
    }
    const text = plain(sayOf(message));
    const placed = `${this.#file}:${line}: ${status}: `;
    if (status !== 'in_doubt') this.#add(line, status, text, placed + text);
    // A person has to resolve each of them.
    else if (this.#shown < LINES_SHOWN) this.#print(`${placed}PERHAPS ${this.#done.toUpperCase()}: ${text}`);
    else this.#left++;
  }

  #add(line: number, status: string, text: string, placed: string): void {
    const key = `${status} ${text}`;
    const equal = this.#messages.get(key) ?? { placed: [], lines: [], count: 0 };
    if (equal.count === 0 && this.#messages.size === MOST_KEPT) {
      this.#left++;
      return;
    }
    this.#messages.set(key, equal);
    equal.count++;
    if (!equal.lines.includes(line)) equal.lines.push(line);
    equal.lines.sort((a, b) => a - b).splice(LINES_NAMED); // responses come in any order
    if (equal.placed.length < EQUAL_SHOWN) equal.placed.push(placed);
  }

  /** Prints the rest. `where`: the file or command that has all messages. */
  end(where: string): void {
    for (const equal of this.#messages.values()) {
      const { placed, count } = equal;
      const lines = count > EQUAL_SHOWN ? [`${placed[0] ?? ''} (${countText(equal, where)})`] : placed;
      if (this.#shown + lines.length > LINES_SHOWN) this.#left += count;
      else for (const line of lines) this.#print(line);
    }
    if (this.#left > 0) this.#io.err(`... and ${this.#left} more: see ${where}\n`, 'error');
    this.#messages.clear();
    this.#left = 0;
  }

  #print(text: string): void {
    this.#shown++;
    this.#io.err(`${text}\n`, 'error');
  }
}

function countText({ count, lines }: Equal, where: string): string {
  const more = count > lines.length ? `, see ${where}` : '';
  return `${count} times: ${linesText(lines, count)}${more}`;
}

/** A title, and below it the first lines. */
export function listText(
  title: string,
  { count, first }: { readonly count: number; readonly first: readonly Listed[] },
  most = Infinity,
): string {
  const shown = first.slice(0, most);
  const lines = shown.map(({ line, text }) => `  line ${line}: ${plain(text, 1100)}`);
  const more = count > shown.length ? [`  and ${count - shown.length} more`] : [];
  return [title, ...lines, ...more].join('\n');
}
