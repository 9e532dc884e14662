// Lists of document types: arrays, sets, calls that make them, arrays of `{ type }`, and what merely declares the types
// (enumerations, unions), which is no list of anybody's documents.
import type { List, Span } from '../../model/model.ts';
import { isCustomer, isPaper, REMOVED_TYPES, typeNamed } from '../../model/words.ts';
import { isAllNames, meantBy, type Named } from '../names/meant.ts';
import { LISTS } from '../names/values.ts';
import { isMatch } from '../tokens/arms.ts';
import { calleeOf, givenTo, type Group, isBlock, spanOf, tokenOf } from '../tokens/groups.ts';
import type { Scope, Statement, Token } from '../tokens/token.ts';
import { hasItself } from './own-values.ts';

type Item = List['items'][number];

export interface FoundList {
  readonly items: readonly Item[];
  readonly at: Span;
  readonly enumerates: boolean;
  /** Its members are keys, each with what it is called on a screen. */
  readonly labelled?: boolean;
  /** It stands beside a customer's own fields, and names no type that ended. */
  readonly ofCustomer: boolean;
  /** The enumeration whose members they are. */
  readonly type?: string | undefined;
  /** The group that the list is, or that it stands in. */
  readonly group: Group;
}

const TYPE = /^[A-Z][A-Za-z\d]+$/;
/** Bounded: names of 60 letters, each with its own sign before it. */
const WORDS = /^(?:in:)?[A-Z][A-Za-z]{2,60}(?:[,;|]\s?[A-Z][A-Za-z]{2,60}|\s{1,8}[A-Z][A-Za-z]{2,60})+$/;
const TYPE_KEY = /^(type|kind|category|value|code|key|id|name|doc_?type|document_?type|file_?type)$/i;
const MAPS = /^((mutable|linked|hash|sorted)?[mM]ap(Of)?|Map|dict)$/;
/** Members that are not seen may be BankStatements. */
const OPEN = /^(\.\.\.|\*|\*\*|\+|\|)$/;

/** `named`: the text that a constant or a member of an enumeration stands for. */
export function listsIn(group: Group, tokens: readonly Token[], named: Named): FoundList[] {
  if (group.open === '' || isBody(group, tokens)) return declared(group, tokens);
  if (group.open === '(' && !isListing(group, tokens) && !isMapping(group, tokens)) return [];
  if (isMatch(group, tokens) || isAttribute(group, tokens)) return [];
  const pairs = isPairs(group, tokens) ? keys(group, tokens) : [];
  const keyed = pairs.some(({ text }) => isPaper(text));
  const items = keyed ? pairs : [...texts(group, tokens, named), ...records(group, tokens)];
  if (!items.some(({ text }) => isPaper(text))) return [];
  const ended = items.some(({ text }) => REMOVED_TYPES.has(text));
  // One text of a function's body: the type of one upload.
  if (items.length < 2 && group.open === '{' && isBlock(group, tokens)) return [];
  // One member of a record, whose others are something else.
  if (!keyed && isPairs(group, tokens) && items.length < 2) return [];
  const labelled = keyed && isLabelled(group, tokens);
  return [
    {
      items,
      labelled,
      at: nameOf(group, tokens) ?? items[0]?.at ?? spanOf(group, tokens),
      enumerates: isOpen(group, tokens) || labelled || (!ended && items.length < membersOf(group, tokens)),
      ofCustomer: !ended && isOfCustomer(group, tokens),
      group,
    },
  ];
}

/** C#'s `[EnumMember(Value = "AmlPolicy")] AmlPolicy` says something of one member. */
const isAttribute = ({ open, parent, position }: Group, tokens: readonly Token[]): boolean =>
  open === '[' &&
  parent !== undefined &&
  isBody(parent, tokens) &&
  tokenOf(parent.items[position + 1], tokens)?.kind === 'name' &&
  /^,?$/.test(tokenOf(parent.items[position - 1], tokens)?.text ?? '');

/** How many members there are, seen or not. */
const membersOf = ({ items }: Group, tokens: readonly Token[]): number =>
  items.filter((item, i) => i === 0 || tokenOf(items[i - 1], tokens)?.text === ',').length;

