// Records of an export into records for the readers of rows: the export's own cells, with amounts as plain decimals, and
// behind them the values of constants and lookup files. A cell that can't be read is an issue and is never guessed.
import { columnNamed, type Header, printable } from '../../../csv/header.ts';
import type { CellKind, CsvRecord } from '../../../csv/records.ts';
import { PLAIN_DECIMAL } from '../../../interface/decimal.ts';
import type { Message } from '../../../message.ts';
import { amountIssue, plainAmount } from '../amount-text.ts';
import { isFormulaError, spreadsheetDamage } from '../damaged-text.ts';
import { rowIssue } from '../messages.ts';
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
    this.#keys = imports.lookups.map(({ key }) => columnNamed(header, key));
    this.#fields = [...header.index].filter(([, at]) => at < header.names.length);
  }

  /** `told`: fields that the issues are about. Further issues of the reader about them are not reported. */
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

  /** Into a plain decimal. Another text stays; a mark makes it unreadable if it looks like a plain decimal. */
  #readAmount({ cells: own, kinds }: CsvRecord, cells: string[], issues: Issue[], told: Set<string>): void {
    const at = this.#amountAt;
    const text = (own[at] ?? '').trim();
    const kind = kinds?.[at];
    const { numbers } = this.#imports;
    if (!numbers || text === '' || (kind !== undefined && kind !== 'text')) return; // a number cell is plain already
    const plain = plainAmount(text, numbers);
    if (plain !== undefined) {
      cells[at] = plain;
      return;
    }
    cells[at] = PLAIN_DECIMAL.test(text) ? `?${text}` : text;
    issues.push({ column: at + 1, field: AMOUNT, message: amountIssue(text, numbers) });
    told.add(AMOUNT);
  }

  /** Cells that a spreadsheet has damaged. */
  #judgeCells(record: CsvRecord, cells: string[], issues: Issue[], told: Set<string>): void {
    for (const [field, at] of this.#fields) {
      if (told.has(field)) continue;
      const message = issueOfCell(record.cells[at] ?? '', record.kinds?.[at], field);
      if (message === undefined) continue;
      // The mark keeps it out of totals: a date's number is not an amount.
      if (at === this.#amountAt) cells[at] = `?${cells[at] ?? ''}`;
      issues.push({ column: at + 1, field, message });
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
    issues.push({ column: column + 1, field: name, message: unknownKey(key, table) });
    return table.fields.map(() => '');
  }
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

/** Fields that must not be a date stored as a number, or a number with lost digits. */
export const EXACT_FIELDS: ReadonlySet<string> = new Set([AMOUNT, 'reference']);

/** The damage of a spreadsheet in a cell of a field. `kind`: of a workbook's cell. */
function issueOfCell(cell: string, kind: CellKind | undefined, field: string): Message | undefined {
  const text = cell.trim();
  const value = printable(text);
  if (kind === 'formula') return rowIssue('cell_formula');
  if (kind === 'error' || (kind !== 'number' && kind !== 'date' && isFormulaError(text)))
    return rowIssue('cell_error', { value });
  if (kind === 'date' && EXACT_FIELDS.has(field))
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

/** The reader of rows of an export. */
export function translated(read: ReadRow, header: Header, imports: Imports): ReadRow {
  const translation = new Translation(header, imports);
  return (record) => {
    const { record: plain, issues, told } = translation.read(record);
    const row = read(plain);
    const own = row.issues.filter(({ field }) => !told.has(field));
    const all = [...issues, ...own].sort((a, b) => (a.column || Infinity) - (b.column || Infinity));
    return { ...row, cells: record.cells, issues: all };
  };
}
