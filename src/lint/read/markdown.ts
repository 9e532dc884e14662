// Documentation: blocks of code in their language, and inline code. A line about something removed is passed over.
import { type Facts, newFacts, newPlace, type Place, type Reader, type Source } from '../model/facts.ts';
import { regionAt } from './region.ts';
import { addTexts } from './words.ts';

const FENCE = /^[ \t]*(?:>[ \t]?)*(`{3,}|~{3,})[ \t]*\{?\.?([\w#+-]{0,40})/;
const GONE =
  /\b(?:renamed?|replaces?d?|removed?|removal|deprecated?|obsolete|no longer|instead of|used to|formerly|earlier|until|retired?|sunset|migrat|don't|do not|any ?more|no more|dropp?(?:ed|ing|s)?|stopp(?:ed|ing)|stops|gone|lost|takes? (?:the|its) place|supersede[sd]?|withdrawn|disappear(?:ed|s)?|phased out|discontinued|(?:was|were) (?:from|until)|moved from|reject(?:s|ed)?|refuse[sd]?|strip(?:s|ped)?|not (?:sent|used|uploaded|needed|required|part|accepted|allowed)|we no|(?:from|since|before) v?\d)\b|→|(?<!-)->|=>|~~/i;
/** `Before:` above a block that another block replaces. */
const FORMER =
  /^\s{0,8}(?:#{1,6}\s{1,4})?[*_]{0,3}(?:before|old|previously|formerly|earlier|until now)[*_:.]{0,4}\s*$/i;
const METHOD = /\b(?:GET|POST|PUT|PATCH|DELETE|curl)\b[\s`*:]{0,8}$/;
const MAX_LINE = 2_000;

export const readMarkdown: Reader = ({ text }: Source): Facts => {
  const page = new Page(text);
  page.read();
  return page.facts;
};

class Page {
  readonly facts = newFacts();
  readonly #text: string;
  #at = 0;
  /** The last line outside of blocks. */
  #said = '';

  constructor(text: string) {
    this.#text = text;
  }

  read(): void {
    while (this.#at < this.#text.length) {
      const start = this.#at;
      const line = this.#nextLine();
      const [, mark, language = ''] = FENCE.exec(line.slice(0, 200)) ?? [];
      if (mark !== undefined) this.#block(language, mark);
      else if (line.trim() !== '') this.#prose(line.slice(0, MAX_LINE), start);
    }
  }

  #nextLine(): string {
    const stop = this.#text.indexOf('\n', this.#at);
    const end = stop < 0 ? this.#text.length : stop;
    const line = this.#text.slice(this.#at, end);
    this.#at = end + 1;
    return line;
  }

  #block(language: string, mark: string): void {
    const start = this.#at;
    let end = this.#text.length;
    while (this.#at < this.#text.length && end === this.#text.length) {
      const from = this.#at;
      const [, own = '', named = ''] = FENCE.exec(this.#nextLine().slice(0, 200)) ?? [];
      if (own.startsWith(mark) && named === '') end = from;
    }
    if (FORMER.test(this.#said.slice(0, 80))) return;
    const format = language.toLowerCase();
    const text = this.#text.slice(start, end);
    const isShell =
      /^(?:shell|console|curl|shell-session)$/.test(format) || (format === '' && /^\s*curl\s/m.test(text));
    const known = isShell ? 'sh' : /^(?:diff|text|)$/.test(format) ? 'http' : format;
    const place = newPlace({ outer: [this.#said.slice(0, 300)] });
    this.facts.parts.push({ text, format: known, at: (offset) => start + offset, place });
  }

  #prose(line: string, start: number): void {
    this.#said = line;
    if (GONE.test(line.slice(0, 1_000))) return;
    for (const { 1: text = '', index } of line.matchAll(/`([^`\n]+)`/g)) {
      const isCall = METHOD.test(line.slice(0, index)) || /^(?:GET|POST|PUT|PATCH|DELETE|curl)\s/.test(text);
      addTexts(regionAt(text, start + index + 1), '', this.#place(line, isCall), this.facts);
    }
  }

  #place(line: string, isCall: boolean): Place {
    return newPlace({
      outer: [line.slice(0, 300)],
      marks: new Set(isCall ? ['prose', 'called'] : ['prose']),
    });
  }
}