/** `{ businessLegalName, documents: [...] }`. */
function isOfCustomer({ parent, position }: Group, tokens: readonly Token[]): boolean {
  if (parent?.open !== '{' || givenTo(parent.items, position, tokens)?.text !== 'documents') return false;
  return isCustomer(parent.items.map((item) => tokenOf(item, tokens)?.text ?? ''));
}

/** A call that makes a list of its arguments, or Python's tuple of nothing but texts. */
function isListing(group: Group, tokens: readonly Token[]): boolean {
  const chain = calleeOf(group, tokens);
  const last = chain.at(-1);
  if (last === 'new') return /set|list|array|collection|vector|tuple/i.test(chain.at(-2) ?? '');
  if (last !== undefined) return LISTS.test(last);
  const before = tokenOf(group.parent?.items[group.position - 1], tokens)?.text ?? '';
  const all = group.items.map((item) => tokenOf(item, tokens));
  return (
    /^(=|in|:|return)$/.test(before) &&
    all.length > 1 &&
    all.every((token) => token?.kind === 'string' || /^[\w,.]+$/.test(token?.text ?? ''))
  );
}

/** A call that makes a map of pairs. */
const isMapping = (group: Group, tokens: readonly Token[]): boolean =>
  MAPS.test(calleeOf(group, tokens).at(-1) ?? '') && isPairs(group, tokens);

/** Enumerations, and unions of a statement. */
function declared(group: Group, tokens: readonly Token[]): FoundList[] {
  const lists = new Map<Scope | Statement, Item[]>();
  const body = isBody(group, tokens);
  group.items.forEach((item, i) => {
    const token = tokenOf(item, tokens);
    if (!token || token.passive || !TYPE.test(token.text)) return;
    if (token.kind !== 'string' && (!body || hasItself(group, i, tokens))) return;
    const owner = token.scope.kind === 'type' ? token.scope : token.statement;
    const known = lists.get(owner);
    if (known) known.push(itemOf(token));
    else lists.set(owner, [itemOf(token)]);
  });
  return [...lists]
    .filter(([, items]) => items.some(({ text }) => REMOVED_TYPES.has(text)) || isAllPapers(items))
    .map(([owner, items]) => ({
      items,
      at: items[0]?.at ?? { start: 0, end: 0 },
      enumerates: true,
      ofCustomer: false,
      type: 'kind' in owner ? owner.name : undefined,
      group,
    }));
}

const isAllPapers = (items: readonly Item[]): boolean => items.filter(({ text }) => isPaper(text)).length > 1;

/** Words of one text, which is taken apart: `'OwnershipChart,AmlPolicy'.split(',')`. */
export function wordsIn(token: Token): Item[] {
  if (!WORDS.test(token.text)) return [];
  const start = token.body ?? token.start;
  return [...token.text.matchAll(/[A-Z][A-Za-z]+/g)].map((word) => ({
    text: word[0],
    at: { start: start + word.index, end: start + word.index + word[0].length },
  }));
}

function texts(group: Group, tokens: readonly Token[], named: Named): Item[] {
  const isBare = isAllNames(group, tokens);
  const meant = meantBy(group, tokens, named);
  return group.items.flatMap((item, i): Item[] => {
    const token = tokenOf(item, tokens);
    if (!token || token.passive) return [];
    const next = group.items[i + 1];
    const constant = meant.get(i);
    if (constant) return [constant];
    if (!TYPE.test(typeNamed(token.text))) return [];
    if (token.kind === 'string') return [itemOf(token)];
    // A module or a type on the way to something else.
    if (typeof next === 'object' || /^(\.|::|->)$/.test(tokenOf(next, tokens)?.text ?? '')) return [];
    const dot = tokenOf(group.items[i - 1], tokens)?.text;
    return dot === '.' || dot === '::' || dot === '->' || isBare ? [itemOf(token)] : [];
  });
}

