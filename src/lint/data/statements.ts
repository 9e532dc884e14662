// Whether a customer's list of documents lacks bank statements although no document in it is of a type that ended: told
// beside the customer's own fields, and else only in a file that has statements elsewhere, since documents of customers are
// everybody's.
import { PAYOUT_FIELDS } from '../../interface/columns.ts';
import { REQUIRED_DOCUMENT_TYPE } from '../../interface/document-types.ts';
import { camel, type Context, type Model, type Span } from '../model/model.ts';
import { isCustomer, isPaper, REMOVED_TYPES } from '../model/words.ts';
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

/** What holds a customer's own fields beside its documents: `{ customer: { businessLegalName }, documents: [...] }`. */
export const isOfCustomer = (key: string): boolean =>
  /^(customer|client|company|business|merchant|applicant|organi[sz]ation|entity|profile|body|request|payload|data)$/i.test(
    key,
  );

/** Of what stands beside a customer's documents, as `isOfCustomer`. */
export const fieldsBeside = ({ members }: LooseNode): string[][] =>
  members.flatMap(({ key, value }) =>
    value && isOfCustomer(key.text) ? [value.members.map((one) => one.key.text)] : [],
  );

/** The values that a schema knows are nobody's documents. */
export const isSchemaEnum = (path: readonly string[]): boolean => path.at(-1) === 'enum';

/** What is handed in for a customer that is there already: its ID, and nothing of a transfer, which has documents, too. */
export function isOfKnown(fields: readonly string[]): boolean {
  const own = fields.map((field) => camel(field.split('.', 1)[0] ?? ''));
  return own.includes('customerId') && !own.some((name) => OF_TRANSFERS.has(name)) && !own.some(isKept);
}

const OF_TRANSFERS: ReadonlySet<string> = new Set([
  ...['amount', 'currency', 'quoteId', 'transferId', 'paymentId'],
  ...PAYOUT_FIELDS.map((path) => path.split('.', 1)[0] ?? '').filter(
    (name) => !/^(?:customerId|documents|reference)$/.test(name),
  ),
]);

/** What only a record of papers that came has, each or all of them. */
const isKept = (name: string): boolean =>
  /^(?:id|status|state|result|[a-z]\w{0,40}(?:At|Url|Hash|ReviewedBy)|sha256|rejectionReason)$/.test(
    camel(name),
  );

/** `documents` of an object with a customer's own fields, or of one that stands beside them: the types that they have, if
 *  statements are not among them. Beside an ID alone it takes two, each of them a paper. */
export function pushLacking(
  fields: readonly (readonly string[])[],
  documents: () => unknown,
  at: Span,
  context: Context,
  model: Model,
): void {
  const ofCustomer = fields.some(isCustomer);
  if (!ofCustomer && !isOfKnown(fields[0] ?? [])) return;
  const plain = documents();
  const types = typesOf(plain);
  const lacks =
    types.some(isPaper) && !types.some((type) => type === REQUIRED_DOCUMENT_TYPE || REMOVED_TYPES.has(type));
  if (!lacks || (!ofCustomer && (new Set(types).size < 2 || !types.every(isPaper) || isKeptList(plain))))
    return;
  const whose = ofCustomer ? { ofCustomer } : { ofKnown: true };
  model.lists.push({ items: types.map((text) => ({ text, at })), at, context, ...whose });
}

/** Of each it is said what became of it. */
const isKeptList = (documents: unknown): boolean =>
  Array.isArray(documents) &&
  documents.some(
    (one: unknown) => typeof one === 'object' && one !== null && Object.keys(one).some((key) => isKept(key)),
  );

/** Keys of an object; of a list its texts, or what its members call their type. */
function typesOf(documents: unknown): string[] {
  if (typeof documents !== 'object' || documents === null) return [];
  if (!Array.isArray(documents)) return Object.keys(documents);
  return documents.flatMap((one: unknown): string[] => {
    if (typeof one === 'string') return [one];
    if (typeof one !== 'object' || one === null) return [];
    return Object.entries(one).flatMap(([key, value]: [string, unknown]) =>
      TYPE_KEY.test(key) && typeof value === 'string' ? [value] : [],
    );
  });
}

const TYPE_KEY = /^(type|kind|category|doc_?type|document_?type|name)$/i;

/** As a program would have it; what is neither text, list nor object is nothing. */
export function plainOf({ kind, text, items, members }: LooseNode): unknown {
  if (kind === 'text') return text;
  if (kind === 'list') return items.map(plainOf);
  if (kind !== 'object') return null;
  return Object.fromEntries(members.map(({ key, value }) => [key.text, value ? plainOf(value) : null]));
}
