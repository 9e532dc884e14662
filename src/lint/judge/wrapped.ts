// Bodies that are handed to something of one's own, which gives the amount its new name on the way, or may do so.
import type { Context, Obj } from '../model/model.ts';
import { namesClient } from '../model/settled.ts';
import { endpointOf, type Surroundings } from './evidence.ts';

/** Spoken to something of one's own: the service has no GraphQL. */
export const isOwn = (object: Obj, around: Surroundings): boolean =>
  isMended(object, around) || (!around.data && isVariables(object.context));

const isVariables = ({ names: [nearest], urls, near }: Context): boolean =>
  nearest === 'variables' && urls.length + near.length === 0;

/** Given to a function, or of a type, whose `amount` leaves under the new name; a type that is sent to quotes besides isn't known by it. */
function isMended({ kind, context }: Obj, { mended, hosts }: Surroundings): boolean {
  if (mended.size === 0) return false;
  const [nearest = ''] = context.names;
  const called =
    kind === 'type' ? [nearest] : [context.type ?? '', ...context.names.flatMap((name) => name.split('.'))];
  if (!called.some((name) => mended.has(name))) return false;
  return new Set(context.urls.flatMap((url) => endpointOf(url, hosts) ?? [])).size < 2;
}

/** Given to a call that isn't seen: it may give the amount its new name. */
export const isUnseen = ({ kind, context }: Obj, { data, clients }: Surroundings): boolean =>
  !data &&
  kind === 'literal' &&
  !namesClient(context.names.join(), clients) &&
  context.names.some((name) => name.includes('.'));

/** A body is made beside it in the new shape, or by what it calls. */
export const isMapped = ({ data, migrated, handsOn }: Surroundings): boolean =>
  !data && (migrated === true || handsOn === true);
