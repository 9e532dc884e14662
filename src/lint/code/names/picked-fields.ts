// Names of fields that something is made of as a whole: the columns of a query, `pick(form, ['customerId', 'amount'])`, Rails'
// `permit(:amount)`, Prisma's `select: { amount: true }`. What is made has these fields; whether it is sent is said elsewhere.
import type { LanguageId } from '../../model/language.ts';
import { camel, type Key } from '../../model/model.ts';
import { INTEREST, REMOVED_BREAKDOWN, REMOVED_FIELDS } from '../../model/words.ts';
import { calleeOf, type Group, tokenOf } from '../tokens/groups.ts';
import type { Token } from '../tokens/token.ts';

export interface Picked {
  /** What holds the names, and the item there whose way is looked at. */
  readonly group: Group;
  readonly position: number;
  /** Tokens of the thing itself. */
  readonly inside: readonly [number, number];
  readonly keys: readonly Key[];
}

const PICKS =
  /^(?:select|select_?all|pick|only|values|permit|slice|take|project|pluck|as_?json|to_?json|serializable_hash|find_?(?:many|all|first|unique)|includeKeys|get_fields|columns|returning)$/i;
const MAX_NAMES = 60;
const MAX_DEPTH = 3;
/** Bounded: 4,000 characters of a query. */
const QUERY = /^\s{0,200}(?:with\b[\s\S]{0,2000}?\)\s{0,40})?select\s([\s\S]{1,4000}?)\sfrom\s/i;
const SAYS_QUERY = /\bselect\s/i;
/** A column's own name: what it is called, or the last word. */
const NAME = /(["'`[]?)(\w{1,80})["'`\]]?\s{0,20}$/;

/** Languages whose rows are what a query calls them; elsewhere a type says it. */
const ROWS = /^(?:javascript|typescript|tsx|python|ruby|php|elixir)$/;

export function pickedIn(
  group: Group,
  tokens: readonly Token[],
  source: string,
  language: LanguageId,
): Picked[] {
  const found: Picked[] = [];
  for (const [position, item] of (ROWS.test(language) ? group.items : []).entries()) {
    const token = tokenOf(item, tokens);
    if (token?.kind !== 'string' || token.passive || !SAYS_QUERY.test(token.text)) continue;
    const at = typeof item === 'number' ? item : group.at;
    push(found, { group, position, inside: [at, at], keys: columnsOf(token, source) });
  }
  if (group.open !== '(' || !group.parent || !PICKS.test(calleeOf(group, tokens).at(-1) ?? '')) return found;
  const { parent, position } = group;
  push(found, { group: parent, position, inside: [group.at, group.close], keys: namesIn(group, tokens, 0) });
  return found;
}

/** An old field, beside another one that a transfer or a customer has. */
function push(found: Picked[], one: Picked): void {
  const names = new Set(one.keys.map(({ name }) => name));
  const isOld = names.has('amount') || [...names].some(isRemoved);
  if (isOld && names.size > 1) found.push(one);
}

export const isRemoved = (name: string): boolean => REMOVED_FIELDS.has(name) || REMOVED_BREAKDOWN.has(name);

function namesIn(group: Group, tokens: readonly Token[], depth: number): Key[] {
  return group.items.slice(0, MAX_NAMES * 2).flatMap((item, i): Key[] => {
    if (typeof item === 'object') {
      const key = tokenOf(group.items[i - 2], tokens)?.text ?? '';
      const isSide = /^(?:source|destination|where|include|order_?by)$/i.test(key);
      return depth < MAX_DEPTH && !isSide ? namesIn(item, tokens, depth + 1) : [];
    }
    const token = tokens[item];
    const next = tokenOf(group.items[i + 1], tokens)?.text ?? '';
    if (!token || !INTEREST.has(camel(token.text))) return [];
    const isShown = token.kind === 'name' && next === ':' && isTrue(tokenOf(group.items[i + 2], tokens));
    const isName = token.kind === 'string' && (!/^(?:=>|:|=)$/.test(next) || isSide(token.text));
    if (!isShown && !isName) return [];
    const start = token.kind === 'string' ? (token.body ?? token.start) : token.start;
    return [keyAt(token.text, start)];
  });
}

const isTrue = (token: Token | undefined): boolean => /^(?:true|1)$/.test(token?.text ?? '');
const isSide = (text: string): boolean => /^(?:source|destination)$/.test(text);

/** The columns of a query by the names that its rows have them under. */
function columnsOf({ start, end }: Token, source: string): Key[] {
  const text = source.slice(start, Math.min(end, start + 8_000));
  const opening = /^[A-Za-z]{0,3}(?:"""|'''|["'`]|<<[-~]?["'`]?\w{1,40}["'`]?)?/.exec(text)?.[0].length ?? 0;
  const query = QUERY.exec(text.slice(opening));
  if (!query) return [];
  const [whole, list = ''] = query;
  let at = start + opening + whole.indexOf(list, whole.toLowerCase().lastIndexOf('select'));
  return partsOf(list).flatMap((part): Key[] => {
    const from = at;
    at += part.length + 1;
    const found = NAME.exec(part);
    const written = found?.[2] ?? '';
    if (!found || !INTEREST.has(camel(written))) return [];
    return [keyAt(written, from + found.index + (found[1] ?? '').length)];
  });
}

/** Between commas that stand in no brackets. */
function partsOf(list: string): string[] {
  const parts: string[] = [];
  let depth = 0;
  let from = 0;
  for (let at = 0; at < list.length; at++) {
    const char = list[at];
    if (char === '(') depth++;
    else if (char === ')') depth--;
    else if (char === ',' && depth === 0) {
      parts.push(list.slice(from, at));
      from = at + 1;
    }
  }
  return [...parts, list.slice(from)];
}

const keyAt = (written: string, start: number): Key => ({
  name: camel(written),
  written,
  at: { start, end: start + written.length },
  value: { kind: 'other' },
});
