// Source code into the model: tokens, groups, keys, and what stands around them.
import { camel, type Context, emptyModel, type Key, type Model, type Obj } from '../model.ts';
import { INTEREST } from '../words.ts';
import { type AssignedKey, assignedKeys } from './assigned.ts';
import { Contexts } from './contexts.ts';
import { calleeOf, givenTo, type Group, groupsOf, spanOf } from './groups.ts';
import { type FoundKey, keysOf } from './keys.ts';
import type { LanguageId } from './language.ts';
import { parseCode } from './parse.ts';
import { type Serialised, serialisedNames } from './serialised.ts';
import { Strings } from './strings.ts';
import { Texts } from './texts.ts';
import type { Comment, Scope, Token } from './token.ts';
import { tokenize } from './tokenize.ts';
import { Values } from './values.ts';

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

/** Calls that only make a literal, and say nothing of it. */
const MAKERS = /^(mapOf|mutableMapOf|hashMapOf|linkedMapOf|dict|of|ofEntries|json|hash|Map|HashMap)$/;

class Reader {
  readonly model = emptyModel();
  readonly #tokens: readonly Token[];
  readonly #language: LanguageId;
  readonly #groups: readonly Group[];
  readonly #strings: Strings;
  readonly #contexts: Contexts;
  readonly #values: Values;
  readonly #texts: Texts;
  readonly #objects = new Map<Group, Obj>();
  readonly #owned = new Map<string, Obj>();

  constructor(source: string, tokens: readonly Token[], language: LanguageId) {
    this.#tokens = tokens;
    this.#language = language;
    this.#groups = groupsOf(tokens).all;
    this.#strings = new Strings(tokens, this.#groups);
    this.#contexts = new Contexts(tokens, this.#groups, this.#strings);
    this.#values = new Values(tokens, this.#strings, this.#objects, this.#groups);
    const contextOf = (group: Group): Context => this.#contextOf(group);
    this.#texts = new Texts(this.model, {
      source,
      tokens,
      strings: this.#strings,
      contexts: this.#contexts,
      contextOf,
    });
  }

  read(): void {
    const declared = new Map<Scope, FoundKey[]>();
    const literal: [Group, FoundKey[]][] = [];
    for (const group of this.#groups) {
      const keys = keysOf(group, this.#tokens, this.#language);
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
      for (const assigned of assignedKeys(group, this.#tokens)) this.#assign(assigned);
    }
    this.#types(declared, serialisedNames(this.#groups, this.#tokens));
    // Values are filled in when every object is known.
    for (const [group, keys] of literal) {
      const object = this.#objects.get(group);
      keys.forEach((key) => object?.keys.push(this.#key(key)));
    }
    for (const group of this.#groups) this.#texts.read(group);
  }

  #key(key: FoundKey): Key {
    const value = key.value >= 0 ? this.#values.of(key.group, key.value) : ({ kind: 'other' } as const);
    return { name: camel(key.written), written: key.written, at: { start: key.start, end: key.end }, value };
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
    // `{{"amount", v}, {"memo", w}}`: the pairs are keys of what is around them.
    const pairs = keys.every(({ value }) => value === 2) && group.items.length === 3 && group.open === '{';
    const whole = pairs && group.parent.open === '{' ? group.parent : group;
    let object = this.#objects.get(whole);
    if (!object) {
      object = {
        keys: [],
        at: spanOf(whole, this.#tokens),
        context: this.#contextOf(whole),
        kind: 'literal',
      };
      this.#objects.set(whole, object);
      this.model.objects.push(object);
      const owner = whole.parent ? givenTo(whole.parent.items, whole.position, this.#tokens) : undefined;
      if (owner) this.#owned.set(ownerKey(owner.text, owner.scope), object);
    }
    if (whole !== group) this.#objects.set(group, object);
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
    return callee === '' ? context : { ...context, names: [callee, ...context.names] };
  }

  #assign({ key, owner, scope, chained }: AssignedKey): void {
    const id = ownerKey(owner, scope);
    let object = this.#owned.get(id);
    if (!object) {
      const context = this.#contexts.ofVariable(owner, scope, key.token.statement);
      object = { keys: [], at: { start: key.start, end: key.end }, context, kind: 'literal' };
      this.#owned.set(id, object);
      this.model.objects.push(object);
    }
    const { value } = key;
    const filled = chained
      ? { kind: 'other' as const }
      : value >= 0
        ? this.#values.of(key.group, value)
        : { kind: 'other' as const };
    object.keys.push({
      name: camel(key.written),
      written: key.written,
      at: { start: key.start, end: key.end },
      value: filled,
    });
  }

  #types(declared: ReadonlyMap<Scope, FoundKey[]>, serialised: readonly Serialised[]): void {
    const scopes = new Set([...declared.keys(), ...serialised.map(({ scope }) => scope)]);
    for (const scope of scopes) {
      const coded = [...scopes].some((other) => other.parent === scope && other.name === 'CodingKeys');
      const own = coded ? [] : [...(declared.get(scope) ?? [])];
      const keys: Key[] = [];
      for (const name of serialised.filter((one) => one.scope === scope)) {
        const at = own.findIndex((key) => name.renames(key.token, this.#tokens));
        if (at >= 0) own.splice(at, 1);
        if (!INTEREST.has(name.written) && !INTEREST.has(camel(name.written))) continue;
        keys.push({
          name: camel(name.written),
          written: name.written,
          at: name.at,
          value: { kind: 'other' },
        });
      }
      for (const key of own) if (!this.#isNever(key)) keys.push(this.#key(key));
      const [first] = keys;
      if (!first) continue;
      const outer = outerOf(scope);
      const name = scope.name === 'CodingKeys' ? (scope.parent?.name ?? scope.name) : scope.name;
      const context: Context = { names: [name], outer, urls: [], near: [], reading: false };
      this.model.objects.push({ keys, at: first.at, context, kind: 'type' });
    }
  }

  /** `amount?: never` forbids the field. */
  #isNever(key: FoundKey): boolean {
    const item = key.value >= 0 ? key.group.items[key.value] : undefined;
    return typeof item === 'number' && /^(never|undefined)$/.test(this.#tokens[item]?.text ?? '');
  }
}

function ownerKey(name: string, scope: Scope): string {
  const names: string[] = [];
  for (let at: Scope | undefined = scope; at; at = at.parent) names.push(at.name);
  return `${names.join('/')}:${name.replace(/^[$@]+/, '')}`;
}

function outerOf(scope: Scope): string[] {
  const names: string[] = [];
  for (let at = scope.parent; at && at.kind !== 'file'; at = at.parent) names.push(at.name);
  return names;
}
