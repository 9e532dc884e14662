// What prose says of the old: that it was renamed, removed or is refused. By the line, by the sentence that goes on over lines,
// by the heading above, by the column of a table that says what was before. It instructs nobody to use it then.
import { blank } from '../model/lines.ts';

export const SAYS_GONE =
  /\b(?:from|since|of|in) v?\d|\b(renamed?|replaces?d?|removed?|removal|deprecated?|obsolete|no longer|instead of|used to|formerly|earlier|until|retired?|sunset|migrat|don't|do not|not(?! (?:match|equal|agree|answer|respond|set|found|known|enough|yet|regulated|applicable|required|mandatory|empty|null|blank|(?:be )?(?:older|younger|more|less|later|earlier|longer|larger|bigger|exceed)))|any ?more|no more|dropp(?:ed|ing)|drops(?! (?:under|below|to|by|again)\b)|stopp(?:ed|ing)|stops(?! (?:below|under|at|when|if|by|the run)\b)|gone|lost|loses|(?:takes?|took|taken) (?:the|its|their) place|gave way|supersede[sd]?|withdrawn|disappear(?:ed|s)?|vanish(?:ed|es)?|phased out|discontinued|went away|(?:was|were|is|are) (?:from|now|then))\b|→|(?<!-)->|=>|~~/i;
/** What is done with the old, where nothing says that it depends. */
const TAKES_OUT =
  /\b(?:filter(?:s|ed)?|strips?|stripped|reject(?:s|ed)?|refuse[sd]?(?! to\b)|block(?:s|ed)?|ignore[sd]?|forbid(?:s|den)?|forget|can(?:'t|not) be)\b/i;
const DEPENDS =
  /\b(?:if|when|unless|without|missing|empty|incomplete|unreadable|illegible|otherwise|older|only|must|send|submit)\b/i;
/** Bounded: 200 characters of a heading. */
const HEADING = /^\s{0,3}(#{1,6})\s/;
const OVER =
  /\b(?:removed|removals?|gone|deprecated|deprecations?|retired|dropped|ended|obsolete|no longer|sunset|end of life)\b/i;
/** `Before:` above a block whose neighbour says what it is now. Bounded: 80 characters. */
export const FORMER_BLOCK =
  /^\s{0,8}(?:#{1,6}\s{1,4})?(?:[-*]\s{1,4})?(?:\/\/\s?)?[*_]{0,3}(?:before|old|previously|formerly|earlier|until now|so far)(?:\s\(?v?\d[\d.]{0,8}\)?)?[*_:.]{0,4}\s{0,4}$/i;
/** Heads of columns. */
const FORMER =
  /^(?:before|old|from|was|deprecated|removed|ended|legacy|former(?:ly)?|previous(?:ly)?|earlier|gone|until|so far)(?![\w-])/i;
const LATER = /^(?:after|new|to|now|current|replacement|replaced|instead|use|since|becomes?)(?![\w-])/i;
const STATE = /^(?:state|status|progress|done\??|migrated\??)$/i;
const DONE = /^[*_]{0,2}(?:done|gone|migrated|removed|finished|complete[d]?|yes|ok|✅|✔|✓|☑|\[x\])(?![\w-])/i;
/** No sentence is longer. */
const MAX_SENTENCE = 600;
const MAX_LINES = 4;

/** It is said to nobody who reads the page. Bounded: 2,000 characters. */
const COMMENT = /<!--[^\n]{0,2000}?-->/g;

export class SaidGone {
  readonly #lines: readonly string[];
  /** The heading that says so, by its depth. */
  #heading = 0;
  #former: ReadonlySet<number> = new Set();
  #states: ReadonlySet<number> = new Set();
  #inTable = false;

  constructor(lines: readonly string[]) {
    this.#lines = lines.map((line) => (line.includes('<!--') ? line.replace(COMMENT, blank) : line));
  }

  /** Each line in its turn; whether what it names is over is asked where it names anything. */
  pass(at: number): () => boolean {
    const line = this.#lines[at] ?? '';
    const depth = HEADING.exec(line.slice(0, 20))?.[1]?.length ?? 0;
    if (depth > 0 && (this.#heading === 0 || depth <= this.#heading))
      this.#heading = OVER.test(line.slice(0, 200)) ? depth : 0;
    this.#table(line);
    return () => this.#heading > 0 || this.#isDone(line) || this.#isTakenOut(at);
  }

  /** In the column of what was. */
  isFormer(line: string, index: number): boolean {
    return this.#former.size > 0 && this.#former.has(columnAt(line, index));
  }

  #table(line: string): void {
    const isRow = /^\s{0,3}\|/.test(line.slice(0, 5));
    if (isRow && !this.#inTable) {
      const heads = cellsOf(line);
      const at = (pattern: RegExp): Set<number> =>
        new Set(heads.flatMap((head, i) => (pattern.test(head) ? [i] : [])));
      this.#former = heads.some((head) => LATER.test(head)) ? at(FORMER) : new Set();
      this.#states = at(STATE);
    } else if (!isRow && this.#inTable) {
      this.#former = new Set();
      this.#states = new Set();
    }
    this.#inTable = isRow;
  }

  #isDone(line: string): boolean {
    return this.#states.size > 0 && cellsOf(line).some((cell, i) => this.#states.has(i) && DONE.test(cell));
  }

  #isTakenOut(at: number): boolean {
    const sentence = this.#sentenceAt(at).slice(0, MAX_SENTENCE);
    return SAYS_GONE.test(sentence) || (TAKES_OUT.test(sentence) && !DEPENDS.test(sentence));
  }

  /** The line, with the sentence that it goes on from, and as far as that goes on. */
  #sentenceAt(at: number): string {
    let said = this.#lines[at] ?? '';
    if (!isProse(said)) return said;
    for (let i = at - 1; i >= 0 && i > at - MAX_LINES; i--) {
      const before = this.#lines[i] ?? '';
      if (!isProse(before)) break;
      const rest = before.split(/[.!?](?:\s|$)/).at(-1) ?? '';
      said = `${rest} ${said}`;
      if (rest.length < before.length) break;
    }
    const next = this.#lines[at + 1] ?? '';
    return isProse(next) && !/[.!?:]\s*$/.test(said.slice(-10))
      ? `${said} ${next.split(/[.!?](?:\s|$)/, 1)[0] ?? ''}`
      : said;
  }
}

const isProse = (line: string): boolean =>
  line.trim() !== '' && line.length <= MAX_SENTENCE && !/^\s{0,8}(?:[-*+|#>]|\d{1,3}[.)])/.test(line);

const cellsOf = (line: string): string[] =>
  line
    .slice(0, 2_000)
    .split('|')
    .slice(1)
    .map((cell) => cell.trim());

const columnAt = (line: string, index: number): number => line.slice(0, index).split('|').length - 2;
