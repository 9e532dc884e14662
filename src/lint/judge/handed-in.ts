// Lists of a customer's papers that name none of the types that ended, and no bank statements either: what says that they are
// handed in all the same.
import type { Hit } from '../model/finding.ts';
import type { List } from '../model/model.ts';
import { isPaper, REMOVED_TYPES } from '../model/words.ts';
import type { Surroundings } from './evidence.ts';

const DOCUMENT = /doc(ument)?s?(_?type)?|onboarding|kyb|upload/i;
/** What a list is called in a script or in data that uploads. */
const HANDED = /doc(ument)?s?(_?type)?|onboarding|kyb|upload|papers|paperwork|files|attachment/i;
const CUSTOMERS = /customer|kyb|kyc|onboard/i;

/** A list that is longer says it within these. */
export const MAX_BESIDE = 60;

/** How many types of documents there are: `method: 'POST'` beside one is none. */
export const papersIn = (items: List['items']): number =>
  new Set(items.map(({ text }) => text).filter((text) => REMOVED_TYPES.has(text) || isPaper(text))).size;

/** Papers without a type that ended, on their way to a customer's documents: where the file has statements elsewhere, in a
 *  list for another country or kind of customer. */
export function isHandedIn(list: List, goes: 'ours' | 'theirs' | undefined, around: Surroundings): boolean {
  const { items, context, walked } = list;
  const other = isOtherCase(list, around);
  if ((around.statements === true && !other) || papersIn(items) < (other ? 1 : 2)) return false;
  if (items.some(({ text }) => REMOVED_TYPES.has(text))) return false;
  const names = context.names.join(' ');
  if (goes === 'ours') return true;
  // Elsewhere in data: under a name for the documents of customers, a list for each country.
  const above = context.names.slice(1).join(' ');
  if (around.uploads !== true) return other && around.data && CUSTOMERS.test(above) && DOCUMENT.test(above);
  return walked === true || (around.data && HANDED.test(names)) || (other && DOCUMENT.test(names));
}

/** In one table with a list that has statements, where the file still names a type that ended: a list for each country. */
export function isOfTable(list: List, found: ReadonlyMap<number, Hit>, around: Surroundings): boolean {
  const table = list.context.names.at(-1);
  if (table === undefined || list.context.names.length < 2 || papersIn(list.items) === 0) return false;
  const inTable = ({ context }: List): boolean => context.names.at(-1) === table;
  const beside = (around.complete ?? []).filter(inTable);
  if (beside.length === 0) return false;
  // In data, what stands under one name with lists of documents is a list of documents.
  const isKind = around.data && DOCUMENT.test(list.context.names.slice(1).join(' '));
  if (!isKind && (papersIn(list.items) < 2 || !isOtherCase(list, around))) return false;
  return [...found.values()].some(({ confidence }) => confidence !== 'low');
}

/** What shares a paper with a whole list that has statements stands in its place, and isn't put beside it. */
function isOtherCase({ items }: List, { complete = [] }: Surroundings): boolean {
  const own = items.slice(0, MAX_BESIDE);
  const texts = new Set(own.map(({ text }) => text));
  // A list of lists holds the others' own members.
  const places = new Set(own.map(({ at }) => at.start));
  return complete.slice(0, MAX_BESIDE).some((list) => {
    const others = list.items.slice(0, MAX_BESIDE);
    return others.some(({ text }) => texts.has(text)) && !others.some(({ at }) => places.has(at.start));
  });
}

/** One type among words of another kind: `["runbook", "AmlPolicy"]`. */
export const isMixed = ({ items }: List): boolean =>
  papersIn(items) === 1 && items.some(({ text }) => /^[a-z]+$/.test(text));

/** One policy among others: a company has many, and shows none of these. */
export const isOfPolicies = ({ items }: List): boolean =>
  items.length > 1 &&
  items.every(({ text }) => /^[A-Z]\w{1,40}Polic(?:y|ies)$/.test(text)) &&
  items.filter(({ text }) => REMOVED_TYPES.has(text)).length === 1;
