// Transfers and their quotes: `amount`, and Base64 documents. `amount` is everybody's word: only a transfer's own counts.
import { DEPRECATIONS } from '../../interface/deprecations.ts';
import type { Hit } from '../model/finding.ts';
import type { Context, Key, Obj } from '../model/model.ts';
import { isParty } from '../model/parties.ts';
import { namesClient } from '../model/settled.ts';
import {
  confidenceOf,
  endpointOf,
  goesTo,
  isPassive,
  isVendor,
  saidAround,
  type Surroundings,
  wayThrough,
} from './evidence.ts';
import { isCaptions } from './labels.ts';
import { type Held, heldBy, heldIn, isOnlyAmount } from './transfer-names.ts';
import { dataUrls, isMadeRequest, isOwnOrRefused } from './transfer-values.ts';
import { isMapped, isOwn, isUnseen } from './wrapped.ts';

const [AMOUNT, BASE64] = ['transfer-amount', 'transfer-documents-base64'].map((rule) =>
  DEPRECATIONS.find((entry) => entry.rule === rule),
);

export interface Weighed {
  readonly points: number;
  readonly evidence: readonly string[];
  /** Which of the two it goes to, where that is seen. */
  readonly call?: Hit['call'];
}

/** How much says that an object is the body of a transfer or of its quote. */
export function weighTransfer(object: Obj, around: Surroundings): Weighed {
  const { context } = object;
  if (isVendor(context, around.clients)) return NOTHING;
  if (isOwn(object, around)) return NOTHING;
  const goes = whereTo(context, around);
  if (isPassive(object, goes === 'sent')) return NOTHING;
  // What has an id is there already: a record, an answer, a row.
  const isMade = object.kind === 'literal' && isWhole(object);
  if (object.identified === true && goes !== 'sent' && !isMade) return NOTHING;
  const held = heldBy(object, isQuote(context, around));
  if (goes === 'elsewhere' && held.strong.length < 2) return NOTHING;
  if (context.expected === true && (isOnlyAmount(held) || isStrange(object, held, around))) return NOTHING;
  if (goes === 'sent' && (isBare(context, held, around) || isStrange(object, held, around))) return NOTHING;
  const said = context.names.join(' ');
  if (isMapped(around) && !held.strong.includes('receiverAmount')) {
    // The body is made beside it, or by what it calls, in the new shape: this is a form, a row or a record of one's own.
    const ofOld =
      /request|body|payload|earlier|legacy|old/i.test(said) || isWhole(object) || isGivenAsShaped(object);
    if (goes === 'near' || (goes === 'unknown' && (object.kind === 'type' || !ofOld))) return NOTHING;
  }
  const named = isNamed(context, around);
  const points =
    POINTS[goes] +
    Math.min(6, held.strong.length * 3) +
    Math.min(4, held.shared.length * 2) +
    Math.min(2, held.weak.length) +
    (named ? 1 : 0) +
    (around.strong || around.neighbour ? 1 : 0) -
    Math.min(4, held.foreign.length * 2) -
    (isOthers(object, goes) ? 3 : 0);
  return {
    points: Math.min(
      points,
      mostOf(goes, held, named, around),
      goes === 'unknown' && held.strong.length === 0 && isUnseen(object, around) ? MEDIUM : Infinity,
      object.kind === 'type' &&
        goes !== 'sent' &&
        !named &&
        held.strong.length === 0 &&
        held.shared.length < 2
        ? 2
        : Infinity,
    ),
    evidence: [
      ...evidenceOf(object, goes, held, named),
      ...(goes === 'sent' ? wayThrough(context, around) : []),
    ],
    call: callOf(context, around),
  };
}

/** With its two sides, whose it is and what for: no form or row has all of these. */
const isWhole = ({ keys }: Obj): boolean =>
  ['source', 'destination', 'customerId', 'purposeOfPayment'].every((name) =>
    keys.some((key) => key.name === name),
  );

/** Given to a call that is named for a transfer, with its destination in an object of its own: half of a file that was mended. */
const isGivenAsShaped = ({ keys, context }: Obj): boolean =>
  context.unpacked !== true &&
  /(?:^|\.)\w{0,30}(?:transfer|payout|quote)\w{0,30}$/i.test(
    context.names.find((name) => !BODY.test(name)) ?? '',
  ) &&
  ['customerId', 'purposeOfPayment'].every((name) => keys.some((key) => key.name === name)) &&
  keys.some(
    ({ name, value }) =>
      name === 'destination' &&
      value.kind === 'object' &&
      value.object.keys.some((key) => key.name === 'externalAccountId'),
  );
const BODY = /^(?:json|body|data|payload|params|form_params)$/i;

type Goes = 'sent' | 'near' | 'unknown' | 'elsewhere';

const NOTHING: Weighed = { points: 0, evidence: [] };
/** As much as isn't sure. */
const MEDIUM = 4;
const POINTS: Readonly<Record<Goes, number>> = { sent: 4, near: 2, unknown: 0, elsewhere: 0 };

function whereTo(context: Context, around: Surroundings): Goes {
  const isTransfer = (url: string): boolean => /^(transfer|quote)$/.test(endpointOf(url, around.hosts) ?? '');
  if (context.urls.some(isTransfer)) return 'sent';
  if (context.near.some(isTransfer)) return 'near';
  return context.urls.some((url) => endpointOf(url, around.hosts) !== undefined) ? 'elsewhere' : 'unknown';
}

