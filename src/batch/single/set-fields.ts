// Single fields of one call's body, as --set gives them.
import { LosslessNumber, parse } from 'lossless-json';
import * as z from 'zod';

import { PLAIN_DECIMAL } from '../../interface/decimal.ts';
import { type EndpointId, ENDPOINTS } from '../../interface/endpoints.ts';
import { transferSchema } from '../../interface/transfer.ts';
import type { CallFields } from './call-row.ts';
import { singleMessage } from './messages.ts';
import { pathParameters, wrongRequest } from './request.ts';

/** Puts each `path=value` into the fields. A path that is repeated, or inside another one, would hide a value. */
export function setFields(fields: CallFields, operation: EndpointId, assignments: readonly string[]): void {
  const paths: string[] = [];
  for (const assignment of assignments) {
    const at = assignment.indexOf('=');
    if (at < 1) throw wrongRequest(singleMessage('set_without_value', { assignment }));
    const path = assignment.slice(0, at);
    const other = paths.find((set) => `${set}.`.startsWith(`${path}.`) || `${path}.`.startsWith(`${set}.`));
    if (other !== undefined) throw wrongRequest(singleMessage('set_twice', { assignment, other }));
    paths.push(path);
    setField(fields, operation, path.split('.'), assignment);
  }
}

/** As text if the schema has a text there, else as JSON if it is valid JSON. */
function setField(
  fields: CallFields,
  operation: EndpointId,
  path: readonly string[],
  assignment: string,
): void {
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
  const text = assignment.slice(assignment.indexOf('=') + 1);
  const isParameter = pathParameters(operation).includes(path.join('.'));
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
