// The body of one call, from JSON text and single fields. It is validated if the specification shows its shape. Numbers
// keep their digits.
import { isLosslessNumber, LosslessNumber, parse, stringify } from 'lossless-json';
import * as z from 'zod';

import { pathParameterProblem } from '../../client/address.ts';
import { valueAt } from '../../client/json.ts';
import { suggest } from '../../csv/suggest.ts';
import { CUSTOMER_FIELDS } from '../../interface/customer-columns.ts';
import { PLAIN_DECIMAL } from '../../interface/decimal.ts';
import { type EndpointId, ENDPOINTS } from '../../interface/endpoints.ts';
import { removedCustomerField, removedPayoutField } from '../../interface/file-kind.ts';
import type { Profile } from '../../interface/profile.ts';
import { transferSchema } from '../../interface/transfer.ts';
import { type Message, verbatim } from '../../message.ts';
import { Refusal } from '../input/control.ts';
import { missing } from '../input/fields.ts';
import { singleMessage, type WrongField } from './messages.ts';

export type CallFields = Record<string, unknown>;

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

/** Puts `path=value` into the fields: as text if the schema has a text there, else as JSON if it is valid JSON. */
export function setField(fields: CallFields, operation: EndpointId, assignment: string): void {
  const at = assignment.indexOf('=');
  if (at < 1) throw wrongRequest(singleMessage('set_without_value', { assignment }));
  const path = assignment.slice(0, at).split('.');
  if (path.includes('__proto__')) throw wrongRequest(singleMessage('set_proto', { assignment }));
  let object = fields;
  for (const part of path.slice(0, -1)) {
    const inner = (Object.hasOwn(object, part) ? object[part] : undefined) ?? {};
    if (typeof inner !== 'object' || Array.isArray(inner)) {
      throw wrongRequest(singleMessage('set_below_value', { assignment, part }));
    }
    object[part] = inner;
    object = inner as CallFields; // just checked
  }
  const text = assignment.slice(at + 1);
  const isParameter = ENDPOINTS[operation].path.includes(`{${path.join('.')}}`);
  object[path.at(-1) ?? ''] = isParameter ? text : typed(schemaAt(operation, path), text);
}

function schemaAt(operation: EndpointId, path: readonly string[]): z.ZodType | undefined {
  const { body } = ENDPOINTS[operation];
  let schema: unknown = body === 'open' || body === null ? undefined : body;
  for (const part of path) {
    if (schema instanceof z.ZodOptional) schema = schema.unwrap();
    schema =
      schema instanceof z.ZodObject && Object.hasOwn(schema.shape, part) ? schema.shape[part] : undefined;
  }
  return (schema instanceof z.ZodOptional ? schema.unwrap() : schema) as z.ZodType | undefined; // zod's own parts
}

function typed(schema: z.ZodType | undefined, text: string): unknown {
  if (schema === transferSchema.shape.receiverAmount) {
    return PLAIN_DECIMAL.test(text) ? new LosslessNumber(text) : text;
  }
  if (schema instanceof z.ZodArray && !text.startsWith('['))
    return text.split(';').map((item) => item.trim());
  if (schema instanceof z.ZodString || schema instanceof z.ZodUnion) return text;
  try {
    return parse(text);
  } catch {
    return text;
  }
}

export interface Request {
  readonly parameters: Readonly<Record<string, string>>;
  /** Fields of the body. Amounts are lossless numbers. */
  readonly fields: CallFields;
  /** The exact body as text; `null` if the endpoint takes none. */
  readonly body: string | null;
}

