// What becomes of the values that a list names, told by what its name is asked for: `if (GONE.has(type)) throw` refuses
// them, `if (!KNOWN.has(type)) throw` lets them through. Names of lists say nothing here; what is done with them does.
import type { Fate } from '../../model/model.ts';
import { isMatch } from '../tokens/arms.ts';
import { blockOf, calleeOf, givenTo, type Group, isBlock, tokenOf } from '../tokens/groups.ts';
import type { Place, Places } from '../tokens/places.ts';
import type { Token } from '../tokens/token.ts';
import { Consequences } from './consequences.ts';
import { ACCEPTS, AGAINST, ASKS, called, fateIf, FINDS, HOLDS, KEYWORD, SUBTRACTS } from './fate-words.ts';
import { isGiven, JOINS, MAX_BACK, Memberships, type Test } from './memberships.ts';

const MAX_USES = 24;
const MAX_HOPS = 3;
const MAX_CLIMB = 6;

export class Fates {
  readonly #tokens: readonly Token[];
  readonly #places: Places;
  readonly #consequences: Consequences;
  readonly #memberships: Memberships;
  readonly #known = new Map<string, Fate>();

  constructor(tokens: readonly Token[], places: Places) {
    this.#tokens = tokens;
    this.#places = places;
    this.#consequences = new Consequences(tokens);
    this.#memberships = new Memberships(tokens);
  }

