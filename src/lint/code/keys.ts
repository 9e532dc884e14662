// The keys that stand inside a group of brackets: entries of literals and dictionaries, named arguments, declared
// fields. Only names that a rule cares for are kept.
import { camel } from '../model.ts';
import { INTEREST } from '../words.ts';
import { calleeOf, type Group, tokenOf } from './groups.ts';
import type { LanguageId } from './language.ts';
import type { Token } from './token.ts';

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
}

const MODIFIERS =
  /^(public|private|protected|internal|readonly|pub|val|var|let|final|static|required|override|abstract|mut|const|export|get|set|lateinit|open|virtual|crate)$/;

export const isInteresting = (written: string): boolean =>
  INTEREST.has(camel(written)) || INTEREST.has(written);

export function keysOf(group: Group, tokens: readonly Token[], language: LanguageId): FoundKey[] {
  const found: FoundKey[] = [];
  const { items } = group;
  const at = (i: number): Token | undefined => tokenOf(items[i], tokens);
  for (let i = 0; i < items.length; i++) {
    const token = at(i) ?? bracketKey(items[i], tokens);
    if (!token || token.passive || (token.kind !== 'name' && token.kind !== 'string')) continue;
    const written = token.text.replace(/[?!]$/, '').replace(/^@/, '');
    if (!isInteresting(written)) continue;
    const add = (value: number, declared: boolean): void => {
      const start = token.kind === 'string' ? (token.body ?? token.start) : token.start;
      found.push({ written, start, end: start + written.length, value, group, token, declared });
    };
    const inType = token.scope.kind === 'type';
    if (at(i)) {
      const value = afterKey(i);
      if (value !== undefined) {
        if (!token.parameter) add(value, inType && token.kind === 'name');
        continue;
      }
      if (token.shorthand) {
        add(i, false);
        continue;
      }
    } else if (at(i + 1)?.text === '=' && at(i + 2)?.text !== '=') {
      // `["amount"] = v` inside an initializer.
      if (isStart(i)) add(i + 2, false);
      continue;
    }
    if (inType && isField(i, token)) add(-1, true);
    else if (isPair(i, token)) add(i + 2, false);
  }
  return found;

  /** Item of the value behind `key:`, `key =>`, `key =` or `key to`; `undefined` where this is no key. */
  function afterKey(i: number): number | undefined {
    const token = at(i);
    if (!token || !isStart(i)) return undefined;
    let j = i + 1;
    if (at(j)?.text === '?' || at(j)?.text === '!') j++;
    const sign = at(j)?.text;
    if (sign === ':' || sign === '?:') return at(j + 1)?.text === ':' ? undefined : j + 1;
    if (sign === '=>' && (token.kind === 'string' || language === 'ruby')) return j + 1;
    if (sign === 'to' && token.kind === 'string') return j + 1;
    const named = group.open === '(' || (language === 'csharp' && group.open === '{');
    if (sign === '=' && named && token.kind === 'name' && !hasSemicolon()) return j + 1;
    return undefined;
  }

  function isStart(i: number): boolean {
    if (i === 0) return true;
    const before = at(i - 1);
    if (!before) {
      const item = items[i - 1];
      const isAnnotation = typeof item === 'object' && (item.open === '[' || item.open === '(');
      return (at(i) ?? bracketKey(items[i], tokens))?.first === true || isAnnotation;
    }
    if (before.text === ',' || before.text === ';' || before.text === '|' || MODIFIERS.test(before.text))
      return true;
    const first = (at(i) ?? bracketKey(items[i], tokens))?.first === true;
    return first && !/^[=+\-*/.?:(&|]$/.test(before.text);
  }

  /** `BigDecimal amount;`, `public decimal Amount { get; }`, `private float $amount`, `Amount float64`. */
  function isField(i: number, token: Token): boolean {
    if (token.kind !== 'name' || token.parameter) return false;
    const next = at(i + 1);
    const before = at(i - 1);
    const beforeItem = items[i - 1];
    if (language === 'go')
      return token.first && group.open === '{' && next !== undefined && next.text !== ':';
    if (language === 'kotlin' || language === 'swift' || language === 'elixir') {
      return before !== undefined && /^(val|var|let|case)$/.test(before.text);
    }
    if (!/^(java|csharp|cpp|php)$/.test(language)) return false;
    const typed =
      (before !== undefined &&
        (before.kind === 'name'
          ? !/^(return|new|throw|case|goto)$/.test(before.text)
          : /^[>\]?$*&]$/.test(before.text))) ||
      (typeof beforeItem === 'object' && beforeItem.open !== '{');
    const nextItem = items[i + 1];
    const ends =
      next === undefined
        ? nextItem === undefined || (typeof nextItem === 'object' && nextItem.open === '{')
        : /^[;=,]$/.test(next.text);
    return typed && ends;
  }

  /** `{"amount", v}` inside a list of such, and `Map.entry("amount", v)`. */
  function isPair(i: number, token: Token): boolean {
    if (token.kind !== 'string' || at(i + 1)?.text !== ',') return false;
    if (group.open === '{') {
      return i === 0 && items.length >= 3 && group.parent?.open === '{' && /^(cpp|csharp)$/.test(language);
    }
    if (group.open !== '(') return false;
    const callee = calleeOf(group, tokens);
    const last = callee.at(-1) ?? '';
    if (/^(entry|Pair|pair|make_pair|KeyValuePair|Entry)$/.test(last)) return i === 0;
    const ofMap = /^(of|ofEntries)$/.test(last) && /Map$/.test(callee.at(-2) ?? '');
    return ofMap && argumentNumber(i) % 2 === 0;
  }

  /** How many commas stand before an item. */
  function argumentNumber(i: number): number {
    return items.slice(0, i).filter((_, j) => at(j)?.text === ',').length;
  }

  function hasSemicolon(): boolean {
    return group.open === '{' && items.some((_, i) => at(i)?.text === ';');
  }
}

/** The string of `["amount"]`. */
function bracketKey(item: number | Group | undefined, tokens: readonly Token[]): Token | undefined {
  if (typeof item !== 'object' || item.open !== '[' || item.items.length !== 1) return undefined;
  const [inner] = item.items;
  const token = tokenOf(inner, tokens);
  return token?.kind === 'string' ? token : undefined;
}
