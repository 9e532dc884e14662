// What the values of a transfer's fields say: that one is refused or renamed, that documents are data URLs, what a body becomes.
import type { Obj, Value } from '../model/model.ts';
import type { Surroundings } from './evidence.ts';

/** It becomes a value of a type that is named for a transfer's request, beside a file that speaks of the service. */
export const isMadeRequest = ({ context }: Obj, around: Surroundings): boolean =>
  (around.service || around.neighbour) &&
  context.names.some((name, i) => i > 0 && /^(?:Create|New)?(?:Transfer|Payout)[A-Z]\w{2,40}$/.test(name));

/** A validator that refuses it, a map to the new name, or another vendor's `{ value, currency }`. */
export function isOwnOrRefused(value: Value): boolean {
  if (value.kind === 'name') return /^(?:never|undefined|false)$/.test(value.name);
  if (value.kind === 'list') return value.items.some((one) => one.kind === 'text' && isOwnOrRefused(one));
  if (value.kind === 'text')
    return /^(receiverAmount|receiver_amount|prohibited|missing|forbidden)$/.test(value.text);
  return (
    value.kind === 'object' && value.object.keys.some(({ name }) => name === 'currency' || name === 'value')
  );
}

/** The data URLs among the values; at what stands there of them, which is never shown. */
export function dataUrls(value: Value): { start: number; end: number }[] {
  if (value.kind === 'list') return value.items.flatMap(dataUrls);
  if (value.kind !== 'text' || !/^data:[^,]*;base64,/.test(value.text)) return [];
  return [value.at];
}
