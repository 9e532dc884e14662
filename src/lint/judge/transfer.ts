// Transfers and their quotes: `amount`, and documents in Base64. Only a transfer's own `amount` counts.
import { DEPRECATIONS } from '../../interface/deprecations.ts';
import type { Key, Obj, Span, Value } from '../model/facts.ts';
import type { DeprecatedUse } from '../model/finding.ts';
import {
  BODIES_OF_OTHERS,
  FOREIGN_NAMES,
  isDataUrl,
  TRANSFER_OWN,
  TRANSFER_SHARED,
  TRANSFER_WEAK,
} from '../model/vocabulary.ts';
import { Scale } from '../model/weights.ts';
import { type Endpoint, endpointOf } from './endpoints.ts';
import { type FileSummary, namesService } from './file-summary.ts';
import { isSilent, isSilentKey } from './silences.ts';

const entryOf = (rule: string): (typeof DEPRECATIONS)[number] | undefined =>
  DEPRECATIONS.find((entry) => entry.rule === rule);
const AMOUNT = entryOf('transfer-amount');
const BASE64 = entryOf('transfer-documents-base64');

const NAMED = /transfer|payout|quote/i;
const OTHERWISE =
  /invoice|order|refund|charge|subscription|cart|checkout|loan|expense|payroll|bill(?:ing)?(?![a-z])|donation|deposit|withdraw|trade|swap|swift|sepa|card|salary|budget|mandate|balance|fee|price/i;

export function judgeTransfer(object: Obj, file: FileSummary): DeprecatedUse[] {
  const amounts = object.keys.filter((key) => key.name === 'amount' && !isSilentKey(key));
  const urls = object.keys.filter(({ name }) => name === 'documents').flatMap((key) => dataUrlsIn(key));
  const scale = amounts.length + urls.length === 0 ? undefined : weigh(object, file);
  if (!scale) return [];
  const uses = amounts
    // With its currency it is another vendor's; a schema describes a plain one.
    .filter(({ value }) => object.kind === 'type' || value.kind !== 'object')
    .flatMap(({ span, name }) => (AMOUNT ? scale.uses(AMOUNT, span, name) : []));
  return [...uses, ...urls.flatMap((span) => (BASE64 ? scale.uses(BASE64, span, 'documents') : []))];
}

/** The evidence that an object is the body of a transfer or of its quote. */
function weigh(object: Obj, file: FileSummary): Scale | undefined {
  const { place } = object;
  const goes = whereTo(place.urls, place.near, file);
  if (isSilent(object, file, goes === 'sent')) return undefined;
  const names = namesIn(object, file);
  const own = held(names, TRANSFER_OWN, 'amount');
  if (goes === 'elsewhere' && own.length < 2) return undefined;
  if (goes !== 'sent' && isIdentified(object) && own.length === 0 && !isWhole(names)) return undefined;
  const shared = held(names, TRANSFER_SHARED, '');
  const weak = held(names, TRANSFER_WEAK, '');
  const foreign = object.keys
    .map(({ name }) => name)
    // A quote's fields are not shown (2.4): a currency is a plausible field there.
    .filter((name) => FOREIGN_NAMES.has(name) && !(goes === 'sent' && name === 'currency'));
  if (foreign.some((name) => BODIES_OF_OTHERS.has(name)) && own.length + shared.length < 2) return undefined;
  const said = [...place.names, ...place.outer, file.name].join(' ');
  const client = file.clients.find((one) => said.includes(one));
  const scale = new Scale();
  const isTransfers = (url: string): boolean => isTransfer(endpointOf(url, file.hosts));
  if (goes === 'sent') scale.add('sent', place.urls.find(isTransfers));
  if (goes === 'near') scale.add('near', place.near.find(isTransfers));
  scale.addNames('own-names', own);
  scale.addNames('shared-names', shared);
  scale.addNames('weak-names', weak);
  scale.addNames('foreign-names', foreign);
  if (client !== undefined) scale.add('named', client);
  else scale.addMatch('named', NAMED, said);
  if (namesService(file)) scale.add('file');
  const near = [...place.names, ...(goes === 'sent' ? [] : place.outer)].join(' ');
  if (!NAMED.test(near)) scale.addMatch('named-otherwise', OTHERWISE, near);
  const isNamed = client !== undefined || NAMED.test(said);
  if (goes === 'unknown' && own.length === 0) scale.limit(limitOfNames(names, shared, isNamed, file));
  // The body is built in the new shape next to it, so this object is a form or a stored record.
  if (file.isMigrated && goes !== 'sent' && object.kind === 'type' && own.length === 0) scale.limit(2);
  if (goes === 'near' && own.length + shared.length + weak.length === 0)
    scale.limit(object.kind === 'type' ? 0 : 2);
  return scale;
}

