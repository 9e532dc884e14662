// A header line into the fields that its columns hold. Wrong headers are refused as a whole: a column that is not
// understood may be the one that matters.
import { InputError } from '../files/input-error.ts';
import { shellQuoted } from '../files/shell-quoted.ts';
import { fieldMeant, judgeTitle, renamed } from './header-hints.ts';
import { fieldNames, folded, type HeaderRules, isField, isIgnored, printable } from './header-rules.ts';
import { didYouMean } from './suggest.ts';

export { fieldNames, folded, type HeaderRules, printable } from './header-rules.ts';

export interface Header {
  /** Field of each column; `null` for one that is the operator's own. */
  readonly columns: readonly (string | null)[];
  /** What each column is called here: by its field, else by the name that a map gives it, else by its own. */
  readonly titles: readonly string[];
  /** The header's own cells, as they stand in the file. */
  readonly names: readonly string[];
  /** Index of each field's column. */
  readonly index: ReadonlyMap<string, number>;
  /** Column of every name, the operator's own and those of the map among them; names are folded. */
  readonly own: ReadonlyMap<string, number>;
  /** How a field is called in the file, where that is another name. */
  readonly labels: ReadonlyMap<string, string>;
  /** How many cells a record has as readers see it: those of the file, and what an import profile puts behind them. */
  readonly width: number;
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
  judgeTitle(names, line, rules);
  const columns = columnsOf(names, rules, fail);
  for (const [at, field] of columns.entries()) if (field !== null) index.set(field, at);
  checkMap(names, rules, (message) => fail(1, message));
  if (wrong.length > 0) throw InputError.all([...wrong, ...draftHint(columns, wrong.length, line, rules)]);
  const labels = new Map<string, string>();
  for (const [field, at] of index) {
    const name = (names[at] ?? '').trim();
    if (folded(name) !== folded(field)) labels.set(field, name);
  }
  const fieldOf = fieldNames(rules.fields, map);
  const own = new Map(names.map((cell, at) => [folded(fieldOf(cell) ?? cell), at]));
  for (const [at, cell] of names.entries()) own.set(folded(cell), at);
  const titles = names.map((cell) => fieldOf(cell) ?? cell.trim());
  return {
    columns,
    titles,
    names,
    index,
    own,
    labels,
    width: names.length,
    line,
    delimiter: rules.delimiter,
  };
}

type Fail = (column: number, message: string) => null;

/** Nothing here is ours: another program's export. What reads it is drafted, which is less than to rename each column. */
function draftHint(
  columns: readonly (string | null)[],
  wrong: number,
  line: number,
  { file, drafts }: HeaderRules,
): InputError[] {
  const known = columns.length - wrong;
  if (drafts !== true || wrong <= known) return [];
  const message = `most of its columns are not known: paybatch map ${shellQuoted(file)} drafts an import profile, for --map, that says what each of them is`;
  return [new InputError('header', { file, line, column: 1 }, message)];
}

/** The field of each column; `null` for one that is the operator's own, or not wanted. */
function columnsOf(names: readonly string[], rules: HeaderRules, fail: Fail): (string | null)[] {
  const fieldOf = fieldNames(rules.fields, rules.map);
  const keys = new Set(rules.keys?.map(folded));
  const byName = new Map<string, number>();
  const byField = new Map<string, number>();
  return names.map((cell, at): string | null => {
    const field = fieldOf(cell);
    const name = folded(cell);
    if (field === null && name === '') return null; // several may have no name, and nothing is read from any
    const twin = byName.get(name);
    if (twin !== undefined && name !== '') {
      return fail(
        at + 1,
        `column "${printable(cell.trim())}" is there twice (first as column ${twin + 1}): rename one of them in the export`,
      );
    }
    byName.set(name, at);
    if (field === null) return null;
    const isMapped = field !== cell.trim();
    if (!isMapped && keys.has(name) && !isField(field, rules)) return null;
    const issue = columnIssue(cell, field, isMapped, rules);
    if (issue !== undefined) return fail(at + 1, issue);
    const before = byField.get(folded(field));
    if (before !== undefined) {
      const first = printable((names[before] ?? '').trim());
      return fail(
        at + 1,
        `"${printable(cell.trim())}" would be ${printable(field)}, and so would "${first}" (column ${before + 1}): one of them is enough`,
      );
    }
    byField.set(folded(field), at);
    return isIgnored(field, rules) ? null : field;
  });
}

/** Columns that a map names and the header doesn't have. */
function checkMap(names: readonly string[], rules: HeaderRules, fail: (message: string) => null): void {
  const there = new Set(names.map(folded));
  const missing = [...(rules.map?.keys() ?? [])].filter((from) => !there.has(folded(from)));
  const now = missing.length === 1 ? renamed(names, rules) : undefined;
  const said = names.map((name) => name.trim());
  for (const from of missing) {
    const hint = now === undefined ? didYouMean(from, said) : ` (is it "${printable(now)}" now?)`;
    fail(`--map names a column "${printable(from)}" that the header doesn't have${hint}`);
  }
}

/** Why a column can't be read, or `undefined`. */
function columnIssue(cell: string, field: string, isMapped: boolean, rules: HeaderRules): string | undefined {
  const name = cell.trim();
  if (name === '')
    return 'the header cell is empty: name the column, remove it, or ignore it in an import profile ("columns": { "": null })';
  if (name.includes('\0')) return 'the header holds a NUL character: this is not CSV text';
  const removed = rules.removed(field);
  if (removed !== undefined) return `column "${printable(field)}" ${removed}`;
  if (isField(field, rules) || isIgnored(field, rules)) return undefined;
  const hint = fieldMeant(field, rules.fields);
  if (isMapped) {
    const own = `begin it with "${rules.ignorePrefix}" to have it ignored`;
    return `"${printable(name)}" is mapped to "${printable(field)}", which is no field${hint}: name a field, or ${own}`;
  }
  return `unknown column "${printable(field)}"${hint}. Rename it, map it with --map, or begin its name with "${rules.ignorePrefix}" to have it ignored`;
}
