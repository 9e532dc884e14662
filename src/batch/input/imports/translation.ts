// Records of an export into records as the readers of rows know them: the export's own cells in their places, amounts
// in plain form, and behind them what constants and lookup files add. What can't be read is an issue, never a guess;
// and a cell that is wrong is never replaced by one that could be right.
import { columnNamed, type Header, printable } from '../../../csv/header.ts';
import type { CellKind, CsvRecord } from '../../../csv/records.ts';
import { PLAIN_DECIMAL } from '../../../interface/decimal.ts';
import { todo } from '../../../message.ts';
import { AmountReader } from '../amount-text.ts';
import { isFormulaError, spreadsheetDamage } from '../damaged-text.ts';
import type { Issue, ReadRow } from '../row.ts';
import type { Imports } from './imports.ts';
import type { LookupTable } from './lookup-table.ts';

/** The field that is an amount. */
const AMOUNT = 'receiverAmount';

/** Reads the records of one file. */
class Translation {
  readonly #header: Header;
  readonly #imports: Imports;
  readonly #constants: readonly string[];
  readonly #amountAt: number;
  readonly #amounts: AmountReader | undefined;
  /** 0-based column of each lookup's key. */
  readonly #keys: readonly number[];
  /** Fields of the export's own columns. */
  readonly #fields: readonly (readonly [field: string, column: number])[];

  constructor(header: Header, imports: Imports) {
    this.#header = header;
    this.#imports = imports;
    this.#constants = [...imports.constants.values()];
    const amountAt = header.index.get(AMOUNT) ?? -1;
    this.#amountAt = amountAt < header.names.length ? amountAt : -1;
    this.#amounts = imports.numbers && new AmountReader(imports.numbers);
    this.#keys = imports.lookups.map(({ key }) => columnNamed(header, key));
    this.#fields = [...header.index].filter(([, at]) => at < header.names.length);
  }

