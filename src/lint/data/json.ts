// Objects of data into the model: every object with its keys, where it stands, and the names of what is around it. The
// text is read tolerantly (loose.ts), so that JSON, JSON with comments and templates of JSON are one format.
import {
  camel,
  type Context,
  type Key,
  type Model,
  type Obj,
  type Span,
  type Value,
} from '../model/model.ts';
import { partiesIn } from '../model/parties.ts';
import { INTEREST, isPaper, REMOVED_TYPES } from '../model/words.ts';
import { isAnswer, isRecord } from './answered.ts';
import { besideOf, insideOf, isCaption, isLabel, isNoField } from './beside.ts';
import { pushProfile } from './field-maps.ts';
import { isField } from './forms.ts';
import { pushHeaderMap } from './header.ts';
import { type LooseMember, type LooseNode, readLoose } from './loose.ts';
import { pathsIn } from './paths.ts';
import { Refs } from './refs.ts';
import { bodyAt, decoded, inner, type Region } from './region.ts';
import {
  fieldsBeside,
  hasStatements,
  isSchemaEnum,
  plainOf,
  pushLacking,
  typesOfCustomer,
} from './statements.ts';
import { contextAt } from './under.ts';
import { isMended, postmanUrl, urlOf, withHoles } from './url.ts';
import { type Variable, variableOf } from './variable.ts';
import { isWordList, readWords } from './word-list.ts';

export interface JsonOptions {
  readonly context: Context;
  /** Keys whose content is not looked at: answers, for instance. */
  readonly skip?: (path: readonly string[]) => boolean;
  /** What a script's variable stands for. */
  readonly variable?: (name: string) => Variable | undefined;
  /** Reads a text inside a text that is no object of its own: a script, a request. */
  readonly nested?: (region: Region, context: Context) => void;
  /** The request beside what is looked at has the new path. */
  readonly mended?: boolean;
}

/** Whether the text begins with an object or list; where that ends. */
export function readJson(region: Region, model: Model, options: JsonOptions): number | undefined {
  const root = readLoose(region.text);
  if (!root) return undefined;
  visitLoose(root, region, model, options);
  return root.end;
}

/** An object that was read already. */
export function visitLoose(root: LooseNode, region: Region, model: Model, options: JsonOptions): void {
  const refs = new Refs();
  const from = model.objects.length;
  new Visitor(region, model, refs).visit(root, [], options);
  refs.apply(model, from);
}

/** What a request was saved with that is mended by now. */
const isExample = (path: readonly string[], { mended }: JsonOptions): boolean =>
  mended === true && path.includes('originalRequest');

class Visitor {
  readonly #region: Region;
  readonly #model: Model;
  readonly #refs: Refs;
  #statements: boolean | undefined;

  constructor(region: Region, model: Model, refs: Refs) {
    this.#refs = refs;
    this.#region = region;
    this.#model = model;
  }

  visit(node: LooseNode, path: readonly string[], options: JsonOptions, key?: Span): Value {
    switch (node.kind) {
      case 'object':
        return this.#object(node, path, options, key);
      case 'list':
        return this.#list(node, path, options, key);
      case 'text':
        return this.#text(node, path, options);
      case 'hole':
        return variableOf(node.text, options.variable) ?? { kind: 'name', name: node.text };
      case 'other':
        return /^[A-Za-z_]\w*$/.test(node.text) ? { kind: 'name', name: node.text } : { kind: 'other' };
      default:
        return node.kind satisfies never;
    }
  }

  #span({ start, end }: Span): Span {
    return { start: this.#region.at(start), end: this.#region.at(end) };
  }