type Destination = 'sent' | 'near' | 'unknown' | 'elsewhere';
const isTransfer = (endpoint: Endpoint | undefined): boolean =>
  endpoint === 'transfer' || endpoint === 'quote';

function whereTo(urls: readonly string[], near: readonly string[], { hosts }: FileSummary): Destination {
  const ends = urls.map((url) => endpointOf(url, hosts));
  if (ends.some(isTransfer)) return 'sent';
  if (ends.some((end) => end !== undefined)) return 'elsewhere';
  return near.some((url) => isTransfer(endpointOf(url, hosts))) ? 'near' : 'unknown';
}

/** Its own keys, and those of the two sides of a transfer. */
function namesIn({ keys }: Obj, { path }: FileSummary): Set<string> {
  const names = new Set<string>();
  for (const { name, written, value } of keys) {
    // On the wire this service writes no underscores.
    if (!(WIRE.test(path) && /[a-z]_[a-z]/.test(written))) names.add(name);
    if ((name !== 'source' && name !== 'destination') || value.kind !== 'object') continue;
    for (const inner of value.object.keys) if (INSIDE.has(inner.name)) names.add(inner.name);
  }
  return names;
}
/** Files that have names as they are sent: Go says them in tags. */
const WIRE = /\.(?:go|json|ndjson|jsonl|http|har)$/;
const INSIDE: ReadonlySet<string> = new Set(['walletId', 'network', 'externalAccountId']);

const held = (names: ReadonlySet<string>, of: ReadonlySet<string>, but: string): string[] =>
  [...of].filter((name) => name !== but && names.has(name));

/** A stored transfer already has an id or a state. */
export const isIdentified = ({ keys }: Obj): boolean =>
  keys.some(({ name }) => /^(?:id|uuid|_id|createdAt|updatedAt|status|state)$/.test(name));
const isWhole = (names: ReadonlySet<string>): boolean =>
  ['source', 'destination', 'customerId', 'purposeOfPayment'].every((name) => names.has(name));

/** The most that names alone can add: names that other services share count only with names of this service. */
function limitOfNames(
  names: ReadonlySet<string>,
  shared: readonly string[],
  isNamed: boolean,
  file: FileSummary,
): number {
  const own = ['customerId', 'walletId', 'network'].some((name) => names.has(name));
  if (shared.length > 0) return own || isNamed ? Infinity : 2;
  if (!isNamed || !own) return 1;
  return namesService(file) ? Infinity : 2;
}

/** Where a value has data URLs. */
function dataUrlsIn({ value }: Key): Span[] {
  const spans: Span[] = [];
  const walk = (one: Value, depth: number): void => {
    if (depth > 4) return;
    if (one.kind === 'text' && isDataUrl(one.text)) spans.push(one.span);
    else if (one.kind === 'sum') {
      const text = one.parts.map((part) => (part.kind === 'text' ? part.text : 'x')).join('');
      const [first] = one.parts;
      const start = first?.kind === 'text' ? first.span.start : one.span.start;
      if (isDataUrl(text)) spans.push({ start, end: one.span.end });
    } else if (one.kind === 'list') for (const item of one.list.items) walk(item, depth + 1);
    else if (one.kind === 'call') for (const arg of one.call.args) walk(arg, depth + 1);
  };
  walk(value, 0);
  return spans;
}
