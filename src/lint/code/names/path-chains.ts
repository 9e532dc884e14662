// Paths that calls put together part by part: `urljoin(base, 'current-tenant')`, `base.appendingPathComponent("api").appendingPathComponent("v1")`.
import { calleeOf, type Group, tokenOf } from '../tokens/groups.ts';
import type { Token } from '../tokens/token.ts';
import type { Strings } from './strings.ts';

/** Items of a chain that puts a path together. */
const MAX_SEGMENTS = 40;
const JOINING = /join|concat|combine|resolve|segments?|append|Path|Uri|URI|sprintf|format|fromHttpUrl/i;
/** `root.appendingPathComponent(...)`: what it is called on is the address. */
const APPENDS = /^append(ing)?(Path|PathComponent)$/;

/** What puts its parts together: `urljoin(base, path)`, `[a, b].join('/')`. */
export function joins(group: Group, tokens: readonly Token[]): boolean {
  if (group.open === '(') return JOINING.test(calleeOf(group, tokens).at(-1) ?? '');
  // Python's `'/'.join([a, b])`.
  if (group.open === '[' && group.parent?.open === '(' && calleeOf(group.parent, tokens).at(-1) === 'join')
    return true;
  const joined = tokenOf(group.parent?.items[group.position + 2], tokens)?.text;
  return group.open === '[' && joined !== undefined && JOINING.test(joined);
}

/** What earlier calls of the chain put there, with a slash behind it; `{}` for an address that isn't seen. */
export function pathBehind(
  { open, parent, position }: Group,
  tokens: readonly Token[],
  strings: Strings,
): string {
  let path = '';
  for (let i = position - 1; open === '(' && parent && i > position - MAX_SEGMENTS; i--) {
    const item = parent.items[i];
    if (typeof item !== 'object') {
      const token = tokenOf(item, tokens);
      if (token?.kind !== 'name' && !/^[.?!]+$/.test(token?.text ?? '')) break;
      continue;
    }
    const isText = tokenOf(item.items[0], tokens)?.kind === 'string';
    if (item.open !== '(' || (!isText && item.items.length > 0)) break;
    if (isText && joins(item, tokens)) path = `${strings.joined(item, item.items.length - 1)}/${path}`;
  }
  if (path !== '' || open !== '(') return path;
  const called = tokenOf(parent?.items[position - 1], tokens)?.text ?? '';
  const receiver = tokenOf(parent?.items[position - 3], tokens);
  return APPENDS.test(called) && receiver?.kind === 'name' ? '{}/' : '';
}
