// What is gathered from one source while its brackets are walked, with positions.
import type { Call, Facts, Key, List, Mark, Obj, Span, Text, Value } from '../model/facts.ts';
import { camel, newFacts, newPlace } from '../model/facts.ts';
import { isDocumentType, typeNamed } from '../model/vocabulary.ts';
import type { Group, Item } from './groups.ts';
import type { Language, Trait } from './language.ts';

export interface Param {
  readonly name: string;
  readonly type: string;
}

export interface Fn {
  readonly name: string;
  readonly params: readonly Param[];
  readonly outer: Fn | undefined;
  /** Names of types that it mentions. */
  readonly types: Set<string>;
  /** Its annotations: `@POST("/api/v1/transfers")`. */
  readonly annotations: readonly Value[];
}

/** The position of a value: its function and call, and the name that it is assigned to. */
export interface Site {
  readonly fn: Fn | undefined;
  readonly call: Call | undefined;
  /** The variable that it is a value of. */
  readonly bind: string | undefined;
  readonly returned: boolean;
  readonly parent: { readonly object: Obj; readonly key: string } | undefined;
}

/** What is around the place that is being walked. */
export interface Context extends Site {
  readonly names: readonly string[];
  readonly outer: readonly string[];
  readonly marks: readonly Mark[];
  /** Of the name or key that the value is given to. */
  readonly nameSpan?: Span | undefined;
  /** Of the declaration that is read. */
  readonly annotations?: readonly Value[];
}

export const OUTERMOST: Context = {
  fn: undefined,
  call: undefined,
  bind: undefined,
  returned: false,
  parent: undefined,
  names: [],
  outer: [],
  marks: [],
};

export interface Bind {
  readonly name: string;
  readonly value: Value;
  readonly fn: Fn | undefined;
  /** One of several that it is filled with. */
  readonly isPart?: boolean;
}

/** A variable that is used as a value. */
export interface Use {
  readonly name: string;
  readonly site: Site;
  /** Where the name begins in the source. */
  readonly at: number;
}

/** A key that is set in a separate statement: `body.amount = x`, `body.put("amount", x)`. */
export interface Assigned {
  /** A variable, or the first call of a chain that has none. */
  readonly target: string | Call;
  readonly key: Key;
  readonly context: Context;
}

/** Functions of the reader that call each other across files. */
export interface Walker {
  /** The value of some items; each bracket among them is walked, once. */
  readonly value: (items: readonly Item[], context: Context) => Value;
  /** The statements of a block. */
  readonly block: (items: readonly Item[], context: Context) => void;
  readonly statement: (items: readonly Item[], context: Context) => void;
  readonly object: (group: Group, context: Context) => Value;
}

const MAX_DEPTH = 150;

/** A test of a refusal has an assertion in its statement. */
export const TESTS_REFUSAL =
  /toThrow|\brejects\b|assertThrows|\braises\b|raise_error|assertRaises|expectException|\bShould\(\)\.Throw|assertFalse|toBe\(false\)|assert not |wantErr|(?:status|code)\w*\W{1,8}(?:toBe|eq|==|is)?\W{0,4}4(?:00|10|22)\b/;

/** What one walk over the brackets of a source gathers. */
export class State {
  #depth = 0;
  readonly text: string;
  readonly language: Language;
  readonly walk: Walker;
  /** Somewhere in it is a test that something is refused. */
  readonly refuses: boolean;
  readonly facts: Facts = newFacts();

  readonly fns = new ByName<Fn>(({ name }) => name);
  readonly binds = new ByName<Bind>(({ name }) => lastOf(name));
  readonly uses = new ByName<Use>(({ name }) => firstOf(name));
  readonly calls = new ByName<{ readonly call: Call; readonly site: Site }>(({ call }) =>
    lastOf(call.callee),
  );
  readonly assigned: Assigned[] = [];
  readonly sites = new Map<object, Site>();
  /** Texts that are put together, the outer ones behind the inner ones. */
  readonly sums: { readonly value: Value; readonly fn: Fn | undefined }[] = [];

