// Source code into the model: tokens, groups, keys, what stands around them, and what other files of the package say (`told`).
import type { LanguageId } from '../model/language.ts';
import { camel, type Context, type Key, type Model, type Value } from '../model/model.ts';
import { NOTHING_TOLD, type Told } from '../model/told.ts';
import { unwritten } from './bodies/asserted.ts';
import { assignedKeys } from './bodies/assigned.ts';
import { sortedKeys } from './bodies/declared.ts';
import { looseUrls } from './bodies/loose-urls.ts';
import { Types } from './bodies/types.ts';
import { WireNames } from './bodies/wire-names.ts';
import { heardAs, saidAs } from './names/aliases.ts';
import { fieldNames } from './names/field-names.ts';
import { type FoundKey, keysOf } from './names/keys.ts';
import { Pairs } from './names/pairs.ts';
import { saidByMembers } from './names/strangers.ts';
import { wholeOf } from './names/wholes.ts';
import { type Parts, partsOf } from './parts.ts';
import { kept } from './sides/entries.ts';
import { unlessStored } from './sides/stored.ts';
import { submittedTo } from './sides/submitted.ts';
import { tellsOf } from './tells.ts';
import { type Group, groupsOf, spanOf } from './tokens/groups.ts';
import { parseCode } from './tokens/parse.ts';
import { unlessPattern } from './tokens/patterns.ts';
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
  readonly #tokens: readonly Token[];
  readonly #groups: readonly Group[];
  readonly #language: LanguageId;
  readonly #parts: Parts;
  #wire: WireNames | undefined;
  readonly #source: string;

  constructor(source: string, lexed: Lexed, language: LanguageId, told: Told | undefined) {
    this.#source = source;
    this.#tokens = lexed.tokens;
    this.#language = language;
    this.#groups = groupsOf(lexed.tokens).all;
    this.#parts = partsOf(source, lexed, this.#groups, { language, told });
  }

  get model(): Model {
    return this.#parts.model;
  }

  read(page: string): void {
    const named = (name: string): string | undefined => this.#parts.strings.constant(name);
    const pairs = new Pairs(this.#tokens, this.#groups, this.#language);
    const sources = [this.#tokens, this.#language] as const;
    const keysIn = (group: Group): FoundKey[] => keysOf(group, ...sources, named, pairs);
    const { declared, literal: found } = sortedKeys(this.#groups, ...sources, keysIn, this.#parts.places);
    const wire = (this.#wire = new WireNames(this.#tokens, declared, this.#parts.tells));
    const literal = found.map(([group, keys]) => [group, wire.onWire(group, keys)] as const);
    for (const [group, keys] of literal) this.#literal(group, keys);
    for (const group of this.#groups) {
      const assigned = assignedKeys(group, this.#tokens, named, this.#parts.documents);
      for (const one of wire.assigned(assigned)) {
        this.#parts.owned.assign(one, this.#key);
        this.#parts.papers.put(one.key);
      }
    }
    this.#types(declared, wire);
    // Values are filled in when every object is known.
    for (const [group, keys] of literal) this.#parts.objects.get(group)?.keys.push(...keys.map(this.#key));
    this.model.objects.push(...this.#parts.papers.objects(declared, found));
    this.#parts.owned.leaveOut();
    this.#fieldNames(page);
    const said = { source: this.#source, language: this.#language };
    const parts = {
      ...said,
      places: this.#parts.places,
      contexts: this.#parts.contexts,
      urls: this.#parts.urls,
    };
    const sends = this.#parts.tells.urls.hasEndpoint();
    if (sends) this.model.objects.push(...unwritten(this.#groups, this.#tokens, parts));
    for (const group of this.#groups) this.#parts.texts.read(group);
    this.model.loose.push(...looseUrls(this.#tokens, { text: this.#parts.dataUrls.text, ...parts }));
  }

  tells(): Told {
    return {
      ...NOTHING_TOLD,
      ...tellsOf(this.#parts.tells),
      ...this.#wire?.told(),
      papersAt: this.#parts.papers.told(),
    };
  }

  #types(declared: ReadonlyMap<Scope, FoundKey[]>, wire: WireNames): void {
    const parts = {
      ...{ stored: this.#parts.stored, flows: this.#parts.typeFlows, language: this.#language },
      key: this.#key,
      dataUrls: this.#parts.dataUrls,
      said: this.#parts.said,
      wire,
    };
    const reader = new Types(this.#tokens, this.#parts.places, parts);
    this.model.objects.push(...reader.objects(declared, this.#parts.tells.serialised));
  }

  readonly #key = (key: FoundKey): Key => {
    const { written, start, end } = key;
    return { name: camel(written), written, at: { start, end }, value: this.#value(key) };
  };

  #value({ written, value, group, holder }: FoundKey): Value {
    if (value < 0) return { kind: 'other' };
    const urls =
      camel(written) === 'documents' ? this.#parts.dataUrls.listIn(group, value, holder) : undefined;
    return urls ?? this.#parts.values.of(group, value);
  }

  /** Texts that name the fields of a body. */
  #fieldNames(whole: string): void {
    const submitted = (): string[] => submittedTo({ ...this.#parts.tells, urls: this.#parts.urls });
    const said = { source: this.#source, whole, submitted };
    for (const { group, keys, urls } of fieldNames(this.#groups, this.#tokens, said)) {
      const sent = urls && { names: ['submit'], urls, near: [], reading: false };
      const fate = group.parent && this.#parts.fates.of(group.parent, group.position);
      const context = { ...this.#parts.contextOf(group), fate, ...sent };
      this.model.objects.push({ keys, at: spanOf(group, this.#tokens), context, kind: 'literal' });
    }
  }

  #literal(group: Group, keys: readonly FoundKey[]): void {
    const opening = this.#tokens[group.at];
    if (!opening || !group.parent) return;
    const whole = wholeOf(group, keys, this.#tokens);
    let object = this.#parts.objects.get(whole);
    if (!object) {
      object = {
        keys: [],
        at: spanOf(whole, this.#tokens),
        context: unlessStored(this.#withFate(whole, keys), whole, this.#tokens, this.#parts.stored),
        kind: 'literal',
        ...saidByMembers(group, whole === group ? keys.length : undefined, this.#tokens),
      };
      this.#parts.objects.set(whole, object);
      this.model.objects.push(object);
      this.#parts.owned.ofLiteral(whole, object);
    }
    if (whole !== group) this.#parts.objects.set(group, object);
  }

  /** What becomes of a record of document types is said by whoever walks through it. */
  #withFate(group: Group, keys: readonly FoundKey[]): Context {
    const made = kept(this.#parts.contextOf(group), group, this.#tokens);
    const context = unlessPattern(made, group, this.#tokens, this.#language);
    return { ...this.#parts.typeKeys.of(group, keys, context), denied: this.#parts.denials.ofGiven(group) };
  }
}
