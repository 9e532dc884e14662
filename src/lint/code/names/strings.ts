// Texts of source code put together as far as one file tells: constants by name, templates, concatenation, joined paths.
import type { LanguageId } from '../../model/language.ts';
import { oneSlash } from '../../model/words.ts';
import { givenTo, type Group, tokenOf } from '../tokens/groups.ts';
import { nameIn } from '../tokens/inner-names.ts';
import type { Token } from '../tokens/token.ts';
import { fillIn, givenFor } from './formatted.ts';

/** A longer sum is not a path. */
const MAX_PARTS = 40;
const MAX_CHAIN = 8;
/** A longer one is no path. */
const MAX_FORMAT = 400;
const MEMBER = /^(\.|\?\.|->|::|&\.)$/;
const PLUS = new Set(['+', '<>', '..', '&', '~']);
/** What gives a member of an enumeration as its text. */
const VALUE = /^(?:value|rawValue|to_s|toString|getValue|as_str)$/;
/** `p: string`: the grammars' word for the type is that for a text. */
const isType = ({ text, start, end }: Token): boolean => text === 'string' && end - start === text.length;

export class Strings {
  readonly #tokens: readonly Token[];
  readonly #plus: ReadonlySet<string>;
  readonly #told: ReadonlyMap<string, string>;
  readonly #constants = new Map<string, string>();
  readonly #groups = new Map<readonly (number | Group)[], Group>();
  /** A name and what it stands for, for as long as a question lasts. */
  #assumed: readonly [name: string, text: string] | undefined;

