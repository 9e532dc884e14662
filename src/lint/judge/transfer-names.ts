// Which names of a transfer an object holds: the service's own, those that others have, too, and those that it doesn't have.
import type { Obj } from '../model/model.ts';
import { FOREIGN_NAMES } from '../model/others-names.ts';
import { TRANSFER_SHARED, TRANSFER_STRONG, TRANSFER_WEAK } from '../model/words.ts';

export interface Held {
  /** Names that only this service has, that a few have, that many have, and that it doesn't have. */
  readonly strong: readonly string[];
  readonly shared: readonly string[];
  readonly weak: readonly string[];
  readonly foreign: readonly string[];
}

/** No word of this service: a test of anybody's. */
export const isOnlyAmount = ({ strong, shared, weak }: Held): boolean =>
  strong.length + shared.length + weak.length === 0;

export function heldBy(object: Obj, quote: boolean): Held {
  const names = [...namesIn(object)];
  return {
    strong: names.filter((name) => TRANSFER_STRONG.has(name)),
    shared: names.filter((name) => TRANSFER_SHARED.has(name)),
    weak: names.filter((name) => TRANSFER_WEAK.has(name) || name === 'network'),
    foreign: object.keys
      .map(({ name }) => name)
      .filter((name) => FOREIGN_NAMES.has(name) && !(quote && name === 'currency')),
  };
}

/** `holds quoteId, memo`, a reason each. */
export function heldIn({ strong, shared, weak }: Held): string[] {
  const all = [[...strong, ...shared], weak];
  return all.filter((names) => names.length > 0).map((names) => `holds ${names.join(', ')}`);
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
