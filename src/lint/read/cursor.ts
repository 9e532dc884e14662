// A place in object-like text, and what stands there: blanks and comments, holes, quoted texts, words. Moves forward only.

const SPACE = /[\s\u00a0\ufeff]/;
const WORD = /[\w$@\-\u0080-\uffff]/;
const CLOSERS: Readonly<Record<string, string>> = {
  '{{': '}}',
  '{%': '%}',
  '<%': '%>',
  '{#': '#}',
  '<<': '>>',
};

export class Cursor {
  readonly text: string;
  at: number;

  constructor(text: string, at: number) {
    this.text = text;
    this.at = at;
  }

  /** A value that ends its line ends the member: PowerShell and templates leave the comma out. */
  endsLine(): boolean {
    let at = this.at;
    while (this.text[at] === ' ' || this.text[at] === '\t' || this.text[at] === '\r') at++;
    return this.text[at] === '\n';
  }

  /** White space and comments. */
  skip(): void {
    const text = this.text;
    for (;;) {
      const char = text[this.at];
      if (char === undefined) return;
      if (SPACE.test(char)) this.at++;
      else if (char === '/' && text[this.at + 1] === '/') this.#to('\n', 0);
      else if (char === '/' && text[this.at + 1] === '*') this.#to('*/', 2);
      else if (char === '#' && /[\s{]/.test(text[this.at - 1] ?? ' ')) this.#to('\n', 0);
      else return;
    }
  }

  #to(end: string, behind: number): void {
    const found = this.text.indexOf(end, this.at + 2);
    this.at = found < 0 ? this.text.length : found + behind;
  }

  #tag(): void {
    const close = CLOSERS[this.text.slice(this.at, this.at + 2)] ?? '}}';
    this.#to(close, close.length);
  }

  /** `{{ x }}`, `${x}`, `$(x)`, `$x`, `<%= x %>`, `<<x>>`, `{x}`: something that another program puts there. */
  isHole(valued: boolean): boolean {
    const text = this.text;
    const at = this.at;
    switch (text[at]) {
      case '{':
        // `{{ "amount": 5 }}` is an object in a format string.
        if (text[at + 1] === '{') return !/^\{\{\s*["'][\w-]{1,60}["']\s*:/.test(text.slice(at, at + 90));
        return /^\{[\w.$]{1,60}\}/.test(text.slice(at, at + 64)) && valued;
      case '$':
        return /^\$[\w{(]/.test(text.slice(at, at + 2));
      case '<':
        return /^(<%|<<)/.test(text.slice(at, at + 2));
      default:
        return false;
    }
  }

  hole(): string {
    const start = this.at;
    const two = this.text.slice(start, start + 2);
    if (CLOSERS[two] !== undefined) this.#tag();
    else if (two === '${' || two === '$(' || two.startsWith('{')) {
      const close = this.text.indexOf(two === '$(' ? ')' : '}', start);
      this.at = close < 0 ? this.text.length : close + 1;
    } else {
      this.at++;
      while (this.at < this.text.length && WORD.test(this.text[this.at] ?? '')) this.at++;
    }
    return this.text.slice(start, this.at);
  }

  /** As it is written between the quotes; a hole's own quotes don't end it, nor does a line a text without an end. */
  quoted(quote: string): string {
    const text = this.text;
    const start = this.at + 1;
    for (let at = start; at < text.length; at++) {
      const char = text[at];
      if (char === '\\') at++;
      else if (char === quote) {
        this.at = at + 1;
        return text.slice(start, at);
      } else if (char === '{' && text[at + 1] === '{') {
        const close = /^[^\n]{0,300}?\}\}/.exec(text.slice(at, at + 304))?.[0].length;
        if (close !== undefined) at += close - 1;
      } else if (char === '\n' && quote !== '`') {
        this.at = at;
        return text.slice(start, at);
      }
    }
    this.at = text.length;
    return text.slice(start);
  }

  word(): string {
    const start = this.at;
    if (this.text.startsWith('...', start)) this.at += 3;
    while (this.at < this.text.length && /[\w$@.\-?!\u0080-\uffff]/.test(this.text[this.at] ?? '')) this.at++;
    return this.text.slice(start, this.at).replace(/^\.+/, '');
  }

  /** A number, a name, an expression: up to what can't be part of it. */
  bare(): string {
    const start = this.at;
    const text = this.text;
    let depth = 0;
    for (; this.at < text.length; this.at++) {
      const char = text[this.at] ?? '';
      if (char === '(') depth++;
      else if (char === ')') {
        if (depth === 0) break;
        depth--;
      } else if (char === '\n' || (depth === 0 && /[,;{}[\]]/.test(char))) break;
    }
    return text.slice(start, this.at).trimEnd();
  }
}
