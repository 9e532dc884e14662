// Which fields of a type never leave, because nothing but named ones of its values does: `pick(company, FIELDS)`, `omit(company,
// ['compliance'])`, `{name: company[name] for name in FIELDS}`. A value that goes anywhere as a whole is not picked from.
import { calleeOf, type Group, tokenOf } from '../tokens/groups.ts';
import type { Places } from '../tokens/places.ts';
import type { Token } from '../tokens/token.ts';

const KEEPS = /^(?:pick|only|slice|pluck|project)$/;
const DROPS = /^(?:omit|except|without|exclude|drop)$/;
const MEMBER = /^(?:\.|\?\.|->|\?->|&\.|!)$/;
/** What each member of a list is handed to. */
const EACH = /^(?:map|flatMap|reduce|forEach|each|filter|associateWith)$/;
const MAX_USES = 24;
const MAX_TEXTS = 120;
/** Between a constant's name and its texts: a type, `Object.freeze([`, `new Set([`. */
const MAX_AHEAD = 12;
const MAX_CLIMB = 6;

interface Pick {
  readonly texts: ReadonlySet<string>;
  readonly keeps: boolean;
}

/** Of a type whose values reach no call as they are: whether a field of it is left out everywhere. */
export function leftOutOf(
  type: string,
  tokens: readonly Token[],
  places: Places,
): (field: string) => boolean {
  const text = (at: number): string => tokens[at]?.text ?? '';
  const picks: Pick[] = [];
  for (const use of places.uses(type).slice(0, MAX_USES)) {
    const at = variableAt(use, tokens);
    if (at === undefined) continue;
    for (const other of places.uses(text(at)).slice(0, MAX_USES)) {
      if (other === at || tokens[other]?.parameter === true || MEMBER.test(text(other + 1))) continue;
      const pick = pickAt(other, tokens, places);
      if (!pick) return () => false;
      picks.push(pick);
    }
  }
  if (picks.length === 0) return () => false;
  return (field) => picks.every(({ texts, keeps }) => texts.has(field) !== keeps);
}

function variableAt(use: number, tokens: readonly Token[]): number | undefined {
  const [before, behind] = [tokens[use - 1], tokens[use + 1]];
  if (before?.text === ':') return tokens[use - 2]?.kind === 'name' ? use - 2 : undefined;
  const isFirst = behind?.kind === 'name' && !behind.first && /^[,)=;:]$/.test(tokens[use + 2]?.text ?? '');
  return isFirst ? use + 1 : undefined;
}

/** What is picked of a value where it is used; `undefined` where it is used as a whole. */
function pickAt(use: number, tokens: readonly Token[], places: Places): Pick | undefined {
  const text = (at: number): string => tokens[at]?.text ?? '';
  const place = places.of(use);
  if (!place) return undefined;
  if (text(use + 1) === '[' && tokens[use + 2]?.kind === 'name' && text(use + 3) === ']') {
    const texts = textsOf(listOf(text(use + 2), place.group, tokens), tokens, places);
    return texts && { texts, keeps: true };
  }
  const { group } = place;
  const name = group.open === '(' ? (calleeOf(group, tokens).at(-1) ?? '') : '';
  if (!KEEPS.test(name) && !DROPS.test(name)) return undefined;
  const texts = textsIn(group, tokens, places);
  return texts && { texts, keeps: KEEPS.test(name) };
}

/** The list that a name walks through: `for name in FIELDS`, `FIELDS.map((name) => ...)`. */
function listOf(name: string, group: Group, tokens: readonly Token[]): string | undefined {
  let at: Group | undefined = group;
  for (let depth = 0; at && depth < MAX_CLIMB; depth++, at = at.parent) {
    const { items } = at;
    const walks = items.findIndex(
      (item, i) =>
        tokenOf(item, tokens)?.text === 'in' && tokenOf(items[i - 1], tokens)?.text === name && i > 1,
    );
    if (walks >= 0) return tokenOf(items[walks + 1], tokens)?.text;
    const chain: readonly string[] = at.open === '(' ? calleeOf(at, tokens) : [];
    if (EACH.test(chain.at(-1) ?? '') && chain.length > 1) return chain.at(-2);
  }
  return undefined;
}

/** The texts among what a call is given, and those of its constants. */
function textsIn(group: Group, tokens: readonly Token[], places: Places): Set<string> | undefined {
  const texts = stringsBetween(group.at, group.close, tokens);
  if (texts.size > 0) return texts;
  for (const item of group.items) {
    const token = tokenOf(item, tokens);
    const found = token?.kind === 'name' ? textsOf(token.text, tokens, places) : undefined;
    if (found) return found;
  }
  return undefined;
}

/** The texts of a constant of this file. */
function textsOf(
  name: string | undefined,
  tokens: readonly Token[],
  places: Places,
): Set<string> | undefined {
  if (name === undefined) return undefined;
  for (const use of places.uses(name).slice(0, MAX_USES)) {
    let given = false;
    for (let at = use + 1; at < use + MAX_AHEAD; at++) {
      const { text = '' } = tokens[at] ?? {};
      if (/^[;)}]$/.test(text)) break;
      given ||= text === '=' || text === ':=';
      if (!given || tokens[at]?.kind !== 'string') continue;
      const close = places.of(at)?.group.close;
      return close === undefined ? undefined : stringsBetween(at - 1, close, tokens);
    }
  }
  return undefined;
}

function stringsBetween(from: number, to: number, tokens: readonly Token[]): Set<string> {
  const texts = new Set<string>();
  for (let at = from + 1; at < to && texts.size < MAX_TEXTS; at++) {
    const token = tokens[at];
    if (token?.kind === 'string') texts.add(token.text);
  }
  return texts;
}