  /** `told`: fields whose trouble is told by the issues; what a reader says of them besides is noise. */
  read(record: CsvRecord): { record: CsvRecord; issues: readonly Issue[]; told: ReadonlySet<string> } {
    const issues: Issue[] = [];
    const told = new Set<string>();
    const { length: width } = this.#header.names;
    const own = record.cells;
    const cells = Array.from({ length: width }, (_, at) => own[at] ?? '');
    if (this.#amountAt !== -1) this.#readAmount(record, cells, issues, told);
    this.#judgeCells(record, cells, issues, told);
    cells.push(...this.#constants);
    for (const [at, table] of this.#imports.lookups.entries()) {
      const key = this.#keys[at] ?? -1;
      cells.push(...this.#lookUp(table, key, own[key] ?? '', issues, told));
    }
    return { record: { ...record, cells, own }, issues, told };
  }

  /**
   * Into the plain form. A cell that isn't one keeps its text, or is made unreadable where that could be taken for one.
   */
  #readAmount({ cells: own, kinds }: CsvRecord, cells: string[], issues: Issue[], told: Set<string>): void {
    const at = this.#amountAt;
    const text = (own[at] ?? '').trim();
    const kind = kinds?.[at];
    if (text === '' || (kind !== undefined && kind !== 'text')) return; // a number cell is plain already
    const read = this.#amounts?.read(text);
    if (read === undefined) return;
    if ('plain' in read) {
      cells[at] = read.plain;
      return;
    }
    cells[at] = PLAIN_DECIMAL.test(text) ? `?${text}` : text;
    issues.push({ column: at + 1, field: AMOUNT, message: todo(read.issue) });
    told.add(AMOUNT);
  }

  /** What a spreadsheet has left in the cells of fields. */
  #judgeCells(record: CsvRecord, cells: string[], issues: Issue[], told: Set<string>): void {
    for (const [field, at] of this.#fields) {
      if (told.has(field)) continue;
      const message = issueOfCell(record.cells[at] ?? '', record.kinds?.[at], field);
      if (message === undefined) continue;
      // In no total: the number of a day is no amount.
      if (at === this.#amountAt) cells[at] = `?${cells[at] ?? ''}`;
      issues.push({ column: at + 1, field, message: todo(message) });
      told.add(field);
    }
  }

  #lookUp(
    table: LookupTable,
    column: number,
    cell: string,
    issues: Issue[],
    told: Set<string>,
  ): readonly string[] {
    const key = cell.trim();
    const values = key === '' ? undefined : table.valuesOf(key);
    if (values) return values;
    for (const { field } of table.fields) told.add(field);
    const name = (this.#header.names[column] ?? '').trim();
    issues.push({ column: column + 1, field: name, message: todo(unknownKey(key, table)) });
    return table.fields.map(() => '');
  }
}

function unknownKey(key: string, table: LookupTable): string {
  if (key === '') return `is empty: nothing can be looked up in ${table.shown}`;
  const what = `"${printable(key)}" is not in ${table.shown} (column "${printable(table.fileKey)}")`;
  const damage = spreadsheetDamage(key);
  if (damage !== undefined) return `${what}: it ${damage}`;
  const nearly = table.nearly(key);
  if (nearly === undefined) return `${what}: add it there, or correct the cell`;
  const zeros = /^0/.test(nearly) !== key.startsWith('0');
  const why = zeros ? ': spreadsheets remove leading zeros, so format the column as text' : '';
  return `${what}, but "${printable(nearly)}" is${why}. Check which of the two is right`;
}

/** A spreadsheet keeps so many digits of a number. */
const KEPT_DIGITS = 15;

/** Fields in which a date stored as a number, or a number with lost digits, does harm. */
const EXACT: ReadonlySet<string> = new Set([AMOUNT, 'reference']);

/**
 * What a spreadsheet has left in a cell that becomes a field; behind the field's name. `kind`: of a workbook's cell.
 */
function issueOfCell(cell: string, kind: CellKind | undefined, field: string): string | undefined {
  const text = cell.trim();
  const shown = `"${printable(text)}"`;
  if (kind === 'formula')
    return 'is a formula without a saved value: open the workbook in a spreadsheet, save it, and use that file';
  if (kind === 'error' || (kind !== 'number' && kind !== 'date' && isFormulaError(text)))
    return `${shown} is an error of a formula: correct it in the sheet`;
  if (kind === 'date' && EXACT.has(field))
    return `is a date, which the sheet keeps as the number ${printable(text, 20)}: format the column as text and enter it again`;
  if (kind !== 'number') return undefined;
  const [whole = '', fraction = ''] = text.split('.');
  const isLong = whole.replace(/^-?0*/, '').length > KEPT_DIGITS;
  // Of a customer, it may be personal.
  if (/e/i.test(text) || (field === 'reference' && isLong))
    return `${EXACT.has(field) ? `${shown} ` : ''}is a number of more than ${KEPT_DIGITS} digits, the most that a sheet keeps: format the column as text, and enter it again from where it came from`;
  if (field === AMOUNT && fraction.length > 8)
    return `${shown} is the stored number, although the sheet may show fewer digits: round it there, with =ROUND(...;2), and save the values`;
  return undefined;
}

/** The reader of rows of an export. `payee`: 0-based column; -1 for none. */
export function translated(read: ReadRow, header: Header, imports: Imports, payee: number): ReadRow {
  const translation = new Translation(header, imports);
  return (record) => {
    const { record: plain, issues, told } = translation.read(record);
    const row = read(plain);
    const own = row.issues.filter(({ field }) => !told.has(field));
    const all = [...issues, ...own].sort((a, b) => (a.column || Infinity) - (b.column || Infinity));
    const whole = { ...row, cells: record.cells, issues: all };
    if (whole.kind === 'payouts') whole.payee = plain.cells[payee];
    return whole;
  };
}
