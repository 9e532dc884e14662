// Customers: fields that were removed at the top level and inside transactionBreakdown. Most of their names occur nowhere
// else; the few that do count only in an object that is a customer of this service.
import type { Hit } from '../model/finding.ts';
import type { Context, Key, Obj } from '../model/model.ts';
import { OWN_COMPANY_NAMES } from '../model/others-names.ts';
import {
  COMMON_NAMES,
  COMPLIANCE_PARTS,
  CUSTOMER_STRONG,
  CUSTOMER_WEAK,
  REMOVED_BREAKDOWN,
  REMOVED_FIELDS,
} from '../model/words.ts';
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

export function judgeCustomer(object: Obj, around: Surroundings): Hit[] {
  const removed = object.keys.filter(({ name }) => REMOVED_FIELDS.has(name) || REMOVED_BREAKDOWN.has(name));
  if (
    removed.length === 0 ||
    renames(removed) ||
    removed.some(isCaptioned) ||
    isVendor(object.context, around.clients)
  )
    return [];
  const { context, strangers = 0 } = object;
  const endpoints = context.urls
    .map((url) => endpointOf(url, around.hosts))
    .filter((one) => one !== undefined);
  const sent = endpoints.includes('customer');
  if (isPassive(object, sent) || (!sent && object.kind === 'type' && isAnswers(context))) return [];
  if (!sent && endpoints.length > 0 && context.urls.every(isOfOthers)) return [];
  if (!sent && object.kind === 'type' && around.mendedCustomer === true) return [];
  const near = context.near.some((url) => endpointOf(url, around.hosts) === 'customer');
  const elsewhere = endpoints.length > 0 && !sent;
  const abroad = elsewhere && context.urls.some((url) => /^https?:\/\/[^/{]/.test(url));
  const evidence: string[] = sent ? [goesTo('/customers', context), ...wayThrough(context, around)] : [];
  const own = object.keys.map(({ name }) => name);
  const certain = own.filter((name) => CUSTOMER_STRONG.has(name) || isUnique(name));
  const ofOwn =
    !sent && own.some((name) => OWN_COMPANY_NAMES.has(name)) && !own.includes('businessLegalName');
  const inBreakdown = context.names.some((name) => /transaction_?breakdown/i.test(name));
  const named = /customer|onboard|kyb|kyc|company|business/i.test(saidAround(context, around));
  const weak = own.filter((name) => CUSTOMER_WEAK.has(name)).length;
  if (inBreakdown) evidence.push('stands inside transactionBreakdown');
  if (named) evidence.push('is named for a customer');
  return removed.flatMap((key): Hit[] => {
    if (isForbidden(key)) return [];
    const beside = certain.filter((name) => name !== key.name);
    let points =
      (sent ? 4 : near ? 2 : 0) + Math.min(4, beside.length * 2) + (named ? 1 : 0) + (inBreakdown ? 4 : 0);
    points += Math.min(1, weak);
    if (isUnique(key.name)) points += 3;
    if (key.name === 'compliance' && hasParts(key)) points += 3;
    if (around.strong || around.neighbour) points += 1;
    if (elsewhere && beside.length === 0) points -= 3;
    if (abroad && beside.length < 3) points = 0;
    if (around.lone === true && !around.neighbour && !sent && !near) points = Math.min(points, 2);
    // Names that others have, too, need a customer around them.
    if (!isUnique(key.name) && !sent && !inBreakdown && beside.length === 0 && !hasParts(key)) {
      points = Math.min(points, named && (around.strong || around.neighbour) && weak > 0 ? 3 : 2);
    }
    // A form or record of one's own has the company's name under a name of its own.
    if (ofOwn && !isUnique(key.name) && !hasParts(key)) points = Math.min(points, 2);
    // One column by itself, among those of another table.
    if (around.data && strangers >= MANY && removed.length === 1 && beside.length === 0 && !sent)
      points = Math.min(points, 2);
    const confidence = confidenceOf(points);
    const entry = REMOVED_BREAKDOWN.get(key.name) ?? REMOVED_FIELDS.get(key.name);
    if (!confidence || !entry) return [];
    const said =
      beside.length > 0 ? [...evidence, `stands beside ${beside.slice(0, 3).join(', ')}`] : evidence;
    return [{ entry, confidence, ...key.at, field: entry.what, evidence: said }];
  });
}

/** Fields that release 1.32 introduced (section 9). */
const INTRODUCED = /^(?:accountFundingSource(?:Other)?|companySourceOfWealth(?:Other)?|naicsCode)$/;

/** Whether the body of a customer is in the new shape, and none in the earlier. */
export function hasMendedCustomer(objects: readonly Obj[]): boolean {
  const bodies = objects.filter(
    ({ kind, keys }) => kind === 'literal' && keys.some(({ name }) => name === 'businessLegalName'),
  );
  const isOld = ({ keys }: Obj): boolean =>
    keys.some(({ name }) => REMOVED_FIELDS.has(name) || REMOVED_BREAKDOWN.has(name));
  return !bodies.some(isOld) && bodies.some(({ keys }) => keys.some(({ name }) => INTRODUCED.test(name)));
}

/** Another product's resource: an application for a loan, a lead of a CRM. Bounded: 300 characters. */
const OTHERS =
  /(?:^|[/_-])(?:loans?|lend(?:ing|ers?)|credit|underwriting|insurance|mortgages?|leas(?:es?|ing)|leads?|deals?|crm|tenders?|grants?|suppliers?|vendors?|investors?)(?![a-z])/i;

const isOfOthers = (url: string): boolean =>
  OTHERS.test(url.replace(/^https?:\/\/[^/]{0,200}/i, '').slice(0, 300));

/** A schema that is named for what came back. */
const isAnswers = ({ names }: Context): boolean =>
  /(?:respon[sc]e|answer|result|reply)(?:s|schema|dto|model|type)?$/i.test(names[0] ?? '');

/** Columns of other names. */
const MANY = 3;

const isUnique = (name: string): boolean =>
  (REMOVED_FIELDS.has(name) || REMOVED_BREAKDOWN.has(name)) && !COMMON_NAMES.has(name);

const hasParts = (key: Key): boolean =>
  key.value.kind === 'object' && key.value.object.keys.some(({ name }) => COMPLIANCE_PARTS.has(name));

const isForbidden = ({ value }: Key): boolean =>
  value.kind === 'name' && /^(undefined|never)$/.test(value.name);

/** `sourceOfFunds: 'Source of funds'`: words for people, as the field's neighbours have them, too. */
function isCaptioned({ written, value }: Key): boolean {
  if (value.kind !== 'text' || !/\s/.test(value.text)) return false;
  const parts = written
    .replace(/([a-z\d])([A-Z])/g, '$1 $2')
    .toLowerCase()
    .split(/[\s_-]+/)
    .filter((part) => part.length > 2);
  const said = value.text.slice(0, 200).toLowerCase();
  return parts.length > 1 && parts.filter((part) => said.includes(part)).length * 3 >= parts.length * 2;
}

/** `{ sourceOfFunds: 'accountFundingSource', businessIndustryType: null }`: which name takes the place of which. */
const renames = (keys: readonly Key[]): boolean =>
  keys.some(({ value }) => value.kind === 'text' && CUSTOMER_STRONG.has(value.text));
