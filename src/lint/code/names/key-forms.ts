// Forms of a key that only some languages or libraries have: operators of a language of one's own, C#'s anonymous
// members, and columns of a table, which look like keys and are none. Knows no names of fields.
import { type Group, tokenOf } from '../tokens/groups.ts';
import type { Token } from '../tokens/token.ts';

const COLUMN =
  /^(varchar|text|char|bool|boolean|short|integer|int|long|bigint|float|double|decimal|numeric|uuid|json|jsonb|timestamp|timestamptz|datetime|date|serial|bigserial|enumeration|reference|column|mysqlEnum|real|blob)$/i;

/** `val sourceOfFunds = varchar("source_of_funds", 200)`: a column of a table of one's own. */
export function isColumn(items: Group['items'], value: number, tokens: readonly Token[]): boolean {
  const args = items[value + 1];
  const name = tokenOf(items[value], tokens)?.text ?? '';
  if (typeof args !== 'object' || args.open !== '(' || !COLUMN.test(name)) return false;
  return tokenOf(args.items[0], tokens)?.kind === 'string';
}

/** Item of the value of `"amount"..v`, `"amount" := v`, `"compliance" holds {`. */
export function afterOperator(
  items: Group['items'],
  i: number,
  tokens: readonly Token[],
): number | undefined {
  const sign = tokenOf(items[i + 1], tokens);
  if (sign?.text === ':=') return i + 2;
  if (sign?.text === '.' && tokenOf(items[i + 2], tokens)?.text === '.') return i + 3;
  const value = items[i + 2];
  const holds = sign?.kind === 'name' && !/^(to|in|is|as|if|else|when|shl|until|downTo)$/.test(sign.text);
  return holds && typeof value === 'object' && value.open === '{' ? i + 2 : undefined;
}

/** C#'s `new { amount, payout.Memo }`: the last name of each is the key. */
export function isAnonymous(group: Group, i: number, tokens: readonly Token[]): boolean {
  const { open, parent, position, items } = group;
  const text = (at: number): string => tokenOf(items[at], tokens)?.text ?? '';
  if (open !== '{' || tokenOf(items[i], tokens)?.kind !== 'name') return false;
  if (tokenOf(parent?.items[position - 1], tokens)?.text !== 'new') return false;
  let from = i;
  while (/^\??\.$/.test(text(from - 1))) from -= 2;
  const ends = i + 1 >= items.length || text(i + 1) === ',';
  return ends && (from === 0 || text(from - 1) === ',');
}

/** `(q: { amount: number }) => ...`: the fields of a parameter that is used by its name. */
export function isTypeOfParameter({ open, parent, position }: Group, tokens: readonly Token[]): boolean {
  return open === '{' && parent !== undefined && isOfParameter(parent, position, tokens);
}

/** Behind a parameter's name and colon. */
export function isOfParameter({ open, items }: Group, position: number, tokens: readonly Token[]): boolean {
  const name = tokenOf(items[position - 2], tokens);
  const colon = tokenOf(items[position - 1], tokens);
  return open === '(' && colon?.text === ':' && name?.kind === 'name' && name.parameter;
}

/** The string of `["amount"]`, the name of `[AMOUNT]` and of `[Fields.AMOUNT]`. */
export function bracketKey(item: number | Group | undefined, tokens: readonly Token[]): Token | undefined {
  if (typeof item !== 'object' || item.open !== '[' || item.items.length > 3) return undefined;
  const token = tokenOf(item.items.at(-1), tokens);
  return (token?.kind === 'string' && item.items.length === 1) || token?.kind === 'name' ? token : undefined;
}

/** The `F` of `[F.value]`. */
export function ownerIn(item: number | Group | undefined, tokens: readonly Token[]): Token | undefined {
  const owner =
    typeof item === 'object' && item.items.length === 3 ? tokenOf(item.items[0], tokens) : undefined;
  return owner?.kind === 'name' ? owner : undefined;
}
