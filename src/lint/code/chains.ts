// `a.b(c).d[e]`: names, calls with their arguments, and the object of each call.
import type { Call, Value } from '../model/facts.ts';
import { isDocumentType, typeNamed } from '../model/vocabulary.ts';
import { type Group, isGroup, isName, isSign, isString, type Item } from './groups.ts';
import { entriesIn, inTurns, objectOf } from './objects.ts';
import { noteSetter } from './setters.ts';
import { addList, addText, type Context, OTHER, type State } from './state.ts';
import { stringValue } from './strings.ts';
import type { Token } from './tokenize.ts';

/** A map's keys and values as arguments that take turns. */
const TAKES_TURNS = /(?:^|\.)(?:Map|ImmutableMap)\.of$|(?:^|\.)array_combine$/;
/** Routes of Django and Starlette, by the name of the call. */
const ROUTES = /^(?:path|url|re_path|Route|route)$/;
const LISTS =
  /^(?:\w*[lL]istOf|\w*[sS]etOf|(?:List|Set|Seq|Vector|EnumSet|ImmutableList|ImmutableSet|MapSet)(?:\.of|\.new)?|Arrays\.asList|vec|c|array|arrayOf|Stream\.of)$/;
const MAX_CALLEE = 200;

export function chain(state: State, items: readonly Item[], context: Context): Value {
  return new Chain(state, items, context).run();
}

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
  #isAfterDot = false;

  constructor(state: State, items: readonly Item[], context: Context) {
    this.#state = state;
    this.#items = items;
    this.#context = context;
  }

  run(): Value {
    for (const [at, item] of this.#items.entries()) {
      if (this.#isBareArgument(item)) {
        this.#makeCall(item, this.#items.slice(at));
        break;
      }
      if (isGroup(item)) this.#group(item);
      else if (item.kind === 'name') this.#name(item);
      else if (item.kind === 'string') this.#string(item);
      else if (item.kind === 'sign' && this.#state.language.dots.includes(item.text)) this.#isAfterDot = true;
    }
    return this.#result();
  }

  /** `get "/path", body`: arguments without brackets. */
  #isBareArgument(item: Item): boolean {
    if (this.#names.length === 0 || this.#isAfterDot || !this.#state.has('bare-calls')) return false;
    return isString(item) || (isName(item) && !/^(?:do|end|then)$/.test(item.text));
  }

  #result(): Value {
    if (this.#call) return { kind: 'call', call: this.#call };
    if (this.#names.length === 0 || this.#value.kind !== 'other') return this.#value;
    const name = nameOf(this.#names);
    // A member of an enumeration: `DocumentType.OwnershipChart`.
    const last = this.#names.at(-1) ?? '';
    if (this.#names.length > 1 && isDocumentType(typeNamed(last))) {
      const span = { start: this.#nameEnd - last.length, end: this.#nameEnd };
      addText(this.#state, last, span, '', this.#context);
    }
    this.#state.uses.add({ name, site: this.#context, at: this.#start });
    return { kind: 'name', name, span: { start: this.#start, end: this.#items.at(-1)?.end ?? this.#start } };
  }

  #name(token: Token): void {
    if (this.#isAfterDot) this.#names.push(token.text);
    else {
      if (this.#names.length === 0) this.#start = token.start;
      this.#names = [token.text];
      this.#call = undefined;
      this.#value = OTHER;
    }
    this.#isAfterDot = false;
    this.#nameEnd = token.end;
  }

  #string(token: Token): void {
    this.#value = stringValue(this.#state, token, this.#context);
    this.#start = token.start;
  }

  #group(group: Group): void {
    const isCalled = this.#names.length > 0 || this.#call !== undefined;
    const { walk } = this.#state;
    if (group.bracket === '(') {
      if (isCalled) this.#makeCall(group, group.items);
      else if (this.#value.kind !== 'text') this.#value = walk.value(group.items, this.#context);
    } else if (group.bracket === '[') {
      if (isCalled || this.#value.kind !== 'other') this.#index(group);
      else this.#value = walk.object(group, this.#context);
    } else this.#braces(group);
  }

  /** `body['amount']` is a name. */
  #index({ items }: Group): void {
    const [only] = items;
    if (isString(only)) {
      this.#names.push(only.text);
      return;
    }
    this.#state.walk.value(items, { ...this.#context, parent: undefined, bind: undefined });
  }

  /** `Order{...}`, `new Order {...}`, or a block that is handed to the call before it. */
  #braces(group: Group): void {
    const { call } = this.#context;
    const called = this.#call?.callee ?? nameOf(this.#names);
    const names = called === '' ? this.#context.names : [called, ...this.#context.names];
    this.#value = this.#state.walk.object(group, { ...this.#context, call: this.#call ?? call, names });
    this.#names = [];
  }

  #makeCall(at: { readonly start: number; readonly end: number }, items: readonly Item[]): void {
    const own = nameOf(this.#names);
    const call = this.#newCall(own, at.end);
    this.#names = [];
    this.#call = call;
    this.#state.calls.add({ call, site: this.#context });
    const { language } = this.#state;
    const entries = TAKES_TURNS.test(call.callee)
      ? inTurns(items)
      : entriesIn(items, language.parens, language, false);
    const isRoute = ROUTES.test(own) && items.some((item) => isSign(item, ','));
    const context: Context = {
      ...this.#context,
      ...{ call, names: [call.callee, ...this.#context.names] },
      ...(isRoute && { marks: ['route'] }),
    };
    if (entries.some(({ key }) => key !== undefined)) {
      const object = objectOf(this.#state, entries, at, context, call.args);
      call.args.push(...object.keys.map(({ value }) => value), { kind: 'object', object });
    } else {
      for (const { value } of entries) call.args.push(this.#state.walk.value(value, context));
      const { args: items, span } = call;
      const { nameSpan = span } = context;
      if (LISTS.test(own)) addList(this.#state, { items, span, nameSpan, open: false }, this.#context);
    }
    // `"/path/%s".format(x)`.
    if (this.#value.kind === 'text' && !call.receiver) call.args.unshift(this.#value);
    noteSetter(this.#state, call, own, this.#nameEnd, entries, this.#context);
  }

  #newCall(own: string, end: number): Call {
    const receiver = this.#call;
    const callee = receiver ? `${receiver.callee}().${own}` : own;
    const call: Call = {
      callee: callee.slice(-MAX_CALLEE),
      args: [],
      receiver,
      root: receiver && (receiver.root ?? receiver),
      parent: this.#context.call,
      span: { start: this.#start, end },
    };
    if (receiver) receiver.next = call;
    return call;
  }
}

/** `this.base`, `self.base`, `@base` and `$this->base` are the same member `base`. */
export function nameOf(parts: readonly string[]): string {
  const own = /^(?:\$?this|self|cls|Self)$/.test(parts[0] ?? '') && parts.length > 1 ? parts.slice(1) : parts;
  return own.join('.').replace(/^[@$]+/, '');
}
