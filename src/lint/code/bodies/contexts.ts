// What is said around an object or a text: the names that it is given, the calls that it goes to, their URLs.
import type { Context } from '../../model/model.ts';
import type { Loop } from '../lists/goes-on.ts';
import { isOfParameter } from '../names/key-forms.ts';
import { isInAnswer } from '../sides/answers.ts';
import { around } from '../sides/around.ts';
import { isSaved, MAKERS, roleOf } from '../sides/calls.ts';
import { Expected, isDenied } from '../sides/expected.ts';
import type { Mapped } from '../sides/mapped.ts';
import { Origins } from '../sides/origins.ts';
import { Tried } from '../sides/tried.ts';
import { isOnlyMapped } from '../sides/unpacked.ts';
import type { Urls } from '../sides/urls.ts';
import { calleeOf, type Group, tokenOf } from '../tokens/groups.ts';
import type { Places } from '../tokens/places.ts';
import type { Scope, Statement, Token } from '../tokens/token.ts';
import type { Fields } from './fields.ts';
import type { Filled } from './filled.ts';
import type { TypeFlows } from './type-flows.ts';

export interface ContextsReader {
  readonly urls: Urls;
  readonly flows: TypeFlows;
  readonly filled: Filled;
  readonly fields: Fields;
  readonly places: Places;
  readonly mapped: Mapped;
}

/** Python's and Ruby's named arguments that join a dictionary. */
const MERGES = /^(update|merge|merge!)$/;

export class Contexts {
  readonly #tokens: readonly Token[];
  readonly #urls: Urls;

  readonly #flows: TypeFlows;
  readonly #filled: Filled;
  readonly #fields: Fields;
  readonly #places: Places;
  readonly #mapped: Mapped;
  readonly #expected: Expected;
  readonly #origins: Origins;
  readonly #tried: Tried;

  constructor(tokens: readonly Token[], { urls, flows, filled, fields, places, mapped }: ContextsReader) {
    this.#mapped = mapped;
    this.#fields = fields;
    this.#places = places;
    this.#flows = flows;
    this.#filled = filled;
    this.#tokens = tokens;
    this.#urls = urls;
    this.#origins = new Origins(tokens, places);
    this.#tried = new Tried(tokens, places);
    this.#expected = new Expected(tokens, places, urls);
  }

