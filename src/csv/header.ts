// A header line into the fields that its columns hold. Wrong headers are refused as a whole: a column that is not
// understood may be the one that matters.
import { InputError } from '../files/input-error.ts';
import type { ColumnRules } from '../interface/file-kind.ts';
import type { Message } from '../message.ts';
import { csvMessage } from './messages.ts';
import { suggest } from './suggest.ts';

export interface HeaderRules extends ColumnRules {
  readonly file: string;
  readonly delimiter: string;
  /** Their header -> our field; `null` for a column that is not wanted. */
  readonly map?: ReadonlyMap<string, string | null>;
  /** Their headers that are known without being a field: what a row is looked up by. */
  readonly keys?: readonly string[];
  /** Whether an import profile can be drafted for such a file. */
  readonly drafts?: boolean;
}

/** Names of columns are compared without regard to case and the spaces around them. */
export const folded = (name: string): string => name.trim().normalize('NFC').toLowerCase();

/** What a header cell means: the field's own spelling where it is one, else the cell's; `null`: it is not wanted. */
type FieldOf = (cell: string) => string | null;

function fieldNames(fields: readonly string[], map?: ReadonlyMap<string, string | null>): FieldOf {
  const known = new Map(fields.map((field) => [folded(field), field]));
  const mapped = new Map([...(map ?? [])].map(([from, to]) => [folded(from), to]));
  return (cell) => {
    const target = mapped.get(folded(cell));
    if (target === null) return null;
    const name = target?.trim() ?? cell.trim();
    return known.get(folded(name)) ?? name;
  };
}

/** One of ours, by name or by its form. */
const isField = (field: string, { fields, accepts }: HeaderRules): boolean =>
  fields.includes(field) || accepts(field);

/** The operator's own: no field, by its own name or by the map's. */
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
  /** What each column is called here: by its field, else by the name that a map gives it, else by its own. */
  readonly titles: readonly string[];
  /** The header's own cells, as they stand in the file. */
  readonly names: readonly string[];
  /** Index of each field's column. */
  readonly index: ReadonlyMap<string, number>;
  /** Column of every name, the operator's own and those of the map among them; names are folded. */
  readonly own: ReadonlyMap<string, number>;
  readonly line: number;
  /** What separates its cells. */
  readonly delimiter: string;
}

/** 0-based column of a name: a header's own cell, or what a map calls it (`x-iban`); -1 where there is none. */
export function columnNamed({ own }: Header, name: string): number {
  return own.get(folded(name)) ?? -1;
}

/**
 * Errors: {@link InputError} for unknown, removed, empty or repeated columns, all of them at once, or a map that names
 * what isn't there.
 */
export function readHeader(names: readonly string[], line: number, rules: HeaderRules): Header {
  const { file } = rules;
  const index = new Map<string, number>();
  const wrong: InputError[] = [];
  const fail: Fail = (column, message) => {
    wrong.push(new InputError('header', { file, line, column }, message));
    return null;
  };
  if (names.some((name) => name.includes('\r')))
    throw new InputError('header', { file, line, column: 1 }, csvMessage('lone_cr'));
  judgeSpreadsheetLine(names, file, line);
  const fieldOf = fieldNames(rules.fields, rules.map);
  const columns = columnsOf(names, fieldOf, rules, fail);
  for (const [at, field] of columns.entries()) if (field !== null) index.set(field, at);
  checkMap(names, rules, (message) => fail(1, message));
  if (wrong.length > 0) throw InputError.all(withDraft(wrong, names, line, rules));
  const own = new Map(names.map((cell, at) => [folded(fieldOf(cell) ?? cell), at]));
  for (const [at, cell] of names.entries()) own.set(folded(cell), at);
  const titles = names.map((cell) => fieldOf(cell) ?? cell.trim());
  return { titles, names, index, own, line, delimiter: rules.delimiter };
}

type Fail = (column: number, message: Message) => null;

/**
 * Most columns are not ours: another program's export, and a drafted profile reads it. Of a line in which nothing is
 * ours, which may be a title, one message says all.
 */
function withDraft(
  wrong: readonly InputError[],
  names: readonly string[],
  line: number,
  rules: HeaderRules,
): readonly InputError[] {
  const { fields, file } = rules;
  const said = names.map((name) => name.trim()).filter((name) => name !== '');
  if (rules.drafts !== true || 2 * wrong.length <= names.length) return wrong;
  const isStrange = (name: string): boolean =>
    !isField(name, rules) &&
    !isIgnored(name, rules) &&
    rules.removed(name) === undefined &&
    suggest(name, fields) === undefined;
  const title = said.every(isStrange) ? printable(said.join(' ')) : undefined;
  const message = csvMessage('foreign_header', { file, line, title, cells: said.length });
  const hint = new InputError('header', { file, line, column: 1 }, message);
  return title === undefined ? [...wrong, hint] : [hint];
}

