// A header line into the fields that its columns hold. A wrong header is refused as a whole: a column that is not
// understood may be the one that matters.
import { InputError } from '../files/input-error.ts';
import type { ColumnRules } from '../interface/file-kind.ts';
import type { Message } from '../message.ts';
import { csvMessage } from './messages.ts';
import { suggest } from './suggest.ts';

/** A field without a column of the file: an import profile fills it from a constant or a lookup file. */
export interface AddedField {
  readonly name: string;
  /** The part of the profile that names it. */
  readonly from: string;
  /** As issues of rows name it. */
  readonly label: string;
  /** Header of the column with the keys of a lookup. */
  readonly key: string | undefined;
}

export interface HeaderRules extends ColumnRules {
  readonly file: string;
  readonly delimiter: string;
  /** Their header -> our field; `null` for a column that is not wanted. */
  readonly map?: ReadonlyMap<string, string | null>;
  /** Headers of the columns that rows are looked up by. They need not be fields. */
  readonly keys?: readonly string[];
  readonly added?: readonly AddedField[];
  /** Whether an import profile can be drafted for such a file. */
  readonly drafts?: boolean;
}

/** Names of columns are compared without case and without the spaces around them. */
export const folded = (name: string): string => name.trim().normalize('NFC').toLowerCase();

const isField = (field: string, { fields, accepts }: HeaderRules): boolean =>
  fields.includes(field) || accepts(field);

/** A column of the operator: its name, or the name that the map gives it, begins with the prefix. */
function isIgnored(field: string, rules: HeaderRules): boolean {
  return folded(field).startsWith(rules.ignorePrefix) && !rules.fields.includes(field);
}

/** A name from the file in a message: control characters shown, length bounded. */
export function printable(text: string, limit = 60): string {
  const cut = text.length > limit ? `${text.slice(0, limit)}...` : text;
  return cut.replace(/[\u0000-\u001f\u007f-\u009f\u2028\u2029\u202a-\u202e\u2066-\u2069]/g, (char) => {
    return `\\u${char.charCodeAt(0).toString(16).padStart(4, '0')}`;
  });
}

export interface Header {
  /** Each column's field, else the name that a map gives it, else its own name. */
  readonly titles: readonly string[];
  /** The header's own cells. */
  readonly names: readonly string[];
  /** Fields behind the header's own. */
  readonly added: readonly AddedField[];
  /** Column of each field; those of added fields come after the header's own. */
  readonly index: ReadonlyMap<string, number>;
  /** Column of every name, also of names that only the operator or the map has. Names are folded. */
  readonly own: ReadonlyMap<string, number>;
  readonly line: number;
  readonly delimiter: string;
}

/** 0-based column of a name: a header's own cell, or the name that a map gives it (`x-iban`); -1 if there is none. */
export function columnNamed({ own }: Pick<Header, 'own'>, name: string): number {
  return own.get(folded(name)) ?? -1;
}

/**
 * Errors: {@link InputError} for all unknown, removed, empty or repeated columns at once, and for names in a map that
 * the header does not have.
 */
export function readHeader(names: readonly string[], line: number, rules: HeaderRules): Header {
  const { file, delimiter, added = [], keys = [] } = rules;
  refuseSeparatorLine(names, file, line);
  const wrong: InputError[] = [];
  const refuse = (message: Message | undefined, column?: number): void => {
    if (message) wrong.push(new InputError('header', { file, line, column }, message));
  };
  const columns = new HeaderColumns(names, rules);
  for (const at of names.keys()) refuse(columns.addOwn(at), at + 1);
  for (const at of added.keys()) refuse(columns.add(at));
  const trimmed = names.map((name) => name.trim());
  for (const from of rules.map?.keys() ?? []) if (!columns.has(from)) refuse(columnMissing(from, trimmed), 1);
  const { index, own } = columns;
  for (const key of keys) if (columnNamed({ own }, key) === -1) refuse(columnMissing(key, trimmed, 'key'));
  // Of another program's export, most columns are unknown: an import profile can be drafted for it.
  if (rules.drafts === true && 2 * wrong.length > names.length)
    refuse(
      csvMessage('foreign_header', { file, isOneCell: names.length === 1 && /[,;\t]/.test(names.join('')) }),
      1,
    );
  if (wrong.length > 0) throw InputError.all(wrong);
  const titles = names.map((cell) => columns.fieldOf(cell) ?? cell.trim());
  return { titles, names, added, index, own, line, delimiter };
}

/** The columns of one header. Each field has one source. */
class HeaderColumns {
  readonly index = new Map<string, number>();
  readonly #names: readonly string[];
  readonly #rules: HeaderRules;
  readonly #known: ReadonlyMap<string, string>;
  readonly #map: ReadonlyMap<string, string | null>;
  readonly #keys: ReadonlySet<string>;
  /** The first column of each name of the header. */
  readonly #byName = new Map<string, number>();
  /** The source of each field, as messages name it. */
  readonly #sources = new Map<string, string>();

