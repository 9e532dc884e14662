// Documentation: blocks of code as parts in their language; inline code, links, and lists of document types. A line that says
// that something is over is passed over.
import {
  camel,
  type Facts,
  type Key,
  newFacts,
  newPlace,
  type Place,
  type Reader,
  type Source,
  type Value,
} from '../model/facts.ts';
import { isPaper, REMOVED_BREAKDOWN, REMOVED_FIELDS } from '../model/vocabulary.ts';
import { isFormerBlock, OutdatedProse } from './outdated-prose.ts';
import { blank, regionAt } from './region.ts';
import { addTexts } from './words.ts';

const FENCE = /^[ \t]*(?:>[ \t]?)*(`{3,}|~{3,}|-{4,}$)[ \t]*\{?\.?([\w#+-]{0,40})/;
/** AsciiDoc's `[source,bash]` before a line of dashes. */
const SOURCE = /^\[source[ \t]*,[ \t]*([\w+#-]{1,40})/;
/** reStructuredText's `.. code-block:: bash` before an indented block. */
const DIRECTIVE = /^([ \t]*)\.\. (?:code-block|code|sourcecode)::[ \t]*([\w+#-]{0,40})[ \t]*$/;
/** A request in a block that is only indented. */
const INDENTED = /^(?: {4}|\t)[ \t]{0,40}(?:[$>] )?(?:GET|POST|PUT|PATCH|DELETE|curl) /;
const ANSWERS = /\b(?:responses?|returns?|answers?|replies|receives?d?|webhooks?|events?)\b/i;
const ASKS = /\brequests?\b|\bsends?\b|\bposts?\b/i;
/** Bounded: 120 characters of a path. */
const METHOD = /\b(?:GET|POST|PUT|PATCH|DELETE|curl)\b[\s`*:]{0,8}$/;
const ITEM = /^\s{0,8}(?:[-*+|]|\d{1,3}[.)])/;
const LINK =
  /https?:\/\/[^\s<>()"'`\]]{0,200}\/api\/v1\/current-tenant(?:\/[\w{}$:-]{1,80}){0,3}(?![\w.-]*\.\w)/g;
const MAX_LINE = 2_000;

export const readMarkdown: Reader = ({ text }: Source): Facts => {
  const page = new Page(text);
  page.read();
  return page.facts;
};

/** What is listed under one heading. */
interface Section {
  said: string;
  papers: (Value & { kind: 'text' })[];
}

const newSection = (): Section => ({ said: '', papers: [] });

class Page {
  readonly facts = newFacts();
  readonly #text: string;
  readonly #outdated = new OutdatedProse();
  #section = newSection();
  #at = 0;
  #said = '';

  constructor(text: string) {
    this.#text = text;
  }

  read(): void {
    let wasBlank = true;
    while (this.#at < this.#text.length) {
      const start = this.#at;
      const line = this.#nextLine();
      const isBlank = line.trim() === '';
      if (!isBlank && !this.#block(line, start, wasBlank)) this.#prose(line, start);
      wasBlank = isBlank;
    }
    this.#closeLists();
  }

  #nextLine(): string {
    const stop = this.#text.indexOf('\n', this.#at);
    const end = stop < 0 ? this.#text.length : stop;
    const line = this.#text.slice(this.#at, end);
    this.#at = end + 1;
    return line;
  }

  /** Whether a block of code begins here; it is read to its end then. */
  #block(line: string, start: number, wasBlank: boolean): boolean {
    const head = line.slice(0, 200);
    const [, mark = '', named = ''] = FENCE.exec(head) ?? [];
    const announced = SOURCE.exec(this.#said.slice(0, 100))?.[1];
    if (mark.startsWith('-') ? announced !== undefined : mark !== '') {
      this.#part(mark.startsWith('-') ? (announced ?? '') : named, this.#at, this.#endOfFence(mark));
      return true;
    }
    const directive = DIRECTIVE.exec(head);
    if (directive) this.#part(directive[2] ?? '', this.#at, this.#endOfIndent((directive[1] ?? '').length));
    else if (wasBlank && INDENTED.test(head)) this.#part('', start, this.#endOfIndent(3));
    else return false;
    return true;
  }

  /** Where a block ends. `isFence`: its last line belongs to it. */
  #endOfBlock(isEnd: (line: string) => boolean, isFence: boolean): number {
    while (this.#at < this.#text.length) {
      const start = this.#at;
      if (!isEnd(this.#nextLine().slice(0, 400))) continue;
      if (!isFence) this.#at = start;
      return start;
    }
    return this.#text.length;
  }

  #endOfFence(mark: string): number {
    const isEnd = (line: string): boolean => {
      const [, own = '', named = ''] = FENCE.exec(line) ?? [];
      return own.startsWith(mark) && named === '';
    };
    return this.#endOfBlock(isEnd, true);
  }

  #endOfIndent(indent: number): number {
    const isEnd = (line: string): boolean =>
      line.trim() !== '' && line.length - line.trimStart().length <= indent;
    return this.#endOfBlock(isEnd, false);
  }

  #part(language: string, start: number, end: number): void {
    if (isFormerBlock(this.#said)) return;
    const format = language.toLowerCase();
    const body = this.#text.slice(start, Math.max(start, end));
    const isAnswer = ANSWERS.test(this.#said) && !ASKS.test(this.#said);
    const place = newPlace({ outer: [this.#said.slice(0, 300)], marks: new Set(isAnswer ? ['answer'] : []) });
    const text = format === 'diff' ? body.replace(/^-[^\n]*/gm, blank) : body;
    const isShell =
      /^(?:shell|console|curl|shell-session)$/.test(format) || (format === '' && /^\s*curl\s/m.test(text));
    const known = isShell ? 'sh' : /^(?:diff|text|)$/.test(format) ? 'http' : format;
    this.facts.parts.push({ text, format: known, at: (offset) => start + offset, place });
  }

  #prose(whole: string, start: number): void {
    const line = whole.slice(0, MAX_LINE);
    this.#outdated.pass(line);
    if (/^\s{0,3}#{1,6}\s/.test(line)) {
      this.#closeLists();
      this.#section = newSection();
    }
    const isOver =
      this.#outdated.isOver(line) || (line.includes('current-tenant') && /\/developer(?![\w-])/.test(line));
    if (!isOver) {
      if (line.includes('`')) this.#inlineCode(line, start);
      this.#links(line, start);
    }
    if (!ITEM.test(line)) this.#section.said = line;
    this.#said = line;
  }

  #inlineCode(line: string, base: number): void {
    for (const { 1: text = '', index } of line.matchAll(/`([^`\n]+)`/g)) {
      const start = base + index + 1;
      const place = this.#place(line);
      const isCall = METHOD.test(line.slice(0, index)) || /^(?:GET|POST|PUT|PATCH|DELETE|curl)\s/.test(text);
      if (isCall) place.marks.add('called');
      addTexts(regionAt(text, start), '', place, this.facts);
      if (isPaper(text)) this.#paper(text, start, line);
      this.#field(text, start, line);
    }
  }

  #place(line: string): Place {
    return newPlace({ names: [], outer: [line.slice(0, 300)], marks: new Set(['prose']) });
  }

  #paper(text: string, start: number, line: string): void {
    if (ITEM.test(line))
      this.#section.papers.push({ kind: 'text', text, span: { start, end: start + text.length } });
  }

  /** A field in inline code that only this service has. */
  #field(text: string, start: number, line: string): void {
    if (!/^[A-Za-z][\w.[\]]{1,80}$/.test(text)) return;
    const written = text.slice(text.lastIndexOf('.') + 1);
    const name = camel(written);
    if (!REMOVED_FIELDS.has(name) && !REMOVED_BREAKDOWN.has(name)) return;
    const span = { start: start + text.length - written.length, end: start + text.length };
    const keys: Key[] = [{ name, written, span, value: { kind: 'other' } }];
    this.facts.objects.push({ kind: 'literal', keys, span, place: this.#place(line) });
  }

  /** An address of a link; a page about it has an ending. */
  #links(line: string, base: number): void {
    if (!line.includes('/current-tenant')) return;
    for (const { 0: link, index } of line.replace(/`[^`]*`/g, blank).matchAll(LINK))
      addTexts(regionAt(link, base + index), 'href', this.#place(line), this.facts);
  }

  /** The document types that were listed under a heading. */
  #closeLists(): void {
    const { said, papers } = this.#section;
    const [paper] = papers;
    if (!paper || papers.length < 2) return;
    const place = newPlace({
      outer: [said],
      marks: new Set(['prose']),
    });
    this.facts.lists.push({ items: papers, span: paper.span, nameSpan: paper.span, open: false, place });
  }
}
