// A shell script's commands as words: quotes undone, comments and here-documents apart. One pass over the text.
import type { Comment, Span } from '../model/facts.ts';
import { joined, type Piece, type Region } from './region.ts';

export interface Command {
  /** Without quotes; offsets are those of the script. */
  readonly words: readonly Region[];
  /** The lines of its here-documents. */
  readonly heredocs: readonly Span[];
}

export function commandsOf(text: string): { commands: readonly Command[]; comments: readonly Comment[] } {
  const scanner = new Scanner(text);
  scanner.read();
  return scanner;
}

class Scanner {
  readonly commands: Command[] = [];
  readonly comments: Comment[] = [];
  readonly #text: string;
  #at = 0;
  #words: Region[] = [];
  #pieces: Piece[] = [];
  #heredocs: Span[] = [];
  #awaitedTags: string[] = [];

  constructor(text: string) {
    this.#text = text;
  }

  read(): void {
    while (this.#at < this.#text.length) this.#step(this.#text[this.#at] ?? '');
    this.#endCommand();
  }

  #step(char: string): void {
    const next = this.#text[this.#at + 1];
    if (char === '\\' && next === '\n') this.#endWord(2);
    else if (char === '\\' && next === '\r') this.#endWord(3);
    else if (char === '\n') this.#endLine();
    else if (char === ';') {
      this.#at++;
      this.#endCommand();
    } else if (char === ' ' || char === '\t' || char === '\r') this.#endWord(1);
    else if (char === '#' && this.#pieces.length === 0) this.#comment();
    else if (char === '<' && next === '<' && this.#text[this.#at + 2] !== '<') this.#heredoc();
    else if (char === "'" || char === '"') this.#quoted(char);
    else if (char === '\\') {
      this.#pieces.push({ text: next ?? '', at: this.#at + 1, raw: true });
      this.#at += 2;
    } else this.#plain();
  }

  #plain(): void {
    const start = this.#at;
    while (this.#at < this.#text.length && !/[\s;"'\\]/.test(this.#text[this.#at] ?? ' ')) {
      if (this.#at > start && this.#text.startsWith('<<', this.#at)) break;
      this.#at++;
    }
    if (this.#at === start) this.#at++;
    this.#pieces.push({ text: this.#text.slice(start, this.#at), at: start, raw: true });
  }

  #quoted(quote: string): void {
    const start = this.#at + 1;
    let at = start;
    while (at < this.#text.length && this.#text[at] !== quote)
      at += this.#text[at] === '\\' && quote === '"' ? 2 : 1;
    this.#pieces.push({ text: this.#text.slice(start, at), at: start, raw: quote === "'" });
    this.#at = Math.min(at + 1, this.#text.length);
  }

  #heredoc(): void {
    const opened = /^<<[-~]?\s{0,4}(["']?)(\w{1,80})\1/.exec(this.#text.slice(this.#at, this.#at + 100));
    if (opened?.[2] !== undefined) this.#awaitedTags.push(opened[2]);
    this.#endWord(opened?.[0].length ?? 2);
  }

  #lineEnd(): number {
    const end = this.#text.indexOf('\n', this.#at);
    return end < 0 ? this.#text.length : end;
  }

  #comment(): void {
    const start = this.#at;
    this.#at = this.#lineEnd();
    this.comments.push({ text: this.#text.slice(start, this.#at), span: { start, end: this.#at } });
  }

  #endLine(): void {
    this.#endWord(1);
    for (const tag of this.#awaitedTags) {
      const start = this.#at;
      let end = start;
      while (this.#at < this.#text.length) {
        end = this.#at;
        const line = this.#text.slice(end, this.#lineEnd()).trim();
        this.#at = this.#lineEnd() + 1;
        if (line === tag) break;
        end = Math.min(this.#at, this.#text.length);
      }
      this.#heredocs.push({ start, end });
    }
    this.#awaitedTags = [];
    this.#endCommand();
  }

  /** `skip`: how many characters stand between this word and the next. */
  #endWord(skip: number): void {
    this.#at += skip;
    if (this.#pieces.length === 0) return;
    const region = joined(this.#pieces);
    this.#words.push(region);
    this.#pieces = [];
  }

  #endCommand(): void {
    this.#endWord(0);
    if (this.#words.length > 0) this.commands.push({ words: this.#words, heredocs: this.#heredocs });
    this.#words = [];
    this.#heredocs = [];
  }
}
