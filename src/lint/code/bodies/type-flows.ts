// Where the values of a declared type go: to a call, because a parameter or variable of that type is handed to it, or
// because one is made there; or they come from one, as its answer.
import type { LanguageId } from '../../model/language.ts';
import type { Told } from '../../model/told.ts';
import { qualifiedTo } from '../names/aliases.ts';
import { idAt, plainOf } from '../names/go-packages.ts';
import { childrenOf } from '../names/heritage.ts';
import { type FormReader, formsSentTo } from '../sides/filled-forms.ts';
import type { Handed } from '../sides/handed.ts';
import type { Mapped } from '../sides/mapped.ts';
import type { Urls } from '../sides/urls.ts';
import { calleeOf, givenTo, type Group } from '../tokens/groups.ts';
import type { Places } from '../tokens/places.ts';
import { targetOf } from '../tokens/targets.ts';
import { type Scope, type Token, within } from '../tokens/token.ts';
import { isAnswered, isCarried } from './answered-types.ts';
import { listOfType } from './listed-types.ts';
import { madeAt } from './made-types.ts';
import { isResult, TYPED, variableOf } from './typed-variables.ts';
import { throughWritten } from './written-rows.ts';

export interface TypeFlow {
  readonly urls: readonly string[];
  readonly reading: boolean;
  /** Only another file says so. */
  readonly told: boolean;
}

const MAX_USES = 24;
const MAX_HEAD = 40;
const MAX_DEPTH = 2;
const MAX_NOTED = 4;
const FILE: Scope = { name: '', kind: 'file', parent: undefined };
/** Types that are what is sent. */
const WIRE = /(?:request|body|payload|wire)$/i;

export interface FlowsReader {
  readonly places: Places;
  readonly urls: Urls;
  readonly handed: Handed;
  readonly mapped: Mapped;
  readonly language: LanguageId;
  readonly told?: Told | undefined;
}

export class TypeFlows {
  readonly #tokens: readonly Token[];
  readonly #places: Places;
  readonly #urls: Urls;
  readonly #handed: Handed;
  readonly #mapped: Mapped;
  readonly #language: LanguageId;

  readonly #told: Told | undefined;
  readonly #forms: FormReader;
  #children: ReadonlyMap<string, readonly string[]> | undefined;

  constructor(tokens: readonly Token[], { places, urls, handed, mapped, language, told }: FlowsReader) {
    this.#tokens = tokens;
    this.#places = places;
    this.#urls = urls;
    this.#handed = handed;
    this.#mapped = mapped;
    this.#language = language;
    this.#told = told;
    this.#forms = { tokens, places, urls, handed };
  }