  /** `inside`: tokens of the thing itself, whose strings are no URLs of it. */
  of(
    group: Group,
    position: number,
    statement: Statement,
    scope: Scope,
    own: readonly [number, number],
  ): Context {
    this.#urls.trail.take();
    const inside = [own[0], comprehendedTo(group, position, this.#tokens) ?? own[1]] as const;
    const { names, owners, handedTo, returned, ...found } = around(group, position, this.#tokens, this.#urls);
    // The fields of a parameter's type go where the parameter goes, not where else the function calls.
    const isType = isOfParameter(group, position, this.#tokens);
    if (
      isType &&
      isOnlyMapped(group, position, { tokens: this.#tokens, places: this.#places, mapped: this.#mapped })
    )
      return { names, outer: outerNames(scope), urls: [], near: [], reading: true };
    const walked = isType ? undefined : this.#urls.ofList(group);
    if (walked?.length === 0)
      return { names, outer: outerNames(scope), urls: [], near: [], reading: found.reading };
    const calls = (): string[] => handedTo.flatMap((call) => this.#urls.ofCallee(call.group, call.position));
    // What a call that sends gives back is its answer, wherever that goes.
    const called = owners.length > 0 ? calls() : undefined;
    const sent = called?.[0] === undefined ? this.#throughAll(owners, scope, inside) : [];
    const urls = new Set(isType ? [] : (walked ?? this.#urls.ofStatement(statement, inside)));
    for (const url of sent) urls.add(url);
    if (urls.size === 0) for (const url of called ?? calls()) urls.add(url);
    // What a function gives back after its call is an answer; before any, it may be a body for whoever asked.
    const behind = urls.size === 0 && this.#urls.before(scope, inside[0]);
    const answered = returned && behind;
    // In many languages the last expression of a function is what it gives back.
    const last = owners.length === 0 && handedTo.length === 0 && inside[0] > 0;
    if ((returned || last) && urls.size === 0 && !behind && scope.kind === 'function') {
      for (const url of this.#urls.through(scope.name, FILE, [-1, -1])) urls.add(url);
    }
    if (urls.size === 0) for (const url of this.#heldBy(owners, scope)) urls.add(url);
    if (urls.size === 0 && !answered) for (const url of this.#told(scope)) urls.add(url);
    // Another file says where values of its type go.
    const { type } = this.#typed(group, position);
    if (urls.size === 0 && type !== undefined) for (const url of this.#flows.told(type)) urls.add(url);
    if (urls.size === 0 && !returned)
      for (const url of [...this.#urls.ofBlock(statement), ...this.#urls.ofRequest(statement)]) urls.add(url);
    const way = this.#urls.trail.take();
    const near = urls.size === 0 && !returned ? this.#urls.near(scope, inside[1]) : [];
    const held = owners.flatMap((owner) => this.#filled.heldAs(owner, scope, inside[1]));
    if (returned || last) held.push(...this.#filled.heldAs(scope.name, FILE, -1));
    const denied = isDenied(statement.first, inside[0], this.#tokens);
    const reading = found.reading || (found.guessed && sent.length === 0) || answered || denied;
    const expected = denied || urls.size + near.length > 0 ? [] : this.#expected.urlsOf(statement, inside);
    const others = urls.size > 0 ? [] : this.#othersOf(names, owners, scope, inside[1]);
    const tried =
      !reading && urls.size + near.length + expected.length === 0 && this.#tried.has(group, position);
    const said = {
      names: [...names, ...held, ...others],
      outer: outerNames(scope),
      urls: [...urls],
      ...(urls.size > 0 && way.length > 0 ? { way } : {}),
      reading: reading || tried,
      ...(type === undefined ? {} : { type }),
      ...(handedTo.some((call) => this.#filled.unpacks(call)) ? { unpacked: true } : {}),
    };
    return expected.length > 0
      ? { ...said, near: expected, reading: false, expected: true }
      : { ...said, near };
  }

  #throughAll(owners: readonly string[], scope: Scope, inside: readonly [number, number]): string[] {
    return owners.flatMap((owner) => this.#urls.through(owner, scope, inside));
  }

  /** Of what fills the variables, or of the field that one of them is. */
  #heldBy(owners: readonly string[], scope: Scope): string[] {
    const filled = owners.flatMap((owner) => this.#filled.urlsOf(owner, scope));
    return filled.length > 0 ? filled : owners.flatMap((owner) => this.#ofField(owner, scope));
  }

  #typed({ items }: Group, position: number): Pick<Context, 'type'> {
    const before = tokenOf(items[position - 1], this.#tokens);
    return before?.kind === 'name' && /^[A-Z]/.test(before.text) ? { type: before.text } : {};
  }

  /** Other vendors, where nothing is seen to go to this service. */
  #othersOf(names: readonly string[], owners: readonly string[], scope: Scope, from: number): string[] {
    const handed = owners.flatMap((owner) => this.#origins.ofVariable(owner, scope, from));
    return [...this.#origins.ofCalls(names), ...handed];
  }

  /** Of the named arguments of a call: it is named for what is called. */
  ofArguments(group: Group, context: Context): Context {
    const chain = calleeOf(group, this.#tokens);
    const [owner = ''] = chain;
    const opening = this.#tokens[group.at];
    // `body.update(amount=total)`.
    if (opening && context.urls.length === 0 && chain.length === 2 && MERGES.test(chain[1] ?? ''))
      return this.ofVariable(owner, opening.scope, opening.statement, group.at);
    const callee = MAKERS.test(chain.at(-1) ?? '') ? '' : chain.join('.');
    if (callee === '') return context;
    const role = roleOf(chain, this.#urls.between(group.at, group.close).length > 0, []);
    const reading = context.reading || role === 'keeps' || role === 'reads' || isSaved(group, this.#tokens);
    const hash = context.urls.length === 0 && this.#fields.takesHash() ? this.#urls.ofCallee(group, 0) : [];
    return { ...context, names: [callee, ...context.names], urls: [...context.urls, ...hash], reading };
  }

  /** What another file does with the results of this function, or with values of the type that it belongs to. */
  #told(scope: Scope): string[] {
    return [scope, scope.parent].flatMap((one) =>
      one && one.kind !== 'file' ? [...this.#flows.told(one.name)] : [],
    );
  }

  /** Where the bodies of loops over a list send its members, as a customer's documents. */
  ofLoops(loops: readonly Loop[]): string[] {
    const urls = loops.flatMap(([first, last]) => this.#urls.sentBetween(first, last));
    return urls.filter((url) => /\/documents$/.test(url));
  }

  /** Whether one of the loops names no path of documents itself: what they do is done elsewhere, or asks for nothing. */
  callsOut(loops: readonly Loop[]): boolean {
    return loops.some(
      ([first, last]) => !this.#urls.between(first, last).some((url) => /\/documents$/.test(url)),
    );
  }

  #ofField(name: string, scope: Scope): string[] {
    const type = this.#fields.typeOf(name, scope);
    return type ? this.#urls.ofField(name, type) : [];
  }

  /** The type whose field a name is, where what that field holds is sent. */
  sentField(name: string, scope: Scope): Scope | undefined {
    const type = this.#fields.typeOf(name, scope);
    return type && this.#urls.ofField(name, type).length > 0 ? type : undefined;
  }

  /** Of something that is only known by its variable, from the token `at` on. */
  ofVariable(name: string, scope: Scope, statement: Statement, at: number): Context {
    const here = [at, at] as const;
    this.#urls.trail.take();
    const urls = new Set([
      ...this.#urls.ofStatement(statement, here),
      ...this.#urls.through(name, scope, here),
    ]);
    if (urls.size === 0) for (const url of this.#urls.ofBlock(statement)) urls.add(url);
    if (urls.size === 0) for (const url of this.#filled.urlsOf(name, scope)) urls.add(url);
    if (urls.size === 0) for (const url of this.#ofField(name, scope)) urls.add(url);
    if (urls.size === 0)
      for (const url of [...this.#flows.ofVariable(name), ...this.#told(scope)]) urls.add(url);
    const way = { way: this.#urls.trail.take() };
    const near = urls.size === 0 ? this.#urls.near(scope, at) : [];
    const type = this.#fields.typeOf(name, scope);
    const held = [
      ...this.#filled.heldAs(name, scope, at),
      ...(type ? this.#filled.heldAs(name, type, -1) : []),
      ...this.#filled.heldAs(scope.name, FILE, -1),
    ];
    // Symfony's form: what it asks for goes where another file sends it.
    const isForm = urls.size === 0 && scope.name === 'buildForm';
    const reading = isForm || isInAnswer(at, this.#places, this.#tokens);
    if (urls.size + near.length === 0) held.push(...this.#filled.requestOf(name, scope, at));
    return { names: [name, ...held], outer: outerNames(scope), urls: [...urls], ...way, near, reading };
  }
}

/** `[{...} for row in http.get(url).json()]`: what is walked goes nowhere; the last token of such a thing with its loop. */
function comprehendedTo(group: Group, position: number, tokens: readonly Token[]): number | undefined {
  const next = group.items[position + 1];
  const token = tokenOf(next, tokens);
  return group.open !== '' && token?.kind === 'name' && token.text === 'for' ? group.close : undefined;
}

const FILE: Scope = { name: '', kind: 'file', parent: undefined };

export function outerNames(scope: Scope | undefined): string[] {
  const names: string[] = [];
  for (let at = scope; at && at.kind !== 'file'; at = at.parent) names.push(at.name);
  return names;
}

/** What a variable is known by in its function. */
export function ownerKey(name: string, scope: Scope): string {
  return `${outerNames(scope).join('/')}:${name.replace(/^[$@#]+/, '')}`;
}
