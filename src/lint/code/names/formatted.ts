// Texts with places that are filled in: `"%s/x" % API`, `String.format("%s/x", API)`, `"{0}/x".format(API)`, and the
// inline names of Rust's `format!("{API}/x")`. Says which items go where; what they stand for is the caller's to know.
import { calleeOf, type Group, tokenOf } from '../tokens/groups.ts';
import type { Token } from '../tokens/token.ts';

/** What is filled in, in order and by name: items of one argument each. */
export interface Given {
  readonly listed: readonly (readonly (number | Group)[])[];
  readonly named: ReadonlyMap<string, readonly (number | Group)[]>;
}

const CALLS = /^(format|sprintf|Sprintf|vsprintf|Format|printf|asprintf|formatted|fmt|interpolate)$/;
const METHODS = /^(format|formatted|FormatWith|fmt|Fmt)$/;
/** `%s`, `%1$s`, `%-5d`, `{}`, `{0}`, `{name}`, `%{name}`, `%(name)s`. */
const PLACE = /%\((\w+)\)[a-z]|%?\{([^{}]{0,40})\}|%(?:(\d+)\$)?[-+0-9.]*[a-zA-Z]/g;
const MAX_ITEMS = 60;

/** What fills the text at an item; `undefined` where nothing does. */
export function givenFor(group: Group, position: number, tokens: readonly Token[]): Given | undefined {
  const { items } = group;
  const text = (i: number): string => tokenOf(items[i], tokens)?.text ?? '';
  const next = text(position + 1);
  if (next === '%') {
    const given = items[position + 2];
    if (given === undefined) return undefined;
    return typeof given === 'object' ? argumentsOf(given.items, tokens) : oneOf(items, position + 2, tokens);
  }
  const called = items[position + 3];
  if (/^(\.|->)$/.test(next) && METHODS.test(text(position + 2)) && typeof called === 'object')
    return argumentsOf(called.items, tokens);
  if (group.open !== '(' || !CALLS.test(calleeOf(group, tokens).at(-1) ?? '')) return undefined;
  // Only the first text is a format; before it stands at most where it is written to.
  const before = items.slice(0, position).some((item) => tokenOf(item, tokens)?.kind === 'string');
  return before ? undefined : argumentsOf(items.slice(position + 2), tokens);
}

function oneOf(items: readonly (number | Group)[], from: number, tokens: readonly Token[]): Given {
  const own: (number | Group)[] = [];
  for (const item of items.slice(from, from + MAX_ITEMS)) {
    const token = tokenOf(item, tokens);
    if (token && token.kind !== 'name' && !/^(\.|::|->|@)$/.test(token.text)) break;
    own.push(item);
  }
  return { listed: [own], named: new Map() };
}

function argumentsOf(items: readonly (number | Group)[], tokens: readonly Token[]): Given {
  const all: (number | Group)[][] = [[]];
  for (const item of items.slice(0, MAX_ITEMS)) {
    if (tokenOf(item, tokens)?.text === ',') all.push([]);
    else all.at(-1)?.push(item);
  }
  const named = new Map<string, readonly (number | Group)[]>();
  const listed: (readonly (number | Group)[])[] = [];
  for (const one of all) {
    const sign = tokenOf(one[1], tokens)?.text ?? '';
    if (/^(=|:|=>)$/.test(sign)) named.set(tokenOf(one[0], tokens)?.text ?? '', one.slice(2));
    else listed.push(one);
  }
  return { listed, named };
}

/** The text with its places filled; `of` says what an argument or a name stands for. */
export function fillIn(
  text: string,
  { listed, named }: Given,
  of: (argument: readonly (number | Group)[]) => string,
  ofName: (name: string) => string,
): string {
  let at = 0;
  const place = (argument: readonly (number | Group)[] | undefined): string =>
    argument ? of(argument) : '{}';
  return text.replace(PLACE, (written, bracketed?: string, braced?: string, numbered?: string) => {
    if (bracketed !== undefined) return place(named.get(bracketed));
    if (numbered !== undefined) return place(listed[Number(numbered) - 1]);
    if (braced === undefined) return place(listed[at++]);
    const [name = ''] = braced.split(':');
    if (name === '') return place(listed[at++]);
    if (/^\d+$/.test(name)) return place(listed[Number(name)]);
    const given = named.get(name);
    if (given) return of(given);
    const known = ofName(name);
    return known === '{}' ? written : known;
  });
}
