// What the words of a statement come to: whether it asserts something, and whether it is turned round. An even number of turns
// is none: `assertNotNull`, `if (answer.status !== 200) throw`.
import type { Group } from '../tokens/groups.ts';
import type { Statement, Token } from '../tokens/token.ts';
import { saidBy } from './said-words.ts';

const MAX_STATEMENT = 120;
const MAX_HEAD = 24;
/** Behind a condition: a test, or whoever runs it, ends here. */
const ENDS =
  /^(?:throw|raise|panic!?|Fatalf?|Errorf?|fail|Fail|FailNow|XCTFail|flunk|die|exit|abort|bail!?)$/;
const MAX_BODY = 8;
/** What turns an expected failure round: `.not.toThrow`, `not_to raise_error`. */
const NEGATIONS = /^(?:not|not_to|to_not|NotTo|ToNot|should_not|never)$/;

export interface Weight {
  readonly odd: boolean;
  readonly asserts: boolean;
  readonly status: boolean;
  readonly asks: boolean;
  readonly fails: boolean;
  readonly denies: boolean;
}

export interface Condition {
  readonly words: readonly number[];
  readonly negated: boolean;
  readonly ends: boolean;
}

export class Weights {
  readonly #tokens: readonly Token[];

  constructor(tokens: readonly Token[]) {
    this.#tokens = tokens;
  }

  /** A statement's own words, without those of statements inside it and without the arguments of the call. */
  of(statement: Statement, inner: Group | Statement, at: number): Weight {
    const isCall = 'open' in inner;
    const [start, to] = isCall ? [inner.at, inner.close] : [inner.first, inner.last - 1];
    // A block around the statement holds all of it.
    const from = isCall && start < statement.first ? Infinity : start;
    const words: number[] = [];
    let looks = MAX_STATEMENT;
    for (let i = statement.first; i < statement.last && looks > 0; i++, looks--) {
      // A block inside it may be long.
      if (!isCall && i > from && i < to) i = to;
      const beside = isCall && Math.abs(i - at) <= 2 && this.#isSign(i);
      if (this.#tokens[i]?.statement !== statement || (i > from && i < to && !beside)) continue;
      // Behind the call, a chain goes on; the text itself says nothing.
      if (i !== at) words.push(i);
    }
    return this.sum(words);
  }

  #isSign = (i: number): boolean => /^(?:!==?|not|<>|~=)$/.test(this.#tokens[i]?.text ?? '');

  sum(words: readonly number[]): Weight {
    let turns = 0;
    let denies = false;
    const all = { asserts: false, status: false, asks: false, fails: false };
    for (const i of words) {
      const token = this.#tokens[i];
      if (!token) continue;
      const { text, kind } = token;
      if (kind === 'string' && !/^:?(?:gone|not_found)$/.test(text)) continue;
      const before = [1, 2].map((by) => this.#tokens[i - by]?.text ?? '');
      if (text === '!' && this.#isPrefix(i)) turns++;
      if (text === '[' && this.#tokens[i + 1]?.text === ']' && before[0] === '(') turns++;
      const said = saidBy(text.replace(/^:/, ''), before);
      turns += said.turns;
      denies ||= said.denies === true || NEGATIONS.test(text);
      all.asserts ||= said.asserts === true;
      all.status ||= said.status === true;
      all.asks ||= said.asks === true || (text === 'in' && kind === 'name');
      all.fails ||= said.fails === true;
    }
    return { odd: turns % 2 === 1, denies, ...all };
  }

  #isPrefix(i: number): boolean {
    const [before, sign, next] = [this.#tokens[i - 1], this.#tokens[i], this.#tokens[i + 1]];
    const touches = before !== undefined && before.end === sign?.start && /^[\w)\]]/.test(before.text);
    return !touches && next !== undefined && next.start === sign?.end;
  }

  ownOf(statement: Statement): number[] {
    const words: number[] = [];
    for (let i = statement.first; i < Math.min(statement.last, statement.first + MAX_STATEMENT); i++)
      if (this.#tokens[i]?.statement === statement) words.push(i);
    return words;
  }

  /** `if (answer.status !== 410) throw`, `raise unless answer.status == 410`. */
  conditionOf({ first, last }: Statement): Condition | undefined {
    let keyword = first;
    while (keyword < Math.min(last, first + MAX_HEAD) && !this.#isCondition(keyword)) keyword++;
    const word = this.#tokens[keyword]?.text ?? '';
    if (!this.#isCondition(keyword)) return undefined;
    const negated = word === 'unless' || word === 'guard';
    const words: number[] = [];
    let body = keyword + 1;
    for (; body < Math.min(last, keyword + MAX_HEAD * 2); body++) {
      const { text = '', first: begins } = this.#tokens[body] ?? {};
      if (/^(?:\{|:|then|do)$/.test(text) || (begins === true && words.length > 0)) break;
      if (this.#ends(body)) break;
      // What is given before the condition: `if err := call(); err != nil`.
      if (text === ';') words.length = 0;
      else words.push(body);
    }
    // The branch that ends is the one that isn't wanted.
    const ends = this.#endsIn(body, Math.min(last, body + MAX_BODY)) || this.#endsIn(first, keyword);
    return { words, negated, ends };
  }

  #endsIn(from: number, to: number): boolean {
    for (let i = from; i < to; i++) if (this.#ends(i)) return true;
    return false;
  }

  /** `fmt.Errorf` makes an error that is given back. */
  #ends(i: number): boolean {
    const [base, sign, word] = [this.#tokens[i - 2], this.#tokens[i - 1], this.#tokens[i]];
    return ENDS.test(word?.text ?? '') && !(sign?.text === '.' && base?.text === 'fmt');
  }

  #isCondition = (i: number): boolean => /^(?:if|elif|elsif|unless|guard)$/.test(this.#tokens[i]?.text ?? '');
}

/** The arguments that a place stands in, through lists and objects. */
export function callOf(group: Group): Group {
  let one = group;
  for (let up = 0; one.parent && /^[[{]$/.test(one.open) && up < 3; up++) one = one.parent;
  return one.open === '(' ? one : group;
}
