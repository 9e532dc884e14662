// The body of one call, from JSON text. It is validated if the specification shows its shape.
// Numbers keep their digits.
import { isLosslessNumber, parse, stringify } from 'lossless-json';
import * as z from 'zod';

import { endpointPath } from '../../client/address.ts';
import { paymentText } from '../../client/body-text.ts';
import { suggest } from '../../csv/suggest.ts';
import { PLAIN_DECIMAL } from '../../interface/decimal.ts';
import { type EndpointId, ENDPOINTS } from '../../interface/endpoints.ts';
import { removedCustomerField, removedPayoutField } from '../../interface/file-kind.ts';
import { isFields } from '../../interface/fingerprint.ts';
import type { Profile } from '../../interface/profile.ts';
import { amountText } from '../../interface/transfer.ts';
import { type Message, verbatim } from '../../message.ts';
import { digitsIssue } from '../input/amount-text.ts';
import { Refusal } from '../input/control.ts';
import { missing } from '../input/fields.ts';
import type { Issue } from '../input/row.ts';
import { type Warning, Warnings } from '../input/warnings.ts';
import { type CallFields, type CallRow, readCallRow } from './call-row.ts';
import { singleMessage, type WrongField } from './messages.ts';

/** Why a request can't be sent. */
export const wrongRequest = (message: Message): Refusal => new Refusal('request', message);

/** An object from JSON text. Errors: {@link Refusal}. */
export function parseFields(text: string, from: string): CallFields {
  let value: unknown;
  try {
    value = parse(text);
  } catch (error) {
    const why = error instanceof Error ? error.message : String(error);
    throw wrongRequest(singleMessage('fields_not_json', { from, why }));
  }
  if (typeof value !== 'object' || value === null || Array.isArray(value) || isLosslessNumber(value)) {
    throw wrongRequest(singleMessage('fields_no_object', { from }));
  }
  return value as CallFields; // just checked
}

export interface Request {
  readonly parameters: Readonly<Record<string, string>>;
  /** The exact body as text; `null` if the endpoint takes none. */
  readonly body: string | null;
  /** What it creates, if it creates something. */
  readonly row?: CallRow | undefined;
  readonly warnings: readonly Warning[];
}

interface RequestSettings {
  readonly profile: Profile;
  /** The caller's key for what it creates. */
  readonly reference?: string | undefined;
}

/**
 * Checks the fields and puts the request together. Errors: {@link Refusal} with everything that is wrong; CallError
 * for a parameter of the path.
 */
export async function buildRequest(
  operation: EndpointId,
  given: CallFields,
  { profile, reference }: RequestSettings,
): Promise<Request> {
  const endpoint = ENDPOINTS[operation];
  const parameters: Record<string, string> = {};
  for (const name of pathParameters(operation)) {
    const value = Object.hasOwn(given, name) ? given[name] : undefined;
    if (typeof value === 'string') parameters[name] = value;
  }
  endpointPath(operation, parameters);
  const fields = Object.fromEntries(
    Object.entries(given).filter(([name]) => !Object.hasOwn(parameters, name)),
  );
  if (endpoint.body === null) {
    const [extra] = Object.keys(fields);
    if (extra !== undefined) throw wrongRequest(singleMessage('takes_no_body', { operation, extra }));
    return { parameters, body: null, warnings: [] };
  }
  const warnings = new Warnings();
  const row = await readCallRow(operation, fields, { profile, reference, warnings });
  const wrong = wrongFields(validate(operation, fields, profile), fields, row);
  if (wrong.length > 0) throw wrongRequest(singleMessage('fields_wrong', { operation, wrong }));
  return { parameters, body: bodyText(fields, row), row, warnings: warnings.list() };
}

export const pathParameters = (operation: EndpointId): string[] =>
  [...ENDPOINTS[operation].path.matchAll(/\{(\w+)\}/g)].map(([, name = '']) => name);

/** A row is sent as the row of a file is. */
function bodyText(fields: CallFields, row: CallRow | undefined): string {
  if (row?.kind === 'payouts') return paymentText(row.body);
  return row?.kind === 'customers' ? JSON.stringify(row.body) : (stringify(fields) ?? '{}');
}

/** A file cannot have these characters. */
const NO_TEXT = /[\0\p{Surrogate}]/u;

/** What the schema refuses, then what the rules of rows refuse in other fields. */
function wrongFields(
  bySchema: readonly WrongField[],
  fields: CallFields,
  row: CallRow | undefined,
): WrongField[] {
  const isNamed = (field: string): boolean =>
    bySchema.some((wrong) => wrong.field === field || wrong.field.startsWith(`${field}.`));
  return [
    ...bySchema,
    ...(row?.issues ?? []).filter(({ field }) => !isNamed(field)).map(wrongField),
    ...fieldsWith(NO_TEXT, fields).map((field) => ({ field, problem: singleMessage('no_text') })),
  ];
}

