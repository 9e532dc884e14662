// Transfers and their quotes: `amount`, and documents in Base64. Only a transfer's own `amount` counts.
import { DEPRECATIONS } from '../../interface/deprecations.ts';
import type { Key, Obj, Place, Span, Value } from '../model/facts.ts';
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
  const destination = destinationOf(place, file);
  const isSent = destination === 'sent';
  if (isSilent(object, file, isSent)) return undefined;
  const names = namesIn(object, file);
  const own = namesAmong(names, TRANSFER_OWN);
  if (destination === 'elsewhere' && own.length < 2) return undefined;
  if (!isSent && isIdentified(object) && !isWholeTransfer(names)) return undefined;
  const shared = namesAmong(names, TRANSFER_SHARED);
  const weak = namesAmong(names, TRANSFER_WEAK);
  const foreign = object.keys
    .map(({ name }) => name)
    // A quote's fields are not shown (2.4): a currency is a plausible field there.
    .filter((name) => FOREIGN_NAMES.has(name) && !(isSent && name === 'currency'));
  if (foreign.some((name) => BODIES_OF_OTHERS.has(name)) && own.length + shared.length < 2) return undefined;
  const around = [...place.names, ...place.outer, file.name].join(' ');
  const client = file.clients.find((one) => around.includes(one));
  const scale = new Scale();
  const isTransfers = (url: string): boolean => isTransfer(endpointOf(url, file.hosts));
  if (isSent) scale.add('sent', place.urls.find(isTransfers));
  if (destination === 'near') scale.add('near', place.near.find(isTransfers));
  scale.addNames('own-names', own);
  scale.addNames('shared-names', shared);
  scale.addNames('weak-names', weak);
  scale.addNames('foreign-names', foreign);
  if (client !== undefined) scale.add('named', client);
  else scale.addMatch('named', NAMED, around);
  if (namesService(file)) scale.add('file');
  const near = [...place.names, ...(isSent ? [] : place.outer)].join(' ');
  if (!NAMED.test(near)) scale.addMatch('named-otherwise', OTHERWISE, near);
  const isNamed = client !== undefined || NAMED.test(around);
  if (destination === 'unknown' && own.length === 0 && !areEnough(names, shared, isNamed, file))
    scale.limit('low');
  // The body is built in the new shape next to it, so this object is a form or a stored record.
  if (file.isMigrated && !isSent && object.kind === 'type' && own.length === 0) scale.limit('low');
  if (destination === 'near' && own.length + shared.length + weak.length === 0)
    scale.limit(object.kind === 'type' ? 'none' : 'low');
  return scale;
}

type Destination = 'sent' | 'near' | 'unknown' | 'elsewhere';
const isTransfer = (endpoint: Endpoint | undefined): boolean =>
  endpoint === 'transfer' || endpoint === 'quote';

function destinationOf({ urls, near }: Place, { hosts }: FileSummary): Destination {
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

const namesAmong = (names: ReadonlySet<string>, known: ReadonlySet<string>): string[] =>
  [...known].filter((name) => names.has(name));

/** A stored transfer already has an id or a state. */
export const isIdentified = ({ keys }: Obj): boolean =>
  keys.some(({ name }) => /^(?:id|uuid|_id|createdAt|updatedAt|status|state)$/.test(name));
const isWholeTransfer = (names: ReadonlySet<string>): boolean =>
  ['source', 'destination', 'customerId', 'purposeOfPayment'].every((name) => names.has(name));

/** Whether names alone are enough evidence: names that other services share count only with names of this service. */
function areEnough(
  names: ReadonlySet<string>,
  shared: readonly string[],
  isNamed: boolean,
  file: FileSummary,
): boolean {
  const hasTypical = ['customerId', 'walletId', 'network'].some((name) => names.has(name));
  return shared.length > 0 ? hasTypical || isNamed : hasTypical && isNamed && namesService(file);
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
