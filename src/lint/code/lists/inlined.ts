// Where a data URL comes from that no function of this file makes: a constant that another file holds, a reader of files, a state
// of a page that is set, a function that is named in a text.
import { MAX_TOKENS } from '../tokens/given-at.ts';
import { calleeOf, givenTo } from '../tokens/groups.ts';
import type { Places } from '../tokens/places.ts';
import type { Token } from '../tokens/token.ts';
import type { DataUrlText } from './data-url-text.ts';

const READS = 'readAsDataURL';
const MAX_USES = 24;
const IMPORTS = /^(import|from|use|const|require)$/;
/** They take a function by its name. */
const BY_NAME = /^(array_map|array_walk|call_user_func|method)$/;

/** Names of constants that hold one, outside of all functions. */
export const constantsIn = (tokens: readonly Token[], places: Places, text: DataUrlText): string[] =>
  tokens.flatMap((token, at) => {
    if (token.kind !== 'string' || token.scope.kind === 'function' || !text.beginsAt(at)) return [];
    const place = places.of(at);
    const name = place && givenTo(place.group.items, place.position, tokens);
    return name && name.text.length > 2 ? [name.text] : [];
  });

export function isImported(use: number, tokens: readonly Token[]): boolean {
  const token = tokens[use];
  const first = tokens[token?.statement.first ?? -1]?.text ?? '';
  // Elixir's isn't set apart from what it does.
  return first === 'alias' || (token?.passive === true && IMPORTS.test(first));
}

/** `reader.result` beside `reader.readAsDataURL(file)`, `event.target.result` in a file that has such a reader. */
export function isRead(at: number, tokens: readonly Token[], places: Places): boolean {
  if (tokens[at]?.text !== 'result' || !/^[?!]?\.$/.test(tokens[at - 1]?.text ?? '')) return false;
  const uses = places.uses(READS);
  if (uses.length === 0) return false;
  const owner = tokens[at - 2]?.text === '!' ? tokens[at - 3] : tokens[at - 2];
  return (
    /^(this|target|currentTarget)$/.test(owner?.text ?? '') ||
    uses.slice(0, MAX_USES).some((use) => tokens[use - 2]?.text === owner?.text)
  );
}

/** What a state of React's is set to: `setScans([...scans, url])` beside `const [scans, setScans] = useState([])`. */
export function setAt(use: number, tokens: readonly Token[], places: Places): [number, number][] {
  const [before, comma, setter, end] = [-1, 1, 2, 3].map((by) => tokens[use + by]);
  if (before?.text !== '[' || comma?.text !== ',' || end?.text !== ']' || !setter) return [];
  if (!/^set[A-Z]/.test(setter.text)) return [];
  return places.uses(setter.text).flatMap((at): [number, number][] => {
    const place = places.of(at);
    const group = place?.group.items[place.position + 1];
    return typeof group === 'object' && group.open === '(' ? [[group.at + 1, group.close]] : [];
  });
}

export const isDeclared = (use: number, tokens: readonly Token[]): boolean =>
  /^(const|let|var|val)$/.test(tokens[use - 1]?.text ?? '');

/** `const documents = ref([])`, outside of all functions: each of them may fill it. */
export const isOfFile = (use: number, tokens: readonly Token[]): boolean =>
  tokens[use]?.scope.kind === 'file' && isDeclared(use, tokens);

/** What a promise hands to the function behind it: `Promise.all(files.map(inline)).then((documents) => ...)`. */
export function handedAt(use: number, tokens: readonly Token[]): [number, number][] {
  const token = tokens[use];
  if (token?.parameter !== true) return [];
  for (let at = use - 1; at > use - 4; at--) {
    if (tokens[at]?.text !== 'then') continue;
    const first = Math.max(token.statement.first, at - MAX_TOKENS);
    return tokens[at - 1]?.text === '.' ? [[first, at - 1]] : [];
  }
  return [];
}

/** A function by its name: `array_map('data_url', $files)`, `files.map(&:data_url)`. */
export function isFunctionNamed(at: number, tokens: readonly Token[], places: Places): boolean {
  const token = tokens[at];
  if (token?.kind !== 'string' || !/^[a-z_]\w{1,60}$/i.test(token.text)) return false;
  if (tokens[at - 1]?.text === '&') return true;
  const place = places.of(at);
  return place?.group.open === '(' && BY_NAME.test(calleeOf(place.group, tokens).at(-1) ?? '');
}