  #object(node: LooseNode, path: readonly string[], options: JsonOptions, key?: Span): Value {
    const written = node.members.map(({ key }) => key.text);
    const url = urlOf(node);
    const context = contextAt(path, options.context);
    const own = isAnswer(written) || isRecord(written, context) ? { ...context, reading: true } : context;
    const beside = besideOf(node.members.map((one) => [one.key.text, one.value?.text ?? ''] as const));
    const within = insideOf(
      url === undefined ? options : { ...options, context: { ...options.context, urls: [url] } },
      beside,
    );
    const below = isMended(node) ? { ...within, mended: true } : within;
    const keys = node.members.flatMap((member) => this.#member(member, path, below, context));
    for (const item of node.items) this.visit(item, path, within);
    const postman = postmanUrl(node);
    if (postman) {
      const { path: whole, at, also } = postman;
      const mended = postman.mended === true || isExample(path, options);
      const places = also.map((span) => this.#span(span));
      const literal = this.#region.text.slice(at.start, at.end);
      this.#model.paths.push({ path: whole, literal, at: this.#span(at), context, also: places, mended });
    }
    const cells = node.members.flatMap(({ value }) => (value?.kind === 'text' ? [value] : []));
    if (cells.length >= 3) {
      const header = cells.map((cell) => ({ text: cell.text, start: this.#region.at(cell.start) }));
      pushHeaderMap(header, this.#model, context);
    }
    pushProfile(node, (span) => this.#span(span), context, this.#model);
    if (node.members.some((one) => REMOVED_TYPES.has(one.key.text) && one.value !== undefined)) {
      const items = node.members.map((one) => ({ text: one.key.text, at: this.#span(one.key) }));
      const enumerates = node.members.some(({ value }) => value?.kind === 'text' && isCaption(value.text));
      this.#model.lists.push({
        items,
        at: key ?? { start: this.#region.at(node.start), end: this.#region.at(node.start) + 1 },
        context,
        enumerates,
      });
    }
    const strangers = written.length - keys.length + partiesIn(written);
    const papers = node.members.find((one) => one.key.text === 'documents');
    const listed = papers?.value;
    if (papers && listed) {
      const at = this.#span(papers.key);
      pushLacking([written, ...fieldsBeside(node)], () => plainOf(listed), at, own, this.#model);
    }
    const object: Obj = { keys, at: this.#span(node), context: own, kind: 'literal', strangers };
    if (keys.length > 0) this.#model.objects.push(object);
    return { kind: 'object', object };
  }

  #member(member: LooseMember, path: readonly string[], options: JsonOptions, context: Context): Key[] {
    const { key, value } = member;
    const inside = [...path, key.text];
    if (options.skip?.(inside) === true) return this.#examples(value, inside, options);
    const at = this.#span(key);
    const result: Value = value ? this.visit(value, inside, options, at) : { kind: 'other' };
    if (/\/current-tenant|current-tenant\//.test(key.text)) {
      this.#model.paths.push({ path: key.text, literal: key.text, at, context });
    }
    if (value && isNoField(value)) return [];
    // States' languages mark a computed value: `"amount.$"`.
    const written = lastOf(key.text.replace(/\.\$$/, ''));
    const name = camel(written);
    if (!INTEREST.has(name) && !INTEREST.has(key.text)) return [];
    if (name === 'amount' && result.kind === 'text' && isLabel(result.text)) return [];
    const ahead = key.text.replace(/\.\$$/, '').length - written.length;
    return [{ name, written, at: { start: at.start + ahead, end: at.end }, value: result }];
  }

  /** Of answers that are kept: what they were asked with is a request all the same. */
  #examples(kept: LooseNode | undefined, path: readonly string[], options: JsonOptions): [] {
    for (const item of kept?.items ?? []) {
      const asked = item.members.find(({ key }) => key.text === 'originalRequest')?.value;
      if (asked) this.visit(asked, [...path, 'originalRequest'], { ...options, skip: () => false });
    }
    return [];
  }

  #list(node: LooseNode, path: readonly string[], options: JsonOptions, key?: Span): Value {
    const context = contextAt(path, options.context);
    const items = node.items.map((item) => this.visit(item, [...path, '[]'], options));
    const texts = node.items
      .flatMap((item) => {
        if (item.kind !== 'object') return [item];
        return isField(item) ? [] : item.members.flatMap(({ value }) => value ?? []);
      })
      .filter(({ kind }) => kind === 'text')
      .map((item) => ({ text: item.text, at: this.#span(item) }));
    const at = this.#span(node);
    this.#named(node, at, context);
    const types = typesOfCustomer(node, path);
    const first = { start: at.start, end: at.start + 1 };
    if (types && (this.#statements ??= hasStatements(this.#region.text))) {
      const items = types.map((item) => ({ text: item.text, at: this.#span(item) }));
      this.#model.lists.push({ items, at: key ?? first, context, ofCustomer: true });
    } else if (texts.some(({ text }) => isPaper(text))) {
      this.#model.lists.push({ items: texts, at: key ?? first, context, enumerates: isSchemaEnum(path) });
    }
    return { kind: 'list', items, at };
  }

  /** `[{ "name": "amount", "value": ... }, ...]`: a body in pairs, as tools that send forms keep it. */
  #named(node: LooseNode, at: Span, context: Context): void {
    const keys = node.items.flatMap((item): Key[] => {
      const member = (pattern: RegExp): LooseNode | undefined =>
        item.members.find(({ key }) => pattern.test(key.text))?.value;
      const name = member(/^(name|key|field|mapField|parameter)$/);
      const value = member(/^(value|content|mapValue)$/);
      if (name?.kind !== 'text' || !value || item.members.length > 5) return [];
      const written = name.text.split('.').at(-1) ?? '';
      if (!INTEREST.has(camel(written))) return [];
      const end = name.start + name.text.length;
      const span = this.#span({ start: end - written.length, end });
      return [{ name: camel(written), written, at: span, value: { kind: 'other' } }];
    });
    if (keys.length > 1) this.#model.objects.push({ keys, at, context, kind: 'literal' });
  }

  #text(node: LooseNode, path: readonly string[], options: JsonOptions): Value {
    const value = decoded([{ text: node.text, at: node.start }]);
    const region = inner(this.#region, value);
    const { text } = value;
    const at = this.#span(node);
    const context = contextAt(path, options.context);
    const key = path.findLast((part) => part !== '[]') ?? '';
    if (key === '$ref') this.#refs.add(text, path);
    if (isPaper(text)) this.#model.texts.push({ text, at, key, context, compared: false });
    else if (isWordList(text)) readWords(text, at.start, at, context, this.#model);
    const stands = variableOf(text, options.variable);
    if (stands) return stands;
    const from = text.length > 8 ? bodyAt(text) : -1;
    if (from >= 0) {
      const body: Region = { text: text.slice(from), at: (offset) => region.at(from + offset) };
      if (readJson(body, this.#model, { ...options, context }) !== undefined)
        return { kind: 'text', text, at };
    }
    if (/\bcurl\s|\n.*[[{]/.test(text.slice(0, 5_000)) && options.nested) options.nested(region, context);
    else if (/\/current-tenant|current-tenant\//.test(text) && !/\s/.test(text.trim()))
      this.#model.paths.push({
        ...{ path: withHoles(text), literal: node.text, at, context },
        mended: isExample(path, options),
      });
    else if (text.includes('/current-tenant')) options.nested?.(region, context);
    else if (text === 'current-tenant') pathsIn(region, this.#model, context);
    return { kind: 'text', text, at };
  }
}

/** `transactionBreakdown.transactionTypes` names the last one. */
export const lastOf = (text: string): string => text.replace(/^(?:transactionBreakdown|compliance)\./, '');
