// Under which names a list goes on from where it is used, whether anything that isn't seen joins it there, and which loop
// walks through it: `const all = us ? [...BASE, ein] : BASE`, `return BASE.filter(...)`, `for (const t of all)`.
import { REQUIRED_DOCUMENT_TYPE } from '../../../interface/document-types.ts';
import type { Named } from '../names/meant.ts';
import { calleeOf, type Group, tokenOf } from '../tokens/groups.ts';
import type { Place, Places } from '../tokens/places.ts';
import type { Token } from '../tokens/token.ts';

/** First and last tokens of a loop. */
export type Loop = readonly [number, number];

const JOIN = /^(\.|\?\.|->|&\.|::)$/;
const WALKS =
  /^(each\w*|for_?each\w*|(flat_?)?map|flatMap|mapNotNull|compactMap|stream|iter|into_iter|Select|traverse\w*|reduce_while)$/i;
const GROWS =
  /^(push|append|add|concat|unshift|extend|addAll|AddRange|add_all|insert|push_back|union|plus|prepend)$/i;
const GROWING = /^(\+|\+=|<<|\+\+)$/;
const SPREADS = /^(\.\.\.|\*|\*\*)$/;
const CHOSEN = /^(option|select|menuitem|radio|checkbox|dropdown|label|placeholder)s?$/i;
const CASE = /^(it|test|specify|context)$/;
/** Calls that give a list back in another form. */
const WRAPS = /^(collect|stream|from|of|entries|values|keys|enumerate|sorted|list|iter|asList)$/i;
const TYPE = /^[A-Z][A-Za-z]+$/;
const BEFORE = 24;
const BEHIND = 60;
const MAX_LINKS = 6;
/** Between a name and the sign that gives it something. */
const MAX_TYPED = 8;
/** Tokens of a loop. */
const MAX_LOOP = 160;

export class GoesOn {
  readonly #tokens: readonly Token[];
  readonly #places: Places;
  readonly #named: Named;

  constructor(tokens: readonly Token[], places: Places, named: Named) {
    this.#tokens = tokens;
    this.#places = places;
    this.#named = named;
  }

