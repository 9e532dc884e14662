// Keys that are given to something one at a time: `x.amount = v`, `x["amount"] = v`, `x.put("amount", v)`,
// `x.setAmount(v)`, `.amount(v)` of a builder. They are gathered by what they are given to.
import { camel } from '../model.ts';
import { calleeOf, givenTo, type Group, tokenOf } from './groups.ts';
import { listEnd } from './key-forms.ts';
import { constantKey, type FoundKey, isInteresting, type Named } from './keys.ts';
import type { Scope, Token } from './token.ts';

export interface AssignedKey {
  readonly key: FoundKey;
  /** Name of the variable, or what a chain begins with. */
  readonly owner: string;
  readonly scope: Scope;
  /** Of a builder: only other keys of the same chain tell what is built. */
  readonly chained: boolean;
}

const OWN = /^(this|self|@|Self|\$this)$/;
const PUTS =
  /^(put|set|add|addProperty|append|insert|field|putIfAbsent|put_new|Set|Add|SetString|emplace|property|store|setdefault|TryAdd)$/;
const APPENDS = /^(push|append|add|Add|push_back|concat|insert|addAll)$/;
/** What a function with a name and something else for its arguments does, if it makes no body: asks, complains, declares. */
const ASKS =
  /^(get|has|is|find|read|parse|column|field|label|input|error|fail|reject|remove|delete|omit|except|without|debug|warn|log|trace|print|assert|expect|equal|contain|include|start|end|valid|check|require|rule|throw|trans|rename|drop|alter|modify|change|opt|dig|fetch|pluck|select|where|order|group|filter|mock|verify|emit|track|define|param|header|replace|match|with_?message|with_?name|message|resolve|deprecat|forbid|refus|ignore|unset|pop|skip|exclude|describe|annotat|option|add_?(column|index|error|foreign|violation|issue|constraint))|^(t|__|i18n|on|it|eq|ne|gt|lt|map|test|text|varchar|char|string|integer|int|bigint|long|decimal|numeric|float|double|boolean|bool|uuid|jsonb?|timestamp|date|datetime|enum|index|unique|references|value|query|info|n|c|e|translate|register)$|(error|missing|invalid|exists|present|equals|column|field|label)$/i;
/** `withField(name, value)`, but not `add_error(name, text)`. */
const SETS = /^(?:set|with|put|append|add)_?(?:field|value|prop|property|attribute|key|entry|param|json)$/i;
/** Calls that begin an object or a list under a name: `putJsonObject("compliance") {`, `writer.WriteStartObject("compliance")`. */
const OPENS =
  /^(?:put|write|begin|start|add|with|open|nest)_?(?:start)?_?(?:json)?_?(?:object|array|map|hash|node)(?:field)?(?:start)?$/i;
/** Of a writer that is given the name first and the value in a call of its own. */
const NAMES_NEXT = /^(name|key|property|writePropertyName|WritePropertyName|writeFieldName)$/;
/** Objects of a body: `set(body, 'transactionBreakdown.transactionTypes', v)`. */
const NESTED = /^(transactionBreakdown|compliance|source|destination)$/;
const SETTER = /^(?:set|with|Set|With|set_|with_|add)(?=[A-Z_])_?/;

export function assignedKeys(
  group: Group,
  tokens: readonly Token[],
  named: Named = () => undefined,
  documents: ReadonlySet<string> = new Set(),
): AssignedKey[] {
  return new Assigned(group, tokens, named, documents).all();
}

/** A field as it is spelt on the wire: `documents.0` is one, `source_of_funds` a column of somebody's table. */
const isWire = (text: string): boolean => {
  const name = wireName(text);
  return isInteresting(name) && camel(name) === name;
};

