// Onboarding documents: types that were removed, and lists of a customer's documents without BankStatements.
import { REQUIRED_DOCUMENT_TYPE } from '../../interface/document-types.ts';
import { type Hit, MISSING_STATEMENTS } from '../model/finding.ts';
import { type Context, isKept, type List, type Obj, type Text, type Value } from '../model/model.ts';
import { wordsOf } from '../model/name-words.ts';
import { PAPERS, REMOVED_TYPES } from '../model/words.ts';
import { confidenceOf, endpointOf, goesTo, isVendor, type Surroundings } from './evidence.ts';
import { isHandedIn, isMixed, isOfPolicies, isOfTable, MAX_BESIDE, papersIn } from './handed-in.ts';
import { isOfLabels, MEDIUM } from './labels.ts';
import { isRefusing } from './refusing.ts';

const DOCUMENT = /doc(ument)?s?(_?type)?|onboarding|kyb|upload/i;
const TYPE_KEY = /^(type|kind|category|doc_?type|document_?type|file_?type|name)$/i;
/** Of whom documents may be that go to this service. */
const OURS =
  /customer|client|business|compan|merchant|account|kyb|kyc|onboard|organi[sz]ation|entit|applica|verif/i;
/** Of whom or what documents are that never do. */
const THEIRS: ReadonlySet<string> = new Set(
  `hr human employee employees staff hire hires hiring recruit recruiting recruitment candidate candidates payroll
  personnel worker workers contractor contractors loan loans lending lender lenders borrower borrowers mortgage mortgages
  credit underwriting lease leases rental landlord property properties vendor vendors supplier suppliers procurement
  insurance insurer claim claims policyholder patient patients medical student students school academy academies
  course courses lesson lessons learner learners trainee trainees handout handouts driver drivers vehicle
  vehicles fleet shipment shipments investor investors grant grants donor donors visa visas immigration tender tenders
  franchise reseller resellers broker brokers dataroom boardroom`.split(/\s+/),
);
/** Whom a company employs is onboarded, too. */
const EMPLOYED = /^(hr|employees?|staff|hires?|hiring|recruit\w*|candidates?|payroll|personnel|workers?)$/;
const UI = /component|import|element|chart|widget|render|story|stories/i;
/** What such a document is called by itself: `ORG_CHART = "OrganizationChart"`. */
const OWN_WORDS =
  /(?:\b[Oo]rg|\bORG|[Oo]rgani[sz]ation(?:al)?|[Oo]wnership)[ _-]?(?:[Cc]hart|CHART)s?|\bCHART\b/g;

/** The list that each text stands in, by its place. */
export function listsByPlace(lists: readonly List[]): ReadonlyMap<number, List> {
  return new Map(lists.flatMap((list) => list.items.map(({ at }) => [at.start, list] as const)));
}

export function judgeText(text: Text, lists: ReadonlyMap<number, List>, around: Surroundings): Hit[] {
  const entry = REMOVED_TYPES.get(text.text);
  const { context } = text;
  const goes = whereTo(context, around);
  if (!entry || text.compared || context.reading || isRefused(context, goes, around)) return [];
  if (isTheirs(context, goes, around) || isGone(lists.get(text.at.start), goes, around)) return [];
  const evidence: string[] = [];
  const names = [text.key, ...context.names, ...context.outer, around.name].join(' ');
  let points = 0;
  if (DOCUMENT.test(names)) {
    points += 3;
    evidence.push('is named for a document');
  } else if (context.uses !== undefined && context.uses.length > 0) {
    points += 3;
    evidence.push('is used with documents');
  }
  if (TYPE_KEY.test(text.key)) points += 1;
  if (goes === 'ours') {
    points += 4;
    evidence.push(goesTo("a customer's documents", context));
  }
  const beside = lists.get(text.at.start);
  const others =
    beside?.items.slice(0, MAX_BESIDE).some((item) => item.text !== text.text && isType(item.text)) === true;
  if (others) {
    points += 3;
    evidence.push('stands beside other document types');
  }
  if (!others && beside?.items.slice(0, MAX_BESIDE).some((item) => PAPERS.test(item.text)) === true) {
    points += 2;
    evidence.push("stands beside a company's papers");
  }
  if (isKept(context.fate)) {
    points += 3;
    evidence.push('is let through');
  }
  if (around.uploads === true && goes !== 'ours') {
    points += 3;
    evidence.push("is in a file that uploads a customer's documents");
  }
  if (around.strong) points += 1;
  // OrganizationChart is a component of many a user interface.
  const apart = names.replaceAll(text.text, ' ').replace(OWN_WORDS, ' ');
  if (UI.test(apart) && !others && around.uploads !== true && !/doc(ument)?/i.test(apart)) points -= 3;
  if (isVendor(context, around.clients)) points = 0;
  if (goes !== 'ours' && around.uploads !== true && isShelf(context, names)) points = Math.min(points, 2);
  if (around.data && goes !== 'ours' && isOfLabels(context)) points = Math.min(points, MEDIUM);
  const confidence = confidenceOf(points);
  return confidence ? [{ entry, confidence, ...text.at, field: text.text, evidence }] : [];
}

