// Keys that are given to something one at a time: `x.amount = v`, `x["amount"] = v`, `x.put("amount", v)`,
// `x.setAmount(v)`, `.amount(v)` of a builder. They are gathered by what they are given to.
import { camel } from '../../model/model.ts';
import { appliedTo, builtIn, listEnd, madeWhereNone, pipedFrom, pushedTo } from '../lists/list-ends.ts';
import { isWire, pathEnd, wireName } from '../names/field-paths.ts';
import { ownerIn } from '../names/key-forms.ts';
import { constantKey, type FoundKey, isInteresting, type Named } from '../names/keys.ts';
import { eitherKey } from '../tokens/either.ts';
import { calleeOf, givenTo, type Group, tokenOf } from '../tokens/groups.ts';
import type { Scope, Token } from '../tokens/token.ts';
import { APPENDS, ASKS, NAMES_NEXT, OPENS, OPTIONS, PUTS, SETS, SETTER } from './assigned-words.ts';

export interface AssignedKey {
  readonly key: FoundKey;
  /** Name of the variable, or what a chain begins with. */
  readonly owner: string;
  readonly scope: Scope;
  /** Of a builder: only other keys of the same chain tell what is built. */
  readonly chained: boolean;
}

const ANSWERED = /^(then|andExpect|expectBody)$/;
const OWN = /^(this|self|@|Self|\$this)$/;
/** A list that a getter gives: the call before the last. */
const isListOf = (callee: readonly string[]): boolean =>
  callee.length > 2 && /^(get_?)?documents$/i.test(callee.at(-2) ?? '');

export function assignedKeys(
  group: Group,
  tokens: readonly Token[],
  named: Named = () => undefined,
  documents: ReadonlySet<string> = new Set(),
): AssignedKey[] {
  return new Assigned(group, tokens, named, documents).all();
}

class Assigned {
  readonly #group: Group;
  readonly #tokens: readonly Token[];
  readonly #named: Named;
  readonly #documents: ReadonlySet<string>;
  readonly #found: AssignedKey[] = [];

  /** `documents`: members that are so named on the wire, as another file says. */
  constructor(group: Group, tokens: readonly Token[], named: Named, documents: ReadonlySet<string>) {
    this.#documents = documents;
    this.#group = group;
    this.#tokens = tokens;
    this.#named = named;
  }

