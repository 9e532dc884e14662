// Source code into the model: tokens, groups, keys, what stands around them, and what other files of the package say (`told`).
import { camel, type Context, emptyModel, type Key, type Model, type Obj, type Value } from '../model.ts';
import { NOTHING_TOLD, type Told } from '../told.ts';
import { SPEAKS } from '../words.ts';
import { unwritten } from './bodies/asserted.ts';
import { assignedKeys } from './bodies/assigned.ts';
import { Contexts } from './bodies/contexts.ts';
import { sortedKeys } from './bodies/declared.ts';
import { Fields } from './bodies/fields.ts';
import { Filled } from './bodies/filled.ts';
import { GivenPapers } from './bodies/given-papers.ts';
import { looseUrls } from './bodies/loose-urls.ts';
import { Owned } from './bodies/owned.ts';
import { TypeFlows } from './bodies/type-flows.ts';
import { TypeKeys } from './bodies/type-keys.ts';
import { Types } from './bodies/types.ts';
import { WireNames, type WireReader } from './bodies/wire-names.ts';
import { DataUrls } from './lists/data-urls.ts';
import { Denials } from './lists/denials.ts';
import { Fates } from './lists/fates.ts';
import { Uses } from './lists/uses.ts';
import { heardAs, saidAs } from './names/aliases.ts';
import { fieldNames } from './names/field-names.ts';
import { type FoundKey, keysOf } from './names/keys.ts';
import { Pairs } from './names/pairs.ts';
import { type SaidTypes, saidTypes } from './names/said-types.ts';
import { serialisedNames } from './names/serialised.ts';
import { saidByMembers } from './names/strangers.ts';
import { Strings } from './names/strings.ts';
import { Values } from './names/values.ts';
import { wholeOf } from './names/wholes.ts';
import { kept } from './sides/entries.ts';
import { Handed } from './sides/handed.ts';
import { Mapped } from './sides/mapped.ts';
import { Sides } from './sides/sides.ts';
import { StoredTypes, unlessStored } from './sides/stored.ts';
import { submittedTo } from './sides/submitted.ts';
import { UrlList } from './sides/url-list.ts';
import { Urls } from './sides/urls.ts';
import { tellsOf, type TellsReader } from './tells.ts';
import { Texts } from './texts.ts';
import { type Group, groupsOf, spanOf } from './tokens/groups.ts';
import type { LanguageId } from './tokens/language.ts';
import { parseCode } from './tokens/parse.ts';
import { unlessPattern } from './tokens/patterns.ts';
import { Places } from './tokens/places.ts';
import { type Lexed, type Scope, type Token, type Unsaid, unsaidIn } from './tokens/token.ts';
import { tokenize } from './tokens/tokenize.ts';

export interface Code extends Unsaid {
  readonly model: Model;
  readonly tells: Told;
}

export async function readCode(text: string, language: LanguageId, told?: Told, page = ''): Promise<Code> {
  const { lexed: parsed, failed } = await parseCode(text, language);
  const lexed = parsed ?? tokenize(text, language);
  const reader = new Reader(text, lexed, language, heardAs(told, lexed.tokens));
  reader.read(page);
  if (failed !== undefined) reader.model.cut = `${failed}; it was read word by word, which finds less`;
  return { model: reader.model, ...unsaidIn(lexed, text), tells: saidAs(reader.tells(), lexed.tokens) };
}

class Reader {
  readonly model = emptyModel();
  /** Members that are so named on the wire, as other files say. */
  readonly #documents: ReadonlySet<string>;
  readonly #tokens: readonly Token[];
  readonly #language: LanguageId;
  readonly #groups: readonly Group[];
  readonly #strings: Strings;
  readonly #places: Places;
  readonly #urls: Urls;
  readonly #tells: TellsReader & WireReader;
  readonly #typeFlows: TypeFlows;
  readonly #contexts: Contexts;
  readonly #values: Values;
  readonly #dataUrls: DataUrls;
  readonly #fates: Fates;
  readonly #denials: Denials;
  readonly #texts: Texts;
  readonly #typeKeys: TypeKeys;
  readonly #objects = new Map<Group, Obj>();
  readonly #owned: Owned;
  readonly #said: SaidTypes;
  #wire: WireNames | undefined;
  readonly #papers: GivenPapers;
  readonly #stored: StoredTypes;
  readonly #source: string;

