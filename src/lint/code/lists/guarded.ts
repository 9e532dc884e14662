// Whether a path is what a guard refuses: `if (path.startsWith(OLD)) throw`, `raise Gone if path == OLD`, `case OLD: return 410`. Told
// by the branch behind the condition, and by each use of a name that the path is given to.
import { isArm } from '../tokens/arms.ts';
import { calleeOf, givenTo, type Group, tokenOf } from '../tokens/groups.ts';
import type { Place, Places } from '../tokens/places.ts';
import type { Token } from '../tokens/token.ts';
import { isComparison } from './compared.ts';
import { Consequences } from './consequences.ts';
import { KEYWORD } from './fate-words.ts';
import { isLabel, isSearch } from './looked-for.ts';
import { JOINS, Memberships, type Test } from './memberships.ts';

const MAX_USES = 24;
const MAX_CLIMB = 4;
const MAX_BACK = 40;
const MAX_LINES = 4;
const MAX_LABELS = 12;
const UNEQUAL = /^(?:!==?|<>|is_not|ne)$/;
const POSITION = /^(?:str_?n?i?pos|strn?casecmp|strn?cmp|index_?of|find|index)$/i;

const REFUSES =
  /^(?:throw|raise|panic!?|abort!?|die|exit|halt|bail!|Err|reject|raise_error|fatalError|410|:?gone|HTTP_410\w*)$/i;
/** A part of a name of what is called or given back. */
const SAYS_NO = /error|refus|reject|deny|denied|forbid|unsupported|exception|gone(?![a-z])/i;
const SENTINEL = /^[eE]rr[A-Z]/;
const STATUS = /^4\d\d$/;
/** A branch ends where another one begins. */
const OTHER = /^(?:case|default|when|else|elif|elsif|elseif|end|if)$/;
const LEAVES = /^(?:return|break)$/;

export class Guarded {
  readonly #tokens: readonly Token[];
  readonly #places: Places;
  readonly #consequences: Consequences;
  readonly #memberships: Memberships;

  constructor(tokens: readonly Token[], places: Places) {
    this.#tokens = tokens;
    this.#places = places;
    this.#consequences = new Consequences(tokens, (first, last) => this.#saysNo(first, last));
    this.#memberships = new Memberships(tokens);
  }

  /** Of the path at a place; of a name that it is given to, all uses are guards. */
  isRefused({ group, position }: Place): boolean {
    if (this.#isRefusedAt({ group, position })) return true;
    const given = givenTo(group.items, position, this.#tokens);
    if (given?.kind !== 'name') return false;
    const uses = this.#places.usesOf(given, MAX_USES).filter((use) => this.#tokens[use] !== given);
    return (
      uses.length > 0 &&
      uses.length < MAX_USES &&
      uses.every((use) => {
        const place = this.#places.of(use);
        return place !== undefined && this.#isRefusedAt(place);
      })
    );
  }

  #text(group: Group, i: number): string {
    return tokenOf(group.items[i], this.#tokens)?.text ?? '';
  }

  #isRefusedAt({ group, position }: Place): boolean {
    if (isLabel(group, position, this.#tokens) || isArm(group, position, this.#tokens))
      return this.#consequences.armRefuses(group, this.#lastLabel(group, position));
    let test = this.#testAt(group, position);
    for (let up = 0; test && up < MAX_CLIMB; up++) {
      const told = this.#decided(test);
      if (told !== undefined) return told;
      // Brackets of no call, around a part of a condition.
      const around: Group = test.group;
      if (around.open !== '(' || !around.parent || calleeOf(around, this.#tokens).length > 0) return false;
      const place = { group: around.parent, from: around.position, to: around.position };
      test = this.#memberships.withSigns({ ...place, negated: test.negated });
    }
    return false;
  }

  #lastLabel(group: Group, position: number): number {
    let last = position;
    for (let i = position + 1; i < position + MAX_LABELS; i++) {
      if (tokenOf(group.items[i], this.#tokens)?.kind === 'string') last = i;
      else if (!/^[,|]$/.test(this.#text(group, i))) break;
    }
    return last;
  }

  /** A comparison, or a call that looks for it. */
  #testAt(group: Group, position: number): Test | undefined {
    const before = this.#text(group, position - 1);
    if (isComparison(before) && before !== 'in')
      return { group, from: this.#memberships.chainFrom(group, position - 2), to: position, ...not(before) };
    const next = tokenOf(group.items[position + 1], this.#tokens);
    const after = next?.text ?? '';
    if (isComparison(after)) return { group, from: position, to: position + 2, ...not(after) };
    const callee = group.open === '(' ? (calleeOf(group, this.#tokens).at(-1) ?? '') : '';
    if (JOINS.test(after) && isSearch(this.#text(group, position + 2)))
      return this.#memberships.withSigns({ group, from: position, to: position + 3, negated: false });
    if (!isSearch(callee)) return undefined;
    const call = { ...this.#memberships.callAt(group), negated: false };
    return POSITION.test(callee) ? this.#ofPosition(call) : this.#memberships.withSigns(call);
  }

  /** `strpos(path, OLD) === 0`: where it is, rather than whether. */
  #ofPosition(call: Test): Test {
    const sign = this.#text(call.group, call.to + 1);
    const value = [2, 3].map((by) => this.#text(call.group, call.to + by)).join('');
    const equals = /^===?$/.test(sign);
    if (/^0/.test(value)) return { ...call, negated: !(equals || /^>=?$/.test(sign)) };
    return { ...call, negated: equals };
  }

  /** Whether the condition around a test refuses; undefined where no keyword is found in its brackets. */
  #decided({ group, from, to, negated }: Test): boolean | undefined {
    for (let i = from - 1; i >= 0 && i > from - MAX_BACK; i--) {
      const text = this.#text(group, i);
      if (KEYWORD.test(text)) return this.#condition(group, i, to, negated);
      if (/^[;:?=]$|^(?:return|=>|:=)$/.test(text)) return false;
    }
    const { parent, position } = group;
    if (group.open !== '(' || !parent) return false;
    const before = this.#text(parent, position - 1);
    return KEYWORD.test(before) ? this.#condition(parent, position - 1, position, negated) : undefined;
  }

  #condition(group: Group, keyword: number, to: number, negated: boolean): boolean {
    const turned = /^(?:unless|guard)$/.test(this.#text(group, keyword)) ? !negated : negated;
    const branch = this.#consequences.refuses(group, keyword, to);
    return branch === (turned ? 'else' : 'then');
  }

  /** An error that is thrown or given back, a status that refuses; nothing given back is no refusal of a path. */
  #saysNo(first: number, last: number): boolean {
    let lines = 0;
    let left = false;
    for (let i = first; i < last; i++) {
      const token = this.#tokens[i];
      if (!token) return false;
      const { text, kind } = token;
      if (i > first && token.first && (left || ++lines >= MAX_LINES || OTHER.test(text))) return false;
      if (kind === 'string') continue;
      left ||= LEAVES.test(text);
      if (REFUSES.test(text) || (kind === 'number' && STATUS.test(text))) return true;
      if (kind === 'name' && (SAYS_NO.test(text) || SENTINEL.test(text))) return true;
    }
    return false;
  }
}

const not = (sign: string): { readonly negated: boolean } => ({ negated: UNEQUAL.test(sign) });
