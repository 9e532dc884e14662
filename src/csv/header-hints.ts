// What is likely meant where a header isn't understood: a title above it, a field without its group, a column that was renamed.
import { InputError } from '../files/input-error.ts';
import { shellQuoted } from '../files/shell-quoted.ts';
import { fieldNames, type HeaderRules, isField, isIgnored, printable } from './header-rules.ts';
import { didYouMean } from './suggest.ts';

/** Of a line with more cells, each is worth a message of its own. */
const TITLE_CELLS = 2;

/** A title above the table is one mistake, not one for each of its cells. Errors: {@link InputError}. */
export function judgeTitle(names: readonly string[], line: number, rules: HeaderRules): void {
  const said = names.map((name) => name.trim()).filter((name) => name !== '');
  if (said.length === 0 || said.length > TITLE_CELLS || rules.keys?.length) return;
  const fieldOf = fieldNames(rules.fields, rules.map);
  const isKnown = (cell: string): boolean => {
    const field = fieldOf(cell);
    if (field === null || field !== cell || isField(field, rules) || isIgnored(field, rules)) return true;
    return rules.removed(field) !== undefined || didYouMean(field, rules.fields) !== '';
  };
  if (said.some(isKnown)) return;
  const wrong = notATitle(said, isKnown);
  if (wrong !== undefined) throw new InputError('header', { file: rules.file, line, column: 1 }, wrong);
  throw new InputError(
    'header',
    { file: rules.file, line, column: 1 },
    `there is no field in this line ("${printable(said.join(' '))}"): if it is a title above the header, let an import profile skip it ("skipRows": ${line}; paybatch map ${shellQuoted(rules.file)} drafts one)`,
  );
}

/** `sep=;`. */
const isForSpreadsheets = (cell: string): boolean => /^sep=/i.test(cell);
const FOR_SPREADSHEETS =
  'is a line for spreadsheets that says what separates the cells: delete it, or let an import profile skip it ("skipRows": 1)';

/** Of a line that nobody took for a header. Errors: {@link InputError}. */
export function judgeSpreadsheetLine([first = '']: readonly string[], file: string, line: number): void {
  if (isForSpreadsheets(first.trim()))
    throw new InputError('header', { file, line, column: 1 }, FOR_SPREADSHEETS);
}

/** A header that another mark separates, or a line that speaks to a spreadsheet alone. */
function notATitle(said: readonly string[], isKnown: (cell: string) => boolean): string | undefined {
  const [first = ''] = said;
  if (isForSpreadsheets(first)) return FOR_SPREADSHEETS;
  if (first.includes('|') && first.split('|').some((cell) => cell.trim() !== '' && isKnown(cell)))
    return 'is separated by bars: name that in an import profile ("delimiter": "|", with --map), or save the file with commas';
  return undefined;
}

/** Of a field whose group was left out: the only one that ends so. */
export function fieldMeant(field: string, fields: readonly string[]): string {
  const [whole, ...others] = fields.filter((one) => one.toLowerCase().endsWith(`.${field.toLowerCase()}`));
  return whole !== undefined && others.length === 0 ? ` (did you mean ${whole}?)` : didYouMean(field, fields);
}

/** The one column that neither the map nor we know: where a map misses one, this is what it is called by now. */
export function renamed(names: readonly string[], rules: HeaderRules): string | undefined {
  const fieldOf = fieldNames(rules.fields, rules.map);
  const isStranger = (name: string): boolean =>
    name !== '' && fieldOf(name) === name && !isField(name, rules) && !isIgnored(name, rules);
  const [stranger, ...others] = names.map((name) => name.trim()).filter(isStranger);
  return others.length === 0 ? stranger : undefined;
}
