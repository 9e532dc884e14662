// What is done with a list of papers right where it stands, or by its name: whether something is put to it that isn't seen
// there, whether it is put to another, and whether it is only asked for something.
import type { Pack } from './gather.ts';
import { type Layout, lineAt, lineOf } from './layout.ts';

/** From the list's bracket to its end; of rows of calls, from the first paper to the last. */
export function spanOf({ items, bracket, calls }: Pack): [number, number] {
  const isOwn =
    bracket.at >= 0 && !calls && (bracket.open !== '{' || items.every((item) => item.bracket === bracket));
  return isOwn ? [bracket.at, bracket.end] : [items[0]?.at ?? 0, items.at(-1)?.end ?? 0];
}

/** All of these look at some characters beside a list. */
const ASKED =
  /^[)\]}\s]{0,6}\.\s?(?:includes\??|include\?|[cC]ontains\w*|has\w*|indexOf|member\?|some|any\?|filter\(\s?\w+\s?=>\s?\w+\s?===)\s?\(/;
const ASKING =
  /(?:\b(?:in_array|isin|isdisjoint|anyOf|oneOf|one_of|isIn|is_in|Literal|enum|OneOf|AnyOf|choices=)\s?|Literal)[([]?$/;
const PLUS = /[\w)\]]\s*(?:\+|\||\+\+|<>)\s*(?:new\s[\w<>[\]]{1,40}\s*)?(?:[\w.]{1,40}\()?$/;
const PUTS =
  /\.(?:concat|union|merge|plus|addAll|extend|append|push|update|AddRange|Union|Concat)\s?\(\s?(?:\.\.\.)?(?:[\w.]{1,40}\()?$/;
const FOLLOWS =
  /^[)\]}]?\s*(?:\+\+?|\|(?![>|])|<>|\.(?:concat|union|plus|merge|Union|Concat)\s?\()\s*[A-Za-z_[("']/;
/** Bounded repetitions. */
const SPREAD = /[,([{\n][ \t]{0,40}(?:\.\.\.|\*{1,2})\s?([A-Za-z_$][\w$]{0,80})/g;

/** A name of 80 letters, and what is put to it. Bounded: 200 characters. */
const GROWS =
  /\b([A-Za-z_]\w{0,80})\s?(?:\.(?:push|append|add|unshift|extend|concat|addAll|insert|update|union|Add|AddRange|Append|put|merge|plus|delete|remove)\s?\(|\[\]\s?=|\+=|<<|\|=|\+\s?[A-Za-z_[(]|\|\s[A-Za-z_{[])/g;
const TAKEN =
  /(?:\.\.\.|[([,]\s?\*)\s?([A-Za-z_]\w{0,80})|(?:array_merge|concat|union)\(\s?(?:[^()\n,]{0,80},\s?)?([A-Za-z_$]\w{0,80})|[+|]\s([A-Za-z_]\w{0,80})/g;

/** `kind in ('A', 'B')`, `['A', 'B'].includes(kind)`. */
export function isCompared({ code }: Layout, pack: Pack): boolean {
  const { at, open } = pack.bracket;
  if (at < 0 || pack.calls || open === '{') return false;
  const before =
    code
      .slice(Math.max(0, at - 80), at)
      .split('\n')
      .at(-1) ?? '';
  if (/\b(?:in|not|IN|NOT)\s*$/.test(before) && !/\bfor(?:each)?\b/.test(before)) return true;
  return ASKING.test(before.trimEnd()) || ASKED.test(code.slice(pack.bracket.end, pack.bracket.end + 80));
}

/** What isn't seen may be the statements: `[...BASE, 'ProofOfAddress']`, `BASE + [...]`, `papers.push(...more)`. */
export function isJoined(layout: Layout, pack: Pack, packs: readonly Pack[]): boolean {
  const { code } = layout;
  const name = nameOf(layout, pack);
  if (name !== undefined && isPutTo(code, name)) return true;
  if (pack.bracket.at < 0 || pack.calls) return false;
  const [start, end] = spanOf(pack);
  const known = new Set(packs.filter((other) => other !== pack).map((other) => nameOf(layout, other)));
  for (const [, other = ''] of code.slice(start, end).matchAll(SPREAD)) if (!known.has(other)) return true;
  const before = code.slice(Math.max(0, start - 80), start);
  return PLUS.test(before) || PUTS.test(before) || FOLLOWS.test(code.slice(end, end + 60));
}

/** It grows, or another list takes it in. */
function isPutTo(code: string, name: string): boolean {
  if (!code.includes(name)) return false;
  for (const [, grown] of code.matchAll(GROWS)) if (grown === name) return true;
  for (const [, one, other, third] of code.matchAll(TAKEN))
    if (one === name || other === name || third === name) return true;
  return false;
}

/** The name that a list is given. Bounded: a line of 400 characters. */
function nameOf(layout: Layout, { items: [first], bracket, calls }: Pack): string | undefined {
  if (calls || !first) return undefined;
  let line = bracket.at >= 0 ? lineOf(layout, bracket.at) : first.line;
  // A bracket in a line of its own.
  if (/^\s*[([{]/.test(lineAt(layout, layout.code, line))) line--;
  // Bounded: a line of 400 characters.
  const text = lineAt(layout, layout.code, line);
  return /([A-Za-z_]\w{0,80})\s*(?::[^=\n]{0,80})?(?::=|=|<-)(?![=>])/.exec(text)?.[1];
}
