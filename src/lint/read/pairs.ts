// Lines of `name = value`: .env, properties, ini, TOML, and HCL with its blocks. A section's keys are one object.
import type { Facts, Key, Place, Reader, Source, Span, Value } from '../model/facts.ts';
import { camel, newFacts, newPlace } from '../model/facts.ts';
import { INTEREST, isDocumentType } from '../model/vocabulary.ts';
import { readLoose } from './loose.ts';
import { regionAt } from './region.ts';
import { TreeFacts } from './tree-facts.ts';
import { addTexts, typesListed } from './words.ts';

const SECTION = /^\s*\[\[?([^[\]\n]{1,200})\]\]?\s*(?:[#;].*)?$/;
const PAIR = /^(\s*(?:export\s+)?)(["']?)([\w.:/-]{1,200})\2[ \t]*(?:=|:(?=\s))[ \t]*/;
const COMMENT = /^\s*(?:#|;|\/\/|!)/;
export const readPairs: Reader = ({ text }: Source): Facts => {
  const reader = new Pairs(text);
  reader.read();
  return reader.facts;
};

class Pairs {
  readonly facts = newFacts();
  readonly #text: string;
  #section: string[] = [];
  #keys: Key[] = [];
  #next = 0;

  constructor(text: string) {
    this.#text = text;
  }

  read(): void {
    while (this.#next < this.#text.length) {
      const start = this.#next;
      const stop = this.#text.indexOf('\n', start);
      const end = stop < 0 ? this.#text.length : stop;
      this.#next = end + 1;
      this.#line(this.#text.slice(start, end), start, end);
    }
    this.#close();
  }

  #line(line: string, start: number, end: number): void {
    if (COMMENT.test(line)) {
      this.facts.comments.push({ text: line, span: { start, end } });
      return;
    }
    const section = SECTION.exec(line)?.[1];
    if (section !== undefined || /[{}]\s*$/.test(line)) {
      this.#close();
      this.#section = section?.trim().split('.').reverse() ?? [];
    }
    const pair = PAIR.exec(line);
    if (pair) this.#pair(pair, start, end);
    else addTexts(regionAt(line, start), '', newPlace({ names: [...this.#section] }), this.facts);
  }

  #pair(
    [head, lead = '', quote = '', written = '']: readonly string[],
    lineStart: number,
    end: number,
  ): void {
    const start = lineStart + lead.length + quote.length;
    const span = { start, end: start + written.length };
    const place = newPlace({ names: [...written.split('.').reverse(), ...this.#section] });
    const value = this.#value(lineStart + (head?.length ?? 0), end, written, place, span);
    const name = camel(written.slice(written.lastIndexOf('.') + 1));
    if (INTEREST.has(name) || isDocumentType(written)) this.#keys.push({ name, written, span, value });
  }

  #value(from: number, end: number, key: string, place: Place, nameSpan: Span): Value {
    const bracket = /^(?:jsonencode\()?(?=[[{])/.exec(this.#text.slice(from, from + 30));
    const root = bracket
      ? readLoose(this.#text, from + bracket[0].length, () => (this.facts.isTooDeep = true))
      : undefined;
    if (root) {
      this.#next = Math.max(this.#next, root.end);
      const lists = this.facts.lists.length;
      new TreeFacts(this.facts, regionAt(this.#text, 0)).add(root, { names: place.names });
      const list = this.facts.lists[lists];
      // A list is named by its key.
      if (root.kind === 'list' && list?.span.start === root.start)
        this.facts.lists[lists] = { ...list, nameSpan };
      return root.kind === 'list' && list ? { kind: 'list', list } : { kind: 'other' };
    }
    const raw = this.#text
      .slice(from, end)
      .replace(/\s+(?:#|\/\/).*$/, '')
      .trimEnd();
    const text = raw.replace(/^(["'])(.*)\1$/, '$2');
    const start = from + (text === raw ? 0 : 1);
    addTexts(regionAt(text, start), key, place, this.facts);
    const items = typesListed(text).map((word): Value => {
      const span = { start: start + word.start, end: start + word.end };
      if (isDocumentType(word.text)) this.facts.texts.push({ text: word.text, span, key, place });
      return { kind: 'text', text: word.text, span };
    });
    if (items.length > 0) this.facts.lists.push({ items, span: nameSpan, nameSpan, open: false, place });
    return { kind: 'text', text, span: { start, end: start + text.length } };
  }

  #close(): void {
    const [first] = this.#keys;
    const place = newPlace({ names: [...this.#section] });
    if (first) this.facts.objects.push({ kind: 'literal', keys: this.#keys, span: first.span, place });
    const types = this.#keys.filter(({ written }) => isDocumentType(written));
    if (first && types.length > 0) {
      const items = types.map(({ written, span }): Value => ({ kind: 'text', text: written, span }));
      for (const { written, span } of types) this.facts.texts.push({ text: written, span, key: '', place });
      this.facts.lists.push({ items, span: first.span, nameSpan: first.span, open: false, place });
    }
    this.#keys = [];
  }
}
