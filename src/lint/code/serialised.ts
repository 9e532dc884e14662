// Names that fields have on the wire: annotations, attributes, struct tags, aliases. They take the place of the names in
// the source.
import { calleeOf, type Group, tokenOf } from './groups.ts';
import type { Scope, Token } from './token.ts';

export interface Serialised {
  readonly scope: Scope;
  readonly written: string;
  readonly at: { readonly start: number; readonly end: number };
  /** Whether it is this declared field's name on the wire. */
  readonly renames: (field: Token, tokens: readonly Token[]) => boolean;
}

const BEFORE =
  /^(JsonProperty|SerializedName|SerialName|JsonPropertyName|Json|DataMember|JsonKey|JsonAlias|serde|XmlElement|Expose|Property|ApiProperty|JsonProp|JSONField|JsonField|jsonField|JsonbProperty|JsonName)$/;
const BEHIND = /^(Field|field|mapped_column|attrib|Attribute|config)$/;
const NAMED =
  /^(value|name|Name|rename|alias|serialization_alias|validation_alias|data_key|PropertyName|field_name)$/;

export function serialisedNames(groups: readonly Group[], tokens: readonly Token[]): Serialised[] {
  const found: Serialised[] = [];
  for (const group of groups) {
    group.items.forEach((item, i) => {
      const token = tokenOf(item, tokens);
      if (token?.kind !== 'string' || token.scope.kind !== 'type') return;
      const body = token.body ?? token.start;
      const tag = /\bjson:"([^",]+)/.exec(token.text);
      if (tag?.[1] !== undefined) {
        const start = body + tag.index + 'json:"'.length;
        found.push(
          make(token, tag[1], start, (field) => field.statement === token.statement && field.start < start),
        );
        return;
      }
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
        const fits = named === undefined ? i === 0 : NAMED.test(named);
        if (BEFORE.test(callee) && fits) {
          found.push(make(token, token.text, body, (field, all) => follows(at, field, all)));
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
