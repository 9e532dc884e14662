// What stands for a member of a list where something walks through it: the variable of a loop, the parameter of a callback;
// or the function that is called with each. Knows no names of fields.
import { calleeOf, type Group } from '../tokens/groups.ts';
import type { Place, Places } from '../tokens/places.ts';
import type { Token } from '../tokens/token.ts';
import { callbackOf, isSign, type Member, NOBODY, type Walked } from './callbacks.ts';
import { FOLDS, MAPS, PIPES, SENDS_EACH, STAYS, WRAPS_LIST } from './member-words.ts';

const JOIN = /^(\.|\?\.|->|&\.|::|\?->)$/;
/** Between a list and the sign of its loop. */
const BEFORE_LIST = /^[&*@$.([\]]$|^(->|::)$/;
const SIGN = /^(of|in|:|range|<-)$/;
const MAX_HEAD = 16;
const MAX_LINKS = 8;
const MAX_CALLBACK = 24;

export class Members {
  readonly #tokens: readonly Token[];
  readonly #places: Places;

  constructor(tokens: readonly Token[], places: Places) {
    this.#tokens = tokens;
    this.#places = places;
  }

  #text(at: number): string {
    return this.#tokens[at]?.text ?? '';
  }

  /**
   * Of what stands at a token, or ends at `end`: a name, a call, a literal. Nobody where its members are unpacked at once,
   * `undefined` where nothing walks through it.
   */
  of(at: number, end = at): Walked | undefined {
    return this.#ofLoop(at, end) ?? this.#ofChain(end) ?? this.#ofArgument(at);
  }

  /** `for (const row of rows)`, `for _, row := range rows`, `foreach ($rows as $row)`, `f(row) for row in rows`. */
  #ofLoop(at: number, end: number): Walked | undefined {
    const as = this.#text(end + 1) === 'as' ? this.#named(end + 2, end + 8) : undefined;
    if (as !== undefined) return { ...NOBODY, members: [this.#inLoop(as, end)] };
    let sign = at - 1;
    for (let i = 0; i < MAX_LINKS && !SIGN.test(this.#text(sign)); i++, sign--) {
      const { kind, text } = this.#tokens[sign] ?? { kind: 'symbol', text: '' };
      if (kind !== 'name' && !BEFORE_LIST.test(text)) return undefined;
      // What a function makes of the list is another one.
      const before = this.#tokens[sign - 1];
      if (text === '(' && before?.kind === 'name' && !WRAPS_LIST.test(before.text) && before.text !== 'for')
        return undefined;
    }
    const first = this.#forBefore(sign);
    if (first === undefined) return undefined;
    const names = this.#tokens.slice(first + 1, sign).filter(({ kind, text }) => isVariable(kind, text));
    const own = names.at(-1);
    // Fields that are taken out are named anew.
    const taken = this.#tokens.slice(first, sign).some(({ text }) => text === '{');
    if (!own || taken) return NOBODY;
    return { ...NOBODY, members: [this.#inLoop(own.text, end, first)] };
  }

  #forBefore(sign: number): number | undefined {
    if (!SIGN.test(this.#text(sign))) return undefined;
    for (let i = sign - 1; i > sign - MAX_HEAD; i--) {
      const text = this.#text(i);
      if (text === 'for' || text === 'foreach') return i;
      if (/^[;{]$/.test(text) && !this.#tokens[i]?.passive) return undefined;
    }
    return undefined;
  }

  /** The last name before the bracket that closes a head: `as $id => $row)`. */
  #named(from: number, to: number): string | undefined {
    let name: string | undefined;
    for (let i = from; i < to && !/^[):{]$/.test(this.#text(i)); i++)
      if (this.#tokens[i]?.kind === 'name') name = this.#text(i);
    return name;
  }

  /** A loop's body is what is left of its statement; of a comprehension, what stands before it. */
  #inLoop(name: string, end: number, first = -1): Member {
    const { statement } = this.#tokens[end] ?? {};
    const group = this.#places.of(end)?.group;
    const begins = statement && first >= 0 && first > statement.first + 1 && !this.#isBlockBehind(end);
    if (begins && group && group.at >= 0) return { name, from: group.at, to: first };
    return { name, from: end, to: this.#bodyEnd(end, statement?.last ?? end) };
  }

  #isBlockBehind(end: number): boolean {
    const head = this.#places.of(end)?.group;
    const place = head && this.#text(head.close + 1) === '{' ? this.#places.of(head.close + 1) : undefined;
    return place !== undefined || this.#text(end + 1) === '{';
  }

  /** Without a grammar, a statement may end with its head. */
  #bodyEnd(end: number, last: number): number {
    const place = this.#places.of(end);
    for (let depth = 0, at = place; at && depth < 2; depth++) {
      const { group, position }: { group: Group; position: number } = at;
      const block = group.items
        .slice(position, position + MAX_CALLBACK)
        .find((item) => typeof item === 'object' && item.open === '{');
      if (typeof block === 'object') return Math.max(block.close, last);
      if (!group.parent) break;
      at = { group: group.parent, position: group.position };
    }
    return last;
  }

  /** `rows.filter(...).forEach((row) => ...)`, `rows.each { |row| ... }`, `rows.pipe(mergeMap((row) => ...))`. */
  #ofChain(end: number): Walked | undefined {
    let isWalked = false;
    const members: Member[] = [];
    const functions: string[] = [];
    let at = end + 1;
    for (let link = 0; link < MAX_LINKS && JOIN.test(this.#text(at)); link++) {
      const name = this.#text(at + 1);
      const groups = this.#argumentsAt(at + 2);
      if (PIPES.test(name) && groups[0]) return this.#ofPipe(groups[0]);
      const folds = FOLDS.test(name);
      const [walks, stays] = [SENDS_EACH.test(name) || MAPS.test(name) || folds, STAYS.test(name)];
      if (!walks && !stays) break;
      const found = groups
        .map((group) => callbackOf(group, this.#tokens, -1, folds))
        .find((one) => one !== undefined);
      isWalked ||= walks;
      members.push(...(found?.members ?? []));
      functions.push(...(found?.functions ?? []));
      if (walks) break;
      at = (groups.at(-1)?.close ?? at + 1) + 1;
    }
    return isWalked ? { members, functions } : undefined;
  }

  /** The brackets behind a call's name: its arguments, its block, or both. */
  #argumentsAt(at: number): Group[] {
    const found: Group[] = [];
    let next = at;
    if (this.#text(next) === '<') while (next < at + MAX_HEAD && this.#text(next) !== '(') next++;
    for (let i = 0; i < 2; i++) {
      const text = this.#text(next);
      if (!/^[({]$/.test(text) && text !== 'do') break;
      const place = this.#places.of(next);
      const group = place?.group.items[place.position];
      if (typeof group === 'object' && group.at === next) {
        found.push(group);
        next = group.close + 1;
      } else if (text === 'do' && place) {
        found.push(this.#doBlock(next, place.group));
        break;
      } else break;
    }
    return found;
  }

  /** Ruby's `do |row| ... end` has no brackets of its own. */
  #doBlock(at: number, parent: Group): Group {
    const { statement } = this.#tokens[at] ?? {};
    const close = Math.min(parent.close, statement?.last ?? parent.close);
    const position = (this.#places.of(at)?.position ?? 0) + 1;
    return {
      open: '{',
      at,
      close,
      parent,
      position,
      items: parent.items.slice(position, position + MAX_CALLBACK),
    };
  }

  #ofPipe(group: Group): Walked {
    const members: Member[] = [];
    const functions: string[] = [];
    for (const item of group.items) {
      if (typeof item !== 'object' || item.open !== '(') continue;
      const name = calleeOf(item, this.#tokens).at(-1) ?? '';
      const walks = SENDS_EACH.test(name);
      if (!walks && !MAPS.test(name) && !STAYS.test(name)) break;
      const found = callbackOf(item, this.#tokens);
      members.push(...(found?.members ?? []));
      functions.push(...(found?.functions ?? []));
      if (walks || MAPS.test(name)) break;
    }
    return { members, functions };
  }

  /** `Enum.each(rows, fn row -> ... end)`, `array_map(fn ($row) => ..., $rows)`, `pool.map(send, rows)`. */
  #ofArgument(at: number): Walked | undefined {
    const place = this.#places.of(at);
    if (place?.group.open !== '(') return undefined;
    const last = calleeOf(place.group, this.#tokens).at(-1) ?? '';
    if (!this.#isOnly(place)) return undefined;
    if (WRAPS_LIST.test(last)) return this.of(place.group.at, place.group.close);
    if (!place.group.items.some((item) => isSign(item, /^,$/, this.#tokens))) return undefined;
    return SENDS_EACH.test(last) || MAPS.test(last) ? callbackOf(place.group, this.#tokens, at) : undefined;
  }

  /** An argument of its own, and not a part of a callback. */
  #isOnly({ group, position }: Place): boolean {
    const [before, behind] = [group.items[position - 1], group.items[position + 1]];
    const isEdge = (item: number | Group | undefined): boolean =>
      item === undefined || isSign(item, /^[,@$&*]$/, this.#tokens);
    return isEdge(before) && isEdge(behind);
  }
}

const isVariable = (kind: Token['kind'], text: string): boolean =>
  kind === 'name' && !/^(const|let|var|val|final|auto|mut|async|await|ref)$/.test(text);