  constructor(source: string, { tokens, comments }: Lexed, language: LanguageId, told: Told | undefined) {
    this.#source = source;
    this.#said = saidTypes(source, comments);
    this.#documents = new Set(told?.documents);
    this.#tokens = tokens;
    this.#language = language;
    this.#groups = groupsOf(tokens).all;
    this.#strings = new Strings(tokens, this.#groups, language, told?.names);
    const places = (this.#places = new Places(tokens, this.#groups));
    const sides = new Sides(tokens, places, language);
    const handed = new Handed(tokens, places, language);
    const mapped = new Mapped(tokens, places, handed, source);
    const speaks = told?.base === true || SPEAKS.test(source);
    const list = new UrlList(tokens, { places, strings: this.#strings, sides, speaks });
    const urls = (this.#urls = new Urls(tokens, { places, list, handed, mapped, told }));
    this.#typeFlows = new TypeFlows(tokens, { places, urls, handed, mapped, language, told });
    const filled = new Filled(tokens, { places, handed, urls, told });
    const fields = new Fields(tokens, places, language);
    this.#contexts = new Contexts(tokens, { urls, mapped, flows: this.#typeFlows, filled, fields, places });
    this.#owned = new Owned(this.model, { tokens, places, contexts: this.#contexts, filled });
    this.#values = new Values(tokens, this.#strings, this.#objects);
    this.#dataUrls = new DataUrls(tokens, { places, strings: this.#strings, told });
    this.#tells = {
      tokens,
      places,
      language,
      told,
      strings: this.#strings,
      urls: list,
      handed,
      flows: this.#typeFlows,
      filled,
      dataUrls: this.#dataUrls,
      serialised: serialisedNames(this.#groups, tokens, places),
    };
    this.#papers = new GivenPapers(tokens, { ...this.#tells, contextOf: this.#contextOf });
    this.#stored = new StoredTypes(tokens, places, language);
    this.#fates = new Fates(tokens, places);
    this.#denials = new Denials(tokens, places);
    const uses = new Uses(tokens, places, (name) => this.#strings.constant(name));
    this.#typeKeys = new TypeKeys(tokens, { fates: this.#fates, uses, contexts: this.#contexts });
    this.#texts = new Texts(this.model, {
      source,
      tokens,
      strings: this.#strings,
      contexts: this.#contexts,
      contextOf: this.#contextOf,
      places,
      sides,
      fates: this.#fates,
      denials: this.#denials,
      uses,
    });
  }

  read(page: string): void {
    const named = (name: string): string | undefined => this.#strings.constant(name);
    const pairs = new Pairs(this.#tokens, this.#groups, this.#language);
    const sources = [this.#tokens, this.#language] as const;
    const keysIn = (group: Group): FoundKey[] => keysOf(group, ...sources, named, pairs);
    const { declared, literal: found } = sortedKeys(this.#groups, ...sources, keysIn, this.#places);
    const wire = (this.#wire = new WireNames(this.#tokens, declared, this.#tells));
    const literal = found.map(([group, keys]) => [group, wire.onWire(group, keys)] as const);
    for (const [group, keys] of literal) this.#literal(group, keys);
    for (const group of this.#groups) {
      const assigned = assignedKeys(group, this.#tokens, named, this.#documents);
      for (const one of wire.assigned(assigned)) {
        this.#owned.assign(one, this.#key);
        this.#papers.put(one.key);
      }
    }
    this.#types(declared, wire);
    // Values are filled in when every object is known.
    for (const [group, keys] of literal) this.#objects.get(group)?.keys.push(...keys.map(this.#key));
    this.model.objects.push(...this.#papers.objects(declared, found));
    this.#owned.leaveOut();
    this.#fieldNames(page);
    const said = { source: this.#source, language: this.#language };
    const parts = { ...said, places: this.#places, contexts: this.#contexts, urls: this.#urls };
    const sends = this.#tells.urls.hasEndpoint();
    if (sends) this.model.objects.push(...unwritten(this.#groups, this.#tokens, parts));
    for (const group of this.#groups) this.#texts.read(group);
    this.model.loose.push(...looseUrls(this.#tokens, { text: this.#dataUrls.text, ...parts }));
  }

  tells(): Told {
    return { ...NOTHING_TOLD, ...tellsOf(this.#tells), ...this.#wire?.told(), papersAt: this.#papers.told() };
  }

  #types(declared: ReadonlyMap<Scope, FoundKey[]>, wire: WireNames): void {
    const parts = {
      ...{ stored: this.#stored, flows: this.#typeFlows, language: this.#language },
      key: this.#key,
      dataUrls: this.#dataUrls,
      said: this.#said,
      wire,
    };
    const reader = new Types(this.#tokens, this.#places, parts);
    this.model.objects.push(...reader.objects(declared, this.#tells.serialised));
  }

  readonly #key = (key: FoundKey): Key => {
    const { written, start, end } = key;
    return { name: camel(written), written, at: { start, end }, value: this.#value(key) };
  };

  #value({ written, value, group, holder }: FoundKey): Value {
    if (value < 0) return { kind: 'other' };
    const urls = camel(written) === 'documents' ? this.#dataUrls.listIn(group, value, holder) : undefined;
    return urls ?? this.#values.of(group, value);
  }

  /** Texts that name the fields of a body. */
  #fieldNames(whole: string): void {
    const submitted = (): string[] => submittedTo({ ...this.#tells, urls: this.#urls });
    const said = { source: this.#source, whole, submitted };
    for (const { group, keys, urls } of fieldNames(this.#groups, this.#tokens, said)) {
      const sent = urls && { names: ['submit'], urls, near: [], reading: false };
      const fate = group.parent && this.#fates.of(group.parent, group.position);
      const context = { ...this.#contextOf(group), fate, ...sent };
      this.model.objects.push({ keys, at: spanOf(group, this.#tokens), context, kind: 'literal' });
    }
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
        context: unlessStored(this.#withFate(whole, keys), whole, this.#tokens, this.#stored),
        kind: 'literal',
        ...saidByMembers(group, whole === group ? keys.length : undefined, this.#tokens),
      };
      this.#objects.set(whole, object);
      this.model.objects.push(object);
      this.#owned.ofLiteral(whole, object);
    }
    if (whole !== group) this.#objects.set(group, object);
  }

  /** What becomes of a record of document types is said by whoever walks through it. */
  #withFate(group: Group, keys: readonly FoundKey[]): Context {
    const made = kept(this.#contextOf(group), group, this.#tokens);
    const context = unlessPattern(made, group, this.#tokens, this.#language);
    return { ...this.#typeKeys.of(group, keys, context), denied: this.#denials.ofGiven(group) };
  }

  #contextOf = (group: Group): Context => {
    const opening = this.#tokens[Math.max(0, group.at)];
    const parent = group.parent ?? group;
    if (!opening) return { names: [], outer: [], urls: [], near: [], reading: false };
    const inside: [number, number] = [group.at, group.close];
    const context = this.#contexts.of(parent, group.position, opening.statement, opening.scope, inside);
    return group.open === '(' ? this.#contexts.ofArguments(group, context) : context;
  };
}
