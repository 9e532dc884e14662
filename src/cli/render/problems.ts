// Rows that went wrong, on standard error: a line each, and one line with a count for what is the same of more than three rows. Figures,
// ids and cells apart, it is the same; where these differ, they are named. So what was refused is told once it is known how often; a row
// in doubt at once.
import { NO_COLUMN } from '../../batch/input/cells.ts';
import { withoutAdvice } from '../../batch/results/words.ts';
import { plain, plainPath } from '../../files/plain.ts';
import type { Io } from '../io.ts';
import { differences } from './differences.ts';

const LINES_SHOWN = 20;
const EQUAL_SHOWN = 3;
const LINES_NAMED = 5;
/** Different reasons that are told apart; a file of a million reasons must not fill the memory. */
const REASONS_KEPT = 1000;

interface Reason {
  /** The first few as they are said alone. */
  readonly said: string[];
  /** The first few, in their order. */
  readonly lines: { readonly line: number; readonly text: string }[];
  readonly text: string;
  /** All of them have this very text. */
  isOne: boolean;
  /** Cells, of which one row may have several. */
  count: number;
  rows: number;
  lastLine: number;
}

/** What is quoted from the row, ids and figures: two that differ in these alone are told as one. */
const withoutFigures = (text: string): string =>
  withoutIds(text.replace(/(?<![:[,{])"[^"]*"(?!:)/g, '""')).replace(/\b\d+/g, '0');

/**
 * The same of an answer, in which a quoted word or a code tells one reason from another: only what has figures in it is taken for the
 * row's own, and no figure behind a word that says what it is.
 */
const withoutRow = (text: string): string =>
  withoutIds(text.replace(/"([^"]*)"/g, withoutFigured)).replace(
    /(?<!answered |responded with |(?:code|error)[^a-z0-9]{1,4})\b\d+/gi,
    '0',
  );

/** What is quoted with a figure in it, unless it is a key or a value of JSON. */
function withoutFigured(quoted: string, inner: string, at: number, all: string): string {
  const before = all.slice(0, at).trimEnd().at(-1) ?? '';
  const isJson = ':[,{'.includes(before) && before !== '';
  return isJson || all[at + quoted.length] === ':' || !/\d/.test(inner) ? quoted : '""';
}

const withoutIds = (text: string): string => text.replace(/[0-9a-f]{8}-[0-9a-f-]{27}/gi, '0');

/** `atOnce`: for whoever goes on for weeks: the first three of each are said as they come, and counted when it ends. */
export interface ProblemOptions {
  readonly atOnce: boolean;
}

export class Problems {
  readonly #file: string;
  readonly #io: Io;
  readonly #options: ProblemOptions;
  readonly #reasons = new Map<string, Reason>();
  #shown = 0;
  /** Lines that no count speaks for. */
  #left = 0;

  constructor(file: string, io: Io, options: ProblemOptions = { atOnce: false }) {
    this.#file = plainPath(file);
    this.#io = io;
    this.#options = options;
  }

  show(line: number, status: string, message: string): void {
    if (status !== 'invalid' || !/^\d/.test(message)) {
      // What to do about a row in doubt is said once, at the end.
      const text = plain(withoutAdvice(message));
      this.#add(`${this.#file}:${line}: ${status}: ${text}`, line, status, text);
      return;
    }
    // Invalid cells have places of their own: one line each, as compilers write them.
    for (const part of message.split(' | ')) {
      const text = plain(part);
      this.#add(`${this.#file}:${text}`, line, status, text.replace(/^\d+(:\d+)?: /, ''));
    }
  }

  #add(said: string, line: number, status: string, text: string): void {
    const key = `${status} ${status === 'invalid' ? withoutFigures(text) : withoutRow(text)}`;
    let known = this.#reasons.get(key);
    if (!known) {
      if (this.#reasons.size >= REASONS_KEPT) {
        this.#left++;
        return;
      }
      this.#reasons.set(
        key,
        (known = { said: [], lines: [], text, isOne: true, count: 0, rows: 0, lastLine: -1 }),
      );
    }
    known.count++;
    known.isOne &&= known.text === text;
    if (known.lastLine !== line) {
      known.rows++;
      known.lastLine = line;
      // Answers come in any order.
      known.lines.push({ line, text });
      known.lines.sort((a, b) => a.line - b.line).splice(LINES_NAMED);
    }
    const isDoubt = status === 'in_doubt'; // whoever has to find out needs each of them
    if (known.said.length >= (isDoubt ? LINES_SHOWN : EQUAL_SHOWN)) return;
    if (this.#options.atOnce || isDoubt) {
      if (this.#shown >= LINES_SHOWN) return;
      this.#say(said);
    }
    known.said.push(said);
  }

  /** What wasn't said yet. `where`: what has all of it. */
  end(where: string): void {
    for (const [key, reason] of this.#reasons) {
      const wasSaid = this.#options.atOnce || key.startsWith('in_doubt ');
      if (wasSaid) this.#count(reason, key, where);
      else this.#tell(reason, where);
    }
    if (this.#left > 0) this.#io.err(`... and ${this.#left} more: see ${where}\n`, 'error');
    this.#reasons.clear();
    this.#left = 0;
  }

  #tell(reason: Reason, where: string): void {
    const { said, text, isOne, count, rows } = reason;
    const [first = ''] = said;
    const isOfAll = text.includes(NO_COLUMN); // of a column that every row lacks, nobody needs a count
    const times =
      rows === count ? `${rows} rows` : `${count} times in ${rows === 1 ? 'one row' : `${rows} rows`}`;
    const many = `${first} (${times}${isOne ? '' : ' like this'}: ${namedLines(reason)}${
      isOne && rows <= LINES_NAMED ? '' : `, see ${where}`
    })`;
    const told = isOfAll ? [first] : count > EQUAL_SHOWN ? [many] : said;
    if (this.#shown + told.length > LINES_SHOWN) this.#left += count;
    else for (const each of told) this.#say(each);
  }

  /** Of what was said as it came: how many more there were. */
  #count({ said, text, isOne, count }: Reason, key: string, where: string): void {
    if (said.length === 0) this.#left += count;
    else if (count > said.length && !text.includes(NO_COLUMN))
      this.#io.err(
        `${this.#file}: ${count - said.length} more ${key.split(' ', 1)[0] ?? ''}, ${count} in all${
          isOne ? '' : `, like this one (see ${where})`
        }: ${text}\n`,
        'error',
      );
  }

  #say(text: string): void {
    this.#shown++;
    this.#io.err(`${text}\n`, 'error');
  }
}

/** With what tells one from another, where something does. */
function namedLines({ lines, rows }: Reason): string {
  const more = rows - lines.length;
  const others = more > 0 ? ` and ${more} more` : '';
  const values = differences(lines.map(({ text }) => text));
  if (values.length > 0)
    return `${lines.map(({ line }, at) => `line ${line}: ${values[at] ?? ''}`).join(', ')}${others}`;
  return `line${rows === 1 ? '' : 's'} ${lines.map(({ line }) => line).join(', ')}${others}`;
}
