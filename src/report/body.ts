// The exact bytes that were sent, as fields by their dotted path: a single call has no cells of a file.
import { isLosslessNumber } from 'lossless-json';

import { parseAnswer } from '../client/json.ts';

/** By dotted path; empty for what is no JSON object. */
export function fieldsOfBody(body: string): Map<string, string> {
  const fields = new Map<string, string>();
  if (body !== '') add('', parseAnswer(body), fields);
  return fields;
}

function add(path: string, value: unknown, fields: Map<string, string>): void {
  if (value === null || value === undefined) return;
  if (Array.isArray(value)) {
    fields.set(path, value.map(textOf).join(';'));
    return;
  }
  // A number keeps its digits as an object of the JSON library's own.
  if (typeof value === 'object' && Object.getPrototypeOf(value) === Object.prototype) {
    for (const [name, inner] of Object.entries(value))
      add(path === '' ? name : `${path}.${name}`, inner, fields);
    return;
  }
  fields.set(path, textOf(value));
}

const textOf = (value: unknown): string => {
  if (isLosslessNumber(value)) return value.toString();
  return typeof value === 'string' ? value : JSON.stringify(value);
};
