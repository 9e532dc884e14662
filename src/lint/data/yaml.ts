// YAML into the model, by the yaml library's own ranges; templates of YAML with their holes filled first. Slow, and so only
// behind the prefilter.
import {
  isAlias,
  isMap,
  isNode,
  isScalar,
  isSeq,
  type Node,
  parseAllDocuments,
  type Scalar,
  type YAMLMap,
  type YAMLSeq,
} from 'yaml';

import {
  addModel,
  camel,
  type Context,
  emptyModel,
  type Key,
  type Model,
  type Span,
  type Value,
} from '../model/model.ts';
import { partiesIn } from '../model/parties.ts';
import { INTEREST, isPaper, REMOVED_TYPES } from '../model/words.ts';
import { isAnswer, isRecord } from './answered.ts';
import { besideOf, insideOf } from './beside.ts';
import { type Mapping, pushFieldMap } from './field-maps.ts';
import { type JsonOptions, lastOf, readJson } from './json.ts';
import { pathsIn } from './paths.ts';
import { Refs } from './refs.ts';
import { decoded, type Region, wholeRegion } from './region.ts';
import { readRequests } from './requests.ts';
import { readShell } from './shell.ts';
import { SCRIPT } from './shell-ways.ts';
import { isOfCustomer, isSchemaEnum, pushLacking } from './statements.ts';
import { contextAt } from './under.ts';
import { withHoles } from './url.ts';
import { isWordList, readWords } from './word-list.ts';
import { blockWithPapers } from './yaml-blocks.ts';
import { isDeep } from './yaml-depth.ts';
import { withoutTemplates } from './yaml-templates.ts';

/** Bounded: 300 characters. */
const HTTPIE = /\b(?:https?|xhs?) [^\n]{1,300}\/(?:transfers|customers)/;

/** Whether it could be read. */
export function readYaml(source: string, model: Model, options: JsonOptions): boolean {
  if (isDeep(source)) return false;
  const text = withoutTemplates(source);
  const documents = parseAllDocuments(text, {
    strict: false,
    uniqueKeys: false,
    prettyErrors: false, // a piece of the source for each of a million errors
  });
  if (!Array.isArray(documents)) return false;
  if (documents.some(({ errors }) => errors.length > 0)) return false;
  const refs = new Refs();
  const from = model.objects.length;
  const visitor = new Visitor(text, model, refs);
  for (const { contents } of documents) if (contents) visitor.visit(contents, [], options);
  refs.apply(model, from);
  return true;
}

class Visitor {
  readonly #text: string;
  readonly #model: Model;
  readonly #refs: Refs;

  constructor(text: string, model: Model, refs: Refs) {
    this.#refs = refs;
    this.#text = text;
    this.#model = model;
  }

  visit(node: Node, path: readonly string[], options: JsonOptions, key?: Span): Value {
    if (isMap(node)) return this.#map(node, path, options, key);
    if (isSeq(node)) return this.#seq(node, path, options, key);
    if (isScalar(node) && typeof node.value === 'string')
      return this.#scalar(node, node.value, path, options);
    return isAlias(node) ? { kind: 'name', name: node.source } : { kind: 'other' };
  }

