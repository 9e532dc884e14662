// Field names that stand as texts: values of a map that renames (`{ total: 'amount', reason: 'purposeOfPayment' }`) and
// names of a form's inputs (`register('destination.externalAccountId')`). Each becomes a key of the body that is made.
import { camel, type Key } from '../../model/model.ts';
import {
  CUSTOMER_STRONG,
  REMOVED_BREAKDOWN,
  REMOVED_FIELDS,
  TRANSFER_SHARED,
  TRANSFER_STRONG,
  TRANSFER_WEAK,
} from '../../model/words.ts';
import { calleeOf, givenTo, type Group, tokenOf } from '../tokens/groups.ts';
import type { Token } from '../tokens/token.ts';
import { type FieldName, inputsIn, inputsOf, partsOf } from './form-inputs.ts';

export interface FieldNames {
  readonly group: Group;
  readonly keys: Key[];
  /** Of a form: where what is filled in is sent as it is. */
  readonly urls?: readonly string[];
}

const GIVES = /^(:|=>|=|to|->)$/;
/** What is required of a schema stands there as well; a table's heads are a table's. */
const HEADS =
  /^required$|head(er|ing)?s?$|columns?$|casts$|fillable$|guarded$|hidden$|sort|search|index|order_?by|group_?by|display|show|visible|gone|old|removed|legacy/i;