  #text(at: number): string {
    return this.#tokens[at]?.text ?? '';
  }

  /** The variable that what stands here is given to, or the function that gives it back. */
  nameFrom(at: number): Token | undefined {
    const { statement, scope } = this.#tokens[at] ?? {};
    if (!statement || !scope) return undefined;
    for (let i = at - 1; i >= statement.first && i > at - BEFORE; i--) {
      const text = this.#text(i);
      if (text === 'return') return this.#function(scope.name, scope.kind);
      if (text !== '=' && text !== ':=') continue;
      const owner = this.#tokens[i - 1];
      return owner?.kind === 'name' ? owner : undefined;
    }
    // In many languages the last expression of a function is what it gives back.
    return this.#isLast(at) ? this.#function(scope.name, scope.kind) : undefined;
  }

  #function(name: string, kind: string): Token | undefined {
    const [first] = kind === 'function' ? this.#places.uses(name) : [];
    return first === undefined ? undefined : this.#tokens[first];
  }

  #isLast(at: number): boolean {
    const { statement, scope } = this.#tokens[at] ?? {};
    if (!statement || scope?.kind !== 'function') return false;
    const next = this.#tokens[statement.last];
    return next === undefined || next.scope !== scope || /^(\}|end)$/.test(next.text);
  }

  /** Where a use ends: behind the brackets of its call. */
  endOf(use: number): number {
    const next = this.#groupAt(use + 1);
    return next?.open === '(' ? next.close : use;
  }

  #groupAt(at: number): Group | undefined {
    const place = /[([]$/.test(this.#text(at)) ? this.#places.of(at) : undefined;
    const item = place?.group.items[place.position];
    return typeof item === 'object' && item.at === at ? item : undefined;
  }

  /** The loop that walks through what stands from `at` to `end`; a choice that people are given is none. */
  loop(at: number, end: number): Loop | undefined {
    const { statement } = this.#tokens[at] ?? {};
    if (!statement) return undefined;
    const walked =
      /^(for|foreach)$/.test(this.#text(statement.first)) ||
      this.#isComprehended(at) ||
      this.#isChained(end) ||
      this.#isArgument(at);
    if (!walked || this.#isChoice(end, statement.last)) return undefined;
    return [Math.max(statement.first, at - MAX_LOOP), Math.min(statement.last, end + MAX_LOOP)];
  }

  /** The loop as a list, empty where there is none. */
  through(at: number, end = at): readonly Loop[] {
    const loop = this.loop(at, end);
    return loop ? [loop] : [];
  }

  /** `[upload(t) for t in list]`. */
  #isComprehended(at: number): boolean {
    if (this.#text(at - 1) !== 'in') return false;
    for (let i = at - 2; i > at - BEFORE; i--) if (this.#text(i) === 'for') return true;
    return false;
  }

  /** `list.each`, `LISTS.fetch(country).each`, `LISTS[country].forEach`. */
  #isChained(end: number): boolean {
    let at = end + 1;
    for (let link = 0; link < MAX_LINKS; link++) {
      const group = this.#groupAt(at);
      if (group) at = group.close + 1;
      else if (!JOIN.test(this.#text(at))) return false;
      else if (WALKS.test(this.#text(at + 1))) return true;
      else at += 2;
    }
    return false;
  }

  /** `Enum.each(list, ...)`, `array_map(fn, $list)`. */
  #isArgument(at: number): boolean {
    const group = this.#places.of(at)?.group;
    if (group?.open !== '(') return false;
    const chain = calleeOf(group, this.#tokens);
    const last = chain.at(-1) ?? '';
    if (WRAPS.test(last) && this.#isChained(group.close)) return true;
    return (chain[0] === 'Enum' && WALKS.test(last)) || /^array_(map|walk)$/.test(last);
  }

  /** Choices or cases of a test that are made of a list where it stands. */
  isChosenFrom({ at, close }: Group): boolean {
    const { statement } = this.#tokens[at] ?? {};
    return (
      statement !== undefined && JOIN.test(this.#text(close + 1)) && this.#isChoice(close, statement.last)
    );
  }

  #isChoice(end: number, last: number): boolean {
    for (let i = end + 1; i < Math.min(last, end + BEFORE); i++) {
      if (CHOSEN.test(this.#text(i))) return true;
      const next = this.#text(i + 1) === '(' ? i + 2 : i + 1;
      // Each is a case of a test.
      if (CASE.test(this.#text(i)) && this.#tokens[next]?.kind === 'string') return true;
    }
    return false;
  }

  /** Whether members join it here that aren't seen, and may be bank statements. */
  isGrown(use: number): boolean {
    const place = this.#places.of(use);
    const { statement } = this.#tokens[use] ?? {};
    if (!place || !statement) return false;
    if (SPREADS.test(this.#text(use - 1))) return this.#hasUnseen(place);
    const next = this.#text(use + 1);
    if (GROWING.test(next)) return !this.#hasTypes(use + 2, Math.min(statement.last, use + BEHIND));
    const grows = JOIN.test(next) && GROWS.test(this.#text(use + 2));
    const args = grows ? this.#groupAt(use + 3) : undefined;
    return args !== undefined && !this.#hasTypes(args.at, Math.min(args.close, args.at + BEHIND));
  }

  #hasTypes(from: number, to: number): boolean {
    for (let i = from; i <= to; i++) {
      const token = this.#tokens[i];
      const member = token?.kind === 'name' && JOIN.test(this.#text(i - 1));
      const meant = token?.kind === 'name' ? this.#named(token.text) : undefined;
      if (meant !== undefined && TYPE.test(meant)) return meant !== REQUIRED_DOCUMENT_TYPE;
      if (token && (token.kind === 'string' || member) && TYPE.test(token.text)) return true;
      if (member && /^[A-Z][A-Z\d_]+$/.test(token.text)) return true;
    }
    return false;
  }

  /** A list that it is spread into has names among its members; or begins with another that is seen, and is that one's then. */
  #hasUnseen({ group, position }: Place): boolean {
    const from = Math.max(0, position - BEFORE);
    return group.items.slice(from, position + BEFORE).some((item, nth) => {
      const i = from + nth;
      const token = tokenOf(item, this.#tokens);
      if (token?.kind !== 'name' || i === position) return false;
      const [before = ',', after = ','] = [-1, 1].map(
        (by) => tokenOf(group.items[i + by], this.#tokens)?.text,
      );
      const isMember = (before === ',' || SPREADS.test(before)) && after === ',';
      return isMember && (i < position || !this.#isSeen(token.text));
    });
  }

  /** A list of this file, all of whose members are types that are seen, and none is bank statements. */
  #isSeen(name: string): boolean {
    const lists = this.#places.uses(name).flatMap((use) => this.#listOf(use) ?? []);
    return lists.length === 1 && lists.every((list) => list.items.every((item) => this.#isOther(item)));
  }

  /** What a name is given: `BASE = [`, `BASE: string[] = [`. */
  #listOf(use: number): Group | undefined {
    for (let at = use + 1; at < use + MAX_TYPED; at++) {
      const text = this.#text(at);
      if (text === '=' || text === ':=') return this.#groupAt(at + 1);
      if (!/^(:|[\w<>[\]?]+)$/.test(text)) return undefined;
    }
    return undefined;
  }

  #isOther(item: number | Group): boolean {
    const token = tokenOf(item, this.#tokens);
    if (!token) return false;
    if (token.text === ',') return true;
    const text = token.kind === 'string' ? token.text : this.#named(token.text);
    return text !== undefined && TYPE.test(text) && text !== REQUIRED_DOCUMENT_TYPE;
  }
}
