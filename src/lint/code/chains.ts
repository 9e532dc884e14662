// `a.b(c).d[e]`: names, calls with their arguments, what is called on what.
import type { Call, Value } from '../model/facts.ts';
import { isPaper, typeNamed } from '../model/vocabulary.ts';
import { entriesIn, inTurns } from './entries.ts';
import { forms } from './forms.ts';
import { type Group, isGroup, isName, isSign, isString, type Item, textOf } from './groups.ts';
import { objectOf } from './objects.ts';
import { noteSetter } from './setters.ts';
import { addList, addText, type Context, OTHER, siteOf, type State } from './state.ts';
import { stringValue } from './strings.ts';
import type { Token } from './token.ts';

export function chain(state: State, items: readonly Item[], context: Context): Value {
  return new Chain(state, items, context).run();
}

/** A map's keys and values as arguments that take turns. */
const TAKES_TURNS = /(?:^|\.)(?:Map|ImmutableMap)\.of$|(?:^|\.)array_combine$/;

/** Django's and Starlette's. */
const ROUTES = /^(?:path|url|re_path|Route|route)$/;
const LISTS =
  /^(?:\w*[lL]istOf|\w*[sS]etOf|(?:List|Set|Seq|Vector|EnumSet|ImmutableList|ImmutableSet|MapSet)(?:\.of|\.new)?|Arrays\.asList|vec|c|array|arrayOf|Stream\.of)$/;

class Chain {
  readonly #state: State;
  readonly #items: readonly Item[];
  readonly #context: Context;
  /** Names since the last call. */
  #names: string[] = [];
  #call: Call | undefined;
  #value: Value = OTHER;
  #start = 0;
  /** Where the last name ends. */
  #nameEnd = 0;
  #at = 0;
  #isAfterDot = false;

  constructor(state: State, items: readonly Item[], context: Context) {
    this.#state = state;
    this.#items = items;
    this.#context = context;
  }