const MAX_LISTED = 120;
const ENDPOINT = /\/(?:transfers|transfers\/quote|customers)$/;
const SENDS = /\/(?:customers|transfers)(?:\/quote)?["'`]/;
const REGISTERS = /^(register|Controller|useController|getFieldProps|registerField)$/;

export interface FormsOf {
  readonly source: string;
  /** The page whose scripts the source is; empty without. */
  readonly whole: string;
  readonly submitted: () => readonly string[];
}

/** The groups whose texts are field names of a transfer or a customer, told by several of them side by side. */
export function fieldNames(
  groups: readonly Group[],
  tokens: readonly Token[],
  { source, whole, submitted }: FormsOf,
): FieldNames[] {
  const found: FieldNames[] = [];
  const registered: FieldName[] = [];
  const inputs: FieldName[] = [];
  const unsent: FieldNames[] = [];
  let form: Group | undefined;
  let around: Group | undefined;
  for (const group of groups) {
    if (group.open === '(' && REGISTERS.test(calleeOf(group, tokens).at(-1) ?? '')) {
      const token = tokenOf(group.items[0], tokens);
      if (token?.kind === 'string') for (const part of partsOf(token)) registered.push(part);
      form ??= group;
    }
    const names = valuesOf(group, tokens);
    const own = inputsOf(group, tokens, source);
    inputs.push(...own);
    if (own.length > 0) around ??= group;
    if (isBody(names)) (own.length > 0 ? unsent : found).push({ group, keys: names.map(keyOf) });
    const walked = walkedIn(group, tokens);
    if (walked.length > 0) found.push({ group, keys: walked.map(keyOf) });
    const listed = listedIn(group, tokens);
    if (listed.length > 2 && isBody(listed)) found.push({ group, keys: listed.map(keyOf) });
  }
  if (whole !== '') inputs.push(...inputsIn(whole, { start: 0, end: whole.length }));
  const group = form ?? around ?? (whole === '' ? undefined : groups[0]);
  const fields = [...registered, ...inputs];
  if (!group || !isPart(fields)) return [...found, ...unsent];
  const urls = submitted().filter((url) => ENDPOINT.test(url));
  if (urls.length > 0) return [...found, { group, keys: fields.map(keyOf), urls }];
  // What a file sends to such an address and isn't all of the form was made of it.
  if (SENDS.test(source)) return found;
  if (form && isBody(registered)) found.push({ group: form, keys: registered.map(keyOf) });
  return [...found, ...unsent];
}

function valuesOf(group: Group, tokens: readonly Token[]): FieldName[] {
  const names: FieldName[] = [];
  if (group.open === '') return names;
  group.items.forEach((item, i) => {
    const token = tokenOf(item, tokens);
    if (token?.kind !== 'string' || !/^[\w.]{4,60}$/.test(token.text)) return;
    if (!GIVES.test(tokenOf(group.items[i - 1], tokens)?.text ?? '')) return;
    // `{ amount: 'amount' }` with a sign behind it is a key itself.
    if (GIVES.test(tokenOf(group.items[i + 1], tokens)?.text ?? '')) return;
    names.push(...partsOf(token));
  });
  return names;
}

/** `FIELDS = ['customerId', 'amount', ...]`: names alone, from which a body is picked. */
function listedIn(group: Group, tokens: readonly Token[]): FieldName[] {
  const { open, items, parent, position } = group;
  if (open === '' || !parent || parent.open === '(' || items.length > MAX_LISTED) return [];
  // Cheap first: what a list is given to may stand far before it.
  if (items.length < 3 || tokenOf(items[0], tokens)?.kind !== 'string') return [];
  const owner = givenTo(parent.items, position, tokens);
  if (!owner || HEADS.test(owner.text) || (open === '(' && calleeOf(group, tokens).length > 0)) return [];
  const names: FieldName[] = [];
  for (const item of items) {
    const token = tokenOf(item, tokens);
    if (token?.kind === 'string' && !token.passive && /^\w{3,60}$/.test(token.text))
      names.push(...partsOf(token));
    else if (token?.text !== ',') return [];
  }
  return names;
}

/** `{f: row[f] for f in ('incomingAchTxCountMonthly', ...)}`: names that nobody else has, each of which becomes a key. */
function walkedIn({ open, items, parent, position }: Group, tokens: readonly Token[]): FieldName[] {
  if (open === '' || !parent || items.length > MAX_LISTED) return [];
  if (tokenOf(parent.items[position - 1], tokens)?.text !== 'in') return [];
  // The key is what is walked: `{f: ...}`, not a loop that asks or takes away.
  const walker = tokenOf(parent.items[position - 2], tokens)?.text;
  const key = tokenOf(parent.items[0], tokens);
  const isMade =
    parent.open === '{' && key?.text === walker && tokenOf(parent.items[1], tokens)?.text === ':';
  if (!isMade) return [];
  const names: FieldName[] = [];
  for (const item of items) {
    const token = tokenOf(item, tokens);
    if (token?.kind === 'string') names.push(...partsOf(token));
    else if (token?.text !== ',') return [];
  }
  return names.some(({ written }) => REMOVED_BREAKDOWN.has(written) || REMOVED_FIELDS.has(written))
    ? names
    : [];
}

const keyOf = ({ written, start, end }: FieldName): Key => ({
  name: camel(written),
  written,
  at: { start, end },
  value: { kind: 'other' },
});

/** Some of a body, where it is known to be sent: the old field, beside another one that a transfer has. */
function isPart(names: readonly FieldName[]): boolean {
  const words = new Set(names.map(({ written }) => camel(written)));
  const others = [TRANSFER_STRONG, TRANSFER_SHARED, TRANSFER_WEAK];
  const isTransfer =
    words.has('amount') &&
    !words.has('receiverAmount') &&
    [...words].some((word) => others.some((set) => set.has(word)));
  return isTransfer || [...words].some((word) => REMOVED_FIELDS.has(word) || REMOVED_BREAKDOWN.has(word));
}

function isBody(names: readonly FieldName[]): boolean {
  const words = new Set(names.map(({ written }) => camel(written)));
  const count = (set: { has(name: string): boolean }): number =>
    [...words].filter((word) => set.has(word)).length;
  if (words.has('amount') && !words.has('receiverAmount')) {
    return count(TRANSFER_STRONG) + count(TRANSFER_SHARED) > 0 && count(TRANSFER_WEAK) > 0;
  }
  return count(REMOVED_FIELDS) + count(REMOVED_BREAKDOWN) > 0 && count(CUSTOMER_STRONG) > 0;
}
