// What a test says of a call: that it isn't made, or that it is refused. Told by the statement that holds the call, by those that
// speak of its answer, and by the assertions behind it in the same test; a word of another test, of prose or of ordinary error
// handling says nothing.
import { calleeOf, givenTo, type Group } from '../tokens/groups.ts';
import type { Place, Places } from '../tokens/places.ts';
import type { Scope, Statement, Token } from '../tokens/token.ts';
import { callOf, type Weight, Weights } from './said-weights.ts';

/** `absent`: no such call may be there; `refused`: it has to fail. */
export type SaidOfCall = 'absent' | 'refused' | undefined;

const MAX_USES = 12;
const MAX_BEHIND = 250;
const MAX_PARENTS = 4;
const MAX_HEAD = 24;
/** Verbs of a call that is sent here and now. */
const SENDS =
  /^(?:get|post|put|patch|delete|head|fetch|request|call|send|open|exchange)(?:Async|JSON|Json|_?[sS]tring\w*)?!?$/i;
const STRONG =
  /^(?:404|410|gone|not_found|Gone|GONE|NotFound|NOT_FOUND|StatusGone|StatusNotFound|isGone|isNotFound|assertNotFound|assertGone)$/;
const OPENS_BLOCK = /^(?:with|for|foreach|if|while|try|async|using|do|let|each)$/;

export class SaidOfCalls {
  readonly #tokens: readonly Token[];
  readonly #places: Places;
  readonly #weights: Weights;

  constructor(tokens: readonly Token[], places: Places) {
    this.#tokens = tokens;
    this.#places = places;
    this.#weights = new Weights(tokens);
  }

