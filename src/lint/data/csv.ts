// CSV into findings' raw material, every row of it: a field is its header cell; a data URL is each cell that has one, and
// a document type the first. One pass over the text, with the offsets of each cell.
import { detectDelimiter } from '../../csv/delimiter.ts';
import { REQUIRED_DOCUMENT_TYPE } from '../../interface/document-types.ts';
import type { Context, Model, Span, Value } from '../model/model.ts';
import { paperInWords } from '../model/papers-in-words.ts';
import { CUSTOMER_STRONG, isPaper, REMOVED_TYPES } from '../model/words.ts';
import { isAnswer } from './answered.ts';
import { CellLists } from './cell-lists.ts';
import { type Column, columnsOf, type HeaderCell, pushColumns } from './header.ts';
import { isOfKnown } from './statements.ts';

/** Unquoted, the comma of a data URL ends the cell: what is left of it says enough. Bounded: 1,000 characters before it. */
const DATA_URL = /data:[\w.+-]{1,80}\/[\w.+-]{1,80}(?:;[\w=.+-]{1,80}){0,9};base64(?:,[A-Za-z0-9+/=]*|$)/g;

/** Excel's first line, which says what separates the cells; some fill it up to the width of the table. Bounded: 200 characters. */
const SEPARATOR = /^\ufeff?"?sep=([,;\t|])"?[,;\t]*\r?\n/i;

/** What the rows say, gathered as they pass. */
interface Rows {
  readonly urls: Map<number, Value[]>;
  readonly types: { readonly text: string; readonly at: Span; readonly key: string }[];
  /** The types of a column of document types, each once. */
  readonly listed: { readonly text: string; readonly at: Span }[];
  /** The first row that has customers' documents and leaves the statements out. */
  empty: Span | undefined;
}

/** `map`: their header -> our field. Whether it is a table at all. */
export function readCsv(
  text: string,
  model: Model,
  context: Context,
  map?: ReadonlyMap<string, string>,
): boolean {
  const said = SEPARATOR.exec(text.slice(0, 200));
  const from = said?.[0].length ?? (text.startsWith('\ufeff') ? 1 : 0);
  const records = recordsOf(text, said?.[1] ?? detectDelimiter(text.slice(0, 65_536)), from);
  const header = records.next().value;
  if (!header || header.length < 2) return false;
  const columns = columnsOf(header, map);
  const cells = new CellLists(columns);
  const rows = gather(columns, records, cells);
  const reading = context.urls.length === 0 && isExport(columns);
  pushColumns(columns, model, reading ? { ...context, reading } : context, ({ index }) => {
    const items = rows.urls.get(index);
    return items ? { kind: 'list', items, at: items[0]?.kind === 'text' ? items[0].at : NOWHERE } : OTHER;
  });
  for (const { text: type, at, key } of rows.types) {
    const named = { ...context, names: [key, ...context.names], outer: header.map((cell) => cell.text) };
    model.texts.push({ text: type, at, key, context: named, compared: false });
  }
  pushTypes(columns, rows, model, context);
  cells.push(header, model, context);
  const [first] = header;
  const isCustomers = header.some((cell) => /customer|client|company/i.test(cell.text));
  if (isCustomers) pushWords(columns, header, model, context);
  if (first && isCustomers && rows.types.length > 0 && rows.listed.length > 1) {
    const at = { start: first.start, end: first.start + first.text.length };
    model.lists.push({
      items: rows.listed,
      at,
      context: {
        ...context,
        names: ['documents', ...context.names],
        outer: header.map((cell) => cell.text),
      },
    });
  }
  return true;
}

/** What only a table of what was done has beside a payment's amount: an identifier of its own, and what became of it or when. */
const isExport = (columns: readonly Column[]): boolean =>
  columns.some(({ top }) => top === 'amount') && isAnswer(columns.map(({ top }) => top));

const TYPE_COLUMN = /^(document|doc)[_ -]?(type|kind)$/i;
const MAX_LISTED = 60;
const OTHER: Value = { kind: 'other' };
const NOWHERE: Span = { start: 0, end: 0 };