  /** `told`: constants of other files. */
  constructor(
    tokens: readonly Token[],
    groups: readonly Group[],
    language: LanguageId,
    told: Readonly<Record<string, string>> = {},
  ) {
    this.#tokens = tokens;
    this.#told = new Map(Object.entries(told));
    // Elsewhere a dot is followed by a member.
    this.#plus = language === 'php' ? new Set([...PLUS, '.']) : PLUS;
    for (const group of groups) this.#groups.set(group.items, group);
    for (const group of groups) {
      group.items.forEach((item, i) => {
        const token = tokenOf(item, tokens);
        if (token?.kind !== 'string' || !/[/\w]/.test(token.text) || isType(token)) return;
        // Sums in functions are of variables, whose names mean something else in the next one.
        const from = token.scope.kind === 'function' ? i : this.sumFrom(group.items, i);
        const given = givenTo(group.items, from, tokens);
        const name = language === 'go' ? beforeType(given, group.items, from, tokens) : given;
        const member = name ? undefined : memberOf(group, i, tokens);
        if (member && !this.#constants.has(member)) this.#constants.set(member, token.text);
        if (name && !this.#constants.has(name.text)) this.#constants.set(name.text, this.at(group.items, i));
        if (name && group.open === '{') this.#keep(name, ownerOf(group, token, tokens), token.text);
      });
    }
  }

  #keep({ text }: Token, owner: string | undefined, value: string): void {
    if (owner !== undefined) this.#constants.set(`${owner}.${text}`, value);
  }

  /** What a name stands for, if a string was given to it in this file, or in one that tells of it. */
  constant(name: string): string | undefined {
    const plain = name.replace(/^[$@]+/, '');
    if (this.#assumed?.[0] === plain) return this.#assumed[1];
    return this.#constants.get(plain) ?? this.#told.get(plain);
  }

  /** What `read` gives where a name stands for a text: a loop's variable for a member of its list. */
  assuming<T>(name: string, text: string, read: () => T): T {
    this.#assumed = [name.replace(/^[$@]+/, ''), text];
    const found = read();
    this.#assumed = undefined;
    return found;
  }

  /** The names of this file that stand for a text. */
  all(): (readonly [string, string])[] {
    return [...this.#constants];
  }

  /** The whole text that an item is a part of. Unknown parts are `{}`. */
  at(items: readonly (number | Group)[], position: number): string {
    const operand = (i: number): string | undefined => {
      const item = items[i];
      const token = typeof item === 'number' ? this.#tokens[item] : undefined;
      if (!token) return typeof item === 'object' && item.open === '(' ? '{}' : undefined;
      if (token.kind === 'string') return this.#filled(items, i, this.text(token));
      // PHP's sigil is a token of its own.
      const name = token.text === '$' ? tokenOf(items[i + 1], this.#tokens) : token;
      if (name?.kind !== 'name') return undefined;
      return this.constant(name.text) ?? '{}';
    };
    const joint = (i: number): boolean => {
      const item = items[i];
      const token = typeof item === 'number' ? this.#tokens[item] : undefined;
      return token?.kind === 'symbol' && this.#plus.has(token.text);
    };
    let text = operand(position) ?? '';
    for (let i = position; joint(i - 1) && i > position - MAX_PARTS;) {
      const left = operand(i - 2);
      if (left === undefined) break;
      text = left + text;
      i = this.#chainFrom(items, i - 2);
    }
    for (let i = position; joint(i + 1) && i < position + MAX_PARTS;) {
      const right = operand(i + 2);
      if (right === undefined) break;
      const end = this.chainTo(items, i + 2);
      text += end === i + 2 ? right : this.#memberAt(items, end);
      i = end;
    }
    return text;
  }

  /** What `Api.TENANT` stands for, or `Api.TENANT.value`. */
  #memberAt(items: readonly (number | Group)[], end: number): string {
    const last = tokenOf(items[end], this.#tokens);
    const name = VALUE.test(last?.text ?? '') ? tokenOf(items[end - 2], this.#tokens) : last;
    return (name?.kind === 'name' ? this.constant(name.text) : undefined) ?? '{}';
  }

  /** `"%s/x" % API` and its kin, with what is known of what fills it. */
  #filled(items: readonly (number | Group)[], position: number, text: string): string {
    const group = /[%{]/.test(text) && text.length < MAX_FORMAT ? this.#groups.get(items) : undefined;
    const given = group && givenFor(group, position, this.#tokens);
    if (!given) return text;
    const named = (name: string): string => this.constant(name) ?? '{}';
    const of = (argument: readonly (number | Group)[]): string => {
      const last = tokenOf(argument.at(-1), this.#tokens);
      if (last?.kind === 'string' && argument.length === 1) return this.text(last);
      return last?.kind === 'name' ? named(last.text) : '{}';
    };
    return fillIn(text, given, of, named);
  }

  /** Where the sum begins that an item stands in: `API + '/transfers'`. */
  sumFrom(items: readonly (number | Group)[], position: number): number {
    let from = position;
    for (let i = 0; i < MAX_CHAIN; i++) {
      if (!this.#plus.has(tokenOf(items[from - 1], this.#tokens)?.text ?? '')) break;
      if (tokenOf(items[from - 2], this.#tokens)?.kind !== 'name') break;
      from = this.#chainFrom(items, from - 2);
    }
    return from;
  }

  isPlus(sign: string): boolean {
    return this.#plus.has(sign);
  }

  /** The last item of `blob.type()`, which begins at an item. */
  chainTo(items: readonly (number | Group)[], from: number): number {
    const isName = (i: number): boolean => tokenOf(items[i], this.#tokens)?.kind === 'name';
    let to = tokenOf(items[from], this.#tokens)?.text === '$' ? from + 1 : from;
    for (let i = 0; i < MAX_CHAIN; i++) {
      const next = items[to + 1];
      if (typeof next === 'object' && next.open !== '{' && isName(to)) to++;
      else if (MEMBER.test(tokenOf(next, this.#tokens)?.text ?? '') && isName(to + 2)) to += 2;
      else break;
    }
    return to;
  }

  /** The first item of `blob.type()`, which ends at an item. */
  #chainFrom(items: readonly (number | Group)[], to: number): number {
    const isName = (i: number): boolean => tokenOf(items[i], this.#tokens)?.kind === 'name';
    let from = to;
    for (let i = 0; i < MAX_CHAIN; i++) {
      const before = items[from - 1];
      if (typeof items[from] === 'object' && (typeof before === 'object' || isName(from - 1))) from--;
      else if (MEMBER.test(tokenOf(before, this.#tokens)?.text ?? '') && from >= 2) from -= 2;
      else break;
    }
    return tokenOf(items[from - 1], this.#tokens)?.text === '$' ? from - 1 : from;
  }

  /** A string with its expressions replaced by what their names stand for. */
  text(token: Token): string {
    return (token.parts ?? [{ text: token.text, at: token.start }])
      .map((part) => {
        if ('text' in part) return part.text.replaceAll('\\/', '/');
        const name = nameIn(part.code);
        return (name === undefined ? undefined : this.constant(name)) ?? '{}';
      })
      .join('');
  }

  /** Texts of the arguments before this one, for calls that join them: `urljoin(base, 'current-tenant')`. */
  joined(group: Group, position: number): string {
    const parts: string[] = [];
    group.items.slice(0, position + 1).forEach((item, i) => {
      const token = typeof item === 'number' ? this.#tokens[item] : undefined;
      if (token?.kind === 'string') parts.push(this.text(token));
      else if (token?.kind === 'name') {
        const next = group.items[i + 1];
        const dotted = typeof next === 'number' && this.#tokens[next]?.text === '.';
        if (!dotted) parts.push(this.constant(token.text) ?? '{}');
      }
    });
    return oneSlash(parts.join('/'));
  }
}

/** `CHART("OrganizationChart")`: a member of an enumeration, which has its text from its constructor. */
function memberOf(
  { open, parent, position }: Group,
  i: number,
  tokens: readonly Token[],
): string | undefined {
  if (open !== '(' || i > 0 || !parent) return undefined;
  const name = tokenOf(parent.items[position - 1], tokens);
  if (name?.kind !== 'name' || name.scope.kind !== 'type' || !/^[A-Z]\w*$/.test(name.text)) return undefined;
  const before = tokenOf(parent.items[position - 2], tokens)?.text;
  return before === ',' || (name.first && before !== '@') ? name.text : undefined;
}

/** `F` of `const F = { value: 'amount' }`, frozen or not, and of `class F`. */
function ownerOf(
  { parent, position }: Group,
  { scope }: Token,
  tokens: readonly Token[],
): string | undefined {
  if (scope.kind === 'type') return scope.name;
  const given = parent && (givenTo(parent.items, position, tokens) ?? frozenTo(parent, tokens));
  return given && /^[A-Z]/.test(given.text) ? given.text : undefined;
}

const frozenTo = ({ open, parent, position }: Group, tokens: readonly Token[]): Token | undefined =>
  open === '(' && parent ? givenTo(parent.items, position, tokens) : undefined;

/** Go's `AmlPolicy DocumentType = "AmlPolicy"`: the type stands between. */
function beforeType(
  given: Token | undefined,
  items: readonly (number | Group)[],
  position: number,
  tokens: readonly Token[],
): Token | undefined {
  const [name, type] = [tokenOf(items[position - 3], tokens), tokenOf(items[position - 2], tokens)];
  const isTyped =
    type !== undefined && type === given && name?.kind === 'name' && !/^(const|var)$/.test(name.text);
  return isTyped && tokenOf(items[position - 1], tokens)?.text === '=' ? name : given;
}