  /** Of what stands at a position: by the brackets around it, and by the name that these are given to. */
  of(start: Group, at: number): Fate {
    let group: Group | undefined = start;
    let position = at;
    for (let depth = 0; group && depth < MAX_CLIMB; depth++) {
      const here = this.#direct(group, position) ?? this.#tested({ group, position }, MAX_HOPS);
      if (here) return here;
      const owner = givenTo(group.items, position, this.#tokens);
      const key = owner?.text ?? '';
      if (AGAINST.test(key)) return 'refused';
      if (owner?.kind === 'name') {
        const fate = this.ofName(owner.text, this.#places.indexOf(owner));
        if (fate) return fate;
      }
      if (group.open === '{' && isBlock(group, this.#tokens)) return undefined;
      position = group.position;
      group = group.parent;
    }
    return undefined;
  }

  /** Of a name, by its uses behind and before the place that makes it. */
  ofName(name: string, made: number, hops = MAX_HOPS): Fate {
    const known = this.#known.get(name);
    if (known !== undefined || this.#known.has(name)) return known;
    this.#known.set(name, undefined);
    let found: Fate;
    for (const use of this.#places.usesAround(name, made, MAX_USES)) {
      const place = use === made ? undefined : this.#places.of(use);
      const fate = place && this.#tested(place, hops);
      if (fate) found = found === 'accepted' ? found : fate;
    }
    this.#known.set(name, found);
    return found;
  }

  #at(group: Group, i: number): Token | undefined {
    return tokenOf(group.items[i], this.#tokens);
  }

  #text(group: Group, i: number): string {
    return this.#at(group, i)?.text ?? '';
  }

  /** An argument of something that takes its values away or allows no others. */
  #direct(group: Group, position: number): Fate {
    if (this.#text(group, position - 1) === '-') return 'refused';
    if (group.open !== '(') return undefined;
    const chain = calleeOf(group, this.#tokens);
    const last = chain.at(-1) ?? '';
    if (SUBTRACTS.test(last)) return 'refused';
    return ACCEPTS.test(last) && chain.length > 1 ? 'accepted' : undefined;
  }

  #tested({ group, position }: Place, hops: number): Fate {
    const direct = this.#direct(group, position);
    if (direct) return direct;
    if (AGAINST.test(givenTo(group.items, position, this.#tokens)?.text ?? '')) return 'refused';
    const given = group.parent && givenTo(group.parent.items, group.position, this.#tokens);
    if (AGAINST.test(given?.text ?? '')) return 'refused';
    const test = this.#memberships.of(group, position);
    return test && hops > 0 ? this.#fate(this.#memberships.withSigns(test), hops) : undefined;
  }

  #fate(test: Test, hops: number): Fate {
    let now = test;
    for (let depth = 0; depth < MAX_CLIMB; depth++) {
      const told = this.#told(now, hops);
      if (told !== 'further') return told;
      const { group } = now;
      if (!group.parent) return undefined;
      const callee = group.open === '(' ? (calleeOf(group, this.#tokens).at(-1) ?? '') : '';
      const call = FINDS.test(callee) ? this.#memberships.callAt(group) : undefined;
      now = this.#memberships.withSigns({
        ...(call ?? { group: group.parent, from: group.position, to: group.position }),
        negated: now.negated,
      });
    }
    return undefined;
  }

  /** What a test at this place decides; `further`: that is told by what is around it. */
  #told(test: Test, hops: number): Fate | 'further' {
    const { group, from, to, negated } = test;
    if (this.#text(group, to + 1) === '->' && isMatch(group, this.#tokens))
      return this.#consequences.armRefuses(group, to) ? fateIf(negated) : undefined;
    let target: Token | undefined;
    for (let i = from - 1; i >= 0 && i > from - MAX_BACK; i--) {
      const token = this.#at(group, i);
      if (!token) {
        const item = group.items[i];
        if (typeof item === 'object' && item.open === '{') break;
        continue;
      }
      const { text } = token;
      if (KEYWORD.test(text)) return this.#condition(group, i, to, negated);
      if (HOLDS.test(text)) return fateIf(!negated);
      if (text === 'return' || text === '=>' || text === '->') return this.#given(test, i, text, hops);
      if (isGiven(text)) target ??= this.#at(group, i - 1);
      if (text === ';' || (text === ',' && group.open !== '' && !target)) break;
      if (token.first && !JOINS.test(text) && !/^(&&|\|\||and|or|\?)$/.test(text)) break;
    }
    const first = this.#at(group, from);
    if (target && !this.#isLambdaOf(group)) return this.#variable(target, negated, hops);
    const around = this.#around(group, to, negated);
    if (around) return around;
    if (first && this.#isLast(group, to)) return this.#function(first, negated, hops);
    return undefined;
  }

  /** The brackets themselves: `if (`, `filter(`, `require(`, `{ |d| ... }` behind such a call. */
  #around(group: Group, to: number, negated: boolean): Fate | 'further' | undefined {
    const parent = group.parent;
    if (!parent) return undefined;
    if (group.open === '(') {
      const before = this.#text(parent, group.position - 1);
      if (KEYWORD.test(before)) return this.#condition(parent, group.position - 1, group.position, negated);
      const last = calleeOf(group, this.#tokens).at(-1);
      return last === undefined ? (/^\w+$/.test(before) ? undefined : 'further') : called(last, negated);
    }
    const block = group.open === '{' ? blockOf(group, this.#tokens) : '';
    return block === '' ? undefined : called(block, negated);
  }

  #isLambdaOf(group: Group): boolean {
    return group.open === '(' && calleeOf(group, this.#tokens).length > 0;
  }

  #isLast(group: Group, to: number): boolean {
    const next = this.#at(group, to + 1);
    return to + 1 >= group.items.length || next?.first === true || next?.text === ';' || next?.text === 'end';
  }

  /** `if` and its like at `keyword`, whose condition ends at `to`. */
  #condition(group: Group, keyword: number, to: number, negated: boolean): Fate {
    const word = this.#text(group, keyword);
    const no = word === 'unless' || word === 'guard' ? !negated : negated;
    const comprehends = /^[[({]$/.test(group.open) && word === 'if' && this.#loops(group, keyword);
    if (comprehends) return fateIf(!no, 'picked');
    const refused = this.#consequences.refuses(group, keyword, to);
    if (refused === undefined) return undefined;
    return fateIf(refused === 'then' ? no : !no);
  }

  #loops(group: Group, keyword: number): boolean {
    for (let i = keyword - 1; i >= 0 && i > keyword - MAX_BACK; i--)
      if (this.#text(group, i) === 'for') return true;
    return false;
  }

  /** `return N.has(t)`, `(t) => N.has(t)`. */
  #given(test: Test, at: number, sign: string, hops: number): Fate | 'further' {
    const { group, negated } = test;
    if (sign !== 'return') {
      const chain = this.#isLambdaOf(group) ? (calleeOf(group, this.#tokens).at(-1) ?? '') : '';
      if (chain !== '') return called(chain, negated) ?? undefined;
      // `const isGone = (t) => N.has(t)`; a branch of a match decides by what follows it.
      const owner = givenTo(group.items, at - 1, this.#tokens);
      return owner ? this.#calls(owner.text, negated, hops) : undefined;
    }
    const token = this.#at(group, at);
    return token && this.#function(token, negated, hops);
  }

  #function({ scope }: Token, negated: boolean, hops: number): Fate {
    return scope.kind === 'function' ? this.#calls(scope.name, negated, hops) : undefined;
  }

  /** Of a predicate, by its calls. */
  #calls(name: string, negated: boolean, hops: number): Fate {
    for (const use of this.#places.uses(name).slice(0, MAX_USES)) {
      const place = this.#places.of(use);
      if (!place || hops <= 1) continue;
      const { group, position } = place;
      const args = group.items[position + 1];
      const called = typeof args === 'object' && args.open === '(' && args.position === position + 1;
      if (this.#text(group, position - 1) === 'def') continue;
      const from = this.#memberships.chainFrom(group, position);
      if (!called && !ASKS.test(calleeOf(group, this.#tokens).at(-1) ?? '')) continue;
      const fate = called
        ? this.#fate(this.#memberships.withSigns({ group, from, to: position + 1, negated }), hops - 1)
        : this.#handed(group, negated);
      if (fate) return fate;
    }
    return undefined;
  }

  /** `docs.filter(isGone)`. */
  #handed(group: Group, negated: boolean): Fate {
    const told = called(calleeOf(group, this.#tokens).at(-1) ?? '', negated);
    return told === 'further' ? undefined : told;
  }

  /** `const gone = docs.some(...)`, and then `if (gone)`. */
  #variable(made: Token, negated: boolean, hops: number): Fate {
    const at = this.#places.indexOf(made);
    for (const use of this.#places.usesAfter(made.text, at, MAX_USES)) {
      const place = this.#places.of(use);
      if (!place || hops <= 1) continue;
      const { group, position } = place;
      let to = position;
      while (JOINS.test(this.#text(group, to + 1))) to += typeof group.items[to + 3] === 'object' ? 3 : 2;
      const empty = /^(isEmpty|empty\?|is_empty|blank\?|none\?)$/.test(this.#text(group, position + 2));
      const test = this.#memberships.withSigns({
        group,
        from: position,
        to,
        negated: empty ? !negated : negated,
      });
      const fate = this.#fate(test, hops - 1);
      if (fate) return fate;
    }
    return undefined;
  }
}
