// Fields of a type that hold a body while its methods fill it: `this.#body.amount = v` in one, `post(url, this.#body)` in
// another. Says whether a name is such a field, and of which type.
import type { LanguageId } from '../../model/language.ts';
import type { Places } from '../tokens/places.ts';
import { type Scope, type Token, within } from '../tokens/token.ts';

const SELF = /^[$@]?(this|self)$/;
/** Languages whose fields are used without a word before them. */
const BARE = /^(java|csharp|kotlin|swift|cpp)$/;
/** Languages whose methods stand beside their type, not in it. */
const OUTSIDE = /^(go|rust)$/;
const DECLARES = /^(const|let|var|val|final|auto)$/;
const MAX_USES = 64;
const FILE: Scope = { name: '', kind: 'file', parent: undefined };

export class Fields {
  readonly #tokens: readonly Token[];
  readonly #places: Places;
  readonly #language: LanguageId;

  constructor(tokens: readonly Token[], places: Places, language: LanguageId) {
    this.#tokens = tokens;
    this.#places = places;
    this.#language = language;
  }

  /** Ruby's named arguments make one hash for a function that takes no names. */
  takesHash(): boolean {
    return this.#language === 'ruby';
  }

  /** The type whose field a name is in a function; of Go and Rust, whose methods stand beside their type, the file. */
  typeOf(name: string, scope: Scope): Scope | undefined {
    if (scope.kind === 'file') return undefined;
    let type: Scope | undefined = scope;
    while (type && type.kind !== 'type') type = type.parent;
    const uses = this.#places.uses(name).slice(0, MAX_USES);
    if (!type) {
      const isOwn =
        this.#language === 'go'
          ? (at: number): boolean => this.#isOfReceiver(at, scope)
          : (at: number): boolean => within(this.#tokens[at]?.scope, scope) && this.#isOfSelf(at);
      return OUTSIDE.test(this.#language) && uses.some(isOwn) ? FILE : undefined;
    }
    const own = type;
    const inside = uses.filter((at) => within(this.#tokens[at]?.scope, own));
    if (inside.some((at) => within(this.#tokens[at]?.scope, scope) && this.#isOfSelf(at))) return own;
    if (!BARE.test(this.#language)) return undefined;
    const declared = inside.some((at) => this.#tokens[at]?.scope === own);
    const local = inside.some((at) => this.#tokens[at]?.scope === scope && this.#isLocal(at));
    return declared && !local ? own : undefined;
  }

  /** `this.name`, `self.name`, `@name`. */
  #isOfSelf(at: number): boolean {
    if (/^@\w/.test(this.#tokens[at]?.text ?? '')) return true;
    return /^(\.|->)$/.test(this.#tokens[at - 1]?.text ?? '') && SELF.test(this.#tokens[at - 2]?.text ?? '');
  }

  #isOfReceiver(at: number, scope: Scope): boolean {
    const receiver = this.#tokens[at - 2];
    if (this.#tokens[at]?.scope !== scope || this.#tokens[at - 1]?.text !== '.' || !receiver) return false;
    return this.#places.uses(receiver.text).some((use) => {
      const token = this.#tokens[use];
      return token?.scope === scope && token.parameter && this.#tokens[use - 2]?.text === 'func';
    });
  }

  #isLocal(at: number): boolean {
    const token = this.#tokens[at];
    const before = this.#tokens[at - 1];
    if (token?.parameter === true || DECLARES.test(before?.text ?? '')) return true;
    // `Order order = ...`: a type before it.
    return before?.kind === 'name' && !before.first && this.#tokens[at + 1]?.text === '=';
  }
}
