// Declared types as the objects that their values are: fields under their names on the wire, without those that are
// forbidden or taken away again on the way.
import type { LanguageId } from '../../model/language.ts';
import { camel, type Context, type Key, type Obj, type Value } from '../../model/model.ts';
import { INTEREST, REMOVED_BREAKDOWN, REMOVED_FIELDS, REMOVED_TYPES } from '../../model/words.ts';
import { DATA_URL, type DataUrls } from '../lists/data-urls.ts';
import { hasItself } from '../lists/own-values.ts';
import type { FoundKey } from '../names/keys.ts';
import type { SaidTypes } from '../names/said-types.ts';
import type { Serialised } from '../names/serialised.ts';
import { FORM_FIELD } from '../names/wire-fields.ts';
import { isGivenBack } from '../sides/given-back.ts';
import { leftOutOf } from '../sides/left-out.ts';
import type { StoredTypes } from '../sides/stored.ts';
import { type Taken, takenFields } from '../sides/taken.ts';
import type { Places } from '../tokens/places.ts';
import type { Scope, Token } from '../tokens/token.ts';
import { outerNames } from './contexts.ts';
import type { TypeFlows } from './type-flows.ts';
import { isUnwritten, type WireNames } from './wire-names.ts';

/** Fields that ended. */
export const TAKEN: ReadonlySet<string> = new Set([
  'amount',
  ...REMOVED_FIELDS.keys(),
  ...REMOVED_BREAKDOWN.keys(),
]);

/** Behind a field's name. */
const ENDS = /^[{=;,):]$/;

export interface TypesReader {
  readonly stored: StoredTypes;
  readonly flows: TypeFlows;
  readonly key: (key: FoundKey) => Key;
  readonly dataUrls: DataUrls;
  /** What comments say of types. */
  readonly said: SaidTypes;
  readonly wire: WireNames;
  readonly language: LanguageId;
}

export class Types {
  readonly #tokens: readonly Token[];
  readonly #places: Places;
  readonly #flows: TypeFlows;
  readonly #key: (key: FoundKey) => Key;
  readonly #dataUrls: DataUrls;
  readonly #said: SaidTypes;
  readonly #wire: WireNames;
  #taken: Taken | undefined;
  #answers: ReadonlySet<Scope> | undefined;
  /** Types with an id of their own. */
  #named: ReadonlySet<Scope> | undefined;
  readonly #language: LanguageId;
  readonly #stored: StoredTypes;

  constructor(
    tokens: readonly Token[],
    places: Places,
    { stored, flows, key, dataUrls, said, wire, language }: TypesReader,
  ) {
    this.#stored = stored;
    this.#language = language;
    this.#said = said;
    this.#wire = wire;
    this.#dataUrls = dataUrls;
    this.#tokens = tokens;
    this.#places = places;
    this.#flows = flows;
    this.#key = key;
  }

