// Source code into the model: tokens, groups, keys, and what stands around them.
import { camel, type Context, emptyModel, type Key, type Model, type Obj, type Value } from '../model.ts';
import { REMOVED_TYPES } from '../words.ts';
import { type AssignedKey, assignedKeys } from './assigned.ts';
import { roleOf } from './calls.ts';
import { Contexts, outerNames } from './contexts.ts';
import { DataUrls } from './data-urls.ts';
import { Denials } from './denials.ts';
import { Fates } from './fates.ts';
import { fieldNames } from './field-names.ts';
import { calleeOf, givenTo, type Group, groupsOf, spanOf } from './groups.ts';
import { Handed } from './handed.ts';
import { type FoundKey, keysOf } from './keys.ts';
import type { LanguageId } from './language.ts';
import { Pairs } from './pairs.ts';
import { parseCode } from './parse.ts';
import { Places } from './places.ts';
import { serialisedNames } from './serialised.ts';
import { Sides } from './sides.ts';
import { Strings } from './strings.ts';
import { isNothing } from './taken.ts';
import { Texts } from './texts.ts';
import type { Comment, Scope, Token } from './token.ts';
import { tokenize } from './tokenize.ts';
import { TypeFlows } from './type-flows.ts';
import { Types } from './types.ts';
import { Urls } from './urls.ts';
import { Uses } from './uses.ts';
import { Values } from './values.ts';
import { wholeOf } from './wholes.ts';

export interface Code {
  readonly model: Model;
  readonly comments: readonly Comment[];
}

export async function readCode(text: string, language: LanguageId): Promise<Code> {
  const parsed = await parseCode(text, language).catch((error: unknown) => {
    // Thousands of additions in one expression: what the grammar can't be walked for, the tokenizer still reads.
    if (error instanceof RangeError) return undefined;
    throw error;
  });
  const lexed = parsed ?? tokenize(text, language);
  const reader = new Reader(text, lexed.tokens, language);
  reader.read();
  return { model: reader.model, comments: lexed.comments };
}

const DATA_URL = 'data:;base64,';
/** Calls that only make a literal, and say nothing of it. */
const MAKERS = /^(mapOf|mutableMapOf|hashMapOf|linkedMapOf|dict|of|ofEntries|json|hash|Map|HashMap)$/;

class Reader {
  readonly model = emptyModel();
  readonly #tokens: readonly Token[];
  readonly #language: LanguageId;
  readonly #groups: readonly Group[];
  readonly #strings: Strings;
  readonly #places: Places;
  readonly #urls: Urls;
  readonly #typeFlows: TypeFlows;
  readonly #contexts: Contexts;
  readonly #values: Values;
  readonly #dataUrls: DataUrls;
  readonly #fates: Fates;
  readonly #texts: Texts;
  readonly #objects = new Map<Group, Obj>();
  readonly #owned = new Map<string, Obj>();

