// CSV into findings' raw material: a field is its header cell; a data URL or a document type is the first cell that has
// it.
import { parse } from 'csv-parse/sync';

import { detectDelimiter } from '../../csv/delimiter.ts';
import { documentTypeOf } from '../../interface/customer-columns.ts';
import { camel, type Context, type Key, type Model, type Obj, type Value } from '../model.ts';
import { INTEREST, REMOVED_TYPES } from '../words.ts';

const MAX_ROWS = 20_000;

interface Cell {
  readonly text: string;
  readonly start: number;
}

/** `map`: their header -> our field. */
export function readCsv(
  text: string,
  model: Model,
  context: Context,
  map?: ReadonlyMap<string, string>,
): boolean {
  const rows = cellsOf(text);
  const [header, ...records] = rows;
  if (!header || header.length < 2) return false;
  const keys: Key[] = [];
  const types: { text: string; at: { start: number; end: number } }[] = [];
  const breakdown: Key[] = [];
  header.forEach((cell, column) => {
    const written = cell.text.trim();
    const path = map?.get(written) ?? written;
    const at = { start: cell.start, end: cell.start + cell.text.length };
    const type = documentTypeOf(path);
    if (type !== undefined) {
      types.push({ text: type, at });
      if (REMOVED_TYPES.has(type))
        model.texts.push({ text: type, at, key: 'documents', context, compared: false });
      return;
    }
    const parts = path.split(/[./]/);
    const [first = '', second] = parts;
    const name = camel(parts.at(-1) ?? '');
    if (parts.length > 1 && camel(first) === 'transactionBreakdown') {
      breakdown.push({ name, written: path, at, value: { kind: 'other' } });
      return;
    }
    // `source.currency` is no currency of the row itself.
    if (second !== undefined && camel(first) !== 'compliance') {
      const own = ['source', 'destination'].includes(first) && /^(walletId|externalAccountId)$/.test(name);
      if (own || INTEREST.has(camel(first)))
        keys.push({ name: own ? name : camel(first), written: path, at, value: { kind: 'other' } });
      return;
    }
    const top = camel(first);
    if (!INTEREST.has(top) || keys.some((key) => key.name === top && top === 'compliance')) return;
    keys.push({ name: top, written: path, at, value: valueOf(top, column, records, second !== undefined) });
  });
  types.push(...typesIn(header, records, model, context));
  push(model, keys, context);
  push(model, breakdown, { ...context, names: ['transactionBreakdown', ...context.names] });
  if (types.length > 0) {
    const [first] = types;
    if (first)
      model.lists.push({
        items: types,
        at: first.at,
        context: { ...context, names: ['documents', ...context.names] },
      });
  }
  return true;
}

function push(model: Model, keys: Key[], context: Context): void {
  const [first] = keys;
  if (!first) return;
  const object: Obj = { keys, at: first.at, context, kind: 'literal' };
  model.objects.push(object);
}

/** Of `documents`, the first data URL among the rows; of `compliance.x`, that it has parts. */
function valueOf(
  name: string,
  column: number,
  records: readonly (readonly Cell[])[],
  dotted: boolean,
): Value {
  if (name === 'compliance' && dotted) {
    const keys: Key[] = [
      { name: 'isKYCPerformed', written: '', at: { start: 0, end: 0 }, value: { kind: 'other' } },
    ];
    return {
      kind: 'object',
      object: {
        keys,
        at: { start: 0, end: 0 },
        context: { names: [], outer: [], urls: [], near: [], reading: false },
        kind: 'literal',
      },
    };
  }
  if (name !== 'documents') return { kind: 'other' };
  for (const record of records) {
    const cell = record[column];
    const url =
      cell === undefined
        ? undefined
        : /data:[\w.+-]+\/[\w.+-]+[^,;]*(?:;[\w=.+-]+)*;base64,[A-Za-z0-9+/=]*/.exec(cell.text);
    if (!cell || !url) continue;
    const start = cell.start + url.index;
    return { kind: 'text', text: url[0], at: { start, end: start + url[0].length } };
  }
  return { kind: 'other' };
}

/** A column of document types: each removed one at its first row. */
function typesIn(
  header: readonly Cell[],
  records: readonly (readonly Cell[])[],
  model: Model,
  context: Context,
): { text: string; at: { start: number; end: number } }[] {
  const seen = new Set<string>();
  for (const record of records) {
    record.forEach((cell, column) => {
      const text = cell.text.trim();
      if (!REMOVED_TYPES.has(text) || seen.has(text)) return;
      seen.add(text);
      const key = header[column]?.text.trim() ?? '';
      const at = { start: cell.start, end: cell.start + cell.text.length };
      model.texts.push({
        text,
        at,
        key,
        context: { ...context, names: [key, ...context.names] },
        compared: false,
      });
    });
  }
  return [];
}

/** Cells with the offsets at which their content begins. */
function cellsOf(text: string): Cell[][] {
  const delimiter = detectDelimiter(text.slice(0, 65_536));
  let raw: string[][];
  try {
    raw = parse(text, {
      delimiter,
      relax_column_count: true,
      bom: false,
      to: MAX_ROWS,
      skip_empty_lines: true,
      relax_quotes: true,
    }) as string[][]; // rows of cells without `columns`
  } catch {
    return [];
  }
  let at = text.startsWith('\ufeff') ? 1 : 0;
  return raw.map((row) =>
    row.map((cell): Cell => {
      const plain = cell.replace(/^\ufeff/, '');
      const escaped = plain.replaceAll('"', '""');
      const found = [text.indexOf(plain, at), text.indexOf(escaped, at)].filter((i) => i >= 0);
      const start = found.length === 0 ? at : Math.min(...found);
      at = start + (text.startsWith(escaped, start) ? escaped.length : plain.length);
      return { text: plain, start };
    }),
  );
}