  /** Of the text at a position. `looked`: it is compared or looked for there. */
  of({ group, position }: Place, token: Token, looked: boolean): SaidOfCall {
    const own = this.#ofPlace({ group, position }, token, looked);
    if (own) return own;
    const owner = givenTo(group.items, position, this.#tokens);
    if (owner?.kind !== 'name' || group.open === '(') return undefined;
    const said = new Set<SaidOfCall>();
    for (const use of this.#places.usesOf(owner, MAX_USES)) {
      const place = this.#places.of(use);
      const used = this.#tokens[use];
      if (place && used && used !== token) said.add(this.#ofPlace(place, used, false));
    }
    const [only] = said;
    // One place that is a test is enough to leave the path as it is.
    return said.size <= 1 ? only : said.has('refused') || said.has('absent') ? 'refused' : undefined;
  }

  #ofPlace(place: Place, token: Token, looked: boolean): SaidOfCall {
    const { statement } = token;
    const at = this.#places.indexOf(token);
    const sends = isSent(place.group, this.#tokens);
    let inner: Statement | undefined;
    for (
      let one: Statement | undefined = statement, up = 0;
      one && up < MAX_PARENTS;
      one = one.parent, up++
    ) {
      // Of the whole file, it may be any test's.
      if (inner && !one.parent) break;
      const weight = this.#weights.of(one, inner ?? callOf(place.group), at);
      const said = verdict(weight, sends, looked);
      if (said) return said;
      // It says something else of the call, and so says all.
      if (weight.asserts) return undefined;
      if (one.parent && namedOf(this.#tokens[one.parent.first]?.scope) !== namedOf(token.scope)) break;
      inner = one;
    }
    const condition = this.#weights.conditionOf(statement);
    if (condition?.words.includes(at) === true) {
      const { odd, status } = this.#weights.sum(condition.words);
      return condition.ends && status && odd === condition.negated ? 'refused' : undefined;
    }
    const answer = this.#ofAnswer(statement, at);
    return answer === 'answered' ? undefined : (answer ?? this.#behind(place, statement, at));
  }

  /** What is said of the names that the call's answer is given to. */
  #ofAnswer({ first, last }: Statement, at: number): SaidOfCall | 'answered' {
    let settled = false;
    for (const name of this.#answersOf(first, last, at)) {
      for (const use of this.#places.usesAfter(name, at, MAX_USES)) {
        const { statement } = this.#tokens[use] ?? {};
        if (!statement || use > at + MAX_BEHIND || this.#isGivenAnew(statement, use)) break;
        if (use < last && !this.#isInside(statement, first, last)) continue;
        const said = this.#ofStatement(statement);
        if (said === 'refused') return 'refused';
        settled ||= said === 'answered';
      }
    }
    return settled ? 'answered' : undefined;
  }

  #isInside = (statement: Statement, first: number, last: number): boolean =>
    statement.first > first || statement.last < last;

  /** `refused`: it demands a failure; `answered`: it demands something else of the answer. */
  #ofStatement(statement: Statement): 'refused' | 'answered' | undefined {
    const condition = this.#weights.conditionOf(statement);
    if (condition) {
      const { odd, status } = this.#weights.sum(condition.words);
      if (!condition.ends || !status) return undefined;
      return odd === condition.negated ? 'refused' : 'answered';
    }
    const words = this.#weights.ownOf(statement);
    const { odd, asserts, status, fails, denies } = this.#weights.sum(words);
    if (!asserts) return undefined;
    if (fails) return denies ? 'answered' : 'refused';
    return odd && status ? 'refused' : 'answered';
  }

  /** `const answer = await`, `res, err :=`, `with get(...) as answer`. */
  #answersOf(first: number, last: number, at: number): string[] {
    const names: string[] = [];
    for (let i = first; i < at && i < first + MAX_HEAD; i++) {
      const { text = '', kind } = this.#tokens[i] ?? {};
      if (/^(?:=|:=)$/.test(text)) return names;
      if (/^[([{]$/.test(text) && i > first + 2) break;
      if (kind === 'name' && /^[$@]?[a-zA-Z]\w*$/.test(text) && !DECLARES.test(text)) names.push(text);
    }
    for (let i = at; i < Math.min(last, at + MAX_HEAD); i++)
      if (this.#tokens[i]?.text === 'as') return [this.#tokens[i + 1]?.text ?? ''];
    return [];
  }

  #isGivenAnew({ first, last }: Statement, use: number): boolean {
    const signs = this.#tokens.slice(use + 1, Math.min(last, use + 4)).map(({ text }) => text);
    return use - first <= 3 && signs.some((text) => text === '=' || text === ':=');
  }

  /** Assertions behind it in the same test, where nothing says which answer they speak of. */
  #behind({ group }: Place, own: Statement, at: number): SaidOfCall {
    let around = own.parent;
    for (let up = 0; around?.parent && up < MAX_PARENTS; up++) {
      if (!OPENS_BLOCK.test(this.#tokens[around.first]?.text ?? '')) break;
      around = around.parent;
    }
    // Of the whole file, it may be any test's.
    const end = around?.parent ? around.last : own.last;
    const sends = group.open === '(' && calleeOf(group, this.#tokens).length > 0;
    let done: Statement | undefined;
    for (let i = at + 1; i < Math.min(end, at + MAX_BEHIND); i++) {
      const { text = '', statement } = this.#tokens[i] ?? {};
      if (!STRONG.test(text.replace(/^:/, '')) || !statement || statement === done) continue;
      done = statement;
      if (sends && this.#isOther(statement, at)) continue;
      if (this.#ofStatement(statement) === 'refused') return 'refused';
    }
    return undefined;
  }

  /** It speaks of what another call behind this one has given, or holds that one. */
  #isOther(statement: Statement, at: number): boolean {
    return this.#weights.ownOf(statement).some((i) => {
      const { text = '', kind } = this.#tokens[i] ?? {};
      if (kind === 'string' && /^\/|\/api\//.test(text)) return true;
      if (kind !== 'name' || !/^[$@]?[a-z]\w*$/i.test(text)) return false;
      return this.#places
        .usesAfter(text, at, MAX_USES)
        .some((use) => use < statement.first && /^(?:=|:=)$/.test(this.#tokens[use + 1]?.text ?? ''));
    });
  }
}

const DECLARES = /^(?:const|let|var|val|auto|final|await|def|my|local|if|async|with|_)$/;

function verdict(
  { odd, asserts, status, asks, fails, denies }: Weight,
  sends: boolean,
  looked: boolean,
): SaidOfCall {
  if (!asserts) return undefined;
  if (fails) return denies ? undefined : 'refused';
  if (!odd) return undefined;
  if (status) return 'refused';
  return asks || (looked && !sends) ? 'absent' : 'refused';
}

/** The function around it that has a name: what a lambda says, its surroundings say. */
function namedOf(scope: Scope | undefined): Scope | undefined {
  let one = scope;
  while (one?.name === '' && one.parent) one = one.parent;
  return one;
}

/** The text is what a call that is sent is given. */
export const isSent = (group: Group, tokens: readonly Token[]): boolean =>
  SENDS.test(calleeOf(callOf(group), tokens).at(-1) ?? '');
