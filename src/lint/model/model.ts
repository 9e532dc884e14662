// What every reader makes of its source, whatever the format or language: objects with keys, texts, and where they go.
// Rules look at nothing else.

export interface Span {
  readonly start: number;
  readonly end: number;
}

export type Value =
  | { readonly kind: 'text'; readonly text: string; readonly at: Span }
  | { readonly kind: 'object'; readonly object: Obj }
  | { readonly kind: 'list'; readonly items: readonly Value[]; readonly at: Span }
  | { readonly kind: 'name'; readonly name: string }
  | { readonly kind: 'other' };

export interface Key {
  /** In camel case, whatever the source's style; `written` as it stands there. */
  readonly name: string;
  readonly written: string;
  readonly at: Span;
  readonly value: Value;
}

/** Where an object or text stands, and what is said around it. */
export interface Context {
  /** Nearest first: the variable, the called function, the type or parent key that it belongs to. */
  readonly names: readonly string[];
  /** Names further out: enclosing functions and types. */
  readonly outer: readonly string[];
  /** URLs and paths of the calls that it goes to, as far as they can be put together. */
  readonly urls: readonly string[];
  /** The variables and functions through which it reaches them, in their order: `body`, `send()`. */
  readonly way?: readonly string[];
  /** URLs of the same function, where none is known to be its own. */
  readonly near: readonly string[];
  /** A test expects it to have been sent to what is near. */
  readonly expected?: boolean;
  /** An answer that is read or made up, an event, a pattern: not what is sent. */
  readonly reading: boolean;
  /** Handed to a function of the same file that hands none of it on as a whole. */
  readonly unpacked?: boolean;
  /** What the source does with values that stand here. */
  readonly fate?: Fate;
  /** Each use of the name that it is given is a test that it is refused. */
  readonly denied?: boolean;
  /** The type whose name stands before its braces: `Order{...}`. */
  readonly type?: string;
  /** Names that stand where it is used. */
  readonly uses?: readonly string[];
  /** A loop hands each of its members, papers of a business, to a function. */
  readonly walked?: boolean;
}

/** `refused`: something throws for them or leaves them out; `accepted`: it does so for all others; `picked`: a filter
 *  keeps them, to send them or to be rid of them. */
export type Fate = 'refused' | 'accepted' | 'picked' | undefined;

export const isKept = (fate: Fate): boolean => fate === 'accepted' || fate === 'picked';

export interface Obj {
  readonly keys: Key[];
  readonly at: Span;
  readonly context: Context;
  /** `type`: a declaration whose fields become an object's. */
  readonly kind: 'literal' | 'type';
  /** How many keys it has whose names no rule cares for, as far as it is seen as a whole. */
  readonly strangers?: number;
  /** It has an id of its own, which what is sent doesn't have. */
  readonly identified?: boolean;
}

/** A list, set or enumeration of texts. */
export interface List {
  readonly items: readonly { readonly text: string; readonly at: Span }[];
  /** The name that it is given, or its first character. */
  readonly at: Span;
  readonly context: Context;
  /** Known to be the documents of a customer: columns beside the customer's own. */
  readonly ofCustomer?: boolean;
  /** Beside a customer's ID and nothing of a transfer: handed in for one that is there already. */
  readonly ofKnown?: boolean;
  /** A loop of the source walks through it. */
  readonly walked?: boolean;
  /** It declares the types, or has members that aren't seen: it doesn't say which documents there are. */
  readonly enumerates?: boolean;
}

/** A text that stands for itself: an argument, a value, a member of an enumeration. */
export interface Text {
  readonly text: string;
  readonly at: Span;
  /** Key whose value it is, or empty. */
  readonly key: string;
  readonly context: Context;
  /** Compared with something or matched: looked at, not sent. */
  readonly compared: boolean;
  /** What a member of an enumeration is made of. */
  readonly member?: boolean;
}

