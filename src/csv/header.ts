// A header line into the fields that its columns hold. Wrong headers are refused as a whole: a column that is not
// understood may be the one that matters.
import { InputError } from '../files/input-error.ts';
import { didYouMean } from './suggest.ts';

export interface Header {
  /** Field of each column; `null` for one that is the operator's own. */
  readonly columns: readonly (string | null)[];
  /** The header's own cells, as they stand in the file. */
  readonly names: readonly string[];
  /** Index of each field's column. */
  readonly index: ReadonlyMap<string, number>;
  readonly line: number;
}

export interface HeaderRules {
  readonly file: string;
  readonly fields: readonly string[];
  readonly ignorePrefix: string;
  /** Their header -> our field. */
  readonly map?: ReadonlyMap<string, string>;
  /** Fields beside those, by their form. */
  readonly accepts: (name: string) => boolean;
  /** What to say, behind its name, of one that used to be a field. */
  readonly removed: (name: string) => string | undefined;
}

/** Names of columns are compared without regard to case and the spaces around them. */
const folded = (name: string): string => name.trim().toLowerCase();

/** What a header cell means: the field's own spelling where it is one, else the cell's. */
export function fieldNames(
  fields: readonly string[],
  map?: ReadonlyMap<string, string>,
): (cell: string) => string {
  const known = new Map(fields.map((field) => [folded(field), field]));
  const mapped = new Map([...(map ?? [])].map(([from, to]) => [folded(from), to]));
  return (cell) => {
    const name = mapped.get(folded(cell)) ?? cell.trim();
    return known.get(folded(name)) ?? name;
  };
}

/**
 * Errors: {@link InputError} for unknown, removed, empty or repeated columns, all of them at once, or a map that names
 * what isn't there.
 */
export function readHeader(names: readonly string[], line: number, rules: HeaderRules): Header {
  const { file, map } = rules;
  const index = new Map<string, number>();
  const wrong: InputError[] = [];
  const fail = (column: number, message: string): null => {
    wrong.push(new InputError('header', { file, line, column }, message));
    return null;
  };
  if (names.some((name) => name.includes('\r'))) {
    throw new InputError(
      'header',
      { file, line, column: 1 },
      'lines end with a lone CR (classic Mac): save the file with LF or CRLF line ends',
    );
  }
  const fieldOf = fieldNames(rules.fields, map);
  const first = new Map<string, number>();
  const columns = names.map((cell, at): string | null => {
    const field = fieldOf(cell);
    const issue = columnIssue(cell, field, rules);
    if (issue !== undefined) return fail(at + 1, issue);
    const before = first.get(folded(field));
    if (before !== undefined) {
      return fail(at + 1, `column "${printable(field)}" is there twice (first as column ${before + 1})`);
    }
    first.set(folded(field), at);
    if (isIgnored(cell, field, rules)) return null;
    index.set(field, at);
    return field;
  });
  const there = new Set(names.map(folded));
  for (const from of map?.keys() ?? []) {
    if (there.has(folded(from))) continue;
    const hint = didYouMean(
      from,
      names.map((name) => name.trim()),
    );
    fail(1, `--map names a column "${printable(from)}" that the header doesn't have${hint}`);
  }
  if (wrong.length > 0) throw InputError.all(wrong);
  return { columns, names, index, line };
}

/** Why a column can't be read, or `undefined`. */
function columnIssue(cell: string, field: string, rules: HeaderRules): string | undefined {
  const name = cell.trim();
  if (name === '') return 'the header cell is empty: name the column, or remove it';
  if (name.includes('\0')) return 'the header holds a NUL character: this is not CSV text';
  const removed = rules.removed(field);
  if (removed !== undefined) return `column "${printable(field)}" ${removed}`;
  if (rules.fields.includes(field) || rules.accepts(field) || isIgnored(cell, field, rules)) return undefined;
  const hint = didYouMean(field, rules.fields);
  return `unknown column "${printable(field)}"${hint}. Rename it, map it with --map, or begin its name with "${rules.ignorePrefix}" to have it ignored`;
}

/** The operator's own: neither a field nor mapped to one. */
function isIgnored(cell: string, field: string, rules: HeaderRules): boolean {
  return (
    folded(field).startsWith(rules.ignorePrefix) && field === cell.trim() && !rules.fields.includes(field)
  );
}

/** A name from the file in a message: control characters shown, length bounded. */
export function printable(text: string, limit = 60): string {
  const cut = text.length > limit ? `${text.slice(0, limit)}...` : text;
  return cut.replace(/[\u0000-\u001f\u007f-\u009f\u2028\u2029\u202a-\u202e\u2066-\u2069]/g, (char) => {
    return `\\u${char.charCodeAt(0).toString(16).padStart(4, '0')}`;
  });
}
