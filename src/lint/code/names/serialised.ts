// Names that fields have on the wire: annotations, attributes, struct tags, aliases. They take the place of the names in
// the source.
import { calleeOf, type Group, tokenOf } from '../tokens/groups.ts';
import type { Places } from '../tokens/places.ts';
import type { Scope, Token } from '../tokens/token.ts';
import { codecsOf, type Coded } from './codecs.ts';

export interface Serialised {
  readonly scope: Scope;
  readonly written: string;
  readonly at: { readonly start: number; readonly end: number };
  /** Whether it is this declared field's name on the wire. */
  readonly renames: (field: Token, tokens: readonly Token[]) => boolean;
  /** The field's name, where a codec says it. */
  readonly field?: string | undefined;
  /** Its codec names all fields of the type: what it doesn't name is never written. */
  readonly whole?: boolean;
}

const BEFORE =
  /^(JsonProperty|JsonGetter|SerializedName|SerialName|JsonPropertyName|Json|DataMember|JsonKey|serde|XmlElement|Expose|Property|ApiProperty|JsonProp|JSONField|JsonField|jsonField|JsonbProperty|JsonName)$/;
/** Marks, the type and what may be done with a method, up to its name. */
const MAX_HEAD = 30;
const BEHIND = /^(Field|field|mapped_column|attrib|Attribute|config)$/;
const NAMED = /^(value|name|Name|rename|alias|serialization_alias|data_key|PropertyName|field_name)$/;
/** Of serde, names that are read, too, and of its `rename(serialize = "x")` those that are read alone. */
const READ_ALONE = /^(alias|deserialize)$/;

export function serialisedNames(
  groups: readonly Group[],
  tokens: readonly Token[],
  places: Places,
): Serialised[] {
  const found = codecsOf(groups, tokens, places).map(ofCodec);
  for (const group of groups) {
    group.items.forEach((item, i) => {
      const token = tokenOf(item, tokens);
      if (token?.kind !== 'string') return;
      const isOfType = token.scope.kind === 'type';
      const own = isOfType ? tagOf(token) : i === 0 ? getterOf(group, token, tokens) : undefined;
      if (own) found.push(own);
      if (own || !isOfType) return;
      const body = token.body ?? token.start;
      const at = typeof item === 'number' ? item : 0;
      const before =
        typeof group.items[i - 1] === 'number' ? tokens[group.items[i - 1] as number]?.text : undefined; // just checked
      const named =
        before === '=' || before === ':'
          ? tokens[(group.items[i - 2] as number | undefined) ?? -1]?.text
          : undefined; // a name stands before a sign
      // class-transformer's `@Expose({ name: 'amount' })`.
      const marked = group.open === '{' && named !== undefined && group.parent?.open === '(';
      const called = marked ? group.parent : group;
      if (called.open === '(') {
        const chain = calleeOf(called, tokens);
        // marshmallow's `fields.Decimal(data_key="amount")`.
        const callee = /^(fields|ma)$/.test(chain[0] ?? '') ? 'Field' : (chain.at(-1) ?? '');
        if (marked && !BEFORE.test(callee)) return;
        if (isOfSerde(called, callee, tokens)) {
          const isWritten = named !== undefined && !READ_ALONE.test(named);
          if (isWritten && (callee === 'rename' || NAMED.test(named)))
            found.push(make(token, token.text, body, (field, all) => follows(at, field, all)));
          return;
        }
        const fits = named === undefined ? i === 0 : NAMED.test(named);
        if ((BEFORE.test(callee) || isMark(called, chain, tokens)) && fits) {
          const from = marked ? called.close - 1 : at;
          found.push(make(token, token.text, body, (field, all) => follows(from, field, all)));
        } else if (BEHIND.test(callee) && named !== undefined && NAMED.test(named)) {
          found.push(
            make(
              token,
              token.text,
              body,
              (field) => field.statement === token.statement && field.start < body,
            ),
          );
        }
        return;
      }
      // Swift: `case amount = "amount"` in CodingKeys.
      const field = tokens[(group.items[i - 2] as number | undefined) ?? -1]; // as above
      if (token.scope.name === 'CodingKeys' && before === '=' && field) {
        found.push(make(token, token.text, body, (other) => other === field));
      }
    });
  }
  return found;
}

/** Jackson's `@JsonProperty("amount") public BigDecimal sum() {`: a method that takes nothing, which the mark belongs to. */
function getterOf(group: Group, token: Token, tokens: readonly Token[]): Serialised | undefined {
  const { scope } = token;
  if (group.open !== '(' || scope.kind !== 'function' || scope.parent?.kind !== 'type') return undefined;
  if (tokens[group.at - 2]?.text !== '@' || !BEFORE.test(tokens[group.at - 1]?.text ?? '')) return undefined;
  let at = group.close + 1;
  while (at < group.close + MAX_HEAD && tokens[at]?.text !== scope.name) at++;
  if (tokens[at + 1]?.text !== '(' || tokens[at + 2]?.text !== ')') return undefined;
  const field = scope.name.replace(/^(?:get|is)(?=[A-Z])/, '').toLowerCase();
  const renames = (one: Token): boolean => one.text.toLowerCase() === field;
  return { ...make(token, token.text, token.body ?? token.start, renames), scope: scope.parent };
}

/** Go's `json:"amount"` behind a field. */
function tagOf(token: Token): Serialised | undefined {
  const tag = /\bjson:"([^",]+)/.exec(token.text);
  if (tag?.[1] === undefined) return undefined;
  const start = (token.body ?? token.start) + tag.index + 'json:"'.length;
  return make(token, tag[1], start, (field) => field.statement === token.statement && field.start < start);
}

function ofCodec({ scope, token, field, whole }: Coded): Serialised {
  const renames = (one: Token): boolean => one.text === field && one.scope === scope;
  return { ...make(token, token.text, token.body ?? token.start, renames), scope, field, whole };
}

/** `#[serde(rename = "x")]`, `#[serde(rename(serialize = "x", deserialize = "y"))]`. */
function isOfSerde(group: Group, callee: string, tokens: readonly Token[]): boolean {
  if (callee === 'serde') return true;
  return (
    callee === 'rename' && group.parent !== undefined && calleeOf(group.parent, tokens).at(-1) === 'serde'
  );
}

/** Scala's `@key("x")` and `@named("x")`; without the sign they are anybody's. */
function isMark({ at }: Group, chain: readonly string[], tokens: readonly Token[]): boolean {
  return /^(key|named)$/.test(chain.at(-1) ?? '') && tokens[at - 2 * chain.length]?.text === '@';
}

function make(token: Token, written: string, start: number, renames: Serialised['renames']): Serialised {
  return { scope: token.scope, written, at: { start, end: start + written.length }, renames };
}

/** The next field behind an annotation: nothing that ends a field stands in between. */
function follows(from: number, field: Token, tokens: readonly Token[]): boolean {
  // Inside the annotation's brackets and those of generic types a comma ends nothing.
  let depth = 1;
  for (let i = from + 1; i < from + 40; i++) {
    const token = tokens[i];
    if (!token) return false;
    if (token === field) return true;
    if (token.text === '(' || token.text === '<') depth++;
    else if (token.text === ')' || token.text === '>') depth--;
    if (token.text === ';' || token.text === '}' || (token.text === ',' && depth < 1)) return false;
  }
  return false;
}
