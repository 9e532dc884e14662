// The keys that stand inside a group of brackets: entries of literals and dictionaries, named arguments, declared
// fields. Only names that a rule cares for are kept.
import type { LanguageId } from '../../model/language.ts';
import { camel } from '../../model/model.ts';
import { INTEREST } from '../../model/words.ts';
import { type Group, tokenOf } from '../tokens/groups.ts';
import type { Token } from '../tokens/token.ts';
import { afterOperator, bracketKey, isAnonymous, isColumn, isTypeOfParameter, ownerIn } from './key-forms.ts';
import type { Pairs } from './pairs.ts';
import { isWireField } from './wire-fields.ts';

export interface FoundKey {
  readonly written: string;
  readonly start: number;
  readonly end: number;
  /** Item of the value in the same group; -1 where there is none. */
  readonly value: number;
  readonly group: Group;
  readonly token: Token;
  /** A declaration in a type. */
  readonly declared: boolean;
  /** A variable that holds the list which is put under the key: `docs = body.putArray("documents")`. */
  readonly holder?: Token | undefined;
}

/** What a name stands for: `{ [AMOUNT]: v }`, `body[AMOUNT] = v`. */
export type Named = (name: string) => string | undefined;

const MODIFIERS =
  /^(public|private|protected|internal|readonly|pub|val|var|let|final|static|required|override|abstract|mut|const|export|get|set|lateinit|open|virtual|crate)$/;
