// What every reader makes of its source. The judge sees nothing else: no text, no format, no language.
// A reader never decides whether something is a finding.

/** Offsets in the source's text, in UTF-16 units; `end` is the first one behind it. */
export interface Span {
  readonly start: number;
  readonly end: number;
}

/** How the source uses a thing at this position, as far as the source shows it. */
export type Mark =
  /** It is a response, or made up as one: OpenAPI's `responses`, a mock's reply. */
  | 'answer'
  /** Taken apart or matched: `const { amount } = x`, a case label. */
  | 'pattern'
  /** `delete x.amount`, `omit(x, 'amount')`. */
  | 'deleted'
  /** An operand of `==` or `in`, an expectation of a test. */
  | 'compared'
  /** Compared, and what follows throws, rejects, skips or answers with an error. */
  | 'refused'
  /** The path of a route that is defined here: a server, a proxy, a mock of the service. */
  | 'route'
  /** Certainly a call, or a documented request. */
  | 'called'
  /** A table, a log line, an event or message. */
  | 'stored'
  /** Words for people: running text, a description. */
  | 'prose';

/** The surroundings of a thing. Readers of data fill it at once; for code the resolver does. */
export interface Place {
  /** Its names as written, nearest first: its keys, the variable, the called function, its type. */
  readonly names: string[];
  /** Names further out: enclosing functions, classes, sections, the request's name. */
  readonly outer: string[];
  /** Addresses that it is sent to. An unknown part is `{}`: `{}/api/v1/transfers`. */
  readonly urls: string[];
  /** Addresses of the same function, request or paragraph, where no more exact one is known. */
  readonly near: string[];
  readonly marks: Set<Mark>;
}

export const newPlace = (given: Partial<Place> = {}): Place => ({
  names: given.names ?? [],
  outer: given.outer ?? [],
  urls: given.urls ?? [],
  near: given.near ?? [],
  marks: given.marks ?? new Set(),
});

export type Value =
  | { readonly kind: 'text'; readonly text: string; readonly span: Span }
  | { readonly kind: 'object'; readonly object: Obj }
  | { readonly kind: 'list'; readonly list: List }
  /** A variable or a chain of names: `body`, `this.base`, `config.api.url`. Code only. */
  | { readonly kind: 'name'; readonly name: string; readonly span: Span }
  /** Texts and names that are joined: `base + '/transfers'`, a template. Code only. */
  | { readonly kind: 'sum'; readonly parts: readonly Value[]; readonly span: Span }
  | { readonly kind: 'call'; readonly call: Call }
  /** A number, a condition, anything else. */
  | { readonly kind: 'other' };

export interface Key {
  /** In camel case, whatever the source's style (`camel`). */
  readonly name: string;
  readonly written: string;
  /** Of the key itself, without its quotes. */
  readonly span: Span;
  readonly value: Value;
  /** `deleted`, `compared`, `pattern`: of this key alone. */
  readonly marks?: ReadonlySet<Mark>;
}

/** Keys that belong together. `literal`: with values; `type`: declared fields; `row`: the header of a table. */
export interface Obj {
  readonly kind: 'literal' | 'type' | 'row';
  readonly keys: Key[];
  readonly span: Span;
  readonly place: Place;
  /** The object and the key that contain it. An object in a list of objects has the list's key. */
  readonly parent?: { readonly object: Obj; readonly key: string } | undefined;
}

/** A list, set or enumeration. */
export interface List {
  readonly items: readonly Value[];
  readonly span: Span;
  /** Where a finding of the whole list is: at its name or key, else at its first character. */
  readonly nameSpan: Span;
  /** More than its items belongs to it (`...others`, `+=`, a loop that fills it): nothing is missing for certain. */
  readonly open: boolean;
  readonly place: Place;
  readonly parent?: { readonly object: Obj; readonly key: string } | undefined;
}

/**
 * A text that may be a path, a document type, a data URL or a name. Every string of the source that holds a word of
 * `vocabulary.ts` is one, also as a value of an object or in a list.
 */
export interface Text {
  /** Without quotes, escapes undone as far as needed; a part that isn't known is `{}`. */
  readonly text: string;
  readonly span: Span;
  /** From an offset in `text` to one in the source, where they aren't simply `span.start` apart. */
  at?: ((offset: number) => number) | undefined;
  /** The whole address that it is a part of, where that is known: `{}/api/v1/current-tenant/balances`. */
  whole?: string;
  /** The key of this value, as written, or empty. */
  readonly key: string;
  readonly place: Place;
}

