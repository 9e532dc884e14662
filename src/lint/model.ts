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
  /** URLs of the same function, where none is known to be its own. */
  readonly near: readonly string[];
  /** An answer that is read or made up, an event, a pattern: not what is sent. */
  readonly reading: boolean;
}

export interface Obj {
  readonly keys: Key[];
  readonly at: Span;
  readonly context: Context;
  /** `type`: a declaration whose fields become an object's. */
  readonly kind: 'literal' | 'type';
}

/** A list, set or enumeration of texts. */
export interface List {
  readonly items: readonly { readonly text: string; readonly at: Span }[];
  /** The name that it is given, or its first character. */
  readonly at: Span;
  readonly context: Context;
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
}

/** A place that names a path of the interface. */
export interface PathUse {
  /** Put together as far as possible; a part that isn't known is `{}`. */
  readonly path: string;
  /** The literal that holds the segment in question. */
  readonly literal: string;
  readonly at: Span;
  readonly context: Context;
}

export interface Model {
  readonly objects: Obj[];
  readonly lists: List[];
  readonly texts: Text[];
  readonly paths: PathUse[];
}

export const emptyModel = (): Model => ({ objects: [], lists: [], texts: [], paths: [] });

export const NO_CONTEXT: Context = { names: [], outer: [], urls: [], near: [], reading: false };

/** `receiver_amount`, `receiver-amount`, `ReceiverAmount` and `RECEIVER_AMOUNT` all become `receiverAmount`. */
export function camel(name: string): string {
  if (/^[a-z][A-Za-z0-9]*$/.test(name)) return name;
  if (/[_-]/.test(name)) {
    const parts = name.split(/[_-]+/).filter((part) => part !== '');
    const [first = '', ...rest] = /[a-z]/.test(name) ? parts : parts.map((part) => part.toLowerCase());
    const capital = (part: string): string => part.charAt(0).toUpperCase() + part.slice(1);
    return first.charAt(0).toLowerCase() + first.slice(1) + rest.map(capital).join('');
  }
  return name.charAt(0).toLowerCase() + name.slice(1);
}
