// Whether a value is made into something else before it goes on: `post(url, toWire(order))`, `order.toRequest()`. What is sent
// then is what the function makes, and what it is made of is one's own. A function that is seen says so itself; of one
// that isn't, its name does.
import { calleeOf, type Group, tokenOf } from '../tokens/groups.ts';
import type { Places } from '../tokens/places.ts';
import { targetOf } from '../tokens/targets.ts';
import type { Scope, Token } from '../tokens/token.ts';
import type { Handed } from './handed.ts';
import { TakenOut } from './taken-out.ts';

const MEMBER = /^(\.|\?\.|->|&\.|\?->)$/;
const SELF = /^(self|this)$/;
const MAKES = /^(create|of|from|valueOf|make|new|From|Create|Of)$/;
/** What is made is named for what is sent. */
const NAMED =
  /^(?:to|as|into|map|build|make|convert|transform|create|compose|assemble|prepare|from)_?\w{0,40}?(?:wire|body|payload|request|transfer|payout|quote|customer|api|remote|external|outbound|input|command)(?:s?$|_?(?:v\d|dto|body|payload|request|input|params|data|model|command)$)/i;
const MAPPERS = /(?:mapper|converter|assembler|translator|transformer)$/i;
const BODY = /(?:request|body|payload|wire|command|input)(?:dto|v\d)?$/i;
/** What a mapper's method is called, and a serialiser's isn't. */
const MAPS =
  /^(?:map|to|from|convert|build|create|assemble|apply|transform)(?=[A-Z_]|$)|^(?:Map|To|From|Convert)(?=[A-Z]|$)/;
const SERIALISES = /json|\wmap$|dict|hash|string|bytes|plain|value|tree|xml/i;
const MAX_CLIMB = 6;
const MAX_USES = 16;
const MAX_TYPED = 12;
/** Tokens of a function before its body. */
const MAX_HEAD = 40;

export class Mapped {
  readonly #tokens: readonly Token[];
  readonly #places: Places;
  readonly #handed: Handed;
  readonly #source: string;
  readonly #unseen = new Map<string, boolean>();

  constructor(tokens: readonly Token[], places: Places, handed: Handed, source: string) {
    this.#tokens = tokens;
    this.#places = places;
    this.#handed = handed;
    this.#source = source;
  }

