// Variables and parameters by the types that they are said to be of, or made of: `o := &wire.Order{}`, `Order o = new Order()`,
// `body: Order`. Of the types that are asked for alone.
import type { LanguageId } from '../../model/language.ts';
import type { Places } from '../tokens/places.ts';
import { type Scope, type Token, within } from '../tokens/token.ts';
import { idAt, plainOf } from './go-packages.ts';

const TYPE_FIRST = /^(java|csharp|cpp|php)$/;
/** Between a variable's sign and its type: `= new Order`, `= &Order`, `: &mut Order`. */
const BETWEEN = /^(new|&|\*|mut|\?|dyn|impl|inout|readonly|'\w*)$/;
const JOINS = /^(\.|::)$/;
const MAX_USES = 64;

interface Typed {
  readonly type: string;
  readonly scope: Scope;
}

export class TypedNames {
  readonly #tokens: readonly Token[];
  readonly #places: Places;
  readonly #language: LanguageId;
  readonly #types: readonly string[];
  #byName: ReadonlyMap<string, readonly Typed[]> | undefined;

  constructor(tokens: readonly Token[], places: Places, language: LanguageId, types: readonly string[]) {
    this.#tokens = tokens;
    this.#places = places;
    this.#language = language;
    this.#types = types;
  }

  /** The type that a name is of where it stands in a scope; itself, if it is one. */
  typeOf(name: string, scope: Scope): string | undefined {
    if (this.#types.includes(name)) return name;
    this.#byName ??= this.#read();
    return this.#byName.get(name)?.findLast((one) => within(scope, one.scope))?.type;
  }

  #read(): Map<string, Typed[]> {
    const found = new Map<string, Typed[]>();
    for (const type of this.#types)
      for (const use of this.#places.uses(plainOf(type)).slice(0, MAX_USES)) {
        if (type !== plainOf(type) && idAt(this.#tokens, use, this.#language) !== type) continue;
        const token = this.#tokens[this.#before(use) ?? this.#behind(use) ?? -1];
        if (!token) continue;
        const name = token.text.replace(/^[$@]+/, '');
        const known = found.get(name) ?? [];
        known.push({ type, scope: token.scope });
        found.set(name, known);
      }
    return found;
  }

  #text(at: number): string {
    return this.#tokens[at]?.text ?? '';
  }

  #isName(at: number): boolean {
    return this.#tokens[at]?.kind === 'name';
  }

  /** `Order o`, `Order $o`. */
  #behind(use: number): number | undefined {
    const at = this.#text(use + 1) === '$' ? use + 2 : use + 1;
    if (!TYPE_FIRST.test(this.#language) || !this.#isName(at) || this.#tokens[at]?.first === true)
      return undefined;
    return /^[,)=;:]$/.test(this.#text(at + 1)) ? at : undefined;
  }

  /** `o := &wire.Order`, `o: Order`, Go's `o *wire.Order`. */
  #before(use: number): number | undefined {
    let at = use - 1;
    while (JOINS.test(this.#text(at)) && this.#isName(at - 1)) at -= 2;
    while (BETWEEN.test(this.#text(at))) at--;
    const sign = this.#text(at);
    if (sign === '=' || sign === ':=') return this.#given(at - 1);
    if (sign === ':') return this.#isName(at - 1) ? at - 1 : undefined;
    const isPlain = this.#language === 'go' && this.#isName(at) && !/^(return|var|type|range)$/.test(sign);
    return isPlain && !JOINS.test(this.#text(at - 1)) ? at : undefined;
  }

  /** The variable before a sign: `o =`, `Order o =`, `o: Order =`. */
  #given(at: number): number | undefined {
    if (!this.#isName(at)) return undefined;
    const sign = this.#text(at - 1);
    if (sign === ':') return this.#isName(at - 2) ? at - 2 : undefined;
    return JOINS.test(sign) ? undefined : at;
  }
}