  objects(declared: ReadonlyMap<Scope, FoundKey[]>, serialised: readonly Serialised[]): Obj[] {
    const scopes = new Set([...declared.keys(), ...serialised.map(({ scope }) => scope)]);
    return [...scopes].flatMap((scope): Obj[] => {
      const coded = [...scopes].some((other) => other.parent === scope && other.name === 'CodingKeys');
      const all = this.#keys(scope, coded ? [] : [...(declared.get(scope) ?? [])], serialised);
      const name = scope.name === 'CodingKeys' ? (scope.parent?.name ?? scope.name) : scope.name;
      const isTaken = this.#isTaken(all.map((key) => key.name));
      const flow = this.#flows.of(name);
      if (flow.urls.length === 0 && (declared.get(scope) ?? []).some((key) => this.#isOfForm(key))) return [];
      const isLeft = this.#flows.told(name).length === 0 ? this.#isLeftOut(name, all) : undefined;
      const keys = all.filter((key) => !isTaken(key.name) && isLeft?.(key.written) !== true);
      const [first] = keys;
      if (!first) return [];
      const outer = outerNames(scope.parent);
      const told = flow.urls.length === 0 || flow.told;
      const said = flow.urls.length === 0 ? this.#said.get(name) : undefined;
      const asked = said !== undefined && said.length > 0;
      const known =
        flow.reading || (told && (this.#isAnswer(scope) || this.#isRead(scope) || this.#stored.has(scope)));
      const reading = !asked && (known || said !== undefined);
      const context: Context = {
        names: [name],
        outer,
        near: [],
        urls: [...flow.urls, ...(said ?? [])],
        reading,
      };
      return [{ keys, at: first.at, context, kind: 'type', identified: this.#hasId(scope) }];
    });
  }

  /** `x = forms.CharField()`: what it is for is said by whoever makes the form alone. */
  #isOfForm({ token }: FoundKey): boolean {
    const at = this.#language === 'python' ? this.#places.indexOf(token) : -1;
    const [sign, made] = [1, 2].map((by) => this.#tokens[at + by]?.text ?? '');
    return at >= 0 && sign === '=' && FORM_FIELD.test(made ?? '');
  }

  /** Beside its `id` stands what became of it: no request says that. */
  #isAnswer(scope: Scope): boolean {
    this.#answers ??= this.#answering();
    return this.#answers.has(scope);
  }

  /** What calls give back has an id of its own. */
  #isRead(scope: Scope): boolean {
    return this.#hasId(scope) && isGivenBack(scope.name, this.#tokens, this.#places, this.#language);
  }

  #hasId(scope: Scope): boolean {
    this.#named ??= new Set(
      this.#tokens.flatMap(({ text, kind, scope: own }) =>
        kind === 'name' && own.kind === 'type' && /^(id|Id|ID|uuid)$/.test(text) ? [own] : [],
      ),
    );
    return this.#named.has(scope);
  }

  #answering(): Set<Scope> {
    const having = (pattern: RegExp): Set<Scope> =>
      new Set(
        this.#tokens.flatMap(({ text, kind, scope, parameter }) =>
          kind === 'name' && scope.kind === 'type' && !parameter && pattern.test(text) ? [scope] : [],
        ),
      );
    const states = having(/^([sS]tatus|[sS]tate|(created|updated|completed|Created|Updated)_?[aA]t)$/);
    return new Set([...having(/^(id|Id|ID|uuid)$/)].filter((scope) => states.has(scope)));
  }

  /** Names on the wire take the place of those that they rename. */
  #keys(scope: Scope, own: FoundKey[], serialised: readonly Serialised[]): Key[] {
    const keys: Key[] = [];
    const names = serialised.filter((one) => one.scope === scope);
    for (const name of names) {
      const at = own.findIndex((key) => name.renames(key.token, this.#tokens));
      const [field] = at >= 0 ? own.splice(at, 1).map(({ token }) => token) : this.#renamed(name);
      const { written } = name;
      if (!INTEREST.has(written) && !INTEREST.has(camel(written))) continue;
      keys.push({ name: camel(written), written, at: name.at, value: this.#valueOf(written, field) });
    }
    // A codec names all that is written.
    if (names.some(({ whole }) => whole === true)) return keys;
    for (const key of own) {
      if (this.#isNever(key) || isUnwritten(key, this.#tokens) || this.#hasOwnText(key)) continue;
      if (this.#wire.isCodedElsewhere(scope.name, key.written)) continue;
      const made = this.#key(key);
      keys.push(
        made.value.kind === 'list' && made.value.items.some(({ kind }) => kind !== 'name')
          ? made
          : { ...made, value: this.#valueOf(key.written, key.token, made.value) },
      );
    }
    return keys;
  }

  /** A document type whose text says the same is found at its text. */
  #hasOwnText({ token, written }: FoundKey): boolean {
    const place = REMOVED_TYPES.has(written) ? this.#places.of(this.#places.indexOf(token)) : undefined;
    return place !== undefined && hasItself(place.group, place.position, this.#tokens);
  }

  #renamed(name: Serialised): Token[] {
    if (camel(name.written) !== 'documents') return [];
    // Marks and the type stand behind an annotation, too.
    const near = this.#tokens.filter((token) => token.kind === 'name' && name.renames(token, this.#tokens));
    const field = near.find((token) => ENDS.test(this.#tokens[this.#places.indexOf(token) + 1]?.text ?? ''));
    return (field ? [field] : near).slice(0, 1);
  }

  /** The data URLs that a member is given anywhere in the file. */
  #valueOf(written: string, field: Token | undefined, other: Value = { kind: 'other' }): Value {
    const urls = camel(written) === 'documents' && field ? this.#dataUrls.ofMember(field) : [];
    const [first] = urls;
    if (!first) return other;
    return { kind: 'list', items: urls.map((at) => ({ kind: 'text', text: DATA_URL, at })), at: first };
  }

  /** On its way to the new shape: the old field is taken away where values of the type are handled. */
  #isTaken(fields: readonly string[]): (field: string) => boolean {
    const taken = (this.#taken ??= takenFields(this.#tokens, this.#places, (name) => TAKEN.has(name)));
    return (field) => taken.has(field) && (field !== 'amount' || fields.includes('receiverAmount'));
  }

  /** Of a type with fields that ended, what is never sent of it. */
  #isLeftOut(name: string, keys: readonly Key[]): ((field: string) => boolean) | undefined {
    if (!keys.some((key) => TAKEN.has(key.name))) return undefined;
    const isLeft = leftOutOf(name, this.#tokens, this.#places);
    return (field) => TAKEN.has(camel(field)) && isLeft(field);
  }

  /** `amount?: never` forbids the field. */
  #isNever(key: FoundKey): boolean {
    const item = key.value >= 0 ? key.group.items[key.value] : undefined;
    return typeof item === 'number' && /^(never|undefined)$/.test(this.#tokens[item]?.text ?? '');
  }
}
