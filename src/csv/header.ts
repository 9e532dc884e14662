// A header line into the fields that its columns hold. Wrong headers are refused as a whole: a column that is not
// understood may be the one that matters.
import { InputError } from './errors.ts';
import { didYouMean } from './suggest.ts';

export interface Header<F extends string = string> {
  /** Field of each column; `null` for one that is the operator's own. */
  readonly columns: readonly (F | null)[];
  /** The header's own cells, as they stand in the file. */
  readonly names: readonly string[];
  /** Index of each field's column. */
  readonly index: ReadonlyMap<F, number>;
  readonly line: number;
}

export interface HeaderRules<F extends string> {
  readonly file: string;
  readonly fields: readonly F[];
  readonly ignorePrefix: string;
  /** Their header -> our field. */
  readonly map?: ReadonlyMap<string, string>;
  /** What to say of a name that used to be a field, with what replaces it. */
  readonly removed: ReadonlyMap<string, string>;
}

/**
 * Errors: {@link InputError} for an unknown, empty or repeated column, or a map that names what isn't there.
 */
export function readHeader<F extends string>(
  names: readonly string[],
  line: number,
  rules: HeaderRules<F>,
): Header<F> {
  const { file, map } = rules;
  const known: ReadonlySet<string> = new Set(rules.fields);
  const index = new Map<F, number>();
  const fail = (column: number, message: string): never => {
    throw new InputError('header', { file, line, column }, `${message}; nothing was sent`);
  };
  if (names.some((name) => name.includes('\r'))) {
    fail(1, 'lines end with a lone CR (classic Mac): save the file with LF or CRLF line ends');
  }
  const columns = names.map((cell, at): F | null => {
    const name = cell.trim();
    const field = map?.get(name) ?? name;
    if (name === '') return fail(at + 1, 'the header cell is empty: name the column, or remove it');
    if (name.includes('\0')) return fail(at + 1, 'the header holds a NUL character: this is no CSV text');
    const removed = rules.removed.get(field);
    if (removed !== undefined) return fail(at + 1, removed);
    if (!known.has(field)) {
      if (name.startsWith(rules.ignorePrefix) && !map?.has(name)) return null;
      const hint = didYouMean(field, rules.fields);
      return fail(
        at + 1,
        `unknown column "${printable(field)}"${hint}. Rename it, map it with --map, or begin its name with "${rules.ignorePrefix}" to have it ignored`,
      );
    }
    const own = field as F; // `known` holds the fields and nothing else
    const first = index.get(own);
    if (first !== undefined)
      return fail(at + 1, `column "${field}" is there twice (first as column ${first + 1})`);
    index.set(own, at);
    return own;
  });
  for (const from of map?.keys() ?? []) {
    if (!names.some((name) => name.trim() === from)) {
      const hint = didYouMean(
        from,
        names.map((name) => name.trim()),
      );
      fail(1, `--map names a column "${printable(from)}" that the header doesn't have${hint}`);
    }
  }
  return { columns, names, index, line };
}

/** A name from the file in a message: control characters shown, length bounded. */
export function printable(text: string, limit = 60): string {
  const cut = text.length > limit ? `${text.slice(0, limit)}...` : text;
  return cut.replace(/[\u0000-\u001f\u007f-\u009f\u2028\u2029\u202a-\u202e\u2066-\u2069]/g, (char) => {
    return `\\u${char.charCodeAt(0).toString(16).padStart(4, '0')}`;
  });
}
