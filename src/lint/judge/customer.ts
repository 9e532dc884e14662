// What customers and onboarding lost: fields, document types; and lists of documents without `BankStatements`.
import { MISSING_STATEMENTS } from '../../interface/deprecations.ts';
import { camel, type Facts, type Key, type List, type Obj, type Text } from '../model/facts.ts';
import type { DeprecatedUse } from '../model/finding.ts';
import {
  BANK_STATEMENTS,
  COMMON_REMOVED,
  CUSTOMER_OWN,
  CUSTOMER_TELLING,
  CUSTOMER_WEAK,
  isDocumentType,
  REMOVED_BREAKDOWN,
  REMOVED_FIELDS,
  REMOVED_TYPES,
  typeNamed,
} from '../model/vocabulary.ts';
import { Scale } from '../model/weights.ts';
import { endpointOf } from './endpoints.ts';
import { type FileSummary, namesService } from './file-summary.ts';
import { isRefusedName, isSilent, isSilentByCall, isSilentByMarks, isSilentKey } from './silences.ts';
import { isIdentified } from './transfer.ts';

const NAMED = /breakdown|customer|onboard|business|company|merchant|kyb|counterparty/i;

export function judgeCustomer(object: Obj, file: FileSummary): DeprecatedUse[] {
  const removed = object.keys.filter(({ name }) => REMOVED_FIELDS.has(name) || REMOVED_BREAKDOWN.has(name));
  if (removed.length === 0) return [];
  const isSent = object.place.urls.some((url) => endpointOf(url, file.hosts) === 'customer');
  if (isSilent(object, file, isSent)) return [];
  if (!isSent && object.kind === 'type' && isIdentified(object)) return [];
  return removed.flatMap((key) => judgeKey(key, object, file, isSent));
}

function judgeKey(key: Key, object: Obj, file: FileSummary, isSent: boolean): DeprecatedUse[] {
  const { name, span } = key;
  const entry = REMOVED_FIELDS.get(name) ?? REMOVED_BREAKDOWN.get(name);
  return entry && !isSilentKey(key) ? weigh(key, object, file, isSent).uses(entry, span, name) : [];
}

function weigh(key: Key, object: Obj, file: FileSummary, isSent: boolean): Scale {
  const { name } = key;
  const { place } = object;
  const isCommon = COMMON_REMOVED.has(name);
  const scale = new Scale();
  if (!isCommon) scale.add('unique-name', name);
  const isCustomer = (url: string): boolean => endpointOf(url, file.hosts) === 'customer';
  if (isSent) scale.add('sent', place.urls.find(isCustomer));
  const names = namesAround(key, object);
  const own = names.filter((one) => CUSTOMER_TELLING.has(one));
  scale.addNames('own-names', own);
  scale.addNames(
    'weak-names',
    names.filter((one) => CUSTOMER_WEAK.has(one) || COMMON_REMOVED.has(one)),
  );
  scale.addMatch('named', NAMED, [...place.names, ...place.outer, file.name].join(' '));
  if (namesService(file)) scale.add('file');
  if (isCommon && !isSent && own.length === 0) scale.limit('low');
  return scale;
}

/** Names of the keys next to a key, inside it and around it. */
function namesAround({ name, value }: Key, { keys, parent, kind, place }: Obj): string[] {
  const inside = value.kind === 'object' ? value.object.keys : [];
  const around = parent?.object.keys ?? [];
  // In a table all headers are next to each other.
  const headers =
    kind === 'row' ? place.outer.map((header) => camel(header.split('.').at(-1) ?? header)) : [];
  const names = new Set([...[...keys, ...inside, ...around].map((key) => key.name), ...headers]);
  names.delete(name);
  return [...names];
}

const NAMED_DOCUMENTS =
  /doc(?:ument)?s?(?![a-z]{3})|paper|onboard|upload|kyb|required|file|evidence|attachment/i;
/** Further names would add no evidence. */
const MOST_OTHERS = 3;

export function judgeDocuments({ texts, objects, lists }: Facts, file: FileSummary): DeprecatedUse[] {
  if (file.isForPeople) return [];
  const byPlace = new Map(texts.toReversed().map((text) => [text.span.start, text]));
  return [
    ...[...byPlace.values()].flatMap((text) => judgeText(text, file)),
    ...objects.flatMap((object) => judgeKeys(object, file)),
    ...lists.flatMap((list) => judgeList(list, file)),
  ];
}

