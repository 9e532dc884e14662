// Old fields that a test hands to a function of its own, to see what that makes of them: what comes out is what would be sent, and
// the assertion says that the old isn't in it any more. Told by words of the test; whoever is named for sending sends.
import { camel } from '../../model/model.ts';
import { wordsOf } from '../../model/name-words.ts';
import { REMOVED_BREAKDOWN, REMOVED_FIELDS, REMOVED_TYPES } from '../../model/words.ts';
import { calleeOf, givenTo, type Group, isBlock } from '../tokens/groups.ts';
import type { Places } from '../tokens/places.ts';
import type { Statement, Token } from '../tokens/token.ts';
import { isDenied } from './expected.ts';

const TESTS =
  /^(?:it|describe|expect|test|Test|Fact|Theory|TestMethod|TestCase|unittest|pytest|XCTestCase|ExUnit|RSpec)$|^[tT]est_?[A-Z_]|^test_/;
const ASSERTS =
  /^(?:expect|assert\w*|Assert\w*|XCTAssert\w*|should\w*|require|must_\w+|refute\w*|isEqualTo|Fatal\w{0,2}|Errorf?)$/;
/** Who is named so sends what it is given, or hands it to somebody who does. */
const SENDS =
  /^(?:creat\w{1,3}|send\w{0,4}|submit\w{0,5}|post\w{0,4}|put|patch|upload\w{0,4}|onboard\w{0,4}|regist\w{1,6}|pay|pays|payout|transfer|quote|request|call|fetch|save|sync|push|publish|enqueue|dispatch|execute|run|add|append|client|api|http|gateway|sdk|fixture|mock|stub|nock|factory|with|new|it|test|each|describe|parametri[sz]e)$/;
/** What makes something else of what it is given. */
const MAKES_ANEW =
  /^(?:normali[sz]\w{1,3}|clean\w{0,4}|strip\w{0,4}|saniti[sz]\w{1,3}|filter\w{0,3}|drop\w{0,4}|omit|migrat\w{1,3}|upgrad\w{1,3}|convert|map|to|from|translat\w{1,2}|adapt|without|prune|scrub|remov\w{1,3}|keep|kept|allowed|accepted|moderni[sz]e|rewrite|transform|reshape|trim|reject|only|current|for|validate|check|is|supported)$/;
/** Values of literals are given to these on the way: `Map.of(...)`. */
const LITERALS =
  /^(?:of|dict|mapOf|mutableMapOf|listOf|arrayOf|asList|setOf|ofEntries|entry|Set|Map|freeze)$/;
const NEGATIVE =
  /^(?:!|not|nil|null|undefined|None|false|False|\w{0,12}(?:Nil|Null|False|Empty|Undefined)|be_nil|be_empty|toHaveLength|\w{0,40}[Tt]hrow\w{0,20}|raises?|raise_error|rejects|\w{0,40}Not[A-Z]\w{0,40}|not_\w{1,40}|doesNot\w{1,40}|refute\w{0,20})$/;
const EQUAL = /equal|^eq$|^be$|^==$|^===$|IsEqualTo|toBe$|toHaveLength|match_array|contain_exactly/i;
const BEGINS = /^(?:it|test|specify|scenario|describe|context|def|func|fun|function)$/;
const MAX_CLIMB = 8;
const MAX_REGION = 400;
const MAX_ARGUMENT = 600;
const MAX_USES = 8;

/** Of a call: from its name to its closing bracket. */
interface Call {
  readonly group: Group;
  readonly from: number;
  readonly chain: readonly string[];
}

export class Tried {
  readonly #tokens: readonly Token[];
  readonly #places: Places;
  readonly #known = new WeakMap<Group, boolean>();
  #isTest: boolean | undefined;

  constructor(tokens: readonly Token[], places: Places) {
    this.#tokens = tokens;
    this.#places = places;
  }