/** Folders of one's own are called like the papers in them. */
const isShelf = ({ names: [nearest = ''] }: Context, names: string): boolean =>
  /folder|director(?:y|ies)|shelf|shelves|drive|intranet|wiki|sharepoint|bookmark/i.test(nearest) &&
  !DOCUMENT.test(names);

/** Keys of a record of documents: `{ OwnershipChart: file }`. */
export function judgeKeys(object: Obj, around: Surroundings): Hit[] {
  const types = object.keys.filter(({ written }) => REMOVED_TYPES.has(written));
  const { context } = object;
  const goes = whereTo(context, around);
  if (types.length === 0 || context.reading || isRefused(context, goes, around)) return [];
  if (isTheirs(context, goes, around)) return [];
  const named = isKept(context.fate) || DOCUMENT.test([...context.names, ...context.outer].join(' '));
  const walked = context.walked === true && around.uploads === true;
  const sent = goes === 'ours' ? 4 : walked ? 3 : 0;
  const confidence = confidenceOf(
    (named ? 4 : 0) + sent + (types.length > 1 ? 3 : 0) + (around.strong ? 1 : 0),
  );
  if (!confidence) return [];
  const evidence = [
    ...(named ? ['is named for documents'] : []),
    ...(types.length > 1 ? ['stands beside other document types'] : []),
    ...(sent > 0 ? [goesTo("a customer's documents", context)] : []),
  ];
  return types.flatMap((key): Hit[] => {
    const entry = REMOVED_TYPES.get(key.written);
    return entry && !isReplaced(key.value, goes === 'ours')
      ? [{ entry, confidence, ...key.at, field: key.written, evidence }]
      : [];
  });
}

