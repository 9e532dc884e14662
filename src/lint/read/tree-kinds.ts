// What a piece of data is, by its keys or its text: an answer, a schema, a list of words, a script.
import type { Value } from '../model/facts.ts';
import { isPaper } from '../model/vocabulary.ts';
import { memberOf, type TreeNode } from './tree.ts';
import type { Around } from './tree-around.ts';
import { isDataUrl } from './words.ts';

export const isSchema = ({ outer }: Around): boolean => outer[0] === 'properties';

/** A key that is kept although no rule knows its name: `"type": "OwnershipChart"`. */
export const isTelling = (value: Value): boolean => value.kind === 'text' && isPaper(value.text);

/** A list that a rule may ask for. */
export const isListOfWords = (items: readonly Value[]): boolean =>
  items.some(
    (item) =>
      (item.kind === 'text' && (isPaper(item.text) || isDataUrl(item.text))) ||
      (item.kind === 'object' && item.object.keys.some(({ value }) => isTelling(value))),
  );

/** A schema that says itself that its field is deprecated. */
export const isGone = (node: TreeNode): boolean => memberOf(node, 'deprecated')?.text === 'true';

const OWN_ID = /^(?:id|(?:transfer|payout|payment)(?:Id|_id))$/;
const BECAME = /^(?:status|state|created|completed|\w+_?[aA]t)$/;

/** An answer has an identifier and says what became of it. */
export function isAnswer({ members }: TreeNode, { urls }: Around): boolean {
  const has = (names: RegExp): boolean => members.some(({ key }) => names.test(key.text));
  if (!has(OWN_ID)) return false;
  return has(BECAME) || (urls.length === 0 && members.some(({ key }) => key.text === 'id'));
}

/** The format of a string that holds a body or a script. */
export function formatInside(text: string): string | undefined {
  if (text.length < 9) return undefined;
  if (
    /^\s*(?:=\s*)?(?:\{\{\s*(?:JSON\.stringify)?\(?\s*)?[[{]\s*["'{[\w}]/.test(text.slice(0, 400)) &&
    !/^\{\{?\s*[\w.$-]{1,80}\s*\}\}?/.test(text)
  )
    return 'json';
  if (/\b(?:curl|https?|wget|xhs?)\s+\S|\bjq\s/.test(text.slice(0, 5_000)) && !/^https?:\S*$/.test(text))
    return 'sh';
  if (!text.includes('\n')) return undefined;
  if (/^\s*[\w.-]{1,80}:(?:\s|$)/.test(text.slice(0, 200))) return 'yaml';
  return /[{[]|current-tenant/.test(text) ? 'http' : undefined;
}
