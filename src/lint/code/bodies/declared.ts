// Which keys of a source are fields that a type declares, and which are members of literals. What a constructor takes and keeps, as in
// `constructor(public amount: number)`, is a field, too.
import type { LanguageId } from '../../model/language.ts';
import { type FoundKey, isInteresting } from '../names/keys.ts';
import { type Group, isBodyOf, tokenOf } from '../tokens/groups.ts';
import type { Places } from '../tokens/places.ts';
import type { Scope, Token } from '../tokens/token.ts';
import { type Declared, factoryBlocks, factoryFields } from './factory-fields.ts';
import { recordKeys } from './record-types.ts';

export interface Sorted {
  readonly declared: ReadonlyMap<Scope, FoundKey[]>;
  readonly literal: readonly (readonly [Group, FoundKey[]])[];
}

export function sortedKeys(
  groups: readonly Group[],
  tokens: readonly Token[],
  language: LanguageId,
  keysIn: (group: Group) => readonly FoundKey[],
  places: Places,
): Sorted {
  const declared = new Map<Scope, FoundKey[]>();
  const literal: [Group, FoundKey[]][] = [];
  const declare = (scope: Scope, key: FoundKey): void => {
    const known = declared.get(scope);
    if (known) known.push(key);
    else declared.set(scope, [key]);
  };
  const whole = language === 'python' && WHOLE.some((name) => places.uses(name).length > 0);
  const keeps = /^(?:php|typescript)$/.test(language);
  for (const group of groups) {
    const own: FoundKey[] = [];
    for (const key of keysIn(group)) {
      const { scope } = key.token;
      if (!key.declared || !isBodyOf(group, scope, tokens)) own.push(key);
      else declare(scope, key);
    }
    if (own.length > 0 && group.open !== '') literal.push([group, own]);
    for (const key of keeps ? keptIn(group, tokens) : []) {
      const { scope } = key.token;
      if (scope.parent?.kind === 'type') declare(scope.parent, key);
    }
    for (const key of whole ? ownIn(group, tokens) : []) {
      const { parent } = key.token.scope;
      if (parent?.kind === 'type') declare(parent, key);
    }
  }
  if (language === 'typescript' || language === 'tsx')
    for (const key of recordKeys(groups, tokens, places)) declare(key.token.scope, key);
  for (const [scope, key] of factories(tokens, language, places))
    if (declared.get(scope)?.some(({ token }) => token === key.token) !== true) declare(scope, key);
  return { declared, literal };
}

const factories = (tokens: readonly Token[], language: LanguageId, places: Places): Declared[] =>
  language === 'python'
    ? factoryFields(tokens, places)
    : language === 'ruby'
      ? factoryBlocks(tokens, places)
      : [];

/** What makes a dictionary of all that an object of Python was given. */
const WHOLE = ['vars', '__dict__'];

/** `self.amount = amount` in `__init__`. */
function ownIn(group: Group, tokens: readonly Token[]): FoundKey[] {
  return group.items.flatMap((item, i): FoundKey[] => {
    const token = tokenOf(item, tokens);
    if (token?.kind !== 'name' || token.scope.name !== '__init__' || !isInteresting(token.text)) return [];
    const [self, dot, sign] = [-2, -1, 1].map((by) => tokenOf(group.items[i + by], tokens)?.text);
    if (self !== 'self' || dot !== '.' || (sign !== '=' && sign !== ':')) return [];
    // What is taken out of something else may be an answer's.
    const behind = group.items[i + 3];
    if (sign === '=' && behind !== undefined && tokenOf(behind, tokens)?.first !== true) return [];
    const { start, text: written } = token;
    return [{ written, start, end: start + written.length, value: -1, group, token, declared: true }];
  });
}

const MAX_MARKS = 8;

/** The parameters of a constructor that say who sees them. */
function keptIn(group: Group, tokens: readonly Token[]): FoundKey[] {
  const before = tokenOf(group.parent?.items[group.position - 1], tokens)?.text;
  if (group.open !== '(' || (before !== 'constructor' && before !== '__construct')) return [];
  return group.items.flatMap((item, i): FoundKey[] => {
    const token = tokenOf(item, tokens);
    if (token?.kind !== 'name' || !isInteresting(token.text) || !isKept(group, i, tokens)) return [];
    const { start, text: written } = token;
    return [{ written, start, end: start + written.length, value: -1, group, token, declared: true }];
  });
}

/** Behind `public`, and before any other sign than those of a type. */
function isKept({ items }: Group, position: number, tokens: readonly Token[]): boolean {
  const behind = tokenOf(items[position + 1], tokens)?.text ?? ',';
  if (!/^[:,=?]$/.test(behind)) return false;
  for (let i = position - 1; i >= 0 && i > position - MAX_MARKS; i--) {
    const text = tokenOf(items[i], tokens)?.text;
    if (text === undefined || text === ',' || text === ':' || text === '=') return false;
    if (/^(?:public|private|protected|readonly)$/.test(text)) return true;
  }
  return false;
}
