// Whether a customer's list of documents lacks bank statements although no document in it is of a type that ended: told
// only in a file that has statements elsewhere, since documents of customers are everybody's.
import { REQUIRED_DOCUMENT_TYPE } from '../../interface/document-types.ts';
import { REMOVED_TYPES } from '../words.ts';
import type { LooseNode } from './loose.ts';

export const hasStatements = (text: string): boolean => text.includes(REQUIRED_DOCUMENT_TYPE);

/** The types of a list under `customers`, `documents`; `undefined` where it is another list or another rule sees it. */
export function typesOfCustomer(node: LooseNode, path: readonly string[]): LooseNode[] | undefined {
  if (!/^documents$/i.test(path.at(-1) ?? '') || !path.includes('customers')) return undefined;
  const items = node.items.flatMap(({ members }) =>
    members.flatMap(({ key, value }) => (/^document_?type$/i.test(key.text) && value ? [value] : [])),
  );
  const all = items.length === node.items.length && items.every(({ kind }) => kind === 'text');
  if (!all || items.length === 0 || items.some(({ text }) => REMOVED_TYPES.has(text))) return undefined;
  return items;
}