  constructor(text: string, language: Language, walkerOf: (state: State) => Walker) {
    this.text = text;
    this.language = language;
    this.walk = walkerOf(this);
    this.refuses = TESTS_REFUSAL.test(text);
  }

  /** Reads one level deeper, up to a depth that real code never reaches: `a => b => c => ...`. */
  deeper<T>(read: () => T): T | undefined {
    if (this.#depth >= MAX_DEPTH) return undefined;
    this.#depth++;
    const result = read();
    this.#depth--;
    return result;
  }

  has(trait: Trait): boolean {
    return this.language.traits.includes(trait);
  }
}

/** What is bound to exactly this name. */
export const bindsOf = ({ binds }: State, name: string): readonly Bind[] =>
  binds.named(lastOf(name)).filter((bind) => bind.name === name);

/** The object that the variable was given, in the nearest function. */
export function objectBoundTo(state: State, name: string, from: Fn | undefined): Obj | undefined {
  const binds = bindsOf(state, name);
  for (let fn = from; ; fn = fn.outer) {
    for (const { fn: own, value } of binds) if (own === fn && value.kind === 'object') return value.object;
    if (!fn) return undefined;
  }
}

/** Names outside of all functions are seen in each. */
export function isWithin(fn: Fn | undefined, outer: Fn | undefined): boolean {
  if (!outer) return true;
  for (let at = fn; at; at = at.outer) if (at === outer) return true;
  return false;
}

/** Strings that a rule or the resolver may ask for. */
const RELEVANT = /tenant|transfer|customer|base64|quote|api\/|\/v1/i;

export function addText(
  state: State,
  text: string,
  span: Span,
  key: string,
  context: Context,
  at?: (offset: number) => number,
): void {
  if (!RELEVANT.test(text) && !isDocumentType(typeNamed(text))) return;
  const fact: Text = { text, span, at, key, place: placeIn(context) };
  state.facts.texts.push(fact);
  state.sites.set(fact, context);
}

const placeIn = ({ names, outer, marks }: Context): ReturnType<typeof newPlace> =>
  newPlace({ names: [...names], outer: [...outer], marks: new Set(marks) });

export function addObject(
  state: State,
  kind: Obj['kind'],
  span: Span,
  context: Context,
  keys: Key[] = [],
): Obj {
  const object: Obj = { kind, keys, span, place: placeIn(context), parent: context.parent };
  state.facts.objects.push(object);
  state.sites.set(object, context);
  return object;
}

export function addList(state: State, given: Omit<List, 'place' | 'parent'>, context: Context): List {
  const list: List = { ...given, place: placeIn(context), parent: context.parent };
  state.facts.lists.push(list);
  state.sites.set(list, context);
  return list;
}

export const keyOf = (written: string, span: Span, value: Value, marks?: readonly Mark[]): Key => ({
  name: camel(written.replace(/^[$@:]+/, '')),
  written,
  span,
  value,
  ...(marks && marks.length > 0 ? { marks: new Set(marks) } : {}),
});

export const OTHER: Value = { kind: 'other' };

/** Things by a part of their names. Of one name no more than forty are looked at. */
class ByName<T> {
  readonly all: T[] = [];
  readonly #byName = new Map<string, T[]>();
  readonly #nameOf: (one: T) => string;

  constructor(nameOf: (one: T) => string) {
    this.#nameOf = nameOf;
  }

  add(one: T): void {
    this.all.push(one);
    const name = this.#nameOf(one);
    const known = this.#byName.get(name);
    if (!known) this.#byName.set(name, [one]);
    else if (known.length < MOST_OF_A_NAME) known.push(one);
  }

  named(name: string): readonly T[] {
    return this.#byName.get(name) ?? [];
  }
}
const MOST_OF_A_NAME = 40;

export const firstOf = (name: string): string => name.split('.', 1)[0] ?? name;
export const lastOf = (name: string): string => name.slice(name.lastIndexOf('.') + 1).replace(/^[@$]+/, '');