/** The field of each column; `null` for one that is the operator's own, or not wanted. */
function columnsOf(
  names: readonly string[],
  fieldOf: FieldOf,
  rules: HeaderRules,
  fail: Fail,
): (string | null)[] {
  const keys = new Set(rules.keys?.map(folded));
  const byName = new Map<string, number>();
  const byField = new Map<string, number>();
  return names.map((cell, at): string | null => {
    const field = fieldOf(cell);
    const name = folded(cell);
    if (field === null && name === '') return null; // several may have no name, and nothing is read from any
    const twin = byName.get(name);
    const column = printable(cell.trim());
    if (twin !== undefined && name !== '')
      return fail(at + 1, csvMessage('column_twice', { column, first: twin + 1 }));
    byName.set(name, at);
    if (field === null) return null;
    const isMapped = field !== cell.trim();
    if (!isMapped && keys.has(name) && !isField(field, rules)) return null;
    const issue = columnIssue(cell, field, isMapped, rules);
    if (issue !== undefined) return fail(at + 1, issue);
    const before = byField.get(folded(field));
    if (before !== undefined) {
      const other = printable((names[before] ?? '').trim());
      return fail(at + 1, csvMessage('field_twice', { field: printable(field), from: column, other }));
    }
    byField.set(folded(field), at);
    return isIgnored(field, rules) ? null : field;
  });
}

/** `key`: of the profile that names the column. */
export const columnMissing = (column: string, names: readonly string[], key?: string): Message =>
  csvMessage('column_missing', { column: printable(column), key, meant: suggest(column, names) });

/** Columns that a map names and the header doesn't have. */
function checkMap(names: readonly string[], rules: HeaderRules, fail: (message: Message) => null): void {
  const there = new Set(names.map(folded));
  const said = names.map((name) => name.trim());
  for (const from of rules.map?.keys() ?? []) if (!there.has(folded(from))) fail(columnMissing(from, said));
}

/** Why a column can't be read, or `undefined`. */
function columnIssue(
  cell: string,
  field: string,
  isMapped: boolean,
  rules: HeaderRules,
): Message | undefined {
  const name = cell.trim();
  if (name === '') return csvMessage('header_cell_empty');
  const why = rules.removed(field);
  if (why) return csvMessage('column_ended', { column: printable(field), why });
  if (isField(field, rules) || isIgnored(field, rules)) return undefined;
  const near = { meant: fieldMeant(field, rules.fields), prefix: rules.ignorePrefix };
  return isMapped
    ? csvMessage('not_a_field', { field: printable(field), from: printable(name), ...near })
    : csvMessage('unknown_column', { column: printable(field), ...near });
}

/** Of a field whose group was left out: the only one that ends so. */
function fieldMeant(field: string, fields: readonly string[]): string | undefined {
  const [whole, ...others] = fields.filter((one) => one.toLowerCase().endsWith(`.${field.toLowerCase()}`));
  return others.length === 0 && whole !== undefined ? whole : suggest(field, fields);
}

const DELIMITERS = [',', ';', '\t'] as const;

/** Delimiter of a header line: the most frequent of the three outside quotes; a comma where there is none. */
export function detectDelimiter(head: string): string {
  const counts = new Map<string, number>(DELIMITERS.map((delimiter) => [delimiter, 0]));
  let quoted = false;
  let seen = false;
  for (const char of head) {
    if (char === '"') quoted = !quoted;
    else if (!quoted && char === '\n' && seen) break;
    else if (!quoted && counts.has(char)) counts.set(char, (counts.get(char) ?? 0) + 1);
    if (char.trim() !== '') seen = true;
  }
  let best = ',';
  for (const delimiter of DELIMITERS) {
    if ((counts.get(delimiter) ?? 0) > (counts.get(best) ?? 0)) best = delimiter;
  }
  return best;
}

/** `sep=;`, a line for spreadsheets. Errors: {@link InputError}. */
export function judgeSpreadsheetLine([first = '']: readonly string[], file: string, line: number): void {
  if (!/^sep=/i.test(first.trim())) return;
  throw new InputError('header', { file, line, column: 1 }, csvMessage('separator_line'));
}
