// Documents of a customer: types that went, and lists that lack the one that came.
import { MISSING_STATEMENTS } from '../../interface/deprecations.ts';
import { type Facts, type List, type Obj, type Span, type Text } from '../model/facts.ts';
import type { Hit } from '../model/finding.ts';
import { BANK_STATEMENTS, CUSTOMER_OWN, isPaper, REMOVED_TYPES, typeNamed } from '../model/vocabulary.ts';
import { type About, speaks } from './about.ts';
import { isRefusedName, silenceOf, silenceOfCall, silenceOfMarks } from './silences.ts';
import { confidenceOf, Scale } from './weights.ts';

const NAMED = /doc(?:ument)?s?(?![a-z]{3})|paper|onboard|upload|kyb|required|file|evidence|attachment/i;

export function judgeDocuments(facts: Facts, about: About): Hit[] {
  const hits: Hit[] = [];
  const seen = new Set<number>();
  for (const text of facts.texts) {
    if (seen.has(text.span.start)) continue;
    seen.add(text.span.start);
    hits.push(...judgeText(text, about));
  }
  for (const object of facts.objects) hits.push(...judgeKeys(object, about));
  for (const list of facts.lists) hits.push(...judgeList(list, about));
  return hits;
}

function judgeText({ text, span, place, key }: Text, about: About): Hit[] {
  const type = typeNamed(text);
  const entry = REMOVED_TYPES.get(type);
  if (
    !entry ||
    silenceOfMarks(place.marks) ||
    (about.kind === 'code' && silenceOfCall(place)) ||
    isRefusedName([...place.names, ...place.outer]) ||
    about.isForPeople
  )
    return [];
  const scale = new Scale();
  const around = [key, ...place.names, ...place.outer, about.name].join(' ');
  weighPaper(scale, type, around, about);
  const confidence = confidenceOf(scale.points);
  return confidence ? [{ entry, confidence, ...at(span), field: type, evidence: scale.evidence }] : [];
}

function weighPaper(scale: Scale, type: string, around: string, about: About): void {
  const others = [...about.papers].filter((paper) => paper !== type);
  scale.addNames('own-names', others.slice(0, 3));
  if (NAMED.test(around)) scale.add('named');
  if (/type|kind|category/i.test(around)) scale.add('weak-names', 'type');
  if (speaks(about)) scale.add('file');
  if (about.ownPaths.has('onboarding') || about.ownPaths.has('customer')) scale.add('near');
}

const at = ({ start, end }: Span): Span => ({ start, end });

/** `documents: { OwnershipChart: file }`, a column `documents.AmlPolicy`. */
function judgeKeys(object: Obj, about: About): Hit[] {
  if (silenceOf(object, about, false)) return [];
  const papers = object.keys
    .map(({ written }) => typeNamed(written.split('.').at(-1) ?? written))
    .filter(isPaper);
  const isOnly = object.kind === 'literal' && papers.length === object.keys.length;
  const missing = isOnly ? judgeMissing(papers, object, about) : [];
  const removed = object.keys.flatMap(({ written, span, value }): Hit[] => {
    const type = typeNamed(written.split('.').at(-1) ?? written);
    const entry = REMOVED_TYPES.get(type);
    // A member of an enumeration is told of at its text.
    if (!entry || (value.kind === 'text' && isPaper(typeNamed(value.text)))) return [];
    const scale = new Scale();
    scale.addNames('own-names', papers.filter((paper) => paper !== type).slice(0, 3));
    const around = [written, ...object.place.names].join(' ');
    if (NAMED.test(around)) scale.add('named');
    if (/doc/i.test(around)) scale.add('near');
    if (speaks(about)) scale.add('file');
    const confidence = confidenceOf(scale.points);
    return confidence ? [{ entry, confidence, ...at(span), field: type, evidence: scale.evidence }] : [];
  });
  return [...missing, ...removed];
}

function judgeList({ items, nameSpan, place, open, parent }: List, about: About): Hit[] {
  if (
    open ||
    isRefusedName([...place.names, ...place.outer]) ||
    about.isForPeople ||
    silenceOfMarks(place.marks) ||
    silenceOfCall(place)
  )
    return [];
  const types = items.flatMap((item) => typesIn(item));
  const papers = types.filter(isPaper);
  if (papers.length * 2 < types.length) return [];
  return judgeMissing(papers, { place, span: nameSpan, parent }, about);
}

/** Papers of a business without the one that is required now. */
function judgeMissing(
  papers: readonly string[],
  { place, span, parent }: Pick<Obj, 'place' | 'span' | 'parent'>,
  about: About,
): Hit[] {
  const isCustomers = /^documents$/i.test(place.names[0] ?? '') && isCustomer(parent?.object, about);
  if (papers.includes(BANK_STATEMENTS) || papers.length < (isCustomers ? 1 : 2)) return [];
  const isGone = papers.every((paper) => REMOVED_TYPES.has(paper));
  if (!isCustomers && isGone && about.papers.has(BANK_STATEMENTS)) return [];
  const scale = new Scale();
  const removed = papers.filter((paper) => REMOVED_TYPES.has(paper));
  scale.addNames('own-names', removed.slice(0, 2));
  if (isCustomers) scale.add('near');
  const around = [...place.names, ...place.outer, about.name].join(' ');
  if (NAMED.test(around)) scale.add('named');
  if (speaks(about)) scale.add('file');
  if (about.ownPaths.has('onboarding') || about.ownPaths.has('customer')) scale.add('near');
  const confidence = confidenceOf(scale.points);
  if (!confidence) return [];
  return [
    { entry: MISSING_STATEMENTS, confidence, ...at(span), field: BANK_STATEMENTS, evidence: scale.evidence },
  ];
}

/** The documents stand in a customer: beside its own names, or in a table of them. */
const isCustomer = (object: Obj | undefined, { ownNames, kind }: About): boolean =>
  object
    ? object.keys.some(({ name }) => CUSTOMER_OWN.has(name))
    : kind === 'data' && ownNames.has('businessLegalName');

/** The type that an item of a list is: a text, or an object that names its type. */
function typesIn(item: List['items'][number]): string[] {
  if (item.kind === 'text') return [typeNamed(item.text)];
  if (item.kind === 'name') return [typeNamed(item.name.split('.').at(-1) ?? item.name)];
  if (item.kind !== 'object') return [];
  const type = item.object.keys.find(({ name }) => /type|kind|name/i.test(name))?.value;
  return type?.kind === 'text' ? [typeNamed(type.text)] : [];
}