  #text(at: number): string {
    return this.#tokens[at]?.text ?? '';
  }

  of(name: string, depth = 0): TypeFlow {
    const urls = new Set<string>(this.told(name));
    let reading = this.#told?.answers.includes(name) === true;
    for (const use of this.#usesOf(name)) {
      // `var row T` is filled from elsewhere, and may then be written and sent.
      if (this.#text(use - 2) === 'var')
        for (const url of throughWritten(use - 1, this.#tokens, this.#places, this.#urls)) urls.add(url);
      const carried = isCarried(use, this.#tokens);
      const variable = carried ? undefined : variableOf(use, this.#tokens, this.#language);
      reading ||= carried;
      if (variable !== undefined) {
        const foreign = !WIRE.test(name);
        for (const url of this.#through(variable, use, foreign)) urls.add(url);
        reading ||= this.#isMapped(variable, use, foreign);
        continue;
      }
      const list = listOfType(use, this.#tokens, this.#language);
      if (list !== undefined) for (const url of this.#throughList(list, use, !WIRE.test(name))) urls.add(url);
      else if (isAnswered(use, this.#tokens)) reading = true;
      else for (const url of this.#made(use)) urls.add(url);
    }
    for (const url of formsSentTo(name, this.#forms)) urls.add(url);
    this.#children ??= childrenOf(this.#tokens);
    for (const child of depth < MAX_DEPTH ? (this.#children.get(name) ?? []) : [])
      for (const url of this.of(child, depth + 1).urls) urls.add(url);
    const told = urls.size === this.told(name).length;
    return { urls: [...urls], reading: reading && urls.size === 0, told };
  }

  /** Of a type of another package of Go by its whole name alone: `wire.Order`. */
  #usesOf(name: string): readonly number[] {
    const uses = this.#places.uses(plainOf(name));
    const own = this.#language === 'go' ? uses.filter((use) => this.#idAt(use) === name) : uses;
    return own.slice(0, MAX_USES);
  }

  #idAt(at: number): string {
    return idAt(this.#tokens, at, this.#language);
  }

  /** Of the type that a variable or parameter is said to be of. */
  ofVariable(name: string): readonly string[] {
    for (const use of this.#places.uses(name).slice(0, MAX_USES)) {
      let at = use + 1;
      while (/^[:&*?]$|^mut$/.test(this.#text(at))) at++;
      at = qualifiedTo(this.#tokens, at, this.#language);
      const behind = this.#tokens[at];
      const type = TYPED.test(this.#language) ? this.#tokens[use - 1] : behind;
      const isTyped = TYPED.test(this.#language) || at > use + 1 || this.#language === 'go';
      if (!isTyped || type?.kind !== 'name' || !this.#isDeclared(use, at)) continue;
      const id = type === behind ? this.#idAt(at) : type.text;
      const { urls } = this.of(id);
      if (urls.length > 0) return urls;
    }
    return [];
  }

  /** A parameter, or a variable that is declared. */
  #isDeclared(use: number, type: number): boolean {
    if (TYPED.test(this.#language)) return /^[,)=;]$/.test(this.#text(use + 1));
    return /^[,)=]$/.test(this.#text(type + 1)) && !/^[.>]$/.test(this.#text(use - 1));
  }

  /** What other files do with values of a type, or with a function's result. */
  told(name: string): readonly string[] {
    const flows = this.#told?.flows ?? {};
    return Object.hasOwn(flows, name) ? (flows[name] ?? []) : [];
  }

  #through(variable: number, use: number, foreign: boolean): string[] {
    const token = this.#tokens[variable];
    const scope = this.#tokens[use]?.scope;
    // `var out T` is filled by the call, and so is Go's named result.
    if (
      !token ||
      !scope ||
      this.#text(variable - 1) === 'var' ||
      isResult(variable, this.#language, this.#places, this.#tokens)
    )
      return [];
    // An interface's method says where it sends before it names its parameters.
    const { statement } = token;
    const declared = use - statement.first < MAX_HEAD ? this.#urls.between(this.#headOf(use), use) : [];
    return [...declared, ...this.#urls.through(token.text, scope, [use, use], 2, false, foreign)];
  }

  /** Of a list's members, where something walks through it; of a field of another type, wherever that is. */
  #throughList(variable: number, use: number, foreign: boolean): string[] {
    const token = this.#tokens[variable];
    if (!token) return [];
    return token.scope.kind === 'type' && !token.parameter
      ? this.#urls.throughField(token.text, foreign)
      : this.#urls.through(token.text, token.scope, [use, use], 2, false, foreign);
  }

  /** Where the declaration begins whose parameter stands here: what ends before it is another one. */
  #headOf(use: number): number {
    let first = this.#tokens[use]?.statement.first ?? use;
    for (let at = use - 1; at > first; at--) if (/^[;}]$/.test(this.#text(at))) return at;
    // Where there is no grammar, what is noted on the line above is a statement of its own: `@POST("transfers")`.
    for (let noted = 0; noted < MAX_NOTED; noted++) {
      const above = this.#tokens[first - 1]?.statement.first ?? first;
      if (this.#text(above) !== '@' || above >= first) break;
      first = above;
    }
    return first;
  }

  /** What is made of the variable, or of its members, reaches a call, and it itself doesn't. */
  #isMapped(variable: number, use: number, foreign: boolean): boolean {
    const name = this.#text(variable);
    const scope = this.#tokens[use]?.scope;
    if (!scope) return false;
    const uses = this.#places
      .usesAfter(name, use, MAX_USES)
      .filter((at) => within(this.#tokens[at]?.scope, scope));
    return uses.some((at) => {
      if (this.#mapped.isMapped(at, foreign)) return this.#urls.isNear(at);
      if (this.#isNamedAnew(at)) return this.#urls.isNear(at);
      const own = this.#tokens[at]?.scope;
      return own?.kind === 'function' && this.#handed.isPart(at) && this.#isSentBy(own);
    });
  }

  /** `post(url, { accountFundingSource: profile.sourceOfFunds })`: a member is another object's value. */
  #isNamedAnew(at: number): boolean {
    const isValue = /^(:|=>|=)$/.test(this.#text(at - 1));
    return isValue && this.#handed.isPart(at) && this.#places.of(at)?.group.open === '{';
  }

  /** What a function gives back is sent. */
  #isSentBy(scope: Scope): boolean {
    const own = this.#urls.through(scope.name, FILE, [-1, -1], 2, true);
    return own.length > 0 || this.told(scope.name).length > 0;
  }

  /** Where values of it are made. */
  #made(use: number): string[] {
    const place = this.#places.of(use);
    const token = this.#tokens[use];
    const next = place && madeAt(place, this.#tokens);
    if (!place || !token || !next) return [];
    const inside: [number, number] = [next.at, next.close];
    const owner = givenTo(place.group.items, next.position, this.#tokens);
    if (owner?.kind === 'name' && !this.#isNamed(next)) {
      const at = this.#places.indexOf(owner);
      if (at >= 0) return this.#urls.through(owner.text, token.scope, inside);
    }
    if (!this.#handed.isArgument(use)) return [];
    const own = this.#urls.ofStatement(token.statement, inside);
    if (own.length > 0) return own;
    const called = [
      ...this.#urls.ofBlock(token.statement),
      ...this.#urls.ofCallee(place.group, place.position),
    ];
    // `raw, err := json.Marshal(T{...})`: what it is written as is sent.
    const target = called.length > 0 ? undefined : targetOf(token.statement, use, this.#tokens);
    return target === undefined ? called : this.#urls.through(target, token.scope, inside);
  }

  /** A named argument of a call: `json=T(...)`. */
  #isNamed(group: Group): boolean {
    return group.parent?.open === '(' && calleeOf(group.parent, this.#tokens).length > 0;
  }
}