function gather(columns: readonly Column[], records: Iterable<HeaderCell[]>, lists: CellLists): Rows {
  const rows: Rows = { urls: new Map(), types: [], listed: [], empty: undefined };
  const seen = new Set<string>();
  const listed = new Set<string>();
  const kinds = columns.findIndex(({ cell }) => TYPE_COLUMN.test(cell.text.trim()));
  const documents = columns.flatMap(({ path, top }, i) =>
    path === 'documents' || top === 'documents' ? [i] : [],
  );
  const statements = columns.findIndex(({ type }) => type === REQUIRED_DOCUMENT_TYPE);
  for (const record of records) {
    lists.read(record);
    for (const i of documents) {
      const cell = record[i];
      if (!cell?.text.includes(';base64')) continue;
      const found = [...cell.text.matchAll(DATA_URL)].map((url): Value => {
        const start = cell.start + url.index;
        return { kind: 'text', text: 'data:;base64,', at: { start, end: start + url[0].length } };
      });
      const known = rows.urls.get(i);
      if (known) for (const one of found) known.push(one);
      else rows.urls.set(i, found);
    }
    const kind = kinds < 0 ? undefined : record[kinds];
    const named = kind && (/^[A-Z][A-Za-z]+$/.test(kind.text) ? kind.text : paperInWords(kind.text));
    if (kind && named !== undefined && !listed.has(named) && listed.size < MAX_LISTED) {
      listed.add(named);
      rows.listed.push({ text: named, at: { start: kind.start, end: kind.start + kind.text.length } });
    }
    record.forEach((cell, i) => {
      const type = (i === kinds ? named : undefined) ?? cell.text.trim();
      if (!REMOVED_TYPES.has(type) || seen.has(type)) return;
      seen.add(type);
      const at = { start: cell.start, end: cell.start + cell.text.length };
      rows.types.push({ text: type, at, key: columns[i]?.cell.text.trim() ?? '' });
    });
    const cell = record[statements];
    if (cell?.text.trim() === '' && record.length === columns.length)
      rows.empty ??= { start: cell.start, end: cell.start };
  }
  return rows;
}

/** Columns of document types are a customer's documents; without BankStatements, or with an empty cell, they lack it. */
function pushTypes(columns: readonly Column[], rows: Rows, model: Model, context: Context): void {
  const typed = columns.filter(({ type }) => type !== undefined);
  const [first] = typed;
  if (!first) return;
  const named = { ...context, names: ['documents', ...context.names] };
  for (const { type = '', at } of typed)
    if (REMOVED_TYPES.has(type))
      model.texts.push({ text: type, at, key: 'documents', context, compared: false });
  const isCustomers = columns.some(({ top }) => CUSTOMER_STRONG.has(top));
  const listed = typed.map(({ type = '', at }) => ({ text: type, at }));
  const ofKnown = isOfKnown(columns.map(({ top }) => top)) && listed.some(({ text }) => isPaper(text));
  const whose = isCustomers ? { ofCustomer: true } : { ofKnown };
  if (rows.empty) {
    const others = listed.filter(({ text }) => text !== REQUIRED_DOCUMENT_TYPE);
    if (isCustomers || (ofKnown && others.length > 0))
      model.lists.push({ items: others, at: rows.empty, context: named, ...whose });
  } else model.lists.push({ items: listed, at: first.at, context: named, ...whose });
}

/** Columns that name papers in a person's words: a list of them where one is of a type that ended. */
function pushWords(
  columns: readonly Column[],
  header: readonly HeaderCell[],
  model: Model,
  context: Context,
): void {
  const items = columns.flatMap(({ cell, at, type }) => {
    const text = type === undefined ? paperInWords(cell.text) : undefined;
    return text !== undefined && isPaper(text) ? [{ text, at }] : [];
  });
  const [first] = items;
  if (!first || items.length < 2 || !items.some(({ text }) => REMOVED_TYPES.has(text))) return;
  const outer = header.map((cell) => cell.text);
  const named = { ...context, names: ['documents', ...context.names], outer };
  for (const { text, at } of items)
    if (REMOVED_TYPES.has(text))
      model.texts.push({ text, at, key: 'documents', context: named, compared: false });
  model.lists.push({ items, at: first.at, context: named });
}

/** Records with the offset of each cell's content. Quotes are kept inside an offset, not inside a text. */
function* recordsOf(text: string, delimiter: string, from: number): Generator<HeaderCell[], undefined> {
  let at = from;
  let record: HeaderCell[] = [];
  while (at < text.length) {
    const quoted = text[at] === '"';
    const end = quoted ? endOfQuoted(text, at + 1) : at;
    let stop = quoted ? end + 1 : at;
    while (stop < text.length && text[stop] !== delimiter && text[stop] !== '\n') stop++;
    record.push(
      quoted
        ? { text: text.slice(at + 1, end), start: at + 1 }
        : { text: text.slice(at, stop).replace(/\r$/, ''), start: at },
    );
    if (text[stop] === delimiter) {
      at = stop + 1;
      if (at < text.length && text[at] !== '\n') continue;
      record.push({ text: '', start: at });
      stop = at;
    }
    at = stop + 1;
    if (record.length > 1 || record[0]?.text.trim() !== '') yield record;
    record = [];
  }
  if (record.length > 0) yield record;
  return undefined;
}

/** Offset of the closing quote; a doubled one doesn't close. */
function endOfQuoted(text: string, from: number): number {
  for (let at = text.indexOf('"', from); at >= 0; at = text.indexOf('"', at + 2)) {
    if (text[at + 1] !== '"') return at;
  }
  return text.length;
}
