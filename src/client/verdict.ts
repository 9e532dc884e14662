// Whether a 2xx response is usable: it has an id, and nothing in it contradicts the request.
import Big from 'big.js';

import { parsedJson } from '../files/parsed-json.ts';
import { canonicalDecimal } from '../interface/decimal.ts';
import type { Profile } from '../interface/profile.ts';
import type { Message } from '../message.ts';
import { idIn, parseAnswer, pick, valueAt } from './json.ts';
import { clientMessage } from './messages.ts';

export type Verdict =
  | { readonly usable: true }
  /** `contradiction`: how the response contradicts the request; without it, something is missing. */
  | { readonly usable: false; readonly contradiction?: Message };

const USABLE: Verdict = { usable: true };
const UNUSABLE: Verdict = { usable: false };

export const usableIf = (usable: boolean): Verdict => (usable ? USABLE : UNUSABLE);

const ID_FORM = /^[\x21-\x7e]{1,200}$/;

/** An id that can be kept, printed and compared; `undefined` otherwise. */
export const keepableId = (text: string | undefined): string | undefined =>
  text !== undefined && ID_FORM.test(text) ? text : undefined;

/**
 * The response to a transfer needs an id, must not have another amount than `body`, and must not name a failed state.
 */
export function transferVerdict(body: string, text: string, profile: Profile): Verdict {
  const answer = parsedJson(text);
  const id = keepableId(idIn(answer, text, profile.transferIdFields));
  if (id === undefined) return creationVerdict(id, text);
  const against =
    refusalIn(answer) ?? stateAgainst(answer, profile) ?? amountAgainst(body, answer, text, profile);
  return against === undefined
    ? USABLE
    : { usable: false, contradiction: clientMessage('of_transfer', { id, what: against }) };
}

/** The response to another creation: it needs an id, and must not call itself a failure. */
export function creationVerdict(id: string | undefined, text: string): Verdict {
  const contradiction = refusalIn(parsedJson(text));
  return contradiction === undefined ? usableIf(id !== undefined) : { usable: false, contradiction };
}

/** Where a response has its content: at the top, or in one of these. */
const INNER = ['', 'data.', 'transfer.'];
const inAll = (name: string): string[] => INNER.map((inner) => inner + name);

/** A success may contradict itself: `"success": false`, or an error that is not empty. */
function refusalIn(answer: unknown): Message | undefined {
  if (inAll('success').some((path) => valueAt(answer, path) === false)) return clientMessage('success_false');
  const field = ['error', 'errors'].flatMap(inAll).find((path) => !isEmpty(valueAt(answer, path)));
  return field === undefined ? undefined : clientMessage('error_filled', { field });
}

function isEmpty(value: unknown): boolean {
  if (typeof value === 'string') return value.trim() === '';
  if (typeof value === 'object' && value !== null) return Object.keys(value).length === 0;
  return value === undefined || value === null || value === false || value === 0;
}

function stateAgainst(answer: unknown, profile: Profile): Message | undefined {
  for (const path of profile.transferStateFields) {
    const state = valueAt(answer, path);
    if (typeof state !== 'string') continue;
    const same = (failed: string): boolean => failed.toLowerCase() === state.trim().toLowerCase();
    if (profile.transferFailedStates.some(same))
      return clientMessage('state_failed', { field: path, state: state.trim() });
  }
  return undefined;
}

function amountAgainst(body: string, answer: unknown, text: string, profile: Profile): Message | undefined {
  for (const path of profile.transferAmountFields) {
    const value = valueAt(answer, path);
    if (typeof value !== 'string' && typeof value !== 'number') continue;
    const asked = amountOfBody(body);
    if (asked === undefined) return undefined;
    if (String(value) === canonicalDecimal(asked)) continue;
    // A float may have lost digits: the text has all of them.
    const told = decimal(pick(parseAnswer(text), [path]));
    // A service that keeps amounts as doubles returns the nearest one.
    if (told && !told.eq(asked) && told.toNumber() !== Number(asked))
      return clientMessage('amount_other', { field: path, amount: told.toFixed(), asked });
  }
  return undefined;
}

/** The amount in the bytes that were sent: our bodies begin with it. */
function amountOfBody(body: string): string | undefined {
  return /^\{"receiverAmount":([0-9.]+)[,}]/.exec(body)?.[1] ?? pick(parseAnswer(body), ['receiverAmount']);
}

/** A decimal of at most 100 characters. Anything else in such a field can't be compared. */
function decimal(text: string | undefined): Big | undefined {
  if (text === undefined || text.length > 100 || !/^\s*[+-]?\d/.test(text)) return undefined;
  try {
    const value = new Big(text.trim().replace(/^\+/, ''));
    return Math.abs(value.e) > 100 ? undefined : value;
  } catch {
    return undefined;
  }
}
