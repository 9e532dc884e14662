// CSV and TSV: the header is one object, and each column one key. Rows are read for data URLs, document types, and lists of
// types in one cell. One pass, with the offsets of each cell.
import { detectDelimiter } from '../../csv/delimiter.ts';
import {
  type Facts,
  newFacts,
  newPlace,
  type Place,
  type Reader,
  type Source,
  type Text,
  type Value,
} from '../model/facts.ts';
import { BANK_STATEMENTS, isPaper, REMOVED_TYPES } from '../model/vocabulary.ts';
import { fileNames } from './json.ts';
import { breakdownKeys, type Column, columnsOf, type HeaderCell, isExport, keyOf } from './table-columns.ts';
import { typesListed } from './words.ts';

/** Excel's first line may name the delimiter; bounded: 200 characters. */
const SEPARATOR = /^\ufeff?"?sep=([,;\t|])"?[,;\t]*\r?\n/i;
/** Without quotes the comma of a data URL ends its cell. Bounded: 1,000 characters before the comma. */
const DATA_URL = /data:[\w.+-]{1,80}\/[\w.+-]{1,80}(?:;[\w=.+-]{1,80}){0,9};base64(?:,[A-Za-z0-9+/=]*|$)/g;
const TYPE_COLUMN = /^(?:document|doc)[_ -]?(?:type|kind)$/i;
const MAX_LISTED = 60;

export const readCsv: Reader = ({ text, path, headers }: Source): Facts => {
  const facts = newFacts();
  const separator = SEPARATOR.exec(text.slice(0, 200));
  const from = separator?.[0].length ?? (text.startsWith('\ufeff') ? 1 : 0);
  const records = recordsOf(text, separator?.[1] ?? detectDelimiter(text.slice(0, 65_536)), from);
  const header = records.next().value;
  if (!header || header.length < 2) return facts;
  const columns = columnsOf(header, headers);
  const place = newPlace({ names: fileNames(path), outer: columns.map(({ written }) => written) });
  if (isExport(columns)) place.marks.add('answer');
  new Table(columns, place, facts).read(records);
  return facts;
};

class Table {
  readonly #columns: readonly Column[];
  readonly #place: Place;
  readonly #facts: Facts;
  /** By column: data URLs of `documents`; types of a column of types; the first cell that lists types. */
  readonly #urls = new Map<number, Text[]>();
  readonly #types = new Map<string, Value & { kind: 'text' }>();
  readonly #seen = new Set<string>();
  #withoutStatements: number | undefined;

  constructor(columns: readonly Column[], place: Place, facts: Facts) {
    this.#columns = columns;
    this.#place = place;
    this.#facts = facts;
  }