function callOf({ urls }: Context, { hosts }: Surroundings): Hit['call'] {
  const ends = new Set(urls.map((url) => endpointOf(url, hosts)));
  const [isTransfer, isQuote] = [ends.has('transfer'), ends.has('quote')];
  return isTransfer === isQuote ? undefined : isQuote ? 'quote' : 'transfer';
}

/** `/transfers` without its base, with no word of this service: anybody's, unless `body.update(amount=v)` puts it to other words. */
function isBare({ names, urls }: Context, held: Held, around: Surroundings): boolean {
  if (!isOnlyAmount(held)) return false;
  if (around.strong && /\.(?:update|merge!?)$/.test(names[0] ?? '')) return false;
  const based = around.base === true || around.told?.base === true;
  return !based && !around.service && !around.neighbour && !urls.some((url) => /v1\/transfers/.test(url));
}

/** A transfer's fields are known (2.3), a quote's are not: a body of other names is another product's, whatever its address. */
function isStrange({ context, strangers = 0 }: Obj, held: Held, { hosts, clients }: Surroundings): boolean {
  const others = strangers + held.foreign.length + held.foreign.filter(isParty).length;
  if (others < MANY || held.strong.length + held.shared.length > 0) return false;
  if (held.weak.some((name) => !OFTEN.test(name))) return false;
  // Whose host or client is named in the settings is this service.
  if (hosts.length > 0 || namesClient(context.names.join(' '), clients)) return false;
  return (
    (others > MANY && held.foreign.some(isParty)) ||
    !context.urls.some((url) => endpointOf(url, hosts) === 'quote')
  );
}

/** So many names that a transfer doesn't have; one of a party counts twice. A quote's are not shown, so it takes a party. */
const MANY = 2;
/** Names of a transfer that everybody's transfer has. */
const OFTEN = /^(memo|documents|source|destination)$/;

/** Sent to quotes, whose fields are not shown (2.4): a currency is no stranger there. */
const isQuote = ({ urls }: Context, { hosts }: Surroundings): boolean =>
  urls.some((url) => endpointOf(url, hosts) === 'quote');

function isNamed(context: Context, around: Surroundings): boolean {
  return (
    /transfer|payout|quote/i.test(saidAround(context, around)) ||
    namesClient(context.names.join(), around.clients)
  );
}

/** What words alone can be worth: those that others have, too, speak only beside the service's own. */
function mostOf(goes: Goes, { strong, shared, weak }: Held, named: boolean, around: Surroundings): number {
  if (goes === 'sent' || goes === 'near' || strong.length > 0) return Infinity;
  const own = weak.some((name) => name === 'customerId' || name === 'walletId' || name === 'network');
  // Another vendor has a source, a destination and an external account as well.
  const shaped =
    weak.includes('source') && weak.includes('destination') && (own || !shared.includes('externalAccountId'));
  const service = around.service || around.neighbour;
  if (shared.length >= 2 || (shared.length === 1 && shaped)) return own || named || shaped ? Infinity : 2;
  if (shared.length === 1) return (own || named) && (own || service) ? 5 : 2;
  if (!named || !own) return 1;
  return service || (around.data && weak.length >= 3) ? Infinity : 2;
}

function evidenceOf({ context }: Obj, goes: Goes, held: Held, named: boolean): string[] {
  const evidence: string[] = [];
  if (goes === 'sent') evidence.push(goesTo('/transfers', context));
  if (goes === 'near') evidence.push('is in a function that calls /transfers');
  evidence.push(...heldIn(held));
  if (named) evidence.push('is named for a transfer');
  if (held.foreign.length > 0) evidence.push(`also holds ${held.foreign.join(', ')}`);
  return evidence;
}

/** Named for something else that has an amount, and for no transfer. */
function isOthers({ context }: Obj, goes: Goes): boolean {
  // Whose way to the service is seen may be made of a bill or an order.
  const names = [...context.names, ...(goes === 'sent' ? [] : context.outer)].join(' ');
  return OTHERS.test(names) && !/transfer|payout|quote/i.test(names);
}

const OTHERS =
  /invoice|order|refund|charge|subscription|cart|checkout|loan|expense|payroll|bill|donation|deposit|withdraw|trade|swap|swift|sepa|card|salary|budget|mandate/i;

export function judgeTransfer(object: Obj, around: Surroundings): Hit[] {
  if (isCaptions(object)) return [];
  const amount = object.keys.filter((key) => key.name === 'amount' && !isOwnOrRefused(key.value));
  const documents = object.keys.filter((key) => key.name === 'documents');
  if (amount.length === 0 && documents.length === 0) return [];
  const { points, evidence, call } = weighTransfer(object, around);
  const isMade =
    points > 0 && isMadeRequest(object, around) && documents.some(({ value }) => dataUrls(value).length > 0);
  const confidence = confidenceOf(isMade ? Math.max(points, MEDIUM) : points);
  if (!confidence) return [];
  const hits: Hit[] = [];
  const hit = (entry: Hit['entry'] | undefined, key: Key, at: { start: number; end: number }): void => {
    if (entry) hits.push({ entry, confidence, ...at, field: key.name, evidence, call });
  };
  for (const key of amount) hit(AMOUNT, key, key.at);
  for (const key of documents) for (const text of dataUrls(key.value)) hit(BASE64, key, text);
  return hits;
}
