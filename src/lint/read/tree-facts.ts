// Objects of data as facts: the keys that matter, what is around them, and the address that they are sent to. Knows
// Postman, Insomnia, HAR, Pact, WireMock, OpenAPI, and forms as lists of name and value.
import type { Facts, Key, List, Mark, Obj, Place, Value } from '../model/facts.ts';
import { camel, newPlace } from '../model/facts.ts';
import { INTEREST, REMOVED_TYPES, typeNamed } from '../model/vocabulary.ts';
import type { Region, TreeKey, TreeMember, TreeNode } from './region.ts';
import { memberOf, regionAt, within } from './region.ts';
import {
  type Around,
  belowKey,
  formatInside,
  insideOf,
  isAnswer,
  isListOfWords,
  isMarkedDeprecated,
  isSchema,
  isTelling,
  requestUrls,
} from './tree-around.ts';
import { addTexts } from './words.ts';

export class TreeFacts {
  readonly #facts: Facts;
  readonly #source: Region;

  /** `source`: what the tree was made of. */
  constructor(facts: Facts, source: Region) {
    this.#facts = facts;
    this.#source = source;
  }

  add(root: TreeNode, around: Partial<Around> = {}): void {
    const { names = [], outer = [], urls = [], marks = new Set<Mark>(), variable } = around;
    this.#visit(root, { names, outer, urls, marks, variable, base: '' });
  }

  #visit(node: TreeNode, around: Around, parent?: List['parent'], key?: TreeKey): Value {
    if (node.kind === 'object') return { kind: 'object', object: this.#object(node, around, parent) };
    if (node.kind === 'list') return { kind: 'list', list: this.#list(node, around, parent, key) };
    const name = /^\$\{?(\w{1,80})\}?$/.exec(node.text)?.[1];
    const variable = name === undefined ? undefined : around.variable?.(name);
    if (variable) {
      this.#facts.texts.push({ ...variable, key: around.names[0] ?? '', place: this.#place(around) });
      return variable;
    }
    return node.kind === 'text' ? this.#text(node, around) : { kind: 'other' };
  }

  #span = ({ start, end }: { readonly start: number; readonly end: number }) => ({
    start: this.#source.at(start),
    end: this.#source.at(end),
  });

  #place = (around: Around, marks: readonly Mark[] = []): Place =>
    newPlace({
      names: [...around.names],
      outer: [...around.outer],
      urls: [...around.urls],
      marks: new Set([...around.marks, ...marks]),
    });

  #object(node: TreeNode, around: Around, parent: List['parent']): Obj {
    const inside = insideOf(node, around, requestUrls(node));
    const marks: Mark[] = isAnswer(node, around) ? ['answer'] : [];
    const place = this.#place(around, marks);
    const kind = isSchema(around) ? 'type' : 'literal';
    const object: Obj = { kind, keys: [], span: this.#span(node), place, parent };
    // Postman repeats the address of `raw` as a list of its segments.
    const isAddress = memberOf(node, 'raw')?.kind === 'text';
    for (const member of node.members) {
      if (isAddress && member.key.text === 'path') continue;
      const key = this.#member(member, object, inside);
      if (key) object.keys.push(key);
    }
    for (const item of node.items) this.#visit(item, inside);
    if (object.keys.length > 0) this.#facts.objects.push(object);
    return object;
  }

  #member({ key, value }: TreeMember, object: Obj, inside: Around): Key | undefined {
    const below = belowKey(key.text, value, inside);
    const result: Value = value
      ? this.#visit(value, below, { object, key: key.text }, key)
      : { kind: 'other' };
    if (key.text.includes('/')) this.#pathKey(key, value, inside);
    if (value && isMarkedDeprecated(value)) return undefined;
    const written = key.text.replace(/^(?:transactionBreakdown|compliance)\./, '');
    const name = camel(written);
    if (!INTEREST.has(name) && !REMOVED_TYPES.has(typeNamed(written)) && !isTelling(result)) return undefined;
    return {
      name,
      written,
      span: this.#span({ start: key.end - written.length, end: key.end }),
      value: result,
    };
  }

  /** A path as a key: OpenAPI's `paths`, tables of routes. */
  #pathKey(key: TreeKey, value: TreeNode | undefined, inside: Around): void {
    const isDocumented = value?.members.some(({ key: { text } }) =>
      /^(?:get|post|put|patch|delete)$/i.test(text),
    );
    const place = this.#place(inside, isDocumented === true ? ['called'] : []);
    const region: Region = { text: key.text, at: (offset) => this.#source.at(key.start + offset) };
    addTexts(region, '', place, this.#facts, inside.base);
  }

  #list(node: TreeNode, around: Around, parent: List['parent'], key: TreeKey | undefined): List {
    const items = node.items.map((item) => this.#visit(item, around, parent));
    const span = this.#span(node);
    const nameSpan = key ? this.#span(key) : { start: span.start, end: span.start + 1 };
    const list: List = { items, span, nameSpan, open: false, place: this.#place(around), parent };
    if (isListOfWords(items)) this.#facts.lists.push(list);
    return list;
  }

  #text(node: TreeNode, around: Around): Value {
    const value = node.value ?? regionAt(node.text, node.start);
    const region: Region = { text: value.text, at: (offset) => this.#source.at(value.at(offset)) };
    const { text } = region;
    const span = this.#span(node);
    const [key = ''] = around.names;
    const format = formatInside(text);
    if (format !== undefined) {
      const start = format === 'json' ? text.search(/[[{]/) : 0;
      const part = within(region, start);
      this.#facts.parts.push({ text: part.text, format, at: part.at, place: this.#place(around) });
    } else addTexts(region, key, this.#place(around), this.#facts, around.base);
    return { kind: 'text', text, span };
  }
}