  read(records: Iterable<HeaderCell[]>): void {
    const documents = this.#columns.filter(({ path }) => path[0] === 'documents').map(({ index }) => index);
    const kind = this.#columns.findIndex(({ written }) => TYPE_COLUMN.test(written));
    const statements = this.#columns.findIndex(({ type }) => type === BANK_STATEMENTS);
    for (const record of records) {
      for (const index of documents) this.#dataUrls(record[index], index);
      record.forEach((cell, index) => this.#cell(cell, index, index === kind));
      const filled = record[statements];
      if (filled?.text.trim() === '' && record.length === this.#columns.length)
        this.#withoutStatements ??= filled.start;
    }
    this.#header();
    this.#documents(kind);
  }

  #dataUrls(cell: HeaderCell | undefined, index: number): void {
    if (!cell?.text.includes(';base64')) return;
    const key = this.#columns[index]?.written ?? '';
    const found = [...cell.text.matchAll(DATA_URL)].map(({ 0: url, index: at }): Text => {
      const start = cell.start + at;
      const span = { start, end: start + url.length };
      return { text: url.slice(0, url.indexOf(';base64') + 8), span, key, place: this.#place };
    });
    const known = this.#urls.get(index);
    if (known) known.push(...found);
    else this.#urls.set(index, found);
  }

  #cell(cell: HeaderCell, index: number, isType: boolean): void {
    const text = cell.text.trim();
    if (!/^[A-Z]/.test(text)) return;
    const start = cell.start + cell.text.indexOf(text);
    const listed = typesListed(text);
    if (listed.length > 0) this.#list(listed, start, index);
    const item = { kind: 'text' as const, text, span: { start, end: start + text.length } };
    if (isType && this.#types.size < MAX_LISTED && !this.#types.has(text)) this.#types.set(text, item);
    if (REMOVED_TYPES.has(text)) this.#type(text, start, index);
  }

  /** Each removed type once. */
  #type(text: string, start: number, index: number): void {
    if (this.#seen.has(text)) return;
    this.#seen.add(text);
    const key = this.#columns[index]?.written ?? '';
    const place = newPlace({ names: [key, ...this.#place.names], outer: this.#place.outer });
    this.#facts.texts.push({ text, span: { start, end: start + text.length }, key, place });
  }

  /** Types in one cell: the first cell of a column without statements stands for all. */
  #list(words: ReturnType<typeof typesListed>, start: number, index: number): void {
    for (const word of words)
      if (REMOVED_TYPES.has(word.text)) this.#type(word.text, start + word.start, index);
    const id = `list ${index}`;
    if (words.some(({ text }) => text === BANK_STATEMENTS) || this.#seen.has(id)) return;
    this.#seen.add(id);
    const column = this.#columns[index];
    const items = words.map((word): Value => {
      const span = { start: start + word.start, end: start + word.end };
      return { kind: 'text', text: word.text, span };
    });
    const nameSpan = column?.span ?? { start, end: start + 1 };
    this.#pushList(items, nameSpan);
  }

  #pushList(items: readonly Value[], nameSpan: Text['span']): void {
    const place = newPlace({ names: ['documents', ...this.#place.names], outer: this.#place.outer });
    this.#facts.lists.push({ items, span: nameSpan, nameSpan, open: false, place });
  }

  /** Columns as objects. */
  #header(): void {
    const plain = this.#columns.filter(({ type }) => type === undefined);
    const keys = plain.flatMap((column) => keyOf(column) ?? []);
    const valued = keys.map((key) => {
      const urls = this.#urls.get(this.#columns.findIndex(({ span }) => span.start === key.span.start));
      if (!urls || urls.length === 0) return key;
      const items = urls.map(({ text, span }): Value => ({ kind: 'text', text, span }));
      const list = { items, span: key.span, nameSpan: key.span, open: false, place: this.#place };
      return { ...key, value: { kind: 'list' as const, list } };
    });
    const [first] = valued;
    const outside = valued.filter(
      ({ name }, i) => name !== 'compliance' || valued.findIndex((one) => one.name === name) === i,
    );
    if (first) this.#facts.objects.push({ kind: 'row', keys: outside, span: first.span, place: this.#place });
    for (const urls of this.#urls.values()) this.#facts.texts.push(...urls);
    const inside = breakdownKeys(plain);
    const [top] = inside;
    if (!top) return;
    const place = newPlace({
      names: ['transactionBreakdown', ...this.#place.names],
      outer: this.#place.outer,
    });
    this.#facts.objects.push({ kind: 'row', keys: inside, span: top.span, place });
  }

  /** A column for each document type, or a column that names the type of each row. */
  #documents(kind: number): void {
    const typed = this.#columns.filter(({ type }) => type !== undefined);
    const [first] = typed;
    if (first) {
      const items = typed.map(({ type = '', span }): Value => ({ kind: 'text', text: type, span }));
      for (const { type = '', span } of typed)
        if (isPaper(type)) this.#facts.texts.push({ text: type, span, key: 'documents', place: this.#place });
      const at = this.#withoutStatements;
      const others = items.filter((item) => item.kind === 'text' && item.text !== BANK_STATEMENTS);
      if (at === undefined) this.#pushList(items, first.span);
      else this.#pushList(others, { start: at, end: at });
    }
    const column = this.#columns[kind];
    if (column && this.#types.size > 1) this.#pushList([...this.#types.values()], column.span);
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
    if (text[stop] === delimiter && at < text.length && text[at] !== '\n') continue;
    if (text[stop] === delimiter) {
      record.push({ text: '', start: at });
      at++;
    }
    if (record.length > 1 || record[0]?.text.trim() !== '') yield record;
    record = [];
  }
  if (record.length > 0) yield record;
  return undefined;
}

function endOfQuoted(text: string, from: number): number {
  for (let at = text.indexOf('"', from); at >= 0; at = text.indexOf('"', at + 2))
    if (text[at + 1] !== '"') return at;
  return text.length;
}
