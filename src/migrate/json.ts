// JSON and NDJSON into records and back. Numbers keep their digits.
import { LosslessNumber, parse, stringify } from 'lossless-json';

import { openInput } from '../csv/input.ts';
import { InputError } from '../files/input-error.ts';
import { CUSTOMER_COLUMNS } from '../interface/customer-columns.ts';
import { PLAIN_DECIMAL } from '../interface/decimal.ts';
import { COLUMN_RULES, kindOfHeader } from '../interface/file-kind.ts';
import { type Element, ElementError, elementsOf } from './elements.ts';
import { flatten, unflatten } from './paths.ts';
import type { MigrateSettings, Source, SourceRecord } from './source.ts';

export async function jsonRecords(settings: MigrateSettings): Promise<Source> {
  const { file } = settings;
  const lines = /\.(ndjson|jsonl)$/i.test(file);
  const handle = await openInput(file);
  const form = { isList: false };
  const elements = elementsOf(handle, (list) => (form.isList = list));
  const fail = async (error: unknown): Promise<never> => {
    await handle.close();
    if (error instanceof ElementError)
      throw new InputError('json', { file, line: error.line }, error.message, error);
    throw error;
  };
  const first = await elements.next().catch(fail);
  const head = first.done === true ? undefined : first.value;
  const paths = head === undefined ? [] : [...recordOf(head).fields.keys()];
  const wrapped = head && !form.isList ? wrapperOf(recordOf(head).fields) : undefined;
  if (wrapped !== undefined) {
    await handle.close();
    throw new InputError(
      'json',
      { file, line: 1 },
      `the records stand under "${wrapped}": give that list alone as a file`,
    );
  }
  const kind = settings.kind ?? kindOfHeader(paths, undefined);

  async function* records(): AsyncGenerator<SourceRecord> {
    try {
      if (head) yield recordOf(head);
      for (;;) {
        const next = await elements.next().catch(fail);
        if (next.done === true) return;
        yield recordOf(next.value);
      }
    } finally {
      await handle.close();
    }
  }
  return {
    kind,
    shape: 'json',
    before: form.isList ? '[\n' : '',
    after: (count) => (form.isList ? `${count > 0 ? '\n' : ''}]\n` : lines || count === 0 ? '' : '\n'),
    records: records(),
    write: (fields, index) => {
      const text = stringify(unflatten(fields), undefined, lines ? undefined : 2) ?? '{}';
      if (form.isList) return `${index > 0 ? ',\n' : ''}${text.replace(/^/gm, '  ')}`;
      return lines ? `${text}\n` : `${index > 0 ? '\n' : ''}${text}`;
    },
    toValue,
    holds: (field) => COLUMN_RULES[kind].removed(field) === undefined,
  };
}

/** The one list of objects in an object that has no field of its own. */
function wrapperOf(fields: ReadonlyMap<string, unknown>): string | undefined {
  for (const [path, value] of fields) {
    const objects = Array.isArray(value) && value.some((item) => typeof item === 'object' && item !== null);
    if (objects && path !== 'documents' && fields.size <= 3) return path;
  }
  return undefined;
}

function recordOf({ text, line }: Element): SourceRecord {
  try {
    const value = parse(text) as object; // an element begins with a bracket
    if (Array.isArray(value))
      return { line, fields: new Map(), unreadable: 'the record is a list, not an object', raw: text };
    return { line, fields: flatten(value) };
  } catch (error) {
    const why = error instanceof Error ? error.message : String(error);
    return { line, fields: new Map(), unreadable: `the record is no JSON: ${why}`, raw: text };
  }
}

/** An answer as the JSON value that its field holds. */
function toValue(field: string, text: string): unknown {
  if (field === 'receiverAmount' && PLAIN_DECIMAL.test(text)) return new LosslessNumber(text);
  const column = CUSTOMER_COLUMNS.find(({ path }) => path === field);
  if (column?.type === 'boolean') return text.toLowerCase() === 'true';
  if (column?.type === 'countries' || column?.type === 'enumerated-list')
    return text.split(';').map((item) => item.trim());
  return text;
}
