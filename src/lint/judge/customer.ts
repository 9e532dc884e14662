// Fields that customer creation lost: those that no other interface has, and those that say something only beside others.
import type { Deprecation } from '../../interface/deprecations.ts';
import { camel, type Key, type Obj } from '../model/facts.ts';
import type { Hit } from '../model/finding.ts';
import {
  COMMON_REMOVED,
  CUSTOMER_TELLING,
  CUSTOMER_WEAK,
  REMOVED_BREAKDOWN,
  REMOVED_FIELDS,
} from '../model/vocabulary.ts';
import { type About, speaks } from './about.ts';
import { endpointOf } from './endpoints.ts';
import { silenceOf } from './silences.ts';
import { isIdentified } from './transfer.ts';
import { confidenceOf, Scale } from './weights.ts';

const NAMED = /customer|onboard|business|company|merchant|kyb|counterparty/i;

export function judgeCustomer(object: Obj, about: About): Hit[] {
  const removed = object.keys.filter(({ name }) => REMOVED_FIELDS.has(name) || REMOVED_BREAKDOWN.has(name));
  if (removed.length === 0) return [];
  const isSent = object.place.urls.some((url) => endpointOf(url, about.hosts) === 'customer');
  if (silenceOf(object, about, isSent)) return [];
  if (!isSent && object.kind === 'type' && isIdentified(object)) return [];
  return removed.flatMap((key) => judgeKey(key, object, about, isSent));
}

function judgeKey(key: Key, object: Obj, about: About, isSent: boolean): Hit[] {
  const { name, span, marks } = key;
  const entry: Deprecation | undefined = REMOVED_FIELDS.get(name) ?? REMOVED_BREAKDOWN.get(name);
  if (!entry || (marks && (marks.has('deleted') || marks.has('compared') || marks.has('pattern')))) return [];
  const scale = weighed(key, object, about, isSent);
  const confidence = confidenceOf(scale.points);
  if (!confidence) return [];
  return [{ entry, confidence, start: span.start, end: span.end, field: name, evidence: scale.evidence }];
}

function weighed({ name, value }: Key, object: Obj, about: About, isSent: boolean): Scale {
  const { place, keys, beside = [] } = object;
  const scale = new Scale();
  if (!COMMON_REMOVED.has(name)) scale.add('unique-name', name);
  if (isSent)
    scale.add(
      'sent',
      place.urls.find((url) => endpointOf(url, about.hosts) === 'customer'),
    );
  else if (place.near.some((url) => endpointOf(url, about.hosts) === 'customer')) scale.add('near');
  const inside = value.kind === 'object' ? value.object.keys.map((key) => key.name) : [];
  const around = object.parent?.object.keys.map((key) => key.name) ?? [];
  // Of a table all headers stand beside each other.
  const headers =
    object.kind === 'row' ? place.outer.map((header) => camel(header.split('.').at(-1) ?? header)) : [];
  const names = new Set([...keys.map((key) => key.name), ...beside, ...inside, ...around, ...headers]);
  names.delete(name);
  const own = [...names].filter((one) => CUSTOMER_TELLING.has(one));
  scale.addNames('own-names', own);
  scale.addNames(
    'weak-names',
    [...names].filter((one) => CUSTOMER_WEAK.has(one) || COMMON_REMOVED.has(one)),
  );
  const parent = place.names.join(' ');
  if (REMOVED_BREAKDOWN.has(name) && /breakdown/i.test(parent)) scale.add('named', 'transactionBreakdown');
  else if (NAMED.test(`${parent} ${place.outer.join(' ')} ${about.name}`)) scale.add('named');
  if (speaks(about)) scale.add('file');
  if (COMMON_REMOVED.has(name) && !isSent && own.length === 0) scale.limit(2);
  if (
    COMMON_REMOVED.has(name) &&
    place.urls.some((url) => endpointOf(url, about.hosts) === 'other') &&
    !isSent
  )
    scale.limit(own.length > 1 ? 4 : 0);
  return scale;
}
