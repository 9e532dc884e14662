// Where a list is asked whether something is in it: `N.has(x)`, `x in N`, `in_array(x, N)`, `N[x]`, and the signs before
// and behind that turn the answer round.
import { calleeOf, type Group, tokenOf } from '../tokens/groups.ts';
import type { Token } from '../tokens/token.ts';
import { HAS, HAS_OF } from './fate-words.ts';

/** An expression that is true for the values of the list; `negated`: for all others. */
export interface Test {
  readonly group: Group;
  readonly from: number;
  readonly to: number;
  readonly negated: boolean;
}

export const MAX_BACK = 24;
export const JOINS = /^(\.|\?\.|->|::|&\.|\\)$/;
const NO = /^(!|not)$/;
const CASTS = /^(?:as|satisfies)$/;
/** Between a name and these is one condition. */
const ENDS =
  /^(if|elif|elsif|elseif|unless|and|or|&&|\|\||,|=|:=|return|when|->|=>|;|:|not|!|guard|assert|while|case|where)$/;

export class Memberships {
  readonly #tokens: readonly Token[];

  constructor(tokens: readonly Token[]) {
    this.#tokens = tokens;
  }

  #at(group: Group, i: number): Token | undefined {
    return tokenOf(group.items[i], this.#tokens);
  }

  #text(group: Group, i: number): string {
    return this.#at(group, i)?.text ?? '';
  }

  /** The first item of the chain that a name ends. */
  chainFrom(group: Group, position: number): number {
    let from = position;
    while (JOINS.test(this.#text(group, from - 1)) && from >= 2) from -= 2;
    return from;
  }

  /** `N.has(x)`, `x in N`, `in_array(x, N)`, `N[x]`. */
  of(group: Group, position: number): Test | undefined {
    // `(N as readonly string[]).includes(x)`.
    if (
      group.open === '(' &&
      position === 0 &&
      group.parent &&
      CASTS.test(this.#text(group, 1)) &&
      calleeOf(group, this.#tokens).length === 0
    )
      return this.of(group.parent, group.position);
    let from = this.chainFrom(group, position);
    if (/^[&*@]$/.test(this.#text(group, from - 1))) from--;
    const base = { group, negated: false };
    if (JOINS.test(this.#text(group, position + 1)) && HAS.test(this.#text(group, position + 2)))
      return { ...base, from, to: position + 3 };
    const next = group.items[position + 1];
    if (
      typeof next === 'object' &&
      next.open === '[' &&
      next.items.length > 0 &&
      !isGiven(this.#text(group, position + 2))
    ) {
      return this.#at(next, 0)?.kind === 'number' ? undefined : { ...base, from, to: position + 1 };
    }
    const before = this.#text(group, from - 1);
    if (before === 'in' || before === 'not in')
      return this.#within(group, from - 1, position, before !== 'in');
    if (group.open === '(' && HAS_OF.test(calleeOf(group, this.#tokens).at(-1) ?? '') && group.parent)
      return { ...base, ...this.callAt(group), negated: false };
    return undefined;
  }

  /** From the left operand of `in`; a loop asks for nothing. */
  #within(group: Group, sign: number, to: number, negated: boolean): Test | undefined {
    let from = sign;
    let no = negated;
    if (NO.test(this.#text(group, from - 1))) {
      from--;
      no = true;
    }
    for (let i = from - 1; i >= 0 && i > from - MAX_BACK; i--) {
      const text = this.#text(group, i);
      if (/^(for|foreach)$/.test(text)) return undefined;
      if (ENDS.test(text)) break;
      const isLine = this.#at(group, i)?.first === true;
      from = i;
      if (isLine) break;
    }
    const opened =
      group.open === '(' && from === 0 ? this.#text(group.parent ?? group, group.position - 1) : '';
    return /^(for|foreach)$/.test(opened) ? undefined : { group, from, to, negated: no };
  }

  /** A call as an expression of the group around it. */
  callAt(args: Group): { group: Group; from: number; to: number } {
    const group = args.parent ?? args;
    let from = args.position - 1;
    while (from >= 2 && JOINS.test(this.#text(group, from - 1))) {
      from -= 2;
      // A call inside the chain: its name stands before its brackets.
      while (from > 0 && typeof group.items[from] === 'object') from--;
    }
    return { group, from, to: args.position };
  }

  /** With the signs before and behind that turn it round. */
  withSigns({ group, from, to, negated }: Test): Test {
    let no = negated;
    let start = from;
    while (NO.test(this.#text(group, start - 1))) {
      no = !no;
      start--;
    }
    const sign = this.#text(group, to + 1);
    const value = [1, 2].map((i) => this.#text(group, to + 1 + i)).join('');
    if (/^(===?|is)$/.test(sign) && /^(false|False|-1|nil|null|None|undefined|0)/.test(value)) no = !no;
    else if (/^!==?$/.test(sign) && /^(true|True)/.test(value)) no = !no;
    else if (sign === '<' && value.startsWith('0')) no = !no;
    return { group, from: start, to, negated: no };
  }
}

export const isGiven = (text: string): boolean => text === '=' || text === ':=';