  constructor(source: string, tokens: readonly Token[], language: LanguageId) {
    this.#tokens = tokens;
    this.#language = language;
    this.#groups = groupsOf(tokens).all;
    this.#strings = new Strings(tokens, this.#groups, language);
    const places = new Places(tokens, this.#groups);
    const sides = new Sides(tokens, places, language);
    this.#places = places;
    const handed = new Handed(tokens, places, language);
    this.#urls = new Urls(tokens, { places, strings: this.#strings, sides, handed });
    this.#typeFlows = new TypeFlows(tokens, places, this.#urls, handed, language);
    this.#contexts = new Contexts(tokens, this.#urls);
    this.#values = new Values(tokens, this.#strings, this.#objects);
    this.#dataUrls = new DataUrls(tokens, { places, strings: this.#strings });
    this.#fates = new Fates(tokens, places);
    const contextOf = (group: Group): Context => this.#contextOf(group);
    this.#texts = new Texts(this.model, {
      source,
      tokens,
      strings: this.#strings,
      contexts: this.#contexts,
      contextOf,
      sides,
      fates: this.#fates,
      denials: new Denials(tokens, places),
      uses: new Uses(tokens, places),
    });
  }

  read(): void {
    const declared = new Map<Scope, FoundKey[]>();
    const named = (name: string): string | undefined => this.#strings.constant(name);
    const pairs = new Pairs(this.#tokens, this.#groups, this.#language);
    const literal: [Group, FoundKey[]][] = [];
    for (const group of this.#groups) {
      const keys = keysOf(group, this.#tokens, this.#language, named, pairs);
      const own: FoundKey[] = [];
      for (const key of keys) {
        const { scope } = key.token;
        if (!key.declared || !this.#isBody(group, scope)) own.push(key);
        else declared.set(scope, [...(declared.get(scope) ?? []), key]);
      }
      if (own.length > 0 && group.open !== '') literal.push([group, own]);
    }
    for (const [group, keys] of literal) this.#literal(group, keys);
    for (const group of this.#groups) {
      for (const assigned of assignedKeys(group, this.#tokens, named)) this.#assign(assigned);
    }
    this.#types(declared);
    // Values are filled in when every object is known.
    for (const [group, keys] of literal) {
      const object = this.#objects.get(group);
      keys.forEach((key) => object?.keys.push(this.#key(key)));
    }
    this.#fieldNames();
    for (const group of this.#groups) this.#texts.read(group);
  }

  #types(declared: ReadonlyMap<Scope, FoundKey[]>): void {
    const reader = new Types(this.#tokens, this.#places, {
      flows: this.#typeFlows,
      key: (key) => this.#key(key),
    });
    this.model.objects.push(...reader.objects(declared, serialisedNames(this.#groups, this.#tokens)));
  }

  #key(key: FoundKey): Key {
    return {
      name: camel(key.written),
      written: key.written,
      at: { start: key.start, end: key.end },
      value: this.#value(key),
    };
  }

  #value({ written, value, group }: FoundKey): Value {
    if (value < 0) return { kind: 'other' };
    const urls = camel(written) === 'documents' ? this.#dataUrls.in(group, value) : [];
    if (urls.length === 0) return this.#values.of(group, value);
    const items = urls.map((at) => ({ kind: 'text' as const, text: DATA_URL, at }));
    return { kind: 'list', items, at: urls[0] ?? { start: 0, end: 0 } };
  }

  /** Texts that name the fields of a body. */
  #fieldNames(): void {
    for (const { group, keys } of fieldNames(this.#groups, this.#tokens)) {
      const at = spanOf(group, this.#tokens);
      this.model.objects.push({ keys, at, context: this.#contextOf(group), kind: 'literal' });
    }
  }

  /** The braces (or parameters, of a record) of a type itself, and not of something inside it. */
  #isBody(group: Group, scope: Scope): boolean {
    if (group.open === '') return true;
    const parent = group.parent && group.parent.at >= 0 ? this.#tokens[group.parent.at] : undefined;
    return this.#tokens[group.at]?.scope === scope && parent?.scope !== scope;
  }

  #literal(group: Group, keys: readonly FoundKey[]): void {
    const opening = this.#tokens[group.at];
    if (!opening || !group.parent) return;
    const whole = wholeOf(group, keys, this.#tokens);
    let object = this.#objects.get(whole);
    if (!object) {
      object = {
        keys: [],
        at: spanOf(whole, this.#tokens),
        context: this.#withFate(whole, keys),
        kind: 'literal',
      };
      this.#objects.set(whole, object);
      this.model.objects.push(object);
      const owner = whole.parent ? givenTo(whole.parent.items, whole.position, this.#tokens) : undefined;
      if (owner) this.#owned.set(ownerKey(owner.text, owner.scope), object);
    }
    if (whole !== group) this.#objects.set(group, object);
  }

  /** A record of document types may be one of those that are refused. */
  #withFate(group: Group, keys: readonly FoundKey[]): Context {
    const context = this.#contextOf(group);
    if (!keys.some(({ written }) => REMOVED_TYPES.has(written)) || !group.parent) return context;
    return { ...context, fate: this.#fates.of(group.parent, group.position) };
  }

  #contextOf(group: Group): Context {
    const opening = this.#tokens[Math.max(0, group.at)];
    const parent = group.parent ?? group;
    if (!opening) return { names: [], outer: [], urls: [], near: [], reading: false };
    const inside: [number, number] = [group.at, group.close];
    const context = this.#contexts.of(parent, group.position, opening.statement, opening.scope, inside);
    if (group.open !== '(') return context;
    const chain = calleeOf(group, this.#tokens);
    const callee = MAKERS.test(chain.at(-1) ?? '') ? '' : chain.join('.');
    if (callee === '') return context;
    const role = roleOf(chain, this.#urls.between(group.at, group.close).length > 0, []);
    const reading = context.reading || role === 'keeps' || role === 'reads';
    return { ...context, names: [callee, ...context.names], reading };
  }

  #assign({ key, owner, scope, chained }: AssignedKey): void {
    const id = ownerKey(owner, scope);
    let object = this.#owned.get(id);
    if (!object) {
      const context = this.#contexts.ofVariable(
        owner,
        scope,
        key.token.statement,
        this.#places.indexOf(key.token),
      );
      object = { keys: [], at: { start: key.start, end: key.end }, context, kind: 'literal' };
      this.#owned.set(id, object);
      this.model.objects.push(object);
    }
    if (isNothing(this.#tokens, key)) return;
    object.keys.push(this.#key(chained && camel(key.written) !== 'documents' ? { ...key, value: -1 } : key));
  }
}

function ownerKey(name: string, scope: Scope): string {
  return `${outerNames(scope).join('/')}:${name.replace(/^[$@]+/, '')}`;
}