  #map(node: YAMLMap, path: readonly string[], options: JsonOptions, key?: Span): Value {
    const [start = 0, end = start] = node.range ?? [];
    const written = namesOf(node);
    const context = contextAt(path, options.context);
    const url: unknown = written.some((name) => /^(method|body)$/.test(name)) ? node.get('url') : undefined;
    const urls = typeof url === 'string' ? [withHoles(url)] : undefined;
    const beside = besideOf(
      node.items.map(
        ({ value }, i) => [written[i] ?? '', isScalar(value) ? String(value.value) : ''] as const,
      ),
    );
    const sent = urls === undefined ? options : { ...options, context: { ...options.context, urls } };
    const within = insideOf(sent, beside);
    // A play's variables are the playbook's own.
    const isPlay = written.includes('hosts') && written.some((name) => /^(tasks|roles)$/.test(name));
    const keys = node.items.flatMap((pair, i): Key[] => {
      const name = written[i] ?? '';
      if (isPlay && name === 'vars') return this.#vars(pair.value as Node | null, path, within); // parsed: nodes
      return this.#pair(pair.key as Node, pair.value as Node | null, name, [...path, name], within, context); // parsed: nodes
    });
    if (written.some((name) => REMOVED_TYPES.has(name))) {
      const items = node.items.map((pair, i) => {
        const from = this.#inside((pair.key as Node).range?.[0] ?? start); // parsed: nodes
        return { text: written[i] ?? '', at: { start: from, end: from + (written[i] ?? '').length } };
      });
      const enumerates = node.items.some(
        ({ value }) => isScalar(value) && typeof value.value === 'string' && !/[/.{$]/.test(value.value),
      );
      this.#model.lists.push({ items, at: key ?? items[0]?.at ?? { start, end }, context, enumerates });
    }
    const own = isAnswer(written) || isRecord(written, context) ? { ...context, reading: true } : context;
    const strangers = written.length - keys.length + partiesIn(written);
    const papers = keys.find((one) => one.written === 'documents');
    const listed: unknown = papers && node.get('documents');
    if (papers && isNode(listed)) {
      const beside = node.items.flatMap(({ value }, i) =>
        isMap(value) && isOfCustomer(written[i] ?? '') ? [namesOf(value)] : [],
      );
      pushLacking([written, ...beside], () => listed.toJSON(), papers.at, own, this.#model);
    }
    pushFieldMap(this.#textsOf(node, written), context, this.#model);
    const object = { keys, at: { start, end }, context: own, kind: 'literal' as const, strangers };
    if (keys.length > 0) this.#model.objects.push(object);
    return { kind: 'object', object };
  }

  /** Keys with the texts that they have. */
  #textsOf({ items }: YAMLMap, written: readonly string[]): Mapping[] {
    return items.flatMap(({ value }, i) => {
      if (!isScalar(value) || typeof value.value !== 'string') return [];
      const start = this.#inside(value.range?.[0] ?? 0);
      return [{ key: written[i] ?? '', text: value.value, at: { start, end: start + value.value.length } }];
    });
  }

  #pair(
    key: Node,
    value: Node | null,
    written: string,
    path: readonly string[],
    options: JsonOptions,
    context: Context,
  ): Key[] {
    if (options.skip?.(path) === true) return [];
    const start = this.#inside(key.range?.[0] ?? 0);
    const at = { start, end: start + written.length };
    const result: Value = value ? this.visit(value, path, options, at) : { kind: 'other' };
    if (/\/current-tenant|current-tenant\//.test(written))
      this.#model.paths.push({ path: written, literal: written, at, context });
    const last = lastOf(written);
    const name = camel(last);
    if (!INTEREST.has(name) && !INTEREST.has(written)) return [];
    const from = at.start + written.length - last.length;
    return [{ name, written: last, at: { start: from, end: at.end }, value: result }];
  }

  /** Of a play's variables, the lists that a task walks through. */
  #vars(node: Node | null, path: readonly string[], options: JsonOptions): Key[] {
    if (!isMap(node)) return [];
    for (const { key, value } of node.items) {
      const name = isScalar(key) ? String(key.value) : '';
      if (isSeq(value) && name !== '' && this.#text.includes(`"{{ ${name} }}"`))
        this.#pair(key as Node, value, name, [...path, name], options, contextAt(path, options.context)); // parsed: a node
    }
    return [];
  }

  #seq(node: YAMLSeq, path: readonly string[], options: JsonOptions, key?: Span): Value {
    const [start = 0, end = start] = node.range ?? [];
    const items = node.items.map((item) => this.visit(item as Node, [...path, '[]'], options)); // parsed: nodes
    const texts = node.items
      .flatMap((item) => (isMap(item) ? item.items.map(({ value }) => value) : [item]))
      .flatMap((item) => {
        if (!isScalar(item) || typeof item.value !== 'string') return [];
        const from = this.#inside(item.range?.[0] ?? start);
        return [{ text: item.value, at: { start: from, end: from + item.value.length } }];
      });
    if (texts.some(({ text }) => isPaper(text))) {
      this.#model.lists.push({
        items: texts,
        at: key ?? { start, end },
        context: contextAt(path, options.context),
        enumerates: isSchemaEnum(path),
      });
    }
    return { kind: 'list', items, at: { start, end } };
  }

  #scalar(node: Scalar, value: string, path: readonly string[], options: JsonOptions): Value {
    const [start = 0, end = start] = node.range ?? [];
    const from = this.#inside(start);
    const at = { start: from, end: from + value.length };
    const context = contextAt(path, options.context);
    const key = path.findLast((part) => part !== '[]') ?? '';
    if (key === '$ref') this.#refs.add(value, path);
    if (isPaper(value)) this.#model.texts.push({ text: value, at, key, context, compared: false });
    else if (isWordList(value)) readWords(value, from, at, context, this.#model);
    const block = blockWithPapers(node.type, value, this.#text, start, end);
    if (block !== undefined && this.#inner(block, start, { ...options, context }))
      return { kind: 'text', text: value, at };
    // Items of HTTPie are a body without brackets.
    if (/[[{]|current-tenant/.test(value) || HTTPIE.test(value))
      this.#embedded(node, this.#text.slice(start, end), start, context, options);
    return { kind: 'text', text: value, at };
  }

  /** YAML in a block of YAML: a file in a ConfigMap. */
  #inner(text: string, start: number, options: JsonOptions): boolean {
    const inner = emptyModel();
    const isRead = readYaml(text, inner, options);
    if (isRead) addModel(inner, this.#model, (offset) => start + offset);
    return isRead;
  }

  /** A body, a script or a path inside a scalar, at the places of its source. */
  #embedded(node: Scalar, raw: string, start: number, context: Context, options: JsonOptions): void {
    const quoted = /^["']/.test(raw);
    const region: Region =
      node.type === 'QUOTE_DOUBLE'
        ? decoded([{ text: raw.slice(1, -1), at: start + 1 }])
        : wholeRegion(quoted ? raw.slice(1, -1) : raw, start + (quoted ? 1 : 0));
    if (SCRIPT.test(region.text)) {
      const inner = emptyModel();
      const script = region.text.replace(/^[|>][+-]?\d?/, (mark) => ' '.repeat(mark.length));
      readShell(script, 0, inner, { context });
      addModel(inner, this.#model, region.at);
      return;
    }
    pathsIn(region, this.#model, context);
    const from = region.text.search(/\S/);
    const block = /^[|>][+-]?\d?\s*(?=[[{])/.exec(region.text)?.[0].length ?? Math.max(0, from);
    const body: Region = { text: region.text.slice(block), at: (offset) => region.at(block + offset) };
    if (/^=?[[{]/.test(body.text)) readJson(body, this.#model, { ...options, context });
    else readRequests(region, this.#model, { context });
  }

  /** Behind an opening quote. */
  #inside(start: number): number {
    return start + (/["']/.test(this.#text[start] ?? '') ? 1 : 0);
  }
}

const namesOf = ({ items }: YAMLMap): string[] =>
  items.map(({ key }) => (isScalar(key) ? String(key.value) : ''));
