// A shell script's commands as words: quotes undone, comments and here-documents apart. One pass.
import { decoded, type Region } from './region.ts';
import { closingOf } from './shell-substitution.ts';

export interface Word {
  /** Without its quotes; offsets are those of the script. */
  readonly region: Region;
}

/** The lines of a here-document. */
export interface Heredoc {
  readonly start: number;
  readonly end: number;
}

export interface Command {
  readonly words: readonly Word[];
  readonly heredocs: readonly Heredoc[];
}

interface Piece {
  readonly text: string;
  readonly at: number;
  readonly raw: boolean;
}

/** Bounded: a name of 80 characters. */
const ARRAY = /^\w{1,80}\+?=\((?!\()/;
/** What is longer is no array that was forgotten to be closed. */
const MAX_MEMBERS = 400;

export function commandsOf(text: string): Command[] {
  const scanner = new Scanner(text);
  scanner.read();
  return scanner.commands;
}

class Scanner {
  readonly commands: Command[] = [];
  readonly #text: string;
  #at = 0;
  #words: Word[] = [];
  #pieces: Piece[] = [];
  #heredocs: Heredoc[] = [];
  #awaited: { readonly tag: string }[] = [];
  /** Where commands end that stand in quotes and are being read, innermost last. */
  readonly #closings: number[] = [];
  /** How many words of an array have passed that isn't closed yet. */
  #members: number | undefined;

  constructor(text: string) {
    this.#text = text;
  }

  read(): void {
    while (this.#at < this.#text.length) this.#step(this.#text[this.#at] ?? '');
    this.#endCommand();
  }

  #step(char: string): void {
    const text = this.#text;
    const next = text[this.#at + 1];
    if (this.#at === this.#closings.at(-1)) this.#close();
    else if (char === '\\' && next === '\n') this.#skip(2);
    else if (char === '\\' && next === '\r') this.#skip(3);
    else if (char === '\n') this.#endLine();
    else if (char === ';') {
      this.#at++;
      this.#endCommand();
    } else if (char === ' ' || char === '\t' || char === '\r') this.#skip(1);
    else if (char === '#' && this.#pieces.length === 0) this.#toLineEnd();
    else if (char === '<' && next === '<' && text[this.#at + 2] !== '<') this.#heredoc();
    else if (char === "'" || char === '"') this.#quoted(char);
    else if (char === '\\') {
      this.#pieces.push({ text: next ?? '', at: this.#at + 1, raw: true });
      this.#at += 2;
    } else this.#plain();
  }

  #skip(count: number): void {
    this.#endWord();
    this.#at += count;
  }

  #plain(): void {
    const start = this.#at;
    while (this.#at < this.#text.length && !/[\s;"'\\]/.test(this.#text[this.#at] ?? ' ')) {
      if (this.#text.startsWith('<<', this.#at) && this.#at > start) break;
      if (this.#at === this.#closings.at(-1)) break;
      this.#at++;
    }
    if (this.#at === start) this.#at++;
    this.#pieces.push({ text: this.#text.slice(start, this.#at), at: start, raw: true });
  }

  /** The bracket and the quote behind it. */
  #close(): void {
    this.#pieces.push({ text: ')', at: this.#at, raw: true });
    this.#closings.pop();
    this.#at += 2;
  }

  #quoted(quote: string): void {
    const start = this.#at + 1;
    const close =
      quote === '"' && this.#text.startsWith('$(', start) ? closingOf(this.#text, start + 2) : undefined;
    // A quote inside would end it otherwise.
    if (
      close !== undefined &&
      this.#text[close + 1] === '"' &&
      this.#text.slice(start, close).includes('"')
    ) {
      this.#pieces.push({ text: '$(', at: start, raw: true });
      this.#closings.push(close);
      this.#at = start + 2;
      return;
    }
    let at = start;
    while (at < this.#text.length && this.#text[at] !== quote)
      at += this.#text[at] === '\\' && quote === '"' ? 2 : 1;
    this.#pieces.push({ text: this.#text.slice(start, at), at: start, raw: quote === "'" });
    this.#at = Math.min(at + 1, this.#text.length);
  }

  #heredoc(): void {
    const opened = /^<<[-~]?\s{0,4}(["']?)(\w{1,80})\1/.exec(this.#text.slice(this.#at, this.#at + 100));
    if (opened?.[2] !== undefined) this.#awaited.push({ tag: opened[2] });
    this.#endWord();
    this.#at += opened?.[0].length ?? 2;
  }

  #toLineEnd(): void {
    const end = this.#text.indexOf('\n', this.#at);
    this.#at = end < 0 ? this.#text.length : end;
  }

  #endLine(): void {
    this.#endWord();
    this.#at++;
    for (const { tag } of this.#awaited) {
      const start = this.#at;
      let end = start;
      while (this.#at < this.#text.length) {
        end = this.#at;
        this.#toLineEnd();
        const line = this.#text.slice(end, this.#at).trim();
        this.#at++;
        if (line === tag) break;
        end = Math.min(this.#at, this.#text.length);
      }
      this.#heredocs.push({ start, end });
    }
    this.#awaited = [];
    // An array may hold a member in each line.
    if (this.#members === undefined) this.#endCommand();
  }

  #endWord(): void {
    if (this.#pieces.length === 0) return;
    const region = decoded(this.#pieces);
    this.#words.push({ region });
    const [first] = this.#pieces;
    const opens = first?.raw === true && ARRAY.test(region.text);
    if (opens) this.#members = 0;
    else if (this.#members !== undefined) this.#members++;
    const closes = region.text.endsWith(')') || (this.#members ?? 0) > MAX_MEMBERS;
    if (closes) this.#members = undefined;
    this.#pieces = [];
  }

  #endCommand(): void {
    this.#endWord();
    if (this.#words.length > 0) this.commands.push({ words: this.#words, heredocs: this.#heredocs });
    this.#words = [];
    this.#heredocs = [];
  }
}
