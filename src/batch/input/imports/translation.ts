// Records of an export into records for the readers of rows: the export's own cells, with amounts as plain decimals,
// and behind them the values of constants and lookup files. A cell that can't be read is an issue and is never
// guessed.
import { columnNamed, type Header, printable } from '../../../csv/header.ts';
import type { CellKind } from '../../../csv/records.ts';
import { PLAIN_DECIMAL } from '../../../interface/decimal.ts';
import type { Message } from '../../../message.ts';
import { amountIssue, type NumberForm, plainAmount } from '../amount-text.ts';
import { isFormulaError, spreadsheetDamage } from '../damaged-text.ts';
import { rowIssue } from '../messages.ts';
import type { Issue, ReadRow } from '../row.ts';
import type { Imports } from './imports.ts';
import type { LookupTable } from './lookup-table.ts';

const AMOUNT = 'receiverAmount';

/** Further issues about these fields are not reported. */
interface CellIssue extends Issue {
  readonly fields: readonly string[];
}

/** The reader of rows of an export. */
export function translated(read: ReadRow, header: Header, imports: Imports): ReadRow {
  const { numbers, lookups } = imports;
  const { names } = header;
  const constants = [...imports.constants.values()];
  const keys = lookups.map(({ key }) => columnNamed(header, key));
  const fields = [...header.index].filter(([, at]) => at < names.length);
  return (record) => {
    const { cells: own, kinds } = record;
    const wrong: CellIssue[] = [];
    const cells = names.map((_, at) => own[at] ?? '');
    for (const [field, at] of fields) {
      const text = (own[at] ?? '').trim();
      const kind = kinds?.[at];
      const message = field === AMOUNT ? readAmount(cells, at, kind, numbers) : cellIssue(text, kind, field);
      if (message !== undefined) wrong.push({ column: at + 1, field, message, fields: [field] });
    }
    cells.push(...constants);
    for (const [i, table] of lookups.entries()) {
      const at = keys[i] ?? -1;
      const key = (own[at] ?? '').trim();
      const values = key === '' ? undefined : table.valuesOf(key);
      const first = cells.length;
      cells.push(...(values ?? table.fields.map(() => '')));
      const fields = table.fields.map(({ field }) => field);
      const column = at + 1;
      if (!values) {
        wrong.push({ column, field: (names[at] ?? '').trim(), message: unknownKey(key, table), fields });
        continue;
      }
      const amount = first + fields.indexOf(AMOUNT);
      const message = amount < first ? undefined : readAmount(cells, amount, undefined, numbers);
      if (message) wrong.push({ column, field: AMOUNT, message, fields: [AMOUNT] });
    }
    const row = read({ ...record, cells, own });
    return { ...row, cells: own, issues: allIssues(wrong, row.issues) };
  };
}

/** Puts an amount in its plain form into the cells. Returns what is wrong with it. */
function readAmount(
  cells: string[],
  at: number,
  kind: CellKind | undefined,
  numbers: NumberForm | undefined,
): Message | undefined {
  const text = (cells[at] ?? '').trim();
  // Others are read as they are, such as a number of a workbook.
  const hasForm = numbers !== undefined && text !== '' && (kind === undefined || kind === 'text');
  const amount = hasForm ? plainAmount(text, numbers) : text;
  const issue = hasForm && amount === undefined ? amountIssue(text, numbers) : cellIssue(text, kind, AMOUNT);
  // The mark keeps it out of totals: the number of a date, for example, is not an amount.
  cells[at] = issue === undefined ? (amount ?? '') : `?${text}`;
  return issue;
}

/** Those of the cells, and those of the row about other fields, in the order of the columns. */
function allIssues(wrong: readonly CellIssue[], ofRow: readonly Issue[]): Issue[] {
  const known = new Set(wrong.flatMap(({ fields }) => fields));
  const own = wrong.map(({ column, field, message }): Issue => ({ column, field, message }));
  const others = ofRow.filter(({ field }) => !known.has(field));
  return [...own, ...others].sort((a, b) => (a.column || Infinity) - (b.column || Infinity));
}

function unknownKey(key: string, table: LookupTable): Message {
  const file = table.shown;
  if (key === '') return rowIssue('lookup_key_empty', { file });
  const damage = spreadsheetDamage(key);
  const known = damage === undefined ? table.nearly(key) : undefined;
  const nearly = known !== undefined && {
    key: printable(known),
    zeros: known.startsWith('0') !== key.startsWith('0'),
  };
  const column = printable(table.fileKey);
  return rowIssue('lookup_key_unknown', {
    ...{ value: printable(key), file, column, damage },
    ...(nearly && { nearly }),
  });
}

/** The digits of a number that a spreadsheet keeps. */
const KEPT_DIGITS = 15;

/** Fields that must not be a date, or a number with lost digits. */
const EXACT_FIELDS: ReadonlySet<string> = new Set([AMOUNT, 'reference']);

/** The damage of a spreadsheet in a cell of a field. `kind`: of a workbook's cell. */
export function cellIssue(text: string, kind: CellKind | undefined, field: string): Message | undefined {
  const value = printable(text);
  if (kind === 'formula') return rowIssue('cell_formula');
  if (kind === 'error' || (kind !== 'number' && kind !== 'date' && isFormulaError(text)))
    return rowIssue('cell_error', { value });
  if (kind === 'date' && (EXACT_FIELDS.has(field) || PLAIN_DECIMAL.test(text)))
    return rowIssue('cell_date', { value: printable(text, 20) });
  if (kind !== 'number') return undefined;
  const [whole = '', fraction = ''] = text.split('.');
  const isLong = whole.replace(/^-?0*/, '').length > KEPT_DIGITS;
  // Other values may be personal.
  if (/e/i.test(text) || (field === 'reference' && isLong))
    return rowIssue('cell_long_number', {
      value: EXACT_FIELDS.has(field) ? value : undefined,
      most: KEPT_DIGITS,
    });
  return field === AMOUNT && fraction.length > 8 ? rowIssue('cell_stored_number', { value }) : undefined;
}