/** A place that names a path of the interface. */
export interface PathUse {
  /** Put together as far as possible; a part that isn't known is `{}`. */
  readonly path: string;
  /** The address of the client that it is called on; `alone`: no client of the file has another. */
  readonly base?: { readonly url: string; readonly alone: boolean } | undefined;
  /** The literal that holds the segment in question. */
  readonly literal: string;
  readonly at: Span;
  readonly context: Context;
  /** Where the same segment stands once more: a fix changes all of them or none. */
  readonly also?: readonly Span[];
  /** The same request says the new path, elsewhere in it: this one is what was left over. */
  readonly mended?: boolean;
  /** The statement that it stands in. */
  readonly within?: Span;
  /** Compared, looked for, or what a branch or a pattern is for. */
  readonly compared?: boolean;
  /** A test expects that the call is refused. */
  readonly gone?: boolean;
  /** A mock of what is called is given it. */
  readonly mocked?: boolean;
  /** Whether a client calls it or a server answers it, or it is a key of answers; absent where that isn't to be seen. */
  readonly side?: 'client' | 'server' | 'table' | undefined;
}

/** A data URL of Base64 that is made where a request is sent, and is in no object that is seen. */
export interface LooseUrl {
  readonly at: Span;
  /** The function around it. */
  readonly within: Span;
  readonly context: Context;
}

export interface Model {
  readonly objects: Obj[];
  readonly lists: List[];
  readonly texts: Text[];
  readonly paths: PathUse[];
  readonly loose: LooseUrl[];
  /** Resources of this service that the source answers itself: `transfers`, `webhook-config`. */
  served?: string[];
  /** Why more may be in the text than was found. */
  cut?: string | undefined;
}

export const emptyModel = (): Model => ({ objects: [], lists: [], texts: [], paths: [], loose: [] });

/** Adds a model of a part, whose offsets `at` leads back to the whole. */
export function addModel(from: Model, into: Model, at: (offset: number) => number): void {
  const move = (span: Span): Span => ({ start: at(span.start), end: at(span.end) });
  const moveValue = (value: Value): Value => {
    if (value.kind === 'text') return { ...value, at: move(value.at) };
    if (value.kind === 'list') return { ...value, items: value.items.map(moveValue), at: move(value.at) };
    return value.kind === 'object' ? { kind: 'object', object: moveObject(value.object) } : value;
  };
  // One that stands in others is moved once.
  const moved = new Map<Obj, Obj>();
  const moveObject = (object: Obj): Obj => {
    let known = moved.get(object);
    if (!known) {
      const keys = object.keys.map((key) => ({ ...key, at: move(key.at), value: moveValue(key.value) }));
      known = { ...object, at: move(object.at), keys };
      moved.set(object, known);
    }
    return known;
  };
  into.cut ??= from.cut;
  if (from.served) into.served = [...(into.served ?? []), ...from.served];
  for (const object of from.objects) into.objects.push(moveObject(object));
  for (const list of from.lists) {
    const items = list.items.map((item) => ({ ...item, at: move(item.at) }));
    into.lists.push({ ...list, items, at: move(list.at) });
  }
  for (const text of from.texts) into.texts.push({ ...text, at: move(text.at) });
  for (const path of from.paths) {
    const { also, within } = path;
    into.paths.push({
      ...path,
      at: move(path.at),
      ...(also ? { also: also.map(move) } : {}),
      ...(within ? { within: move(within) } : {}),
    });
  }
  for (const url of from.loose) into.loose.push({ ...url, at: move(url.at), within: move(url.within) });
}

export const NO_CONTEXT: Context = { names: [], outer: [], urls: [], near: [], reading: false };

/** `receiver_amount`, `receiver-amount`, `ReceiverAmount` and `RECEIVER_AMOUNT` all become `receiverAmount`. */
export function camel(written: string): string {
  // Go's and Swift's CustomerID is customerId on the wire.
  const name =
    written.includes('ID') && /[a-z]/.test(written) ? written.replace(/ID(?![a-z])/g, 'Id') : written;
  if (/^[a-z][A-Za-z0-9]*$/.test(name)) return name;
  if (/[_-]/.test(name)) {
    const parts = name.split(/[_-]+/).filter((part) => part !== '');
    const [first = '', ...rest] = /[a-z]/.test(name) ? parts : parts.map((part) => part.toLowerCase());
    const capital = (part: string): string => part.charAt(0).toUpperCase() + part.slice(1);
    return first.charAt(0).toLowerCase() + first.slice(1) + rest.map(capital).join('');
  }
  return name.charAt(0).toLowerCase() + name.slice(1);
}
