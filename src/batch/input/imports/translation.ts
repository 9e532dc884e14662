// Records of an export into records for the readers of rows: the export's own cells, with amounts as plain decimals, and
// behind them the values of constants and lookup files. A cell that can't be read is an issue and is never guessed.
import { columnNamed, type Header, printable } from '../../../csv/header.ts';
import type { CellKind, CsvRecord } from '../../../csv/records.ts';
import type { Message } from '../../../message.ts';
import { amountIssue, plainAmount } from '../amount-text.ts';
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

interface TranslatedRecord {
  readonly record: CsvRecord;
  readonly wrong: readonly CellIssue[];
}

/** Reads the records of one file. */
class Translation {
  readonly #header: Header;
  readonly #imports: Imports;
  readonly #constants: readonly string[];
  /** 0-based column of each lookup's key. */
  readonly #keys: readonly number[];
  /** Fields of the export's own columns. */
  readonly #fields: readonly (readonly [field: string, column: number])[];

  constructor(header: Header, imports: Imports) {
    this.#header = header;
    this.#imports = imports;
    this.#constants = [...imports.constants.values()];
    this.#keys = imports.lookups.map(({ key }) => columnNamed(header, key));
    this.#fields = [...header.index].filter(([, at]) => at < header.names.length);
  }

  read(record: CsvRecord): TranslatedRecord {
    const { cells: own, kinds } = record;
    const { names } = this.#header;
    const wrong: CellIssue[] = [];
    const cells = names.map((_, at) => own[at] ?? '');
    for (const [field, at] of this.#fields) {
      const text = (own[at] ?? '').trim();
      const plain = field === AMOUNT ? this.#plainAmount(text, kinds?.[at]) : undefined;
      const message = plain?.issue ?? cellIssue(text, kinds?.[at], field);
      if (message !== undefined) wrong.push({ column: at + 1, field, message, fields: [field] });
      if (field !== AMOUNT) continue;
      // The mark keeps it out of totals: the number of a date, for example, is not an amount.
      if (message !== undefined) cells[at] = `?${text}`;
      else if (plain) cells[at] = plain.amount;
    }
    cells.push(...this.#constants);
    for (const [i, table] of this.#imports.lookups.entries()) {
      const at = this.#keys[i] ?? -1;
      const key = (own[at] ?? '').trim();
      const values = key === '' ? undefined : table.valuesOf(key);
      cells.push(...(values ?? table.fields.map(() => '')));
      if (values) continue;
      const place = { column: at + 1, field: (names[at] ?? '').trim() };
      const fields = table.fields.map(({ field }) => field);
      wrong.push({ ...place, message: unknownKey(key, table), fields });
    }
    return { record: { ...record, cells, own }, wrong };
  }

  /** An amount in the profile's form; `undefined` for a cell that is read as it is, such as a number of a workbook. */
  #plainAmount(
    text: string,
    kind: CellKind | undefined,
  ): { amount: string; issue?: Message | undefined } | undefined {
    const { numbers } = this.#imports;
    if (!numbers || text === '' || (kind !== undefined && kind !== 'text')) return undefined;
    const amount = plainAmount(text, numbers);
    return amount === undefined ? { amount: text, issue: amountIssue(text, numbers) } : { amount };
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
function cellIssue(text: string, kind: CellKind | undefined, field: string): Message | undefined {
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
    const { record: plain, wrong } = translation.read(record);
    const row = read(plain);
    const isOpen = ({ field }: Issue): boolean => !wrong.some(({ fields }) => fields.includes(field));
    const found = wrong.map(({ column, field, message }): Issue => ({ column, field, message }));
    const issues = [...found, ...row.issues.filter(isOpen)];
    issues.sort((a, b) => (a.column || Infinity) - (b.column || Infinity));
    return { ...row, cells: record.cells, issues };
  };
}