/** Checks the fields and puts the request together. Errors: {@link Refusal} with everything that is wrong. */
export async function buildRequest(
  operation: EndpointId,
  given: CallFields,
  profile: Profile,
): Promise<Request> {
  const endpoint = ENDPOINTS[operation];
  const parameters: Record<string, string> = {};
  for (const [, name = ''] of endpoint.path.matchAll(/\{(\w+)\}/g)) {
    const value = Object.hasOwn(given, name) ? given[name] : undefined;
    if (typeof value !== 'string' || value === '') {
      throw wrongRequest(singleMessage('parameter_needed', { operation, name }));
    }
    const problem = pathParameterProblem(value);
    if (problem) throw wrongRequest(singleMessage('parameter_wrong', { operation, name, problem }));
    parameters[name] = value;
  }
  const fields = Object.fromEntries(
    Object.entries(given).filter(([name]) => !Object.hasOwn(parameters, name)),
  );
  if (endpoint.body === null) {
    const [extra] = Object.keys(fields);
    if (extra !== undefined) throw wrongRequest(singleMessage('takes_no_body', { operation, extra }));
    return { parameters, fields, body: null };
  }
  const wrong = await validate(operation, fields, profile);
  if (wrong.length > 0) throw wrongRequest(singleMessage('fields_wrong', { operation, wrong }));
  return { parameters, fields, body: stringify(fields) ?? '{}' };
}

async function validate(operation: EndpointId, fields: CallFields, profile: Profile): Promise<WrongField[]> {
  const { body: schema } = ENDPOINTS[operation];
  if (operation === 'uploadCustomerDocument') {
    const { type } = profile.customerDocumentFields;
    const removed = removedCustomerField(`documents.${String(fields[type])}`);
    return removed === undefined ? [] : [{ field: type, problem: removed }];
  }
  if (operation === 'createTrade' || operation === 'quoteTrade')
    return validatePair(fields, profile.tradeCurrencyFields);
  if (schema === 'open' || schema === null) return [];
  const wrong = operation === 'createCustomer' ? await validateCustomer(fields) : [];
  const { receiverAmount } = fields;
  if (typeof receiverAmount === 'string' && PLAIN_DECIMAL.test(receiverAmount))
    wrong.push({ field: 'receiverAmount', problem: singleMessage('amount_is_text') });
  // A single transfer needs the same fields as a row.
  if (operation === 'createTransfer') {
    for (const path of profile.requiredTransferFields) {
      if ([undefined, null, ''].includes(valueAt(fields, path) as string))
        wrong.push({ field: path, problem: missing(0, 'profile.requiredTransferFields') });
    }
  }
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
      const known = operation === 'createCustomer' ? CUSTOMER_FIELDS : Object.keys(transferSchema.shape);
      const unknown = singleMessage('no_such_field', { operation, near: suggest(full, known) });
      wrong.push({ field: full, problem: removedField(operation, full) ?? unknown });
    }
  }
  return wrong;
}

/** The message for a field that was removed. */
function removedField(operation: EndpointId, path: string): Message | undefined {
  return operation === 'createCustomer' ? removedCustomerField(path) : removedPayoutField(path);
}

/** A trade swaps USDC and USDCT (2.6), in either direction. The profile names the two fields, which are "not shown". */
function validatePair(fields: CallFields, names: Profile['tradeCurrencyFields']): WrongField[] {
  const given = [names.source, names.destination].filter((name) => Object.hasOwn(fields, name));
  const isPair = new Set(given.map((name) => fields[name])).size === given.length;
  return given
    .filter((name) => !isPair || (fields[name] !== 'USDC' && fields[name] !== 'USDCT'))
    .map((field) => ({ field, problem: singleMessage('no_trade_currency') }));
}

async function validateCustomer(fields: CallFields): Promise<WrongField[]> {
  // Numbering plans are large, and other calls need none.
  const { phoneIssue } = await import('../../interface/phone.ts');
  const { unexplained } = await import('../input/read-customer.ts');
  const phone = valueAt(fields, 'contactPerson.phoneNumber');
  const issue = typeof phone === 'string' ? phoneIssue(phone) : undefined;
  return [
    ...(issue === undefined ? [] : [{ field: 'contactPerson.phoneNumber', problem: verbatim(issue) }]),
    ...unexplained(fields).map(({ field, message: problem }) => ({ field, problem })),
  ];
}