  /** Whether what stands at a position is handed to such a function. */
  has(start: Group, position: number): boolean {
    this.#isTest ??= this.#places.names(TESTS) && this.#places.names(ASSERTS);
    if (!this.#isTest) return false;
    let group: Group | undefined = start;
    let at = position;
    for (let depth = 0; group && depth < MAX_CLIMB; depth++) {
      if (group.open === '(') {
        const call = this.#callOf(group);
        if (call) return this.#isTried(call, this.#oldIn(group));
      }
      if (group.open === '' || isBlock(group, this.#tokens)) return this.#isVariable(group, at);
      at = group.position;
      group = group.parent;
    }
    return false;
  }

  #text(at: number): string {
    return this.#tokens[at]?.text ?? '';
  }

  /** Brackets of a call that isn't a mere literal. */
  #callOf(group: Group): Call | undefined {
    const chain = calleeOf(group, this.#tokens);
    if (chain.length === 0 || LITERALS.test(chain.at(-1) ?? '')) return undefined;
    let from = group.at - 1;
    while (from > 0 && group.at - from < 2 * chain.length + 1 && /^[\w.]+$/.test(this.#text(from - 1))) {
      if (!/\.$|^\./.test(this.#text(from)) && this.#text(from - 1) !== '.') break;
      from--;
    }
    return { group, from, chain };
  }

  /** `const old = {...}`: each use of it is handed to such a function, or asserted. */
  #isVariable(group: Group, at: number): boolean {
    const name = givenTo(group.items, at, this.#tokens);
    if (name?.kind !== 'name') return false;
    const made = this.#places.indexOf(name);
    const uses = this.#places.usesAfter(name.text, made, MAX_USES + 1);
    const end = this.#endOf(made);
    const own = uses.filter((use) => use < end);
    if (own.length === 0 || own.length > MAX_USES) return false;
    const literal = group.items[at];
    const old = this.#oldIn(typeof literal === 'object' ? literal : group);
    return own.every((use) => {
      const place = this.#places.of(use);
      const call = place?.group.open === '(' ? this.#callOf(place.group) : undefined;
      return call !== undefined && this.#isTried(call, old);
    });
  }

  #isTried(call: Call, old: ReadonlySet<string>): boolean {
    const known = this.#known.get(call.group);
    if (known !== undefined) return known;
    const is = old.size > 0 && this.#judge(call, old);
    this.#known.set(call.group, is);
    return is;
  }

  #judge({ group, from, chain }: Call, old: ReadonlySet<string>): boolean {
    if (chain.length > 2) return false;
    const words = chain.flatMap(wordsOf);
    if (words.some((word) => SENDS.test(word)) || /^(?:await|new)$/.test(this.#text(from - 1))) return false;
    if (chain.some((name) => ASSERTS.test(name) || EQUAL.test(name))) return false;
    const { statement } = this.#tokens[from] ?? {};
    if (!statement) return false;
    const end = this.#endOf(group.at);
    const inline = this.#asserts(statement, from);
    const result = group.parent && givenTo(group.parent.items, group.position, this.#tokens);
    const uses = result?.kind === 'name' ? this.#usesOf(result, group.close, end) : [];
    const asserted = inline || uses.some((use) => this.#asserts(this.#tokens[use]?.statement, use));
    if (!asserted) return false;
    const said = this.#said(old, inline ? statement.first : group.close, [from, group.close], end);
    if (said === 'there') return false;
    if (said === 'gone' || words.some((word) => MAKES_ANEW.test(word))) return true;
    return (inline ? [from] : uses).some((use) => this.#equals(use));
  }

  #usesOf({ text }: Token, from: number, end: number): number[] {
    return this.#places.usesAfter(text, from, MAX_USES).filter((use) => use < end);
  }

  #oldIn({ at, close }: Group): Set<string> {
    const old = new Set<string>();
    if (close - at > MAX_ARGUMENT) return old;
    for (let i = at + 1; i < close; i++) {
      const token = this.#tokens[i];
      if (token?.kind !== 'name' && token?.kind !== 'string') continue;
      const name = camel(token.text.replace(/^:/, ''));
      if (isOld(name)) old.add(name);
      if (REMOVED_TYPES.has(token.text)) old.add(token.text);
    }
    return old;
  }

  /** Whether a statement, up to one of a few around it, asserts something. */
  #asserts(statement: Statement | undefined, at: number): boolean {
    for (let one = statement, depth = 0; one && depth < 3; one = one.parent, depth++) {
      if (one.last - one.first > MAX_ARGUMENT || !one.parent) return false;
      for (let i = one.first; i < one.last; i++) if (ASSERTS.test(this.#text(i)) && i !== at) return true;
    }
    return false;
  }

  #equals(use: number): boolean {
    const { statement } = this.#tokens[use] ?? {};
    if (!statement || statement.last - statement.first > MAX_ARGUMENT) return false;
    for (let i = statement.first; i < statement.last; i++) if (EQUAL.test(this.#text(i))) return true;
    return false;
  }

  /** What the assertions say of the old: that it is there, that it is gone, or nothing. */
  #said(
    old: ReadonlySet<string>,
    first: number,
    [from, to]: readonly [number, number],
    end: number,
  ): 'there' | 'gone' | undefined {
    let said: 'gone' | undefined;
    for (let i = first; i < end; i++) {
      if (i >= from && i <= to) continue;
      const token = this.#tokens[i];
      if (token?.kind !== 'name' && token?.kind !== 'string') continue;
      if (!old.has(token.text) && !old.has(camel(token.text.replace(/^:/, '')))) continue;
      if (!this.#asserts(token.statement, -1)) continue;
      if (!this.#isGone(token.statement, i, [from, to])) return 'there';
      said = 'gone';
    }
    return said;
  }

  #isGone({ first, last }: Statement, at: number, [from, to]: readonly [number, number]): boolean {
    if (isDenied(first, at, this.#tokens)) return true;
    const words: string[] = [];
    for (let i = first; i < Math.min(last, first + MAX_ARGUMENT); i++)
      if ((i < from || i > to) && this.#tokens[i]?.kind !== 'string') words.push(this.#text(i));
    if (words.some((word) => /^(?:Fatal\w{0,2}|Errorf?)$/.test(word))) {
      const asked = words.slice(0, words.indexOf('{') + 1).join(' ');
      return /(?:^|[^!]\s?)\b(?:ok|found|has|exists)\s?\{|!= nil|\bContains\b/.test(asked);
    }
    return words.some((word) => NEGATIVE.test(word));
  }

  /** Where the test ends that a token stands in. */
  #endOf(at: number): number {
    let group = this.#places.of(at)?.group;
    while (group && !(group.open === '{' && isBlock(group, this.#tokens)) && group.parent)
      group = group.parent;
    const end = Math.min(group?.close ?? at, at + MAX_REGION);
    const { scope } = this.#tokens[at] ?? {};
    for (let i = at + 1; i < end; i++) {
      const token = this.#tokens[i];
      if (token?.first === true && BEGINS.test(token.text) && token.scope !== scope) return i;
      if (token?.first === true && /^(?:it|test|specify|def)$/.test(token.text)) return i;
    }
    return end;
  }
}

const isOld = (name: string): boolean =>
  name === 'amount' || REMOVED_FIELDS.has(name) || REMOVED_BREAKDOWN.has(name);
