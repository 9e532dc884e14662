// Fields that customer creation lost: those that no other interface has, and those that say something only beside others.
import { camel, type Key, type Obj } from '../model/facts.ts';
import type { Hit } from '../model/finding.ts';
import {
  COMMON_REMOVED,
  CUSTOMER_TELLING,
  CUSTOMER_WEAK,
  REMOVED_BREAKDOWN,
  REMOVED_FIELDS,
} from '../model/vocabulary.ts';
import { Scale } from '../model/weights.ts';
import { type About, speaks } from './about.ts';
import { endpointOf } from './endpoints.ts';
import { isSilent, isSilentKey } from './silences.ts';
import { isIdentified } from './transfer.ts';

const NAMED = /breakdown|customer|onboard|business|company|merchant|kyb|counterparty/i;

export function judgeCustomer(object: Obj, about: About): Hit[] {
  const removed = object.keys.filter(({ name }) => REMOVED_FIELDS.has(name) || REMOVED_BREAKDOWN.has(name));
  if (removed.length === 0) return [];
  const isSent = object.place.urls.some((url) => endpointOf(url, about.hosts) === 'customer');
  if (isSilent(object, about, isSent)) return [];
  if (!isSent && object.kind === 'type' && isIdentified(object)) return [];
  return removed.flatMap((key) => judgeKey(key, object, about, isSent));
}

function judgeKey(key: Key, object: Obj, about: About, isSent: boolean): Hit[] {
  const { name, span } = key;
  const entry = REMOVED_FIELDS.get(name) ?? REMOVED_BREAKDOWN.get(name);
  return entry && !isSilentKey(key) ? weigh(key, object, about, isSent).hits(entry, span, name) : [];
}

function weigh(key: Key, object: Obj, about: About, isSent: boolean): Scale {
  const { name } = key;
  const { place } = object;
  const isCommon = COMMON_REMOVED.has(name);
  const scale = new Scale();
  if (!isCommon) scale.add('unique-name', name);
  const isCustomer = (url: string): boolean => endpointOf(url, about.hosts) === 'customer';
  if (isSent) scale.add('sent', place.urls.find(isCustomer));
  const names = namesAround(key, object);
  const own = names.filter((one) => CUSTOMER_TELLING.has(one));
  scale.addNames('own-names', own);
  scale.addNames(
    'weak-names',
    names.filter((one) => CUSTOMER_WEAK.has(one) || COMMON_REMOVED.has(one)),
  );
  scale.addMatch('named', NAMED, [...place.names, ...place.outer, about.name].join(' '));
  if (speaks(about)) scale.add('file');
  if (isCommon && !isSent && own.length === 0) scale.limit(2);
  return scale;
}

/** Names of what stands beside a key, in it and around it. */
function namesAround({ name, value }: Key, { keys, parent, kind, place }: Obj): string[] {
  const inside = value.kind === 'object' ? value.object.keys : [];
  const around = parent?.object.keys ?? [];
  // Of a table all headers stand beside each other.
  const headers =
    kind === 'row' ? place.outer.map((header) => camel(header.split('.').at(-1) ?? header)) : [];
  const names = new Set([...[...keys, ...inside, ...around].map((key) => key.name), ...headers]);
  names.delete(name);
  return [...names];
}