const GOES_ON = /^[=+\-*/.?:(&|]$/;
const CONSTANT = /^(?:[A-Z][A-Z0-9_]{2,}|[A-Z][a-z]\w+)$/;
const DECLARING = /^(attribute\??|attributes|property|option)$/;

export const isInteresting = (written: string): boolean =>
  INTEREST.has(camel(written)) || INTEREST.has(written);

export function keysOf(
  group: Group,
  tokens: readonly Token[],
  language: LanguageId,
  named: Named = () => undefined,
  pairs?: Pairs,
): FoundKey[] {
  return new Keys(group, tokens, language, named, pairs).all();
}

/** The field that a name in a key's place stands for. */
export function constantKey(token: Token | undefined, named: Named, owner?: Token): string | undefined {
  if (token?.kind !== 'name') return undefined;
  // `[F.value]` of `const F = { value: 'amount' }`: only the owner tells which value.
  const written = CONSTANT.test(token.text)
    ? named(token.text)
    : owner && named(`${owner.text}.${token.text}`);
  return written !== undefined && isInteresting(written) ? written : undefined;
}

class Keys {
  readonly #group: Group;
  readonly #items: Group['items'];
  readonly #tokens: readonly Token[];
  readonly #language: LanguageId;
  readonly #named: Named;
  readonly #pairs: Pairs | undefined;
  #semicolons: boolean | undefined;

  constructor(
    group: Group,
    tokens: readonly Token[],
    language: LanguageId,
    named: Named,
    pairs: Pairs | undefined,
  ) {
    this.#pairs = pairs;
    this.#group = group;
    this.#items = group.items;
    this.#tokens = tokens;
    this.#language = language;
    this.#named = named;
  }

  all(): FoundKey[] {
    const found: FoundKey[] = [];
    for (let i = 0; i < this.#items.length; i++) {
      const key = this.#keyAt(i);
      if (key) found.push(key);
    }
    return found;
  }

  #at(i: number): Token | undefined {
    return tokenOf(this.#items[i], this.#tokens);
  }

  #keyAt(i: number): FoundKey | undefined {
    const bare = this.#at(i);
    const token = bare ?? bracketKey(this.#items[i], this.#tokens);
    if (!token || token.passive || (token.kind !== 'name' && token.kind !== 'string')) return undefined;
    const own = token.text.replace(/[?!]$/, '').replace(/^@/, '');
    const written = bare === undefined && token.kind === 'name' ? undefined : own;
    if (written === undefined || !isInteresting(written)) return this.#constant(i, token, bare !== undefined);
    const declares = token.scope.kind === 'type';
    if (!bare) {
      // `["amount"] = v` inside an initializer, `["amount"]: v`.
      return this.#isGiven(i) && this.#isStart(i) ? this.#found(token, written, i + 2, false) : undefined;
    }
    const value = this.#afterKey(i);
    if (value !== undefined && declares && isColumn(this.#items, value, this.#tokens)) return undefined;
    if (value !== undefined) {
      if (token.parameter && !isTypeOfParameter(this.#group, this.#tokens)) return undefined;
      return this.#found(token, written, value, declares && token.kind === 'name');
    }
    if (token.shorthand || (this.#language === 'csharp' && isAnonymous(this.#group, i, this.#tokens)))
      return this.#found(token, written, i, false);
    if (declares && this.#isField(i, token)) return this.#found(token, written, -1, true);
    const paired = this.#pairs?.isKey(this.#group, i, token) === true;
    return paired ? this.#found(token, written, i + 2, false) : undefined;
  }

  /** A constant in a key's place: in brackets, or where keys are expressions. */
  #constant(i: number, token: Token, bare: boolean): FoundKey | undefined {
    const own = bare ? undefined : ownerIn(this.#items[i], this.#tokens);
    const written = constantKey(token, this.#named, own);
    if (written === undefined || token.parameter) return undefined;
    const sign = this.#at(i + 1)?.text;
    const expression = /^(python|go|php|ruby)$/.test(this.#language) && (sign === ':' || sign === '=>');
    const given = bare ? expression && this.#group.open !== '' : sign === ':' || this.#isGiven(i);
    return given ? { ...this.#found(token, written, i + 2, false), end: token.end } : undefined;
  }

  #found(token: Token, written: string, value: number, declared: boolean): FoundKey {
    const start = token.kind === 'string' ? (token.body ?? token.start) : token.start;
    return { written, start, end: start + written.length, value, group: this.#group, token, declared };
  }

  #isGiven(i: number): boolean {
    const sign = this.#at(i + 1)?.text;
    return sign === ':' || (sign === '=' && this.#at(i + 2)?.text !== '=');
  }

  /** Item of the value behind `key:`, `key =>`, `key =` or `key to`; `undefined` where this is no key. */
  #afterKey(i: number): number | undefined {
    const token = this.#at(i);
    if (!token || !this.#isStart(i)) return undefined;
    const marked = /^[?!]$/.test(this.#at(i + 1)?.text ?? '');
    const j = marked ? i + 2 : i + 1;
    const sign = this.#at(j)?.text;
    if (sign === ':' || sign === '?:') return this.#at(j + 1)?.text === ':' ? undefined : j + 1;
    if (sign === '=>' && (token.kind === 'string' || this.#language === 'ruby')) return j + 1;
    const { open } = this.#group;
    const pairs = sign === 'to' || (sign === '->' && open === '(');
    if (pairs && token.kind === 'string') return j + 1;
    if (this.#language === 'kotlin' && token.kind === 'string') {
      const own = afterOperator(this.#items, i, this.#tokens);
      if (own !== undefined) return own;
    }
    const names = open === '(' || (this.#language === 'csharp' && open === '{');
    return sign === '=' && names && token.kind === 'name' && !this.#hasSemicolon() ? j + 1 : undefined;
  }

  #isStart(i: number): boolean {
    if (i === 0) return true;
    const before = this.#at(i - 1);
    const first = (this.#at(i) ?? bracketKey(this.#items[i], this.#tokens))?.first === true;
    if (!before) {
      const item = this.#items[i - 1];
      const isAnnotation = typeof item === 'object' && (item.open === '[' || item.open === '(');
      return first || isAnnotation;
    }
    if (before.text === ',' || before.text === ';' || before.text === '|' || MODIFIERS.test(before.text))
      return true;
    // A class body in Python begins behind a colon.
    if (before.text === ':' && this.#language === 'python') return first;
    return first && !GOES_ON.test(before.text);
  }

  /** `BigDecimal amount;`, `amount = 0;`, `public decimal Amount { get; }`, `private float $amount`, `Amount float64`. */
  #isField(i: number, token: Token): boolean {
    const next = this.#at(i + 1);
    switch (this.#language) {
      case 'go':
        return (
          token.kind === 'name' &&
          token.first &&
          this.#group.open === '{' &&
          next !== undefined &&
          next.text !== ':'
        );
      case 'python':
        return (
          token.first && next?.text === '=' && isWireField(this.#at(i + 2)?.text ?? '', token.scope.name)
        );
      case 'ruby':
        return token.kind === 'string' && this.#isListed(i);
      case 'kotlin':
      case 'swift':
      case 'elixir':
        return (
          /^(val|var|let|case)$/.test(this.#at(i - 1)?.text ?? '') &&
          !isColumn(this.#items, i + 2, this.#tokens)
        );
      case 'typescript':
      case 'javascript':
        // `isNamedAccountRequired = false;` of a class.
        return token.kind === 'name' && next?.text === '=' && this.#group.open === '{' && this.#isStart(i);
      case 'java':
      case 'csharp':
      case 'cpp':
      case 'php':
        return token.kind === 'name' && !token.parameter && this.#isTyped(i);
      default:
        return false;
    }
  }

  /** `attributes :customerId, :amount`. */
  #isListed(i: number): boolean {
    for (let j = i - 1; j >= 0 && j > i - 40; j--) {
      const token = this.#at(j);
      if (!token) return false;
      if (token.kind === 'name') return token.first && DECLARING.test(token.text);
      if (token.kind !== 'string' && token.text !== ',') return false;
    }
    return false;
  }

  /** Between a type and the end of the declaration. */
  #isTyped(i: number): boolean {
    const before = this.#at(i - 1);
    const beforeItem = this.#items[i - 1];
    const typed = before
      ? before.kind === 'name'
        ? !/^(return|new|throw|case|goto)$/.test(before.text)
        : /^[>\]?$*&]$/.test(before.text)
      : typeof beforeItem === 'object' && beforeItem.open !== '{';
    if (!typed) return false;
    const next = this.#at(i + 1);
    if (next) return /^[;=,]$/.test(next.text);
    const nextItem = this.#items[i + 1];
    return nextItem === undefined || (typeof nextItem === 'object' && nextItem.open === '{');
  }

  #hasSemicolon(): boolean {
    if (this.#group.open !== '{') return false;
    return (this.#semicolons ??= this.#items.some((_, i) => this.#at(i)?.text === ';'));
  }
}
