// What a type's fields are called where a value of it is written: `CreateTransfer{Amount: v}` sends what the type's own tag
// says, and of a field that is never written, nothing.
import type { LanguageId } from '../../model/language.ts';
import { camel } from '../../model/model.ts';
import type { Told } from '../../model/told.ts';
import { REMOVED_BREAKDOWN, REMOVED_FIELDS } from '../../model/words.ts';
import { idAt, plainOf } from '../names/go-packages.ts';
import type { FoundKey } from '../names/keys.ts';
import type { Serialised } from '../names/serialised.ts';
import { TypedNames } from '../names/typed-names.ts';
import { calleeOf, givenTo, type Group } from '../tokens/groups.ts';
import type { Places } from '../tokens/places.ts';
import type { Scope, Token } from '../tokens/token.ts';
import type { AssignedKey } from './assigned.ts';

/** In the place of a name. */
const UNWRITTEN = '-';
const UNWRITTEN_MARK =
  /^(skip|skip_serializing|JsonIgnore|Transient|transient|IgnoreDataMember|NonSerialized|Exclude)$/;
/** What stands before such a mark. */
const MARKS = /^[@[(,]$|^(private|public|protected|static|final|var|val)$/;
const CLOSING = /^[)\]]$/;
const OPENING = /^[([]$/;
const ENDS = /^[;{}]$/;
const MAX_MARK = 24;
/** A name under which a finding would stand in the type itself, and not wherever it is filled. */
const OLD: ReadonlySet<string> = new Set(['amount', ...REMOVED_FIELDS.keys(), ...REMOVED_BREAKDOWN.keys()]);
const isOld = (name: string): boolean => OLD.has(name);

/** Whether a declared field is never written: `#[serde(skip)]`, `@JsonIgnore`, `json:"-"`. */
export function isUnwritten({ token, group }: FoundKey, tokens: readonly Token[]): boolean {
  const at = tokens.indexOf(token, Math.max(0, group.at));
  let depth = 0;
  for (let i = at - 1; i > at - MAX_MARK && i > group.at; i--) {
    const { text = '', kind } = tokens[i] ?? {};
    if (kind === 'name' && UNWRITTEN_MARK.test(text)) return MARKS.test(tokens[i - 1]?.text ?? '');
    if (CLOSING.test(text)) depth++;
    else if (OPENING.test(text)) depth--;
    // The field before it ends here; inside an annotation's brackets a comma ends nothing.
    else if (ENDS.test(text) || (text === ',' && depth <= 0)) return false;
  }
  return false;
}

/** A declared field's name on the wire; undefined where it is its own. */
function nameOf(
  key: FoundKey,
  scope: Scope,
  serialised: readonly Serialised[],
  tokens: readonly Token[],
): string | undefined {
  const own = serialised.filter((one) => one.scope === scope);
  const name = own.find((one) => one.renames(key.token, tokens))?.written;
  return name ?? (own.some(({ whole }) => whole === true) ? UNWRITTEN : undefined);
}

const typeOf = (field: string): string => field.slice(0, field.lastIndexOf('.'));

export interface WireReader {
  readonly places: Places;
  readonly language: LanguageId;
  readonly serialised: readonly Serialised[];
  readonly told: Told | undefined;
}

/** What makes a value anew from another one: `body.copy(amount = v)`. */
const COPIES = /^(copy|copyWith|with|evolve|_replace|replace)$/;

export class WireNames {
  readonly #tokens: readonly Token[];
  readonly #places: Places;
  readonly #language: LanguageId;
  /** `Type.field` -> its name on the wire; of a type of another package of Go `wire.Type.field`. */
  readonly #names: Map<string, string>;
  /** Types whose codec stands in another file; those of other files whose codec stands here. */
  readonly #coded: ReadonlySet<string>;
  readonly #codes = new Set<string>();
  readonly #typed: TypedNames;

  constructor(
    tokens: readonly Token[],
    declared: ReadonlyMap<Scope, readonly FoundKey[]>,
    { places, language, serialised, told }: WireReader,
  ) {
    this.#tokens = tokens;
    this.#places = places;
    this.#language = language;
    this.#coded = new Set(told?.coded);
    // A type that is declared here says its names itself, unless a codec elsewhere does.
    const own = new Set(
      [...declared.keys()].map(({ name }) => name).filter((name) => !this.#coded.has(name)),
    );
    this.#names = new Map(Object.entries(told?.renamed ?? {}).filter(([field]) => !own.has(typeOf(field))));
    for (const [scope, keys] of declared) {
      if (scope.name === '') continue;
      for (const key of keys) {
        const name = isUnwritten(key, tokens) ? UNWRITTEN : nameOf(key, scope, serialised, tokens);
        if (name === undefined || camel(name) === camel(key.written)) continue;
        this.#names.set(`${scope.name}.${camel(key.written)}`, name);
      }
    }
    // Of a type that is declared elsewhere, as its codec here has it.
    for (const { scope, field, written } of serialised) {
      if (field === undefined || declared.has(scope) || camel(field) === camel(written)) continue;
      this.#names.set(`${scope.name}.${camel(field)}`, written);
      this.#codes.add(scope.name);
    }
    for (const old of OLD) this.#nameUndeclared(old, declared, serialised);
    const types = new Set([...this.#names.keys()].map(typeOf));
    this.#typed = new TypedNames(tokens, places, language, [...types]);
  }

  /** Fields that are declared in a way that keys aren't, as Dart's are, and Swift's keys, which stand in a type of their own. */
  #nameUndeclared(
    field: string,
    declared: ReadonlyMap<Scope, readonly FoundKey[]>,
    serialised: readonly Serialised[],
  ): void {
    for (const use of serialised.length === 0 ? [] : this.#places.uses(field)) {
      const token = this.#tokens[use];
      const coding = token?.scope.name === 'CodingKeys';
      if (token?.scope.kind !== 'type' || (declared.has(token.scope) && !coding)) continue;
      const own = serialised.find((one) => one.scope === token.scope && one.renames(token, this.#tokens));
      const type = coding ? token.scope.parent?.name : token.scope.name;
      if (own && camel(own.written) !== field) this.#names.set(`${type ?? ''}.${field}`, own.written);
    }
  }

  /** For other files of the package: fields that findings would name. */
  told(): Pick<Told, 'renamed' | 'coded'> {
    const renamed = [...this.#names].filter(([field]) => isOld(plainOf(field)));
    return { renamed: Object.fromEntries(renamed), coded: [...this.#codes] };
  }

  /** Whether a declared field goes out under another name, or not at all, as a codec of another file says. */
  isCodedElsewhere(type: string, field: string): boolean {
    const name = this.#coded.has(type) ? this.#names.get(`${type}.${camel(field)}`) : undefined;
    return name !== undefined && !isOld(camel(name));
  }

  /** The keys of a literal as they are on the wire, where it is one of a type that says so. */
  onWire(group: Group, keys: FoundKey[]): FoundKey[] {
    const type = this.#names.size === 0 ? undefined : this.#typeOf(group);
    return type === undefined ? keys : keys.flatMap((key) => this.#named(type, key) ?? []);
  }

  /** Likewise of what is given to a variable, or a builder, of such a type. */
  assigned(all: readonly AssignedKey[]): readonly AssignedKey[] {
    if (this.#names.size === 0) return all;
    return all.flatMap((one) => {
      const type = this.#typed.typeOf(one.owner.replace(/ builder$/, ''), one.scope);
      const key = type === undefined ? one.key : this.#named(type, one.key);
      return key ? [{ ...one, key }] : [];
    });
  }

  #named(type: string, key: FoundKey): FoundKey | undefined {
    const name = this.#names.get(`${type}.${camel(key.written)}`);
    if (name === undefined || isOld(camel(name))) return key;
    return name === UNWRITTEN ? undefined : { ...key, written: name };
  }

  #typeOf(group: Group, depth = 0): string | undefined {
    const before = this.#tokens[group.at - 1];
    const scope = this.#tokens[group.at]?.scope;
    const chain = group.open === '(' ? calleeOf(group, this.#tokens) : [];
    if (!scope) return undefined;
    if (group.open === '(') {
      const [first = ''] = chain;
      if (chain.at(-1) === 'init') return this.#typeGivenTo(group, scope);
      return chain.length > 1 && COPIES.test(chain.at(-1) ?? '')
        ? this.#typed.typeOf(first, scope)
        : chain.at(-1);
    }
    if (before?.kind === 'name') {
      if (before.text === 'Self') return this.#implemented(group.at);
      return idAt(this.#tokens, group.at - 1, this.#language);
    }
    // C#'s `Order body = new() { ... }`.
    if (before?.text === ')') return this.#typeGivenTo(group, scope);
    const { parent } = group;
    if (!parent || depth > 0) return undefined;
    // Go's `[]wire.Order{{ ... }, { ... }}`, and marshmallow's `OrderSchema().dump({ ... })`.
    if (parent.open === '{' && this.#language === 'go') return this.#typeOf(parent, depth + 1);
    const [schema = '', dumps = ''] = parent.open === '(' ? calleeOf(parent, this.#tokens) : [];
    return /^dumps?$/.test(dumps) ? schema : undefined;
  }

  #typeGivenTo({ parent, position }: Group, scope: Scope): string | undefined {
    const owner = parent && givenTo(parent.items, position, this.#tokens);
    return owner && this.#typed.typeOf(owner.text, scope);
  }

  /** Rust's `impl Order {` and `impl Default for Order {`. */
  #implemented(at: number): string | undefined {
    const from = this.#places.uses('impl').findLast((use) => use < at);
    if (from === undefined) return undefined;
    let name: string | undefined;
    for (let i = from + 1; i < from + MAX_MARK && this.#tokens[i]?.text !== '{'; i++)
      if (this.#tokens[i]?.kind === 'name') name = this.#tokens[i]?.text;
    return name;
  }
}