/** `documents.0` is documents; of a path below an object of a body the last name counts, unless the object itself is gone. */
function wireName(text: string): string {
  const parts = text
    .replace(/^\$\./, '')
    .replace(/\.\d+$/, '')
    .split('.');
  if (parts.length > 1 && parts[0] === 'compliance') return 'compliance';
  return parts.length === 2 && NESTED.test(parts[0] ?? '') ? (parts[1] ?? '') : parts.join('.');
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
    if (token.kind !== 'name' || token.passive || !this.#isGiven(i)) return;
    if (!isAlias && !isInteresting(token.text)) return;
    if (!/^(\.|->|\?\.)$/.test(this.#at(i - 1)?.text ?? '')) return;
    const owner = this.#ownerAt(i - 2);
    if (owner === undefined || OWN.test(owner)) return;
    this.#push(token, isAlias ? 'documents' : token.text, { in: this.#group, at: i + 2 }, owner);
  }

  /** `x["amount"] = v`, `x[AMOUNT] = v`. */
  #subscript(i: number, item: Group): void {
    const token = tokenOf(item.items.at(-1), this.#tokens);
    const value = this.#isGiven(i) ? i + 2 : listEnd(this.#group, i, this.#tokens);
    if (!token || token.passive || value === undefined) return;
    const written = this.#keyOf(token, item.items.length === 1);
    if (!this.#isGiven(i) && written !== 'documents') return;
    const owner = this.#ownerAt(i - 1);
    if (written !== undefined && owner !== undefined)
      this.#push(token, written, { in: this.#group, at: value }, owner);
  }

  #keyOf(token: Token, alone: boolean): string | undefined {
    if (token.kind === 'string') {
      const name = wireName(token.text);
      return alone && isInteresting(name) ? name : undefined;
    }
    return constantKey(token, this.#named);
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
    if (callee.length > 1 && PUTS.test(last)) {
      this.#put(args, callee);
      return;
    }
    if (this.#opened(args, callee) || this.#given(args, callee)) return;
    if (callee.length < 2) return;
    if (APPENDS.test(last) && callee.length > 2 && camel(callee.at(-2) ?? '') === 'documents') {
      const name = this.#at(args.position - 3);
      // `body.documents.push(v)`.
      const holder = callee.at(-3) ?? '';
      if (name && !OWN.test(holder))
        this.#push(name, name.text, { in: args, at: 0 }, holder.replace(/^[$@]+/, ''));
      return;
    }
    const setter = SETTER.test(last) ? last.replace(SETTER, '') : last;
    if (!isInteresting(setter) || setter === '') return;
    const [owner = ''] = callee;
    const sets = SETTER.test(last);
    this.#push(name, setter, { in: args, at: 0 }, sets ? owner : `${owner} builder`, !sets);
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
    const owner = callee.length > 1 ? (callee[0] ?? '') : 'put';
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
    if (ASKS.test(last) && !SETS.test(last)) return false;
    const items = args.items.filter((item) => tokenOf(item, this.#tokens)?.text !== '$');
    const at = [0, 2].find((i) => {
      const token = this.#pathEnd(items[i]);
      return token?.kind === 'string' && !token.passive && isWire(token.text);
    });
    const token = at === undefined ? undefined : this.#pathEnd(items[at]);
    if (at === undefined || !token || items.length < at + 3) return false;
    if (tokenOf(items[at + 1], this.#tokens)?.text !== ',') return false;
    if (at === 2 && tokenOf(items[1], this.#tokens)?.text !== ',') return false;
    // A list of names, not a name with its value.
    const given = tokenOf(items[at + 2], this.#tokens);
    if (given?.kind === 'string' && isWire(given.text)) return false;
    const first = tokenOf(items[0], this.#tokens);
    const owner = at === 2 && first?.kind === 'name' ? first.text : (callee[0] ?? '');
    const value = args.items.indexOf(items[at + 2] ?? -1);
    this.#push(token, wireName(token.text), { in: args, at: value }, owner.replace(/^[$@#]+/, ''));
    return true;
  }

  /** A text, or the telling one of a path as a list: `['transactionBreakdown', 'transactionTypes']`. */
  #pathEnd(item: number | Group | undefined): Token | undefined {
    if (typeof item !== 'object') return tokenOf(item, this.#tokens);
    const first = tokenOf(item.items[0], this.#tokens);
    if (item.open !== '[' || item.items.length > 5 || !NESTED.test(first?.text ?? '')) return undefined;
    return first?.text === 'compliance' ? first : tokenOf(item.items.at(-1), this.#tokens);
  }

  /** `body.put("amount", v)`, and `Map.put(body, "amount", v)`, which names what it is given to first. */
  #put(args: Group, callee: readonly string[]): void {
    const [opening] = args.items.map((item) => tokenOf(item, this.#tokens));
    const sigil = opening?.text === '$' && opening.kind !== 'string' ? 1 : 0;
    const first = tokenOf(args.items[sigil], this.#tokens);
    const second = tokenOf(args.items[sigil + 2], this.#tokens);
    if (!first || args.items.length < 3) return;
    const own = this.#keyOf(first, true);
    if (own !== undefined) {
      const owner = callee.findLast((part) => !PUTS.test(part)) ?? '';
      this.#push(first, own, { in: args, at: 2 }, owner);
    } else if (second?.kind === 'string' && (first.kind === 'name' || first.text === '$')) {
      const written = wireName(second.text);
      // JsonPath's `body.put("$", "amount", v)`.
      const owner = first.kind === 'name' ? first.text : (callee[0] ?? '');
      if (isInteresting(written)) this.#push(second, written, { in: args, at: sigil + 4 }, owner);
    }
  }
}
