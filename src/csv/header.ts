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

/**
 * Errors: {@link InputError} for unknown, removed, empty or repeated columns, all of them at once, or a map that names
 * what isn't there.
 */
export function readHeader(names: readonly string[], line: number, rules: HeaderRules): Header {
  const { file, map } = rules;
  const known: ReadonlySet<string> = new Set(rules.fields);
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
      'lines end with a lone CR (classic Mac): save the file with LF or CRLF line ends; nothing was sent',
    );
  }
  const columns = names.map((cell, at): string | null => {
    const name = cell.trim();
    const field = map?.get(name) ?? name;
    if (name === '') return fail(at + 1, 'the header cell is empty: name the column, or remove it');
    if (name.includes('\0')) return fail(at + 1, 'the header holds a NUL character: this is no CSV text');
    const removed = rules.removed(field);
    if (removed !== undefined) return fail(at + 1, `column "${printable(field)}" ${removed}`);
    if (!known.has(field) && !rules.accepts(field)) {
      if (name.startsWith(rules.ignorePrefix) && !map?.has(name)) return null;
      const hint = didYouMean(field, rules.fields);
      return fail(
        at + 1,
        `unknown column "${printable(field)}"${hint}. Rename it, map it with --map, or begin its name with "${rules.ignorePrefix}" to have it ignored`,
      );
    }
    const first = index.get(field);
    if (first !== undefined)
      return fail(at + 1, `column "${field}" is there twice (first as column ${first + 1})`);
    index.set(field, at);
    return field;
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
  if (wrong.length > 0) throw InputError.all(wrong, 'nothing was sent');
  return { columns, names, index, line };
}

/** A name from the file in a message: control characters shown, length bounded. */
export function printable(text: string, limit = 60): string {
  const cut = text.length > limit ? `${text.slice(0, limit)}...` : text;
  return cut.replace(/[\u0000-\u001f\u007f-\u009f\u2028\u2029\u202a-\u202e\u2066-\u2069]/g, (char) => {
    return `\\u${char.charCodeAt(0).toString(16).padStart(4, '0')}`;
  });
}