  run(): Value {
    if (this.#state.language.traits.has('forms')) return forms(this.#state, this.#items, this.#context);
    while (this.#at < this.#items.length) {
      const item = this.#items[this.#at];
      if (!item) break;
      if (isGroup(item)) this.#group(item);
      else if (item.kind === 'name') this.#name(item);
      else if (item.kind === 'string') this.#string(item);
      else if (item.kind === 'sign') this.#sign(item);
      this.#at++;
    }
    return this.#result();
  }

  #result(): Value {
    if (this.#call) return { kind: 'call', call: this.#call };
    if (this.#names.length === 0 || this.#value.kind !== 'other') return this.#value;
    const end = this.#items.at(-1)?.end ?? this.#start;
    const name = nameOf(this.#names);
    // A member of an enumeration: `DocumentType.OwnershipChart`.
    const [last = ''] = this.#names.slice(-1);
    if (this.#names.length > 1 && isPaper(typeNamed(last))) {
      addText(
        this.#state,
        last,
        { start: this.#nameEnd - last.length, end: this.#nameEnd },
        '',
        this.#context,
      );
    }
    this.#state.uses.push({ name, site: siteOf(this.#context), at: this.#start });
    return { kind: 'name', name, span: { start: this.#start, end } };
  }

  #name(token: Token): void {
    if (/^(?:do|then)$/.test(token.text) && isGroup(this.#items[this.#at + 1], 'block')) return;
    if (this.#isAfterDot) this.#names.push(token.text);
    else if (this.#isCommand(token)) {
      this.#commandCall(this.#at);
      return;
    } else {
      if (this.#names.length === 0) this.#start = token.start;
      this.#names = [token.text];
      this.#call = undefined;
      this.#value = OTHER;
    }
    this.#isAfterDot = false;
    this.#nameEnd = token.end;
  }

  #isCommand(token: Item): boolean {
    if (this.#names.length === 0 || !this.#state.language.traits.has('bare-calls')) return false;
    return (
      isString(token) ||
      (isName(token) && this.#items.length > this.#at && !/^(?:do|end|then)$/.test(token.text))
    );
  }

  #string(token: Token): void {
    if (this.#isCommand(token)) {
      this.#commandCall(this.#at);
      return;
    }
    this.#value = stringValue(this.#state, token, this.#context);
    this.#start = token.start;
  }

  #sign({ text }: Token): void {
    if (this.#state.language.dots.includes(text)) {
      this.#isAfterDot = true;
      return;
    }
    if (text === '<' && this.#names.length > 0) this.#skipTypes();
  }

  /** `json<{ amount: number }>()`: types say nothing of what is sent. */
  #skipTypes(): void {
    let depth = 0;
    for (let i = this.#at; i < this.#items.length && i < this.#at + 40; i++) {
      const text = textOf(this.#items[i]);
      if (text === '<') depth++;
      if (text === '>' && --depth === 0) {
        this.#at = i;
        return;
      }
      if (text === ';' || text === '&&' || text === '||') return;
    }
  }

  #group(group: Group): void {
    const hasHead = this.#names.length > 0 || this.#call !== undefined || this.#value.kind !== 'other';
    if (group.bracket === '(') {
      if (this.#names.length > 0 || this.#call) this.#makeCall(group, group.items);
      else if (this.#value.kind !== 'text') this.#value = this.#state.walk.value(group.items, this.#context);
    } else if (group.bracket === '[') {
      if (hasHead && group.indent < 0) this.#index(group);
      else this.#value = this.#state.walk.object(group, this.#context);
    } else this.#braces(group);
  }

  /** `body['amount']` is a name. */
  #index({ items }: Group): void {
    const [only] = items;
    if (items.length === 1 && isString(only)) this.#names.push(only.text);
    else this.#state.tested.push({ name: nameOf(this.#names), at: this.#start });
    if (!isString(only))
      this.#state.walk.value(items, { ...this.#context, parent: undefined, bind: undefined });
  }

  /** `Order{...}`, `new Order {...}`, or a block that is handed to the call before it. */
  #braces(group: Group): void {
    const inner: Context = {
      ...this.#context,
      call: this.#call ?? this.#context.call,
      names: [...this.#calledNames(), ...this.#context.names],
    };
    if (this.#call) {
      const value = group.bracket === '{' ? this.#state.walk.object(group, inner) : OTHER;
      if (group.bracket === 'block') this.#state.walk.block(group.items, inner);
      if (value.kind !== 'other') this.#call.args.push(value);
      return;
    }
    this.#value = this.#state.walk.object(group, inner);
    this.#names = [];
  }

  #calledNames(): string[] {
    const name = this.#call?.callee ?? nameOf(this.#names);
    return name === '' ? [] : [name];
  }

  #commandCall(from: number): void {
    this.#makeCall(this.#items[from] as Item, this.#items.slice(from));
    this.#at = this.#items.length;
  }

  #makeCall(at: { start: number; end: number }, items: readonly Item[]): void {
    const { language } = this.#state;
    const receiver = this.#call;
    const own = nameOf(this.#names);
    const callee =
      receiver && own !== '' ? `${receiver.callee}().${own}` : own === '' ? (receiver?.callee ?? '') : own;
    const call: Call = {
      callee: callee.slice(-200),
      args: [],
      receiver,
      root: receiver ? (receiver.root ?? receiver) : undefined,
      parent: this.#context.call,
      span: { start: this.#start, end: at.end },
    };
    if (receiver) receiver.next = call;
    this.#call = call;
    if (this.#names.length > 1 && !receiver) {
      const of = nameOf(this.#names.slice(0, -1));
      this.#state.tested.push({ name: of, at: this.#start });
    }
    this.#names = [];
    const isRoute = ROUTES.test(own) && items.some((item) => isSign(item, ','));
    const marks = isRoute ? [...this.#context.marks, 'route' as const] : this.#context.marks;
    const context: Context = { ...this.#context, call, marks, names: [call.callee, ...this.#context.names] };
    this.#state.calls.push({ call, site: siteOf(this.#context) });
    const entries = TAKES_TURNS.test(callee)
      ? inTurns(items)
      : entriesIn(items, language.parens, language, false);
    const isKeyed = entries.some(({ key }) => key !== undefined);
    if (isKeyed) {
      const object = objectOf(this.#state, entries, at, context, call.args);
      call.args.push(...object.keys.map(({ value }) => value), { kind: 'object', object });
    } else for (const { value } of entries) call.args.push(this.#state.walk.value(value, context));
    if (this.#value.kind === 'text' && receiver === undefined) call.args.unshift(this.#value);
    if (LISTS.test(own) && !isKeyed && call.args.some(({ kind }) => kind === 'text')) {
      const span = { start: this.#start, end: at.end };
      addList(this.#state, call.args, span, this.#context.nameSpan ?? span, false, this.#context);
    }
    noteSetter(this.#state, call, own, this.#nameEnd, entries, this.#context);
  }
}

/** `this.base`, `self.base`, `@base` and `$this->base` are one's own `base`. */
export function nameOf(parts: readonly string[]): string {
  const own = /^(?:\$?this|self|cls|Self)$/.test(parts[0] ?? '') && parts.length > 1 ? parts.slice(1) : parts;
  return own.join('.').replace(/^[@$]+/, '');
}
