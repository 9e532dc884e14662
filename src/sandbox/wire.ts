// Request bodies, checked as a service would: JSON text to a body for the schemas, with all digits of amounts.
// Independent of the client's code on purpose: both share only the schemas.
import { isLosslessNumber, parse } from 'lossless-json';
import type { ZodType } from 'zod';

import { DATA_URL } from '../interface/transfer.ts';

export class WireError extends Error {
  readonly field: string;
  constructor(field: string, message: string) {
    super(message);
    this.field = field;
  }
}

/** Parses an object body. Errors: {@link WireError}. */
export function parseBody(text: string): Record<string, unknown> {
  let value: unknown;
  try {
    value = parse(text);
  } catch {
    throw new WireError('', 'the body is not JSON');
  }
  if (typeof value !== 'object' || value === null || Array.isArray(value)) {
    throw new WireError('', 'the body is not a JSON object');
  }
  return value as Record<string, unknown>; // just checked
}

/** Checks a transfer or quote body; `receiverAmount` must be a JSON number. Returns it with the amount as text. */
export function checkPayment(
  body: Record<string, unknown>,
  schema: ZodType,
  allowBase64: boolean,
): Record<string, unknown> {
  if ('amount' in body) throw new WireError('amount', 'amount was removed: use receiverAmount');
  if (!('receiverAmount' in body)) throw new WireError('receiverAmount', 'receiverAmount is required');
  const { receiverAmount, documents } = body;
  if (!isLosslessNumber(receiverAmount))
    throw new WireError('receiverAmount', 'receiverAmount must be a number');
  const isBase64 = (item: unknown): boolean => typeof item === 'string' && DATA_URL.test(item);
  const rest: Record<string, unknown> = { ...body, receiverAmount: receiverAmount.toString() };
  if (allowBase64 && Array.isArray(documents))
    rest['documents'] = documents.filter((item) => !isBase64(item));
  checkSchema(rest, schema);
  return rest;
}

export function checkSchema(body: unknown, schema: ZodType): void {
  const result = schema.safeParse(body);
  if (result.success) return;
  const [issue] = result.error.issues;
  const field = issue?.path.join('.') ?? '';
  throw new WireError(field, `${field === '' ? '' : `${field}: `}${issue?.message ?? 'invalid body'}`);
}

/** Text at a path of nested objects. */
export function textAt(body: Record<string, unknown>, ...path: readonly string[]): string | undefined {
  let value: unknown = body;
  for (const key of path) {
    value = typeof value === 'object' && value !== null ? (value as Record<string, unknown>)[key] : undefined;
  }
  return typeof value === 'string' ? value : undefined;
}