  constructor(names: readonly string[], rules: HeaderRules) {
    this.#names = names;
    this.#rules = rules;
    this.#known = new Map(rules.fields.map((field) => [folded(field), field]));
    this.#map = new Map([...(rules.map ?? [])].map(([from, to]) => [folded(from), to]));
    this.#keys = new Set(rules.keys?.map(folded));
  }

  has(name: string): boolean {
    return this.#byName.has(folded(name));
  }

  /** The field that a header cell means, else a name; `null` if the column is not wanted. */
  fieldOf(cell: string): string | null {
    const target = this.#map.get(folded(cell));
    return target === null ? null : this.#spelt(target ?? cell);
  }

  /** A name in the spelling of the field. */
  #spelt(name: string): string {
    return this.#known.get(folded(name)) ?? name.trim();
  }

  /** A column of the file: what is wrong with it, or `undefined`. */
  addOwn(at: number): Message | undefined {
    const cell = this.#names[at] ?? '';
    const field = this.fieldOf(cell);
    const name = folded(cell);
    const column = printable(cell.trim());
    const twin = this.#byName.get(name); // several may have no name
    if (twin !== undefined && name !== '') return csvMessage('column_twice', { column, first: twin + 1 });
    this.#byName.set(name, at);
    if (field === null) return undefined;
    if (name === '') {
      const isLast = at === this.#names.length - 1;
      return csvMessage('header_cell_empty', { isLast, delimiter: this.#rules.delimiter });
    }
    const isMapped = field !== cell.trim();
    if (!isMapped && this.#keys.has(name) && !isField(field, this.#rules)) return undefined;
    return this.#put(field, at, isMapped ? column : undefined, column);
  }

  /** A field that the profile adds: what is wrong with it, or `undefined`. */
  add(at: number): Message | undefined {
    const added = this.#rules.added?.[at];
    return added && this.#put(this.#spelt(added.name), this.#names.length + at, added.from, added.label);
  }

  /** `from`: what names the field, if it is not the column's own name. */
  #put(field: string, at: number, from: string | undefined, source: string): Message | undefined {
    const rules = this.#rules;
    const shown = printable(field);
    const why = rules.removed(field);
    if (why) return csvMessage('column_ended', { column: shown, why });
    const isOurs = isField(field, rules);
    if (!isOurs && !isIgnored(field, rules)) {
      const near = { meant: fieldMeant(field, rules.fields), prefix: rules.ignorePrefix };
      return from === undefined
        ? csvMessage('unknown_column', { column: shown, ...near })
        : csvMessage('not_a_field', { field: shown, from, ...near });
    }
    const other = this.#sources.get(folded(field));
    if (other !== undefined) return csvMessage('field_twice', { field: shown, from: from ?? source, other });
    this.#sources.set(folded(field), source);
    if (isOurs) this.index.set(field, at);
    return undefined;
  }

  /** Column of every name; a header's own name comes before one that a map gives. */
  get own(): ReadonlyMap<string, number> {
    const width = this.#names.length;
    const added = this.#rules.added ?? [];
    return new Map([
      ...this.#names.map((cell, at) => [folded(this.fieldOf(cell) ?? cell), at] as const),
      ...this.#names.map((cell, at) => [folded(cell), at] as const),
      ...added.map(({ name }, at) => [folded(name), width + at] as const),
    ]);
  }
}

/** `key`: of the profile that names the column. */
export const columnMissing = (column: string, names: readonly string[], key?: string): Message =>
  csvMessage('column_missing', { column: printable(column), key, meant: suggest(column, names) });

/** For a field without its group: the only field with that ending. */
function fieldMeant(field: string, fields: readonly string[]): string | undefined {
  const [whole, ...others] = fields.filter((one) => one.toLowerCase().endsWith(`.${field.toLowerCase()}`));
  return others.length === 0 && whole !== undefined ? whole : suggest(field, fields);
}

const DELIMITERS = [',', ';', '\t'] as const;

/** Delimiter of a header line: the most frequent of the three outside quotes; a comma where there is none. */
export function detectDelimiter(head: string): string {
  const [line = ''] = head
    .replaceAll(/"[^"]*"/g, '""')
    .replace(/^\s*\n/, '')
    .split('\n', 1);
  const count = (delimiter: string): number => line.split(delimiter).length;
  return DELIMITERS.reduce((best, one) => (count(one) > count(best) ? one : best));
}

/** `sep=;`, a line for spreadsheets. Errors: {@link InputError}. */
export function refuseSeparatorLine([first = '']: readonly string[], file: string, line: number): void {
  if (!/^sep=/i.test(first.trim())) return;
  throw new InputError('header', { file, line, column: 1 }, csvMessage('separator_line'));
}
