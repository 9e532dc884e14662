// CSV and TSV: the header is one object, and each column one key. Cells are read for data URLs and document types.
// One pass, with the offsets of each cell.
import { detectDelimiter } from '../../csv/header.ts';
import { documentTypeOf } from '../../interface/customer-columns.ts';
import type { Facts, Key, Obj, Place, Reader, Source, Span, Text, Value } from '../model/facts.ts';
import { camel, newFacts, newPlace } from '../model/facts.ts';
import { BANK_STATEMENTS, INTEREST, isDocumentType, REMOVED_TYPES } from '../model/vocabulary.ts';
import { fileNames } from './json.ts';
import { OWN_ID, STATE } from './tree-around.ts';
import { typesListed } from './words.ts';

/** Without quotes the comma of a data URL ends its cell. Bounded: 1,000 characters before the comma. */
const DATA_URL = /data:[\w.+-]{1,80}\/[\w.+-]{1,80}(?:;[\w=.+-]{1,80}){0,9};base64(?:,[A-Za-z0-9+/=]*|$)/g;

export const readCsv: Reader = ({ text, path }: Source): Facts => {
  const facts = newFacts();
  const records = recordsOf(text, detectDelimiter(text.slice(0, 65_536)), text.startsWith('\ufeff') ? 1 : 0);
  const header = records.next().value;
  if (!header || header.length < 2) return facts;
  const columns = columnsOf(header);
  const place = newPlace({ names: fileNames(path), outer: columns.map(({ written }) => written) });
  if (isExport(columns)) place.marks.add('answer');
  new Table(columns, place, facts).read(records);
  return facts;
};

interface HeaderCell {
  readonly text: string;
  /** Offset of the text in the source. */
  readonly start: number;
}

interface Column {
  readonly written: string;
  readonly span: Span;
  /** Parts of its dotted path, in camel case. */
  readonly path: readonly string[];
  /** The document type that it holds files of. */
  readonly type: string | undefined;
}

const columnsOf = (header: readonly HeaderCell[]): Column[] =>
  header.map(({ text, start: from }) => {
    const written = text.trim();
    const start = from + (text.length - text.trimStart().length);
    const span = { start, end: start + written.length };
    return { written, span, path: written.split(/[./]/).map(camel), type: documentTypeOf(written) };
  });

/** The key of a column, if a rule knows it. Of `source.walletId` it is `source`, an object with the key `walletId`. */
function keyOf({ path: [name = '', ...inner], written, span }: Column): Key | undefined {
  if (!INTEREST.has(name) || (inner.length > 0 && name === 'transactionBreakdown')) return undefined;
  const keys = inner.map((part): Key => ({ name: part, written: part, span, value: { kind: 'other' } }));
  const object: Obj = { kind: 'row', keys, span, place: newPlace() };
  return { name, written, span, value: keys.length > 0 ? { kind: 'object', object } : { kind: 'other' } };
}

/** Columns that only a table of finished transfers has. */
const isExport = (columns: readonly Column[]): boolean =>
  [OWN_ID, STATE].every((names) => columns.some(({ path }) => names.test(path[0] ?? '')));

class Table {
  readonly #columns: readonly Column[];
  readonly #place: Place;
  readonly #facts: Facts;
  /** Data URLs of each column of documents. */
  readonly #urls = new Map<Column, Text[]>();
  /** Types and columns that are already reported. */
  readonly #seen = new Set<string | Column>();

  constructor(columns: readonly Column[], place: Place, facts: Facts) {
    this.#columns = columns;
    this.#place = place;
    this.#facts = facts;
  }

  read(records: Iterable<HeaderCell[]>): void {
    const statements = this.#columns.findIndex(({ type }) => type === BANK_STATEMENTS);
    let withoutStatements: Span | undefined;
    for (const record of records) {
      record.forEach((cell, index) => {
        const column = this.#columns[index];
        if (column?.path[0] === 'documents' && cell.text.includes(';base64')) this.#dataUrls(cell, column);
        else if (column && /^\s*[A-Z]/.test(cell.text)) this.#cell(cell, column);
      });
      const cell = record[statements];
      if (cell?.text.trim() === '' && record.length === this.#columns.length)
        withoutStatements ??= { start: cell.start, end: cell.start };
    }
    this.#header();
    this.#typedColumns(withoutStatements);
  }

  /** A column for each document type. `withoutStatements`: the first row whose column of statements is empty. */
  #typedColumns(withoutStatements: Span | undefined): void {
    const typed = this.#columns.filter(({ type }) => type !== undefined);
    if (!typed[0]) return;
    for (const { type = '', span } of typed)
      if (isDocumentType(type))
        this.#facts.texts.push({ text: type, span, key: 'documents', place: this.#place });
    const filled = withoutStatements ? typed.filter(({ type }) => type !== BANK_STATEMENTS) : typed;
    const items = filled.map(({ type = '', span }): Value => ({ kind: 'text', text: type, span }));
    this.#list(items, withoutStatements ?? typed[0].span);
  }

