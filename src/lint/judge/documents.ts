// Onboarding documents: types that were removed, and lists of a customer's documents without BankStatements.
import { REQUIRED_DOCUMENT_TYPE } from '../../interface/customer.ts';
import { type Hit, MISSING_STATEMENTS } from '../finding.ts';
import type { List, Obj, Text } from '../model.ts';
import { REMOVED_TYPES } from '../words.ts';
import { confidenceOf, endpointOf, isRefusing, isVendor, type Surroundings } from './evidence.ts';

const DOCUMENT = /doc(ument)?s?(_?type)?|onboarding|kyb|upload/i;
const TYPE_KEY = /^(type|kind|category|doc_?type|document_?type|file_?type|name)$/i;
const UI = /component|import|element|chart|widget|render|story|stories/i;

/** A list that is longer says it within these. */
const MAX_BESIDE = 60;

/** The list that each text stands in, by its place. */
export function listsByPlace(lists: readonly List[]): ReadonlyMap<number, List> {
  return new Map(lists.flatMap((list) => list.items.map(({ at }) => [at.start, list] as const)));
}

export function judgeText(text: Text, lists: ReadonlyMap<number, List>, around: Surroundings): Hit[] {
  const entry = REMOVED_TYPES.get(text.text);
  const { context } = text;
  if (!entry || text.compared || context.reading || isRefusing(context)) return [];
  const evidence: string[] = [];
  const names = [text.key, ...context.names, ...context.outer, around.name].join(' ');
  let points = 0;
  if (DOCUMENT.test(names)) {
    points += 3;
    evidence.push('is named for a document');
  }
  if (TYPE_KEY.test(text.key)) points += 1;
  if (context.urls.some((url) => endpointOf(url, around.hosts) === 'onboarding')) {
    points += 4;
    evidence.push("goes to a customer's documents");
  }
  const beside = lists.get(text.at.start);
  const others =
    beside?.items.slice(0, MAX_BESIDE).some((item) => item.text !== text.text && isType(item.text)) === true;
  if (others) {
    points += 3;
    evidence.push('stands beside other document types');
  }
  if (around.strong) points += 1;
  // OrganizationChart is a component of many a user interface.
  if (UI.test(names) && !others && !/document/i.test(names)) points -= 3;
  if (isVendor(context, around.clients)) points = 0;
  const confidence = confidenceOf(points);
  return confidence ? [{ entry, confidence, ...text.at, field: text.text, evidence }] : [];
}

/** Keys of a record of documents: `{ OwnershipChart: file }`. */
export function judgeKeys(object: Obj, around: Surroundings): Hit[] {
  const types = object.keys.filter(({ written }) => REMOVED_TYPES.has(written));
  if (types.length === 0 || object.context.reading || isRefusing(object.context)) return [];
  const named = DOCUMENT.test([...object.context.names, ...object.context.outer].join(' '));
  const confidence = confidenceOf((named ? 4 : 0) + (types.length > 1 ? 3 : 0) + (around.strong ? 1 : 0));
  if (!confidence) return [];
  const evidence = [named ? 'is named for documents' : 'stands beside other document types'];
  const hits = types.flatMap((key): Hit[] => {
    const entry = REMOVED_TYPES.get(key.written);
    return entry ? [{ entry, confidence, ...key.at, field: key.written, evidence }] : [];
  });
  if (named && !object.keys.some(({ written }) => written === REQUIRED_DOCUMENT_TYPE)) {
    hits.push(missing(object.keys[0]?.at ?? object.at, confidence, evidence));
  }
  return hits;
}

/** A list of a customer's documents: it names one of its types, and no bank statements. */
export function judgeList(list: List, found: ReadonlyMap<number, Hit>, around: Surroundings): Hit[] {
  const { items, context } = list;
  if (items.some(({ text }) => text === REQUIRED_DOCUMENT_TYPE) || context.reading || isRefusing(context))
    return [];
  if (list.ofCustomer === true)
    return [missing(list.at, 'high', ["stands beside the customer's own columns"])];
  if (list.enumerates === true) return [];
  const own = items.flatMap(({ at }) => found.get(at.start) ?? []).filter((hit) => hit.confidence !== 'low');
  const [first] = own;
  if (!first) return [];
  const listed =
    own.length > 1 ||
    items.length > 1 ||
    DOCUMENT.test([...context.names, ...context.outer, around.name].join(' '));
  if (!listed) return [];
  return [missing(list.at, first.confidence, ['lists the documents of a customer'])];
}

const isType = (text: string): boolean => REMOVED_TYPES.has(text) || text === REQUIRED_DOCUMENT_TYPE;

function missing(
  at: { start: number; end: number },
  confidence: Hit['confidence'],
  evidence: readonly string[],
): Hit {
  return {
    entry: MISSING_STATEMENTS,
    confidence,
    start: at.start,
    end: at.end,
    field: REQUIRED_DOCUMENT_TYPE,
    evidence,
  };
}
