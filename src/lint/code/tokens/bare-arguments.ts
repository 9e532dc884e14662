// Ruby's calls without brackets: `post '/transfers', amount: total`. Their named arguments are read as those of a call are; other
// words (`resources :users, only: [...]`, `get '/x', to: 'y'`) stay as they stand.
import type { TreeCursor } from 'web-tree-sitter';

import { camel } from '../../model/model.ts';
import {
  CUSTOMER_STRONG,
  REMOVED_BREAKDOWN,
  REMOVED_FIELDS,
  TRANSFER_SHARED,
  TRANSFER_STRONG,
} from '../../model/words.ts';

const FIELDS = [
  TRANSFER_STRONG,
  TRANSFER_SHARED,
  CUSTOMER_STRONG,
  REMOVED_FIELDS,
  REMOVED_BREAKDOWN,
] as const;
const AMOUNT = /^(amount|documents|customerId)$/;

/** Whether arguments stand in no brackets and name a field of the interface; the cursor is on the first of them. */
export function isBare(cursor: TreeCursor): boolean {
  const { parent } = cursor.currentNode;
  if (!parent) return false;
  return parent.namedChildren.some((child) => {
    const key = child.type === 'pair' ? child.childForFieldName('key') : undefined;
    if (key?.type !== 'hash_key_symbol') return false;
    const name = camel(key.text);
    return AMOUNT.test(name) || FIELDS.some((set) => set.has(name));
  });
}
