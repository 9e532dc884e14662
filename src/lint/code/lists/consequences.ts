// What follows a condition: whether the branch that is taken, or the other one, refuses. `throw`, an error that is given
// back, `continue` and the like refuse. Looks at tokens only, and only at the few behind a condition.
import { firstOf, type Group, tokenOf } from '../tokens/groups.ts';
import type { Token } from '../tokens/token.ts';

const MAX_BODY = 30;
const MAX_LINE = 14;

const REFUSES =
  /^(throw|throws|raise|panic|panic!|abort|abort!|die|exit|fail|fail!|bail!|halt|continue|next|skip|Err|err|error|reject|raise_error|unprocessable_entity|bad_request|assert|fatalError|preconditionFailure|errors_add|addIssue|filter_map)$/;
/** A part of a name of what is called or given back. */
const SAYS_NO =
  /error|invalid|refus|reject|deny|denied|forbid|badrequest|unprocessable|addissue|unsupported|violation|exception|failure/i;
/** Go's sentinel errors. */
const SENTINEL = /^[eE]rr[A-Z]/;
const NOTHING = /^(false|False|null|nil|None|undefined|;|:error|400|403|409|410|422)$/;

export class Consequences {
  readonly #tokens: readonly Token[];
  readonly #saysNo: SaysNo;

  /** `says`: what counts as a refusal, from a first token to a last one. */
  constructor(tokens: readonly Token[], says: SaysNo = (first, last) => saysNo(tokens, first, last)) {
    this.#tokens = tokens;
    this.#saysNo = says;
  }

  /** Of the condition from a keyword to an item: which branch refuses, if one does. */
  refuses(group: Group, keyword: number, to: number): 'then' | 'else' | undefined {
    const word = tokenOf(group.items[keyword], this.#tokens);
    if (this.#isModifier(group, keyword)) return this.#before(group, keyword) ? 'then' : undefined;
    const body = this.#bodyAfter(group, to + 1, word?.text === 'guard');
    if (!body) return undefined;
    if (this.#saysNo(body.first, body.last)) return 'then';
    const other = this.#elseAfter(group, body.item);
    return other && this.#saysNo(other.first, other.last) ? 'else' : undefined;
  }

  /** Whether an arm of a match, whose condition ends at an item, refuses. */
  armRefuses(group: Group, to: number): boolean {
    const body = this.#bodyAfter(group, to + 1, false);
    return body !== undefined && this.#saysNo(body.first, body.last);
  }

  /** `raise X if ...`: the keyword follows what it decides about, on the same line. */
  #isModifier(group: Group, keyword: number): boolean {
    const word = tokenOf(group.items[keyword], this.#tokens);
    if (!word || word.first || word.text === 'when' || word.text === 'guard') return false;
    const before = group.items[keyword - 1];
    if (before === undefined) return false;
    if (typeof before === 'object') return before.open !== '{';
    const text = this.#tokens[before]?.text ?? '';
    return !/^(else|;|:|->|=>|=|:=|do|then|return|\{|end)$/.test(text);
  }

  #before(group: Group, keyword: number): boolean {
    const from = firstOf(group.items[keyword] ?? 0);
    let first = from;
    while (first > 0 && from - first < MAX_LINE && this.#tokens[first]?.first !== true) first--;
    return this.#saysNo(first, from);
  }

  #bodyAfter(group: Group, from: number, guarded: boolean): Body | undefined {
    for (let i = from; i < Math.min(group.items.length, from + MAX_LINE); i++) {
      const item = group.items[i];
      if (typeof item === 'object') {
        if (item.open === '{') return this.#block(item, i);
        continue;
      }
      const token = item === undefined ? undefined : this.#tokens[item];
      if (!token || item === undefined) return undefined;
      if (guarded && token.text !== 'else') continue;
      if (/^(:|then|do|->|=>)$/.test(token.text)) return this.#line(item + 1, i);
      if (/^(throw|return|raise|continue|next|exit|die|panic)$/.test(token.text)) return this.#line(item, i);
      // `if (...) ctx.addIssue(...)`.
      if (i === from && this.#isBracketed(group, i - 1)) return this.#line(item, i);
      // A body in lines of its own, without brackets.
      if (token.first && i > from) return this.#line(item, i);
      if (token.first && i === from && !/^(&&|\|\||and|or|\.|\?)/.test(token.text))
        return this.#line(item, i);
    }
    return undefined;
  }

  #isBracketed(group: Group, i: number): boolean {
    const item = group.items[i];
    const word = tokenOf(group.items[i - 1], this.#tokens)?.text ?? '';
    return typeof item === 'object' && item.open === '(' && /^(if|elseif|while|unless)$/.test(word);
  }

  #elseAfter(group: Group, from: number): Body | undefined {
    for (let i = from + 1; i < Math.min(group.items.length, from + 3); i++) {
      const item = group.items[i];
      if (typeof item === 'number' && this.#tokens[item]?.text === 'else') {
        const next = group.items[i + 1];
        return typeof next === 'object' && next.open === '{'
          ? this.#block(next, i + 1)
          : this.#line(item + 1, i);
      }
    }
    return undefined;
  }

  #block(group: Group, item: number): Body {
    return { first: group.at + 1, last: Math.min(group.close, group.at + 1 + MAX_BODY), item };
  }

  #line(first: number, item: number): Body {
    return { first, last: Math.min(this.#tokens.length, first + MAX_LINE), item };
  }
}

export type SaysNo = (first: number, last: number) => boolean;

function saysNo(tokens: readonly Token[], first: number, last: number): boolean {
  let returned = -1;
  let lines = 0;
  for (let i = first; i < last; i++) {
    const token = tokens[i];
    if (!token) return false;
    if (token.first && i > first && ++lines > 3) return false;
    const { text, kind } = token;
    if (kind === 'string') {
      if (text === 'error') return true;
      continue;
    }
    if (REFUSES.test(text)) return true;
    // A linter's rule: `context.report({ node })`.
    if (text === 'report' && /^(?:context|ctx)$/.test(tokens[i - 2]?.text ?? '')) return true;
    if (kind === 'name' && (SAYS_NO.test(text) || SENTINEL.test(text))) return true;
    if (text === 'return') {
      returned = i;
      // `return` by itself, in a line or before a bracket.
      const next = tokens[i + 1];
      if (!next || next.first || /^[;})]$/.test(next.text)) return true;
    } else if (returned >= 0 && i - returned < 8 && NOTHING.test(text))
      return text !== ';' || i === returned + 1;
  }
  return false;
}

interface Body {
  readonly first: number;
  readonly last: number;
  /** The item that it ends with or begins at. */
  readonly item: number;
}