/** Words on a screen: no path, no file, and no word that says that it is needed. */
const isCaption = (text: string): boolean =>
  !/[/.{$_]|^$/.test(text) &&
  !/^(required|optional|mandatory|true|yes|needed|pending|uploaded|missing)$/i.test(text);

/** Another type takes its place. */
const isTypeLike = (text: string): boolean => /^[A-Z][a-z]+(?:[A-Z][a-z]+)+$/.test(text);

/** `{ OwnershipChart: null, AmlPolicy: 'no longer accepted' }`. `sent`: a loop sends the keys, whatever they are captioned. */
function isReplaced(value: Value, sent: boolean): boolean {
  if (value.kind === 'name') return /^(null|nil|None|undefined|never)$/.test(value.name);
  return (
    value.kind === 'text' &&
    ((isCaption(value.text) && (!sent || isTypeLike(value.text))) ||
      value.text === REQUIRED_DOCUMENT_TYPE ||
      /no longer|not accepted|removed|retired|gone|obsolete|any ?more/i.test(value.text))
  );
}

/** A list of a customer's documents: it names one of its types, and no bank statements. */
export function judgeList(list: List, found: ReadonlyMap<number, Hit>, around: Surroundings): Hit[] {
  const { items, context } = list;
  const goes = whereTo(context, around);
  if (items.some(({ text }) => text === REQUIRED_DOCUMENT_TYPE) || context.reading) return [];
  if (isRefused(context, goes, around) || isTheirs(context, goes, around) || isGone(list, goes, around))
    return [];
  if (list.ofCustomer === true)
    return [missing(list.at, 'high', ["stands beside the customer's own columns"])];
  if (list.enumerates === true) return [];
  const own = items
    .flatMap((item) => found.get(item.at.start) ?? elsewhere(item, found) ?? ofConstant(item, list, around))
    .filter((hit) => hit.confidence !== 'low');
  const [first] = own;
  if (!first) {
    if (list.ofKnown === true) return [missing(list.at, 'medium', ["stands beside a customer's ID"])];
    const handed = isHandedIn(list, goes, around) || isOfTable(list, found, around);
    return handed ? [missing(list.at, 'medium', UPLOADED)] : [];
  }
  const listed =
    own.length > 1 ||
    papersIn(items) > 1 ||
    DOCUMENT.test([...context.names, ...context.outer, around.name].join(' '));
  if (!listed) return [];
  return [missing(list.at, first.confidence, ['lists the documents of a customer'])];
}

/** A constant stands in the list, and its text in another file: what is said around the list has to do. */
function ofConstant({ text, at }: List['items'][number], { context }: List, around: Surroundings): Hit[] {
  if (at.end - at.start === text.length) return [];
  return judgeText({ text, at, key: '', context, compared: false }, new Map(), around);
}

/** A constant stands in the list, and its text where it is declared. */
function elsewhere({ text }: List['items'][number], found: ReadonlyMap<number, Hit>): Hit | undefined {
  if (!REMOVED_TYPES.has(text)) return undefined;
  for (const hit of found.values()) if (hit.field === text) return hit;
  return undefined;
}

const UPLOADED = ["lists what is uploaded to a customer's documents"];

/** `ours`: it reaches a customer's documents; `theirs`: documents of something else. */
export function whereTo({ urls }: Context, around: Surroundings): 'ours' | 'theirs' | undefined {
  if (urls.some((url) => endpointOf(url, around.hosts) === 'onboarding')) return 'ours';
  return urls.some((url) => {
    // Bounded: 1,000 characters.
    const subject = /([\w-]+)\/[^/]+\/documents?(?![\w-])/.exec(url.slice(0, 1_000))?.[1];
    return subject !== undefined ? !OURS.test(subject) : wordsOf(url).some((word) => THEIRS.has(word));
  })
    ? 'theirs'
    : undefined;
}

/** What code sends to a customer's documents is sent, whatever it is called. */
export function isRefused(
  context: Context,
  goes: 'ours' | 'theirs' | undefined,
  { data }: Surroundings,
): boolean {
  return goes === 'ours' && !data ? context.fate === 'refused' : isRefusing(context);
}

/** Several removed types and nothing else, where another place of the file has what is required now; or all of them:
 *  whoever asks for documents asks for others, too. */
function isGone(list: List | undefined, goes: 'ours' | 'theirs' | undefined, around: Surroundings): boolean {
  if (!list || list.context.fate === 'accepted' || list.items.length > MAX_BESIDE) return false;
  if (goes === 'ours' || whereTo(list.context, around) === 'ours' || list.context.names.some(isWanted))
    return false;
  if (isMixed(list) || (around.uploads !== true && isOfPolicies(list))) return true;
  const types = new Set(list.items.map(({ text }) => text));
  if (types.size < 2 || ![...types].every((type) => REMOVED_TYPES.has(type))) return false;
  return around.statements === true || types.size === REMOVED_TYPES.size;
}

/** A list's name says that they are asked for. */
const isWanted = (name: string): boolean =>
  /(?:^|_)(?:extra|additional|required|mandatory|needed|requested|regulated|optional)(?![a-z])/i.test(name);

/** Documents of employees, loans or suppliers: another product has charts and policies, too. */
export function isTheirs(
  context: Context,
  goes: 'ours' | 'theirs' | undefined,
  around: Surroundings,
): boolean {
  if (goes !== undefined) return goes === 'theirs';
  const words = [...context.names, ...context.outer, around.name].flatMap(wordsOf);
  if (!words.some((word) => THEIRS.has(word))) return false;
  const own = words.some((word) => EMPLOYED.test(word))
    ? /^(customers?|kyb)$/
    : /^(customers?|onboarding|kyb)$/;
  return !words.some((word) => own.test(word));
}

const isType = (text: string): boolean => REMOVED_TYPES.has(text) || text === REQUIRED_DOCUMENT_TYPE;

export function missing(
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