  all(): AssignedKey[] {
    this.#group.items.forEach((item, i) => {
      const token = this.#at(i);
      if (token) this.#member(i, token);
      else if (typeof item === 'object' && item.open === '[') this.#subscript(i, item);
      else if (typeof item === 'object' && item.open === '(' && item.items.length > 0) this.#call(item);
    });
    return this.#found;
  }

  #at(i: number): Token | undefined {
    return tokenOf(this.#group.items[i], this.#tokens);
  }

  #push(
    token: Token,
    written: string,
    value: { readonly in: Group; readonly at: number },
    owner: string,
    chained = false,
  ): void {
    const whole = token.kind === 'string' ? (token.body ?? token.start) : token.start;
    // `setAmount`: the field is the end of the name.
    const ahead = token.kind === 'string' ? Math.max(0, token.text.indexOf(`.${written}`) + 1) : 0;
    const start =
      token.kind === 'name' && token.text.endsWith(written) ? token.end - written.length : whole + ahead;
    const end = token.kind === 'name' ? token.end : start + written.length;
    const key = { written, start, end, value: value.at, group: value.in, token, declared: false };
    this.#found.push({ key, owner, scope: token.scope, chained });
  }

  #isGiven(i: number): boolean {
    return this.#at(i + 1)?.text === '=' && this.#at(i + 2)?.text !== '=';
  }

  /** `x.amount = v`. */
  #member(i: number, token: Token): void {
    const isAlias = this.#documents.has(token.text);
    if (token.kind !== 'name' || token.passive || (!isAlias && !isInteresting(token.text))) return;
    const isMember = /^(\.|->|\?\.)$/.test(this.#at(i - 1)?.text ?? '');
    const applied = isMember || (i > 0 && !token.first) ? undefined : appliedTo(this.#group, this.#tokens);
    // `x.documents += [v]`, `$x->documents[] = v`, `x.documents.add(v)`.
    const isList = isAlias || /^(documents|compliance)$/.test(camel(token.text));
    const end = isList ? listEnd(this.#group, i, this.#tokens) : undefined;
    const value = this.#isGiven(i) ? i + 2 : end;
    const owner = isMember ? this.#ownerAt(i - 2) : applied;
    if (value === undefined || owner === undefined || OWN.test(owner)) return;
    this.#push(token, isAlias ? 'documents' : token.text, { in: this.#group, at: value }, owner);
  }

  /** `x["amount"] = v`, `x[AMOUNT] = v`. */
  #subscript(i: number, item: Group): void {
    const token = tokenOf(item.items.at(-1), this.#tokens);
    const value = this.#isGiven(i) ? i + 2 : listEnd(this.#group, i, this.#tokens);
    if (!token || token.passive || value === undefined) return;
    const written = this.#keyOf(token, item.items.length === 1, ownerIn(item, this.#tokens));
    if (written === undefined || (!this.#isGiven(i) && !/^(documents|compliance)$/.test(written))) return;
    const owner = this.#ownerAt(i - 1);
    if (owner !== undefined) this.#push(token, written, { in: this.#group, at: value }, owner);
  }

  #keyOf(token: Token, alone: boolean, owner?: Token): string | undefined {
    if (token.kind === 'string') {
      const name = wireName(token.text);
      return alone && isInteresting(name) ? name : undefined;
    }
    return constantKey(token, this.#named, owner);
  }

  /** The last name before an item: `order.transfer` gives `transfer`. */
  #ownerAt(i: number): string | undefined {
    const token = this.#at(i);
    if (token?.kind === 'name') return token.text.replace(/^[$@#]+/, '');
    if (token?.text === '!' || token?.text === '?') return this.#ownerAt(i - 1);
    const item = this.#group.items[i];
    if (typeof item !== 'object') return undefined;
    // `body["transactionBreakdown"]["transactionTypes"] = v`: the inner key is the nearest name.
    const inner = tokenOf(item.items[0], this.#tokens);
    return inner?.kind === 'string' && isInteresting(inner.text) ? inner.text : this.#ownerAt(i - 1);
  }

  #call(args: Group): void {
    const callee = calleeOf(args, this.#tokens);
    const last = callee.at(-1);
    const name = this.#at(args.position - 1);
    if (last === undefined || !name || name.passive) return;
    if (this.#appended(args, callee)) return;
    if (callee.length > 1 && PUTS.test(last)) {
      this.#put(args, callee);
      return;
    }
    if (this.#opened(args, callee) || this.#given(args, callee)) return;
    if (callee.length < 2) return;
    // Lombok's `@Singular`: `.document(scan)` adds to the list.
    const own = SETTER.test(last) ? last.replace(SETTER, '').replace(/^(Documents)Item$/, '$1') : last;
    const setter = /^[dD]ocument$/.test(own) ? 'documents' : own;
    if (!isInteresting(setter) || setter === '') return;
    const sets = SETTER.test(last);
    const owner = `${callee[0] ?? ''}${sets ? '' : ' builder'}`;
    this.#push(name, setter, { in: args, at: 0 }, owner, !sets);
  }

  /** `body.getDocuments().add(v)`, `body.documents().add(v)`, PHP's `array_push($body['documents'], v)`. */
  #appended(args: Group, callee: readonly string[]): boolean {
    const last = callee.at(-1) ?? '';
    const list = this.#at(args.position - 4);
    const holder = callee.at(-3) ?? '';
    if (list && !this.#at(args.position - 3) && APPENDS.test(last) && isListOf(callee)) {
      if (!OWN.test(holder)) this.#push(list, 'documents', { in: args, at: 0 }, holder.replace(/^[$@]+/, ''));
      return true;
    }
    const made = APPENDS.test(last) ? madeWhereNone(args, this.#tokens) : undefined;
    if (made && camel(made.token.text) === 'documents')
      this.#push(made.token, 'documents', { in: args, at: 0 }, made.owner);
    const pushed = last === 'array_push' ? pushedTo(args, this.#tokens) : undefined;
    if (!pushed) return false;
    if (wireName(pushed.token.text) === 'documents')
      this.#push(pushed.token, 'documents', { in: args, at: pushed.value }, pushed.owner);
    return true;
  }

  /** `putJsonObject("compliance") {`, `.name("amount").value(v)`: the value comes behind the brackets. */
  #opened(args: Group, callee: readonly string[]): boolean {
    const last = callee.at(-1) ?? '';
    const [only] = args.items;
    const token = args.items.length === 1 ? tokenOf(only, this.#tokens) : undefined;
    if (token?.kind !== 'string' || token.passive || !isWire(token.text)) return false;
    const next = this.#at(args.position + 2)?.text ?? '';
    const named = NAMES_NEXT.test(last) && (/value|write/i.test(next) || /^write/i.test(last));
    if (!OPENS.test(last) && !named) return false;
    // Beside `put("x", v)`, which names nothing that it puts into.
    const owner = callee.length > 1 ? (callee[0] ?? '') : builtIn(args, this.#tokens);
    const list = camel(token.text) === 'documents';
    // What the list is filled with stands behind: in a block, in calls of the chain, in calls on what holds it.
    const value = list ? { in: this.#group, at: args.position + 1 } : { in: args, at: -1 };
    this.#push(token, token.text, value, owner);
    const made = this.#found.at(-1);
    const holder = list ? givenTo(this.#group.items, args.position, this.#tokens) : undefined;
    if (made && holder) this.#found.splice(-1, 1, { ...made, key: { ...made.key, holder } });
    return true;
  }

  /** `set("amount", v)`, `.flow("amount", v)`, `maybe(map, "amount", v)`: some function of one's own, told by its arguments. */
  #given(args: Group, callee: readonly string[]): boolean {
    const last = callee.at(-1) ?? '';
    if ((ASKS.test(last) && !SETS.test(last)) || callee.some((name) => ANSWERED.test(name))) return false;
    if (OPTIONS.test(callee.at(-2) ?? '')) return false;
    const items = args.items.filter((item) => tokenOf(item, this.#tokens)?.text !== '$');
    const at = [0, 2].find((i) => {
      const token = pathEnd(items[i], this.#tokens);
      return token?.kind === 'string' && !token.passive && isWire(token.text);
    });
    const token = at === undefined ? undefined : pathEnd(items[at], this.#tokens);
    if (at === undefined || !token || items.length < at + 3) return false;
    if (tokenOf(items[at + 1], this.#tokens)?.text !== ',') return false;
    if (at === 2 && tokenOf(items[1], this.#tokens)?.text !== ',') return false;
    // A list of names, not a name with its value.
    const [first, given] = [0, at + 2].map((i) => tokenOf(items[i], this.#tokens));
    if (given?.kind === 'string' && isWire(given.text)) return false;
    const piped = at === 0 ? pipedFrom(args, this.#tokens) : undefined;
    const own = last === 'put' ? builtIn(args, this.#tokens) : callee[0];
    const owner = at === 2 && first?.kind === 'name' ? first.text : (piped ?? own ?? '');
    const value = args.items.indexOf(items[at + 2] ?? -1);
    this.#push(token, wireName(token.text), { in: args, at: value }, owner.replace(/^[$@#]+/, ''));
    return true;
  }

  /** `body.put("amount", v)`, and `Map.put(body, "amount", v)`, which names what it is given to first. */
  #put(args: Group, callee: readonly string[]): void {
    const [opening] = args.items.map((item) => tokenOf(item, this.#tokens));
    const sigil = opening?.text === '$' && opening.kind !== 'string' ? 1 : 0;
    const first = tokenOf(args.items[sigil], this.#tokens);
    // Elixir's `Map.put(%{...}, :amount, v)`.
    const literal = opening?.text === '%' && typeof args.items[1] === 'object' ? 1 : 0;
    const second = tokenOf(args.items[sigil + literal + 2], this.#tokens);
    if (!first || args.items.length < 3) return;
    const either = eitherKey(args, this.#tokens);
    for (const { token, value } of either) {
      const written = this.#keyOf(token, true);
      const owner = callee.findLast((part) => !PUTS.test(part)) ?? '';
      if (written !== undefined) this.#push(token, written, { in: args, at: value }, owner);
    }
    if (either.length > 0) return;
    const own = this.#keyOf(first, true);
    if (own !== undefined) {
      const piped = callee.includes('Map') ? pipedFrom(args, this.#tokens) : undefined;
      const owner = piped ?? callee.findLast((part) => !PUTS.test(part)) ?? '';
      // `body.setdefault("documents", []).append(v)`.
      const end = own === 'documents' ? listEnd(this.#group, args.position, this.#tokens) : undefined;
      this.#push(first, own, end === undefined ? { in: args, at: 2 } : { in: this.#group, at: end }, owner);
    } else if (second?.kind === 'string' && (first.kind === 'name' || first.text === '$' || literal > 0)) {
      const written = wireName(second.text);
      // JsonPath's `body.put("$", "amount", v)`.
      const made = literal > 0 ? givenTo(this.#group.items, args.position, this.#tokens)?.text : undefined;
      const owner = first.kind === 'name' ? first.text : (made ?? callee[0] ?? '');
      if (isInteresting(written)) this.#push(second, written, { in: args, at: sigil + literal + 4 }, owner);
    }
  }
}
