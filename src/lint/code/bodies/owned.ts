// Objects by the variable that holds them: what is given to it one key at a time, here or in a function that it is handed
// to, joins what it was made with.
import { camel, type Key, type Model, type Obj } from '../../model/model.ts';
import { pipedTo } from '../lists/list-ends.ts';
import type { FoundKey } from '../names/keys.ts';
import { isInAnswer } from '../sides/answers.ts';
import { isNothing } from '../sides/taken.ts';
import { holderOf, type Owner, TakenOut } from '../sides/taken-out.ts';
import { givenTo, type Group } from '../tokens/groups.ts';
import { firstAbove, type Places } from '../tokens/places.ts';
import type { Scope, Token } from '../tokens/token.ts';
import type { AssignedKey } from './assigned.ts';
import { type Contexts, ownerKey } from './contexts.ts';
import type { Filled } from './filled.ts';
import { TAKEN } from './types.ts';

const MEMBER = /^(\.|->|\?\.)$/;
const OWN = /^[$@]?(this|self|Self)$/;

export interface OwnedReader {
  readonly tokens: readonly Token[];
  readonly places: Places;
  readonly contexts: Contexts;
  readonly filled: Filled;
}

export class Owned {
  readonly #model: Model;
  readonly #reader: OwnedReader;
  readonly #owned = new Map<string, Obj>();
  /** What a pipe begins with, by the function that it is handed to. */
  readonly #piped = new Map<string, Obj>();
  /** Variables of a function, and the keys that each is given. */
  readonly #held: { readonly owner: Owner; readonly object: Obj }[] = [];

  constructor(model: Model, reader: OwnedReader) {
    this.#model = model;
    this.#reader = reader;
  }

  /** A literal belongs to what it is given to. */
  ofLiteral(group: Group, object: Obj): void {
    const { tokens } = this.#reader;
    const owner = group.parent ? givenTo(group.parent.items, group.position, tokens) : undefined;
    const holder = owner ? undefined : holderOf(group, tokens);
    if (owner) this.#made(owner, object);
    else if (holder) this.#held.push({ owner: holder, object });
    const piped = group.parent && pipedTo(group.parent, group.position, tokens);
    if (piped !== undefined) this.#piped.set(piped, object);
  }

  /** An object was given to a variable, or to a field: then every method of the type knows it. */
  #made(owner: Token, object: Obj): void {
    this.#owned.set(ownerKey(owner.text, owner.scope), object);
    const type = this.#typeOf(owner.scope, this.#reader.places.indexOf(owner));
    if (type) this.#owned.set(ownerKey(owner.text, type), object);
    else if (owner.kind === 'name') this.#held.push({ owner, object });
  }

  /** Without the fields that are taken out before what holds them goes anywhere. */
  leaveOut(): void {
    const { tokens, places } = this.#reader;
    const out = new TakenOut(tokens, places);
    for (const { owner, object } of this.#held) {
      const isLeft = ({ name, at }: Key): boolean =>
        TAKEN.has(name) && out.isGone(name, owner, firstAbove(tokens, at.start, ({ start }) => start) - 1);
      for (const key of object.keys.filter(isLeft)) object.keys.splice(object.keys.indexOf(key), 1);
    }
  }

  /** The type whose own field a name at a place is: `this.body`. */
  #typeOf(scope: Scope, at: number): Scope | undefined {
    const { tokens } = this.#reader;
    const isField = MEMBER.test(tokens[at - 1]?.text ?? '') && OWN.test(tokens[at - 2]?.text ?? '');
    let type: Scope | undefined = isField ? scope : undefined;
    while (type && type.kind !== 'type') type = type.parent;
    return type;
  }

  /** What a field was made with in another method. */
  #ofField(owner: string, scope: Scope, at: number): Scope | undefined {
    if (this.#owned.has(ownerKey(owner, scope))) return undefined;
    const type = this.#typeOf(scope, at - 2);
    return type && this.#owned.has(ownerKey(owner, type)) ? type : undefined;
  }

  assign({ key, owner, scope, chained }: AssignedKey, read: (key: FoundKey) => Key): void {
    const { tokens, places, contexts, filled } = this.#reader;
    const own = { name: owner, scope, statement: key.token.statement, at: places.indexOf(key.token) };
    // The parameter of a function with one caller is the caller's variable.
    const by = this.#owned.has(ownerKey(owner, scope)) ? own : (filled.callerOf(owner, scope) ?? own);
    // What methods put into a field of their type is one body.
    const field = contexts.sentField(by.name, by.scope) ?? this.#ofField(owner, scope, own.at);
    const holder = ownerKey(by.name, field ?? by.scope);
    // A contract's request and its answer are built by things of one name.
    const id = isInAnswer(own.at, places, tokens) ? `${holder} answer` : holder;
    const into = this.#piped.size === 0 ? undefined : filled.pipedInto(owner, scope);
    let object = this.#owned.get(id) ?? (into === undefined ? undefined : this.#piped.get(into));
    // `page.compliance.open = true` of something that isn't known to be a customer.
    if (!object && key.value < 0 && key.group.open !== '(' && camel(key.written) === 'compliance') return;
    if (!object) {
      const context = contexts.ofVariable(by.name, by.scope, by.statement, by.at);
      object = { keys: [], at: { start: key.start, end: key.end }, context, kind: 'literal' };
      this.#owned.set(id, object);
      this.#model.objects.push(object);
      if (by === own && id === holder && field === undefined && !chained)
        this.#held.push({ owner: { text: owner, scope }, object });
    }
    if (isNothing(tokens, key)) return;
    object.keys.push(read(chained && camel(key.written) !== 'documents' ? { ...key, value: -1 } : key));
  }
}
