// Fields that what holds them has lost again before anything is done with it as a whole: `delete body.amount` or
// `body.pop("amount")` between the making of a body and its sending, or `omit(body, 'amount')` in place of it. Followed in
// the straight lines of one function; what is taken out in a branch may be sent.
import { camel } from '../../model/model.ts';
import { calleeOf, type Group, tokenOf } from '../tokens/groups.ts';
import type { Places } from '../tokens/places.ts';
import { targetOf } from '../tokens/targets.ts';
import { type Statement, type Token, within } from '../tokens/token.ts';

/** Methods that take it out of what they are called on, and those that give back the rest. */
const TAKES = /^(?:pop|delete!?|remove|Remove|removeValue|unset|forget|except!|reject!)$/;
const SPARES = /^(?:omit|except|without|minus|drop|delete|dissoc)$/;
const DELETES = /^(?:delete|del)$/;
const MEMBER = /^(?:\.|\?\.|->|&\.|!|\[)$/;
/** Methods that look at one field or put one, and words that only show what they are given. */
const ONE_FIELD = /^(?:get|set|put|add|has|contains|fetch|store|update|append|key|dig|try_?get)/i;
const SHOWS = /^(?:console|log|logger|logging|print|println|printf|puts|debug|info|NSLog|Log)$/i;
const BRANCHES =
  /^(?:if|unless|else|elif|elsif|when|case|default|while|until|for|foreach|catch|except|rescue|and|or|&&|\|\||\?|\?\?)$/;
const MAX_USES = 60;
const MAX_STATEMENT = 60;
const MAX_BLOCKS = 20;

/** A variable of a function. */
export type Owner = Pick<Token, 'text' | 'scope'>;

export class TakenOut {
  readonly #tokens: readonly Token[];
  readonly #places: Places;

  constructor(tokens: readonly Token[], places: Places) {
    this.#tokens = tokens;
    this.#places = places;
  }

  /** Whether a field that a variable is given at a token is gone when the variable is first handed on. */
  isGone(field: string, owner: Owner, at: number): boolean {
    const from = this.#tokens[at];
    if (!from) return false;
    const uses = this.#places.usesAfter(owner.text, at, MAX_USES);
    // What isn't seen may send it.
    if (uses.length === MAX_USES) return false;
    let spared = false;
    for (const use of uses) {
      const token = this.#tokens[use];
      if (!token || !within(token.scope, owner.scope)) continue;
      if (token.scope !== owner.scope) return false;
      if (this.#isLost(use, field) && !this.#isNowAndThen(use, from.statement)) return true;
      if (this.#isSpared(use, field)) {
        if (targetOf(token.statement, use, this.#tokens) === owner.text)
          return !this.#isNowAndThen(use, from.statement);
        spared = true;
      } else if (this.#isWhole(use, owner.text)) return false;
    }
    return spared;
  }

  #text(at: number): string {
    return this.#tokens[at]?.text ?? '';
  }

  /** `delete x.f`, `del x["f"]`, `unset(x["f"])`, `delete(x, "f")`, `x.pop("f")`. */
  #isLost(use: number, field: string): boolean {
    const place = this.#places.of(use);
    const callee = place?.group.open === '(' ? calleeOf(place.group, this.#tokens) : [];
    const isMember = MEMBER.test(this.#text(use + 1));
    if (isMember && camel(this.#text(use + 2)) === field && this.#isLast(use)) {
      const first = this.#text(this.#tokens[use]?.statement.first ?? use);
      return DELETES.test(first) || DELETES.test(this.#text(use - 1)) || callee.at(-1) === 'unset';
    }
    if (isMember) return TAKES.test(this.#text(use + 2)) && this.#names(use + 3, field);
    const isGo = callee.length === 1 && callee[0] === 'delete';
    if (!place || (!isGo && callee.at(-1) !== 'deleteProperty') || place.position !== 0) return false;
    return camel(this.#text(use + 2)) === field;
  }

  /** The field itself, nothing of it: `x.f` and `x["f"]`, and not `x.f.g`. */
  #isLast(use: number): boolean {
    const end = this.#text(use + 1) === '[' ? use + 4 : use + 3;
    return !MEMBER.test(this.#text(end)) || (this.#tokens[end]?.first ?? false);
  }

  /** `omit(x, ['f'])`, `Map.drop(x, [:f])`, `x |> Map.delete(:f)`, `x.except(:f)`. */
  #isSpared(use: number, field: string): boolean {
    if (this.#text(use + 1) === '|>') {
      const named = this.#text(use + 3) === '.' ? use + 4 : use + 2;
      return SPARES.test(this.#text(named)) && this.#names(named + 1, field);
    }
    if (MEMBER.test(this.#text(use + 1)))
      return /^(?:except|without|minus|omit)$/.test(this.#text(use + 2)) && this.#names(use + 3, field);
    const place = this.#places.of(use);
    if (place?.group.open !== '(' || place.position !== 0) return false;
    const callee = calleeOf(place.group, this.#tokens);
    const last = callee.at(-1) ?? '';
    if (!SPARES.test(last) || (last === 'delete' && callee.length < 2)) return false;
    return this.#holds(place.group, 1, field);
  }

  /** The arguments of a call, whose opening bracket stands at a token, name the field. */
  #names(at: number, field: string): boolean {
    const place = this.#text(at) === '(' ? this.#places.of(at) : undefined;
    const group = place?.group.items[place.position];
    return typeof group === 'object' && this.#holds(group, 0, field);
  }

  #holds(group: Group, from: number, field: string): boolean {
    return group.items.slice(from, from + MAX_STATEMENT).some((item) => {
      if (typeof item !== 'number') return item.open === '[' && this.#holds(item, 0, field);
      const token = tokenOf(item, this.#tokens);
      return token?.kind !== 'symbol' && camel((token?.text ?? '').replace(/^:/, '')) === field;
    });
  }

  /** All of it goes somewhere, or it is made anew. */
  #isWhole(use: number, owner: string): boolean {
    const next = this.#text(use + 1);
    if (/^:?=$/.test(next)) return !this.#isUsedIn(use, owner);
    if (MEMBER.test(next)) {
      const name = this.#text(use + 2);
      return this.#text(use + 3) === '(' ? !ONE_FIELD.test(name) && !TAKES.test(name) : WHOLE.test(name);
    }
    const group = this.#places.of(use)?.group;
    return group?.open !== '(' || !calleeOf(group, this.#tokens).some((name) => SHOWS.test(name));
  }

  /** `body = Map.delete(body, :amount)`: what it is made of decides. */
  #isUsedIn(use: number, owner: string): boolean {
    const last = this.#tokens[use]?.statement.last ?? use;
    return this.#places.usesAfter(owner, use, 1).some((next) => next < last);
  }

  /** It stands in a branch, in which what was given isn't. */
  #isNowAndThen(use: number, from: Statement): boolean {
    const own = this.#tokens[use]?.statement;
    if (!own) return true;
    let block: Statement | undefined = from.parent;
    for (let depth = 0; block && block !== own.parent && depth < MAX_BLOCKS; depth++) block = block.parent;
    if (block !== own.parent || own.last - own.first > MAX_STATEMENT) return true;
    for (let at = own.first; at < own.last; at++)
      if (this.#tokens[at]?.kind !== 'string' && BRANCHES.test(this.#text(at)) && this.#text(at - 1) !== '.')
        return true;
    return false;
  }
}

/** `body = $request->validate([...])` holds what it lists; `body = new Dictionary<string, object> {...}` has a comma before it. */
export function holderOf(group: Group, tokens: readonly Token[]): Owner | undefined {
  const { parent, position } = group;
  const opening = tokens[group.at];
  if (!parent || !opening) return undefined;
  if (parent.open === '(' && /^validated?$/i.test(calleeOf(parent, tokens).at(-1) ?? '')) {
    const text = targetOf(opening.statement, parent.at, tokens);
    return text === undefined ? undefined : { text, scope: opening.scope };
  }
  for (let at = position - 1; at > position - MAX_TYPE; at--)
    if (tokenOf(parent.items[at], tokens)?.text === 'new')
      return tokenOf(parent.items[at - 1], tokens)?.text === '='
        ? tokenOf(parent.items[at - 2], tokens)
        : undefined;
  return undefined;
}
const MAX_TYPE = 14;

/** Makes another of it. */
const WHOLE = /^(?:to_|as_|dup|clone|merge|compact|itself|items|entries|values)/;