  #dataUrls({ text, start: cellStart }: HeaderCell, column: Column): void {
    const known = this.#urls.get(column) ?? [];
    for (const { 0: url, index } of text.matchAll(DATA_URL)) {
      const start = cellStart + index;
      const span = { start, end: start + url.length };
      const head = url.slice(0, url.indexOf(';base64') + 8);
      known.push({ text: head, span, key: column.written, place: this.#place });
    }
    this.#urls.set(column, known);
  }

  #cell(cell: HeaderCell, column: Column): void {
    const text = cell.text.trim();
    const start = cell.start + cell.text.indexOf(text);
    const items = typesListed(text).map((word): Value => {
      const span = { start: start + word.start, end: start + word.end };
      return this.#type(word.text, span, column.written);
    });
    // The first cell of a column without statements is reported for all.
    const hasStatements = items.some((item) => item.kind === 'text' && item.text === BANK_STATEMENTS);
    if (items.length > 0 && !hasStatements && !this.#seen.has(column)) {
      this.#seen.add(column);
      this.#list(items, column.span);
    }
    this.#type(text, { start, end: start + text.length }, column.written);
  }

  /** A removed type is reported once. */
  #type(text: string, span: Span, key: string): Value {
    if (REMOVED_TYPES.has(text) && !this.#seen.has(text)) {
      this.#seen.add(text);
      const place = newPlace({ names: [key, ...this.#place.names], outer: this.#place.outer });
      this.#facts.texts.push({ text, span, key, place });
    }
    return { kind: 'text', text, span };
  }

  #list(items: readonly Value[], nameSpan: Span): void {
    const place = newPlace({ names: ['documents', ...this.#place.names], outer: this.#place.outer });
    this.#facts.lists.push({ items, span: nameSpan, nameSpan, open: false, place });
  }

  /** Columns as objects. */
  #header(): void {
    const plain = this.#columns.filter(({ type }) => type === undefined);
    const keys = plain.flatMap((column) => {
      const key = keyOf(column);
      const urls = this.#urls.get(column);
      if (!key || !urls) return key ?? [];
      const items = urls.map(({ text, span }): Value => ({ kind: 'text', text, span }));
      const list = { items, span: key.span, nameSpan: key.span, open: false, place: this.#place };
      return { ...key, value: { kind: 'list' as const, list } };
    });
    const [first] = keys;
    const once = keys.filter(
      ({ name }, i) => name !== 'compliance' || keys.findIndex((one) => one.name === name) === i,
    );
    if (first) this.#facts.objects.push({ kind: 'row', keys: once, span: first.span, place: this.#place });
    for (const urls of this.#urls.values()) this.#facts.texts.push(...urls);
    const inside = plain
      .filter(({ path }) => path.length > 1 && path[0] === 'transactionBreakdown')
      .map(({ path, written, span }): Key => ({
        name: path.at(-1) ?? '',
        written,
        span,
        value: { kind: 'other' },
      }));
    if (!inside[0]) return;
    const place = newPlace({
      names: ['transactionBreakdown', ...this.#place.names],
      outer: this.#place.outer,
    });
    this.#facts.objects.push({ kind: 'row', keys: inside, span: inside[0].span, place });
  }
}

/** Records with the offset of each cell. A doubled quote stays as it is, so that offsets hold. */
function* recordsOf(text: string, delimiter: string, from: number): Generator<HeaderCell[], undefined> {
  let at = from;
  let record: HeaderCell[] = [];
  while (at < text.length) {
    const isQuoted = text[at] === '"';
    const end = isQuoted ? endOfQuoted(text, at + 1) : at;
    let stop = isQuoted ? end + 1 : at;
    while (stop < text.length && text[stop] !== delimiter && text[stop] !== '\n') stop++;
    record.push(
      isQuoted
        ? { text: text.slice(at + 1, end), start: at + 1 }
        : { text: text.slice(at, stop).replace(/\r$/, ''), start: at },
    );
    at = stop + 1;
    if (text[stop] === delimiter) continue;
    // Blank lines may come before the header.
    if (record.length > 1 || record[0]?.text.trim() !== '') yield record;
    record = [];
  }
  return undefined;
}

function endOfQuoted(text: string, from: number): number {
  for (let at = text.indexOf('"', from); at >= 0; at = text.indexOf('"', at + 2))
    if (text[at + 1] !== '"') return at;
  return text.length;
}