/** `others`: document types in the same object. `around`: names around it. */
function weighDocuments(others: readonly string[], around: readonly string[], file: FileSummary): Scale {
  const scale = new Scale();
  scale.addNames('own-names', others.slice(0, MOST_OTHERS));
  scale.addMatch('named', NAMED_DOCUMENTS, around.join(' '));
  if (namesService(file)) scale.add('file');
  return scale;
}

/** The file names the path that takes documents, or customers. */
function addPath(scale: Scale, { ownPaths }: FileSummary): void {
  const path = ['onboarding', 'customer'].find((one) => ownPaths.has(one));
  if (path !== undefined) scale.add('near', path);
}

function judgeText({ text, span, place, key }: Text, file: FileSummary): DeprecatedUse[] {
  const type = typeNamed(text);
  const entry = REMOVED_TYPES.get(type);
  const { names, outer, marks } = place;
  if (!entry || isSilentByMarks(marks) || isRefusedName([...names, ...outer])) return [];
  if (file.kind === 'code' && isSilentByCall(place)) return [];
  const around = [key, ...names, ...outer, file.name];
  const scale = weighDocuments(without(file.documentTypes, type), around, file);
  if (/type|kind|category/i.test(around.join(' '))) scale.add('weak-names', 'type');
  addPath(scale, file);
  return scale.uses(entry, span, type);
}

const without = (documentTypes: Iterable<string>, type: string): string[] =>
  [...documentTypes].filter((other) => other !== type);

const typeOfKey = (written: string): string => typeNamed(written.split('.').at(-1) ?? written);

/** `documents: { OwnershipChart: file }`, a column `documents.AmlPolicy`. */
function judgeKeys(object: Obj, file: FileSummary): DeprecatedUse[] {
  if (isSilent(object, file, false)) return [];
  const { keys, kind, place } = object;
  const documentTypes = keys.map(({ written }) => typeOfKey(written)).filter(isDocumentType);
  const isOnly = kind === 'literal' && documentTypes.length === keys.length;
  const removed = keys.flatMap(({ written, span, value }): DeprecatedUse[] => {
    const type = typeOfKey(written);
    const entry = REMOVED_TYPES.get(type);
    // A member of an enumeration is reported at its text.
    if (!entry || (value.kind === 'text' && isDocumentType(typeNamed(value.text)))) return [];
    const around = [written, ...place.names];
    const scale = weighDocuments(without(documentTypes, type), around, file);
    scale.addMatch('near', /documents?/i, around.join(' '));
    return scale.uses(entry, span, type);
  });
  return [...(isOnly ? judgeMissing(documentTypes, object, file) : []), ...removed];
}

function judgeList({ items, nameSpan, place, open, parent }: List, file: FileSummary): DeprecatedUse[] {
  if (open || isRefusedName([...place.names, ...place.outer])) return [];
  if (isSilentByMarks(place.marks) || isSilentByCall(place)) return [];
  const types = items.flatMap(typesIn);
  const documentTypes = types.filter(isDocumentType);
  return documentTypes.length * 2 < types.length
    ? []
    : judgeMissing(documentTypes, { place, span: nameSpan, parent }, file);
}

/** Document types of a business without the one that is required now. */
function judgeMissing(
  documentTypes: readonly string[],
  { place, span, parent }: Pick<Obj, 'place' | 'span' | 'parent'>,
  file: FileSummary,
): DeprecatedUse[] {
  const isCustomers = /^documents$/i.test(place.names[0] ?? '') && isOfCustomer(parent?.object, file);
  if (documentTypes.includes(BANK_STATEMENTS) || documentTypes.length < (isCustomers ? 1 : 2)) return [];
  const removed = documentTypes.filter((type) => REMOVED_TYPES.has(type));
  const scale = weighDocuments(removed, [...place.names, ...place.outer, file.name], file);
  if (isCustomers) scale.add('near', 'documents');
  addPath(scale, file);
  return scale.uses(MISSING_STATEMENTS, span, BANK_STATEMENTS);
}

/** The documents belong to a customer: its fields are in the same object or table. */
const isOfCustomer = (object: Obj | undefined, { ownNames, kind }: FileSummary): boolean =>
  object
    ? object.keys.some(({ name }) => CUSTOMER_OWN.has(name))
    : kind === 'data' && ownNames.has('businessLegalName');

/** The type that an item of a list is: a text, or an object that names its type. */
function typesIn(item: List['items'][number]): string[] {
  if (item.kind === 'text') return [typeNamed(item.text)];
  if (item.kind === 'name') return [typeOfKey(item.name)];
  const keys = item.kind === 'object' ? item.object.keys : [];
  const type = keys.find(({ name }) => /type|kind|name/i.test(name))?.value;
  return type?.kind === 'text' ? [typeNamed(type.text)] : [];
}
