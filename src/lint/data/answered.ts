// What the fields of a row or an object of data say: an answer or a line of a log has some that no request has.
import type { Context } from '../model/model.ts';

/** An identifier that the service gives. */
const OWN_ID = /^(?:id|(?:transfer|payout|payment)(?:Id|_id))$/;
/** What became of it, and when. */
const BECAME = /^(?:status|state|created|completed|\w+_?[aA]t)$/;

/** What only an answer has beside its `id`: a request doesn't say what became of it. */
export const isAnswer = (names: readonly string[]): boolean =>
  isLogged(names) || (names.some((name) => OWN_ID.test(name)) && names.some((name) => BECAME.test(name)));

/** With an `id` of its own it is a record, unless it is seen to be sent. */
export const isRecord = (names: readonly string[], { urls }: Context): boolean =>
  urls.length === 0 && names.includes('id');

/** A line that a logger wrote. */
const isLogged = (names: readonly string[]): boolean =>
  names.some((name) => /^(level|severity|lvl)$/.test(name)) &&
  names.some((name) => /^(msg|message)$/.test(name));