/** `a.b.c(args)`. Code only: the resolver takes it apart, the judge never sees one. */
export interface Call {
  /** `axios.post`, `this.http.post`, `TransferRequest.builder`: names joined by dots. */
  readonly callee: string;
  readonly args: Value[];
  /** What it is called on, if that is itself a call, and what is called on it: a builder's chain. */
  readonly receiver?: Call | undefined;
  /** The first call of the chain; absent where that is this one. */
  readonly root?: Call | undefined;
  next?: Call | undefined;
  /** The call that it is an argument of. */
  readonly parent?: Call | undefined;
  readonly span: Span;
}

export interface Comment {
  readonly text: string;
  readonly span: Span;
}

/** Text in another format inside this one: a block of code in Markdown, a script in HTML or YAML. */
export interface Part {
  readonly text: string;
  /** An extension or a name of a language: `json`, `py`, `bash`. */
  readonly format: string;
  /** From an offset in `text` to one in the whole source. */
  readonly at: (offset: number) => number;
  readonly place?: Partial<Place>;
}

export interface Facts {
  readonly objects: Obj[];
  readonly lists: List[];
  readonly texts: Text[];
  /** Only for suppressions and for facts about the whole file. Of formats without comments: none. */
  readonly comments: Comment[];
  readonly parts: Part[];
  /** Some of it is nested too deeply to be read. */
  isTooDeep: boolean;
}

export const newFacts = (): Facts => ({
  objects: [],
  lists: [],
  texts: [],
  comments: [],
  parts: [],
  isTooDeep: false,
});

/** What a reader is given. */
export interface Source {
  readonly text: string;
  /** Relative to the working directory, with forward slashes. */
  readonly path: string;
  /** In lower case, without the dot; a template's own ending (`.tmpl`) is already taken off. Of a part: its format. */
  readonly extension: string;
}

/** Pure, in time that grows with the text's length alone; never throws for any text. */
export type Reader = (source: Source) => Facts;

/** `receiver_amount`, `receiver-amount`, `ReceiverAmount` and `RECEIVER_AMOUNT` all become `receiverAmount`. */
export function camel(written: string): string {
  // Go's and Swift's CustomerID is customerId on the wire.
  const hasLower = /[a-z]/.test(written);
  const name = hasLower && written.includes('ID') ? written.replace(/ID(?![a-z])/g, 'Id') : written;
  if (/^[a-z][A-Za-z0-9]*$/.test(name)) return name;
  const parts = name.split(/[_\- ]+/).filter((part) => part !== '');
  const words = hasLower ? parts : parts.map((part) => part.toLowerCase());
  const upper = (word: string): string => word.charAt(0).toUpperCase() + word.slice(1);
  const joined = words.map((word, i) => (i === 0 ? word : upper(word))).join('');
  return joined.charAt(0).toLowerCase() + joined.slice(1);
}

/** Adds the facts of a part, with positions in the whole file. `around`: the surroundings of the part. */
export function addFacts(
  into: Facts,
  from: Facts,
  at: (offset: number) => number,
  around?: Partial<Place>,
): void {
  const { objects, lists, texts, comments } = from;
  moveSpans([objects, lists, texts, comments], at, new Set());
  for (const text of texts) {
    const own = text.at;
    if (own) text.at = (offset) => at(own(offset));
  }
  const places = new Set([...objects, ...lists, ...texts].map(({ place }) => place));
  if (around) for (const place of places) surround(place, around);
  into.objects.push(...objects);
  into.lists.push(...lists);
  into.texts.push(...texts);
  into.comments.push(...comments);
  into.isTooDeep ||= from.isTooDeep;
}

/** Whatever has a start and an end is a span; each is moved once. */
function moveSpans(thing: unknown, at: (offset: number) => number, moved: Set<object>): void {
  if (typeof thing !== 'object' || thing === null || moved.has(thing)) return;
  moved.add(thing);
  if ('start' in thing && 'end' in thing)
    Object.assign(thing, { start: at(thing.start as number), end: at(thing.end as number) });
  else for (const inner of Object.values(thing)) moveSpans(inner, at, moved);
}

function surround(
  place: Place,
  { names = [], outer = [], urls = [], near = [], marks }: Partial<Place>,
): void {
  place.names.push(...names);
  place.outer.push(...outer);
  if (place.urls.length === 0) place.urls.push(...urls);
  place.near.push(...near);
  for (const mark of marks ?? []) place.marks.add(mark);
}
