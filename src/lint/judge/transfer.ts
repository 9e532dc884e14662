// Transfers and their quotes: `amount`, and Base64 documents. `amount` is everybody's word: it counts only in an object
// that is a transfer of this service.
import { DEPRECATIONS } from '../../interface/deprecations.ts';
import type { Hit } from '../finding.ts';
import type { Key, Obj, Value } from '../model.ts';
import { FOREIGN_NAMES, TRANSFER_STRONG, TRANSFER_WEAK } from '../words.ts';
import { confidenceOf, endpointOf, isPassive, isVendor, saidAround, type Surroundings } from './evidence.ts';

const entryOf = (rule: string): Hit['entry'] | undefined => DEPRECATIONS.find((entry) => entry.rule === rule);
const AMOUNT = entryOf('transfer-amount');
const BASE64 = entryOf('transfer-documents-base64');

export interface Weighed {
  readonly points: number;
  readonly evidence: readonly string[];
}

/** How much says that an object is the body of a transfer or of its quote. */
export function weighTransfer(object: Obj, around: Surroundings): Weighed {
  const evidence: string[] = [];
  const { context } = object;
  if (isPassive(object) || isVendor(context, around.clients)) return { points: 0, evidence };
  const endpoints = context.urls
    .map((url) => endpointOf(url, around.hosts))
    .filter((one) => one !== undefined);
  const sent = endpoints.some((one) => one === 'transfer' || one === 'quote');
  const names = namesIn(object);
  const strong = [...names].filter((name) => TRANSFER_STRONG.has(name));
  const weak = [...names].filter((name) => TRANSFER_WEAK.has(name));
  const foreign = object.keys.map(({ name }) => name).filter((name) => FOREIGN_NAMES.has(name));
  const named =
    /transfer|payout/i.test(saidAround(context, around)) ||
    around.clients.some((name) => context.names.join().includes(name));
  let points = 0;
  let close = false;
  if (sent) {
    points += 4;
    evidence.push('goes to /transfers');
  } else if (context.near.some((url) => /^(transfer|quote)$/.test(endpointOf(url, around.hosts) ?? ''))) {
    points += 2;
    close = true;
    evidence.push('stands in a function that calls /transfers');
  } else if (endpoints.length > 0 && endpoints.every((one) => one !== undefined) && strong.length < 2) {
    return { points: 0, evidence: ['goes to another endpoint'] };
  }
  if (strong.length > 0) evidence.push(`holds ${strong.join(', ')}`);
  if (weak.length > 0) evidence.push(`holds ${weak.join(', ')}`);
  points += Math.min(6, strong.length * 3) + Math.min(2, weak.length);
  if (named) {
    points += 1;
    evidence.push('is named for a transfer');
  }
  if (around.strong || around.neighbour) points += 1;
  points -= Math.min(4, foreign.length * 2);
  if (foreign.length > 0) evidence.push(`also holds ${foreign.join(', ')}`);
  // Weak words alone speak only beside the service's own.
  if (!sent && !close && strong.length === 0) {
    const own = weak.some((name) => name === 'customerId' || name === 'walletId');
    if (!named || !own) points = Math.min(points, 1);
    if (!around.strong && !around.neighbour && !(around.data && weak.length >= 3))
      points = Math.min(points, 2);
  }
  return { points, evidence };
}

/** Names of the object and of the two objects inside it. */
function namesIn(object: Obj): Set<string> {
  const names = new Set(object.keys.map((key) => key.name));
  for (const key of object.keys) {
    if ((key.name === 'source' || key.name === 'destination') && key.value.kind === 'object') {
      for (const inner of key.value.object.keys) names.add(inner.name);
    }
  }
  return names;
}

export function judgeTransfer(object: Obj, around: Surroundings): Hit[] {
  const amount = object.keys.filter((key) => key.name === 'amount' && !isForbidden(key.value));
  const documents = object.keys.filter((key) => key.name === 'documents');
  if (amount.length === 0 && documents.length === 0) return [];
  const { points, evidence } = weighTransfer(object, around);
  const confidence = confidenceOf(points);
  if (!confidence) return [];
  const hits: Hit[] = [];
  const hit = (entry: Hit['entry'] | undefined, key: Key, at: { start: number; end: number }): void => {
    if (entry) hits.push({ entry, confidence, ...at, field: key.name, evidence });
  };
  for (const key of amount) hit(AMOUNT, key, key.at);
  for (const key of documents) for (const text of dataUrls(key.value)) hit(BASE64, key, text);
  return hits;
}

const isForbidden = (value: Value): boolean =>
  value.kind === 'name' && /^(undefined|never)$/.test(value.name);

/** The data URLs among the values; at what stands there of them, which is never shown. */
function dataUrls(value: Value): { start: number; end: number }[] {
  if (value.kind === 'list') return value.items.flatMap(dataUrls);
  if (value.kind !== 'text' || !/^data:[^,]*;base64,/.test(value.text)) return [];
  return [value.at];
}
