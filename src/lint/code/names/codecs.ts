// Codecs of Scala that stand beside a type and name all its fields on the wire: circe's `Encoder.forProduct3("a", "b", "c")(t =>
// (t.x, t.y, t.z))`, spray's `jsonFormat(Order, "a", "b")`, Play's `(JsPath \ "a").write[String] and ...`. What only decodes says
// nothing. Knows no names of fields.
import { type Group, tokenOf } from '../tokens/groups.ts';
import type { Places } from '../tokens/places.ts';
import type { Scope, Token } from '../tokens/token.ts';

export interface Coded {
  /** The type's own, where it is declared here. */
  readonly scope: Scope;
  /** The name on the wire. */
  readonly token: Token;
  /** The field's name in the source, as far as that is seen. */
  readonly field: string | undefined;
  /** A codec names all fields of its type; a rule renames some. */
  readonly whole: boolean;
}

const WRITER =
  /^(Encoder|ObjectEncoder|Codec|AsObject|JsonEncoder|JsonCodec|Writes|OWrites|Format|OFormat|JsonFormat|RootJsonFormat|JsonWriter|RootJsonWriter)$/;
const PRODUCT = /^forProduct\d{1,2}$/;
const WRITES = /^(write|format|lazyWrite|lazyFormat)(Nullable|Optional)?\w{0,20}$/;
const RULES = /^(transformMemberNames|withTransformMemberNames|withFieldNameMapper)$/;
const ROOT = /^(JsPath|__)$/;
const BEGINS = /^(val|def|given|var|object|class)$/;
/** Tokens before a codec in which its type is said. */
const MAX_HEAD = 40;
const MAX_NAMES = 40;

export function codecsOf(groups: readonly Group[], tokens: readonly Token[], places: Places): Coded[] {
  const coded = places.names(/^(forProduct\d{1,2}|jsonFormat|JsPath|__)$/);
  return [
    ...(coded ? groups.flatMap((group) => new Codec(group, tokens, places).all()) : []),
    ...(places.names(RULES) ? renamedIn(tokens, places) : []),
  ];
}

/** `transformMemberNames = { case "amount" => "receiverAmount" }`: of every type that is declared here. */
function renamedIn(tokens: readonly Token[], places: Places): Coded[] {
  return tokens.flatMap((token, at): Coded[] => {
    const [field, arrow] = [tokens[at - 2], tokens[at - 1]];
    if (token.kind !== 'string' || arrow?.text !== '=>' || field?.kind !== 'string') return [];
    if (tokens[at - 3]?.text !== 'case') return [];
    const declared = places.uses(field.text).filter((use) => tokens[use + 1]?.text === ':');
    const scopes = new Set(declared.flatMap((use) => tokens[use]?.scope ?? []));
    return [...scopes]
      .filter(({ kind }) => kind === 'type')
      .map((scope) => ({ scope, token, field: field.text, whole: false }));
  });
}

class Codec {
  readonly #group: Group;
  readonly #tokens: readonly Token[];
  readonly #places: Places;

  constructor(group: Group, tokens: readonly Token[], places: Places) {
    this.#group = group;
    this.#tokens = tokens;
    this.#places = places;
  }

  all(): Coded[] {
    if (this.#group.open !== '(' || !this.#group.parent) return [];
    const at = this.#calledAt();
    const called = this.#text(at);
    const names = PRODUCT.test(called) || called === 'jsonFormat' ? this.#strings() : this.#paths();
    const type =
      called === 'jsonFormat' && names.length > 0 ? this.#text(this.#group.at + 1) : this.#typeBefore(at);
    if (names.length === 0 || type === undefined) return [];
    const fields = this.#fieldsOf(type, names.length);
    const scope = this.#scopeOf(type);
    return names.map((token, i) => ({ scope, token, field: fields[i], whole: true }));
  }

  #text(at: number): string {
    return this.#tokens[at]?.text ?? '';
  }

  /** The name before the brackets; type arguments may stand between. */
  #calledAt(): number {
    const { parent, position } = this.#group;
    const before = parent?.items[position - 1];
    const item = typeof before === 'object' && before.open === '[' ? parent?.items[position - 2] : before;
    return typeof item === 'number' ? item : -1;
  }

  #strings(): Token[] {
    return this.#group.items
      .slice(0, 2 * MAX_NAMES)
      .map((item) => tokenOf(item, this.#tokens))
      .filter((token): token is Token => token?.kind === 'string');
  }

  /** `(JsPath \ "a").write[String] and (JsPath \ "b").write[BigDecimal]`. */
  #paths(): Token[] {
    const { items } = this.#group;
    return items.slice(0, 6 * MAX_NAMES).flatMap((item, i) => {
      if (typeof item !== 'object' || item.open !== '(' || !ROOT.test(this.#text(item.at + 1))) return [];
      const name = tokenOf(item.items.at(-1), this.#tokens);
      const written = WRITES.test(tokenOf(items[i + 2], this.#tokens)?.text ?? '');
      return name?.kind === 'string' && written ? [name] : [];
    });
  }

  /** `implicit val encode: Encoder[Order] = ...`. */
  #typeBefore(called: number): string | undefined {
    const from = called < 0 ? this.#group.at : called;
    for (let i = from - 1; i > from - MAX_HEAD && i > 1 && !BEGINS.test(this.#text(i)); i--)
      if (this.#text(i - 1) === '[' && WRITER.test(this.#text(i - 2))) return this.#text(i);
    return undefined;
  }

  /** Of the function that takes a value apart, or in the order in which the type declares them. */
  #fieldsOf(type: string, count: number): readonly string[] {
    const { parent, position } = this.#group;
    for (const item of parent?.items.slice(position + 1, position + 3) ?? []) {
      if (typeof item !== 'object') break;
      const fields = this.#takenIn(item);
      if (fields.length === count) return fields;
    }
    const declared = this.#declared(type);
    return declared.length === count ? declared : [];
  }

  /** `t => (t.x, t.y)`. */
  #takenIn({ at, close }: Group): string[] {
    const fields: string[] = [];
    for (let i = at + 1; i < Math.min(close, at + 12 * MAX_NAMES); i++)
      if (this.#text(i) === '.' && /^[(,]$/.test(this.#text(i - 2)) && this.#tokens[i + 1]?.kind === 'name')
        fields.push(this.#text(i + 1));
    return fields;
  }

  #bracketsOf(type: string): Group | undefined {
    for (const use of this.#places.uses(type)) {
      const place = this.#text(use - 1) === 'class' ? this.#places.of(use) : undefined;
      const next = place?.group.items[place.position + 1];
      if (typeof next === 'object' && next.open === '(') return next;
    }
    return undefined;
  }

  #declared(type: string): string[] {
    const { items } = this.#bracketsOf(type) ?? { items: [] };
    return items.flatMap((item, i) => {
      const token = tokenOf(item, this.#tokens);
      return token?.kind === 'name' && tokenOf(items[i + 1], this.#tokens)?.text === ':' ? [token.text] : [];
    });
  }

  #scopeOf(type: string): Scope {
    const brackets = this.#bracketsOf(type);
    const own = brackets && this.#tokens[brackets.at + 1]?.scope;
    return own?.name === type ? own : { name: type, kind: 'type', parent: undefined };
  }
}