/** The types of `[{ type: 'OwnershipChart', file }, ...]`, of tuples and of things made one by one. */
function records(group: Group, tokens: readonly Token[]): Item[] {
  if (group.open === '{' && isBlock(group, tokens)) return [];
  return group.items.flatMap((item): Item[] => {
    if (typeof item !== 'object') return [];
    const typed = typesOf(item, tokens);
    if (typed.length > 0) return typed;
    const callee = item.open === '(' ? calleeOf(item, tokens).at(-1) : undefined;
    // Go's `types = append(types, "OwnershipChart")` is a part of what it is put to.
    const called = callee !== undefined && callee !== 'append' && !LISTS.test(callee);
    if (called) {
      return item.items.flatMap((one): Item[] => {
        if (typeof one === 'object' && one.open === '{')
          return typesOf(one, tokens).filter(({ text }) => isPaper(text));
        const token = tokenOf(one, tokens);
        const given = token && (token.kind === 'string' || typeNamed(token.text) !== token.text);
        return given && isPaper(typeNamed(token.text)) ? [itemOf(token)] : [];
      });
    }
    const first = tokenOf(item.items[0], tokens);
    const alone = item.items.length === 1 || tokenOf(item.items[1], tokens)?.text === ',';
    return first?.kind === 'string' && alone && TYPE.test(first.text) ? [itemOf(first)] : [];
  });
}

/** What the members of an object call its type. */
const typesOf = ({ items }: Group, tokens: readonly Token[]): Item[] =>
  items.flatMap((one, i): Item[] => {
    const token = tokenOf(one, tokens);
    if (token?.kind !== 'string' || !TYPE.test(token.text)) return [];
    return TYPE_KEY.test(givenTo(items, i, tokens)?.text ?? '') ? [itemOf(token)] : [];
  });

/** The types that are keys: `{ OwnershipChart: file }`, `"OwnershipChart" to file`. */
function keys(group: Group, tokens: readonly Token[]): Item[] {
  return group.items.flatMap((item, i): Item[] => {
    const token = tokenOf(item, tokens);
    if (!token || token.passive || !TYPE.test(token.text)) return [];
    return PAIRS.test(tokenOf(group.items[i + 1], tokens)?.text ?? '') ? [itemOf(token)] : [];
  });
}

/** Its values are words for people, places in an order, or nothing at all: it says no more than which types there are. */
const isLabelled = (group: Group, tokens: readonly Token[]): boolean =>
  group.items.some((item, i) => {
    if (!PAIRS.test(tokenOf(group.items[i - 1], tokens)?.text ?? '')) return false;
    const token = tokenOf(item, tokens);
    // A symbol names what is sent: `"AmlPolicy" => :aml_scan`.
    if (token?.kind === 'string') return token.end - token.start > token.text.length && isLabel(token.text);
    return token?.kind === 'number' || /^(null|nil|None|undefined)$/.test(token?.text ?? '');
  });

/** No path, no file's name. */
export const isLabel = (text: string): boolean => !/[/.{]/.test(text);

function itemOf(token: Token): Item {
  const start = token.kind === 'string' ? (token.body ?? token.start) : token.start;
  return { text: typeNamed(token.text), at: { start, end: start + token.text.length } };
}

/** The body of a type itself: of an enumeration. */
function isBody(group: Group, tokens: readonly Token[]): boolean {
  if (group.open !== '{') return false;
  const scope = tokens[group.at]?.scope;
  const outside = group.parent && group.parent.at >= 0 ? tokens[group.parent.at]?.scope : undefined;
  if (scope?.kind !== 'type' || scope === outside) return false;
  // Ruby's class has no brackets: what is given to a constant there is a literal.
  return tokenOf(group.parent?.items[group.position - 1], tokens)?.text !== '=';
}

const PAIRS = /^(:|=>|to)$/;
const isPairs = (group: Group, tokens: readonly Token[]): boolean =>
  group.items.some((item) => PAIRS.test(tokenOf(item, tokens)?.text ?? ''));

function isOpen(group: Group, tokens: readonly Token[]): boolean {
  const beside = (by: number): string =>
    tokenOf(group.parent?.items[group.position + by], tokens)?.text ?? '';
  // The parameters of Ruby's block end with it: `do |row|`, and the list begins the next line.
  const isBlocks = beside(-1) === '|' && tokens[group.at]?.first === true;
  return (
    group.items.some((item) => OPEN.test(tokenOf(item, tokens)?.text ?? '')) ||
    OPEN.test(beside(1)) ||
    (!isBlocks && OPEN.test(beside(-1)))
  );
}

function nameOf(group: Group, tokens: readonly Token[]): Span | undefined {
  const owner = group.parent ? givenTo(group.parent.items, group.position, tokens) : undefined;
  return owner && { start: owner.body ?? owner.start, end: owner.end };
}