  #text(at: number): string {
    return this.#tokens[at]?.text ?? '';
  }

  /** `foreign`: what isn't seen, and is told by its name, counts. */
  isMapped(at: number, foreign = true): boolean {
    return this.#asReceiver(at, foreign) || this.#asArgument(at, foreign) || this.#losesAmount(at);
  }

  /** `body = asdict(order)`, of which the amount is taken out before it goes on. */
  #losesAmount(at: number): boolean {
    const token = this.#tokens[at];
    const text = token && targetOf(token.statement, at, this.#tokens);
    if (!token || text === undefined || text === token.text) return false;
    return new TakenOut(this.#tokens, this.#places).isGone('amount', { text, scope: token.scope }, at);
  }

  /** `order.toRequest()`. */
  #asReceiver(at: number, foreign: boolean): boolean {
    const name = this.#text(at + 2);
    if (!MEMBER.test(this.#text(at + 1)) || this.#text(at + 3) !== '(') return false;
    // Rust's conversion makes another type.
    if (name === 'into') return foreign;
    const seen = this.#handsItselfOn(name);
    if (seen !== undefined) return !seen;
    return foreign && NAMED.test(name) && !this.#isDeclaredUnseen(name);
  }

  #asArgument(at: number, foreign: boolean): boolean {
    let place = this.#tokens[at]?.parameter === true ? undefined : this.#places.of(at);
    for (let depth = 0; place && depth < MAX_CLIMB; depth++) {
      const { group, position }: { group: Group; position: number } = place;
      if (group.open === '(' && !this.#handed.passesOn(group)) {
        const index = group.items.slice(0, position).filter((item) => this.#isComma(item)).length;
        return this.#maps(this.#calleeOf(group), index, foreign);
      }
      if (group.open === '{' || !group.parent) return false;
      place = { group: group.parent, position: group.position };
    }
    return false;
  }

  #isComma(item: number | Group): boolean {
    return tokenOf(item, this.#tokens)?.text === ',';
  }

  /** `mapper.Map<TransferRequest>(order)` calls `Map`. */
  #calleeOf(group: Group): readonly string[] {
    let at = group.at - 1;
    if (this.#text(at) !== '>') return calleeOf(group, this.#tokens);
    while (at > group.at - MAX_TYPED && this.#text(at) !== '<') at--;
    return MEMBER.test(this.#text(at - 2)) ? [this.#text(at - 3), this.#text(at - 1)] : [this.#text(at - 1)];
  }

  #maps(chain: readonly string[], index: number, foreign: boolean): boolean {
    const [name = '', owner = ''] = [chain.at(-1), chain.at(-2)];
    if (MAKES.test(name)) return foreign && /^[A-Z]/.test(owner) && (BODY.test(owner) || MAPPERS.test(owner));
    const seen = this.#handed.forwards(name, index);
    if (seen !== undefined) return !seen;
    if (!foreign || this.#isDeclaredUnseen(name)) return false;
    return NAMED.test(name) || (MAPPERS.test(owner) && MAPS.test(name) && !SERIALISES.test(name));
  }

  /** Whether a method of this file hands on the thing that it belongs to; `undefined` where it isn't to be seen. */
  #handsItselfOn(name: string): boolean | undefined {
    const [declared, scope] = this.#methodNamed(name) ?? [];
    if (declared === undefined || !scope) return undefined;
    const words = ['self', 'this', this.#receiverBefore(declared)];
    return words.some((word) =>
      this.#places.uses(word).some((use) => {
        if (this.#tokens[use]?.scope !== scope) return false;
        if (SELF.test(word) && this.#tokens[use].parameter) return false;
        return !this.#tokens[use].parameter && this.#handed.isWhole(use) && this.#handed.isArgument(use);
      }),
    );
  }

  #methodNamed(name: string): readonly [at: number, scope: Scope] | undefined {
    for (const use of this.#places.uses(name).slice(0, MAX_USES)) {
      const isDeclared = /^(fun|func|def|fn)$/.test(this.#text(use - 1));
      // Without a grammar, a function's scope begins with its body.
      for (let at = use; at < use + (isDeclared ? MAX_HEAD : 1); at++) {
        const { scope } = this.#tokens[at] ?? {};
        if (scope?.kind === 'function' && scope.name === name) return [use, scope];
      }
    }
    return undefined;
  }

  /** Go's receiver has a name of its own. */
  #receiverBefore(declared: number): string {
    const place = this.#places.of(declared);
    const before = place?.group.items[place.position - 1];
    return typeof before === 'object' ? this.#text(before.at + 1) : '';
  }

  /** It stands in the file, where nothing of this service is named: then it names no field anew. */
  #isDeclaredUnseen(name: string): boolean {
    const known = this.#unseen.get(name);
    if (known !== undefined) return known;
    const found = this.#isInSource(name);
    this.#unseen.set(name, found);
    return found;
  }

  #isInSource(name: string): boolean {
    for (let at = this.#source.indexOf(name); at >= 0; at = this.#source.indexOf(name, at + 1)) {
      const before = this.#source.slice(Math.max(0, at - 80), at);
      const behind = this.#source.charAt(at + name.length);
      if (
        /(?:^|\W)(?:def|func|function|fn|fun|const|let)\s+(?:\([^()]*\)\s*)?$/.test(before) &&
        /\W/.test(behind)
      )
        return true;
      if (behind === '(' && /[\w>\]?]\s+$/.test(before) && !NO_TYPE.test(before)) return true;
    }
    return false;
  }
}

/** A word before a call that is no type. */
const NO_TYPE = /(?:^|\W)(?:return|await|new|yield|throw|else|in|not|and|or|case|when|if|do|then)\s+$/;