/** A call has a flag for its reference, and no column. */
function wrongField({ field, message }: Issue): WrongField {
  if (field !== 'reference') return { field, problem: message };
  const problems: Readonly<Record<string, Message>> = {
    missing: missing(0, 'profile.requiredTransferFields'),
    reference_missing: missing(0),
  };
  return { field: '--reference', problem: problems[message.code] ?? message };
}

/** The paths of texts that match. */
function fieldsWith(pattern: RegExp, value: unknown, path: readonly string[] = []): string[] {
  if (typeof value === 'string') return pattern.test(value) ? [path.join('.')] : [];
  if (!Array.isArray(value) && !isFields(value)) return [];
  return Object.entries(value).flatMap(([name, inner]) => fieldsWith(pattern, inner, [...path, name]));
}

function validate(operation: EndpointId, fields: CallFields, profile: Profile): WrongField[] {
  const { body: schema } = ENDPOINTS[operation];
  if (operation === 'uploadCustomerDocument') {
    const { type } = profile.customerDocumentFields;
    const removed = removedCustomerField(`documents.${String(fields[type])}`);
    return removed === undefined ? [] : [{ field: type, problem: removed }];
  }
  if (operation === 'createTrade' || operation === 'quoteTrade')
    return [
      ...validatePair(fields, profile.tradeCurrencyFields),
      ...validateTraded(fields, profile, operation === 'createTrade'),
    ];
  if (schema === 'open' || schema === null) return [];
  const wrong: WrongField[] = [];
  const { receiverAmount } = fields;
  if (typeof receiverAmount === 'string' && PLAIN_DECIMAL.test(receiverAmount))
    wrong.push({ field: 'receiverAmount', problem: singleMessage('amount_is_text') });
  const plain = isLosslessNumber(receiverAmount)
    ? { ...fields, receiverAmount: receiverAmount.toString() }
    : fields;
  for (const issue of schema.safeParse(plain).error?.issues ?? []) {
    const path = issue.path.join('.');
    if (wrong.some(({ field }) => field === String(issue.path[0]))) continue;
    if (issue.code !== 'unrecognized_keys') {
      const isMissing = issue.code === 'invalid_type' && !(String(issue.path[0]) in fields);
      const problem = isMissing ? missing(0) : verbatim(issue.message);
      wrong.push({ field: path, problem: removedField(operation, path) ?? problem });
      continue;
    }
    for (const key of issue.keys) {
      const full = path === '' ? key : `${path}.${key}`;
      const unknown = singleMessage('no_such_field', { operation, near: fieldMeant(operation, full) });
      wrong.push({ field: full, problem: removedField(operation, full) ?? unknown });
    }
  }
  return wrong;
}

/** A field of the body, or the flag for the reference. A path may have been typed as a name. */
function fieldMeant(operation: EndpointId, name: string): string | undefined {
  const near = suggest(name, [...pathsOf(ENDPOINTS[operation].body), 'reference']);
  if (near === 'reference') return '--reference';
  return near === name ? undefined : near;
}

/** The dotted paths of a schema's fields. */
function pathsOf(schema: unknown): string[] {
  const inner: unknown = schema instanceof z.ZodOptional ? schema.unwrap() : schema;
  if (!(inner instanceof z.ZodObject)) return [];
  return Object.entries(inner.shape).flatMap(([name, field]) => {
    const below = pathsOf(field);
    return below.length === 0 ? [name] : below.map((path) => `${name}.${path}`);
  });
}

/** The message for a field that was removed. */
function removedField(operation: EndpointId, path: string): Message | undefined {
  return operation === 'createCustomer' ? removedCustomerField(path) : removedPayoutField(path);
}

/**
 * A trade swaps USDC and USDCT (2.6), in either direction. The profile names the two fields, which are "not shown".
 */
function validatePair(fields: CallFields, names: Profile['tradeCurrencyFields']): WrongField[] {
  const given = [names.source, names.destination].filter((name) => Object.hasOwn(fields, name));
  const isPair = new Set(given.map((name) => fields[name])).size === given.length;
  return given
    .filter((name) => !isPair || (fields[name] !== 'USDC' && fields[name] !== 'USDCT'))
    .map((field) => ({ field, problem: singleMessage('no_trade_currency') }));
}

/** The amount of a trade as the amount of a payout. Its type is "not shown": a text is sent as a text. */
function validateTraded(fields: CallFields, profile: Profile, isRequired: boolean): WrongField[] {
  const { tradeAmountField: field, tradeCurrencyFields } = profile;
  const value = Object.hasOwn(fields, field) ? fields[field] : undefined;
  if (value === undefined || value === null || value === '')
    return isRequired ? [{ field, problem: missing(0, 'profile.tradeAmountField') }] : [];
  const { data, error } = amountText.safeParse(isLosslessNumber(value) ? value.toString() : value);
  if (error) return error.issues.map(({ message }) => ({ field, problem: verbatim(message) }));
  const currency = fields[tradeCurrencyFields.source];
  const problem = typeof currency === 'string' ? digitsIssue(data, currency) : undefined;
  return problem === undefined ? [] : [{ field, problem }];
}
