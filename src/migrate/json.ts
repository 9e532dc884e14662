// JSON and NDJSON as a source: records as fields, and back. Numbers keep their digits, keys their spelling.
import type { FileHandle } from 'node:fs/promises';

import { LosslessNumber, parse, stringify } from 'lossless-json';

import { InputError } from '../files/input-error.ts';
import { bytesMessage } from '../files/messages.ts';
import { CUSTOMER_COLUMNS } from '../interface/customer-columns.ts';
import { PLAIN_DECIMAL } from '../interface/decimal.ts';
import { COLUMN_RULES, type FileKind, kindOfHeader } from '../interface/file-kind.ts';
import type { Message } from '../message.ts';
import { refuseUnknown } from './csv.ts';
import { type Element, elementsOf } from './elements.ts';
import { migrateMessage } from './messages.ts';
import { flatten, isKnown, unflatten } from './paths.ts';
import type { MigrateSettings, MigrationSource, SourceRecord } from './source.ts';

/** The parser is recursive. Bodies of the service are three or four levels deep. */
const MAX_DEPTH = 200;

interface Form {
  readonly isList: boolean;
  readonly isLines: boolean;
}

/** Reads the first record. Errors: {@link InputError}. */
export async function jsonSource(handle: FileHandle, settings: MigrateSettings): Promise<MigrationSource> {
  const { file } = settings;
  const form = { isList: false, isLines: /\.(ndjson|jsonl)$/i.test(file) };
  const elements = elementsOf(handle, file, (list) => (form.isList = list));
  const first = await elements.next();
  const head = first.done === true ? undefined : recordOf(first.value);
  if (head && !form.isList) refuseWrapper(head.fields, file);
  const names = [...(head?.fields.keys() ?? [])];
  const kind = settings.kind ?? kindOfHeader(names, undefined);
  // A record that can't be read has no fields.
  if (head && head.unreadable === undefined && !names.some((path) => isKnown(path, kind)))
    refuseUnknown(settings);
  return sourceOf(kind, form, names, allRecords(head, elements));
}

async function* allRecords(
  first: SourceRecord | undefined,
  rest: AsyncIterable<Element>,
): AsyncGenerator<readonly SourceRecord[]> {
  if (first) yield [first];
  for await (const element of rest) yield [recordOf(element)];
}

function sourceOf(
  kind: FileKind,
  { isList, isLines }: Form,
  paths: readonly string[],
  records: AsyncIterable<readonly SourceRecord[]>,
): MigrationSource {
  return {
    kind,
    shape: 'json',
    paths,
    before: isList ? '[\n' : '',
    after: (count) => (isList ? `${count > 0 ? '\n' : ''}]\n` : isLines || count === 0 ? '' : '\n'),
    records,
    write: (fields, index) => {
      const text = stringify(unflatten(fields), undefined, isLines ? undefined : 2) ?? '{}';
      if (isList) return `${index > 0 ? ',\n' : ''}${text.replace(/^/gm, '  ')}`;
      return isLines ? `${text}\n` : `${index > 0 ? '\n' : ''}${text}`;
    },
    toValue,
    holds: (field) => COLUMN_RULES[kind].removed(field) === undefined,
  };
}

/** An object with few fields, one of them a list of objects, is not a record. */
function refuseWrapper(fields: ReadonlyMap<string, unknown>, file: string): void {
  for (const [path, value] of fields) {
    const objects = Array.isArray(value) && value.some((item) => typeof item === 'object' && item !== null);
    if (!objects || path === 'documents' || fields.size > 3) continue;
    throw new InputError('json', { file, line: 1 }, migrateMessage('records_inside', { path }));
  }
}

function recordOf({ text, line, depth }: Element): SourceRecord {
  const unreadable = (why: Message): SourceRecord => {
    return { line, fields: new Map(), unreadable: why, raw: text };
  };
  if (depth > MAX_DEPTH) return unreadable(bytesMessage('json_flaw', { flaw: 'too_deep' }));
  try {
    const value = parse(text) as object; // an element begins with a bracket
    if (Array.isArray(value)) return unreadable(migrateMessage('record_not_object'));
    const { fields, twice } = flatten(value);
    return twice === undefined
      ? { line, fields }
      : unreadable(bytesMessage('json_name_twice', { name: twice }));
  } catch (error) {
    const detail = error instanceof Error ? error.message : String(error);
    return unreadable(migrateMessage('record_not_json', { detail }));
  }
}

/** An answer as the JSON value of its field. */
function toValue(field: string, text: string): unknown {
  if (field === 'receiverAmount' && PLAIN_DECIMAL.test(text)) return new LosslessNumber(text);
  const column = CUSTOMER_COLUMNS.find(({ path }) => path === field);
  if (column?.type === 'boolean') return text.toLowerCase() === 'true';
  if (column?.type === 'countries' || column?.type === 'enumerated-list')
    return text.split(';').map((item) => item.trim());
  return text;
}
