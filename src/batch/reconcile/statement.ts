// A statement: the CSV export of a dashboard or a bank. Reads it into lines, and keeps the cells that it did not
// understand. match.ts decides what the lines prove.
import { folded } from '../../csv/header.ts';
import { openInput } from '../../csv/input.ts';
import type { CsvRecord } from '../../csv/records.ts';
import { hashFile } from '../../files/bytes.ts';
import { idForm, oneSpelling } from '../../interface/created-id.ts';
import type { NumberForm } from '../input/amount-text.ts';
import { type Imports, NO_IMPORTS } from '../input/imports/imports.ts';
import { openRecords } from '../input/open-records.ts';
import { columnsOf, constantsOf, type StatementField } from './columns.ts';
import { type Figure, numberFormOf, readFigure } from './figures.ts';
import { type Objection, objectionsTo, type PaymentCells } from './outgoing.ts';

export interface StatementLine {
  readonly line: number;
  /** Empty if the cell does not have the form of this service's ids. */
  readonly id: string;
  readonly memo: string;
  readonly reference: string;
  /** The id of an external account; empty for another value. */
  readonly account: string;
  /** A plain decimal; empty if the cell is not understood. */
  readonly amount: string;
  readonly currency: string;
  readonly time: TimeSpan | null;
  /** Why the line does not prove a payment, and the cell that shows it. */
  readonly objection: (Objection & { readonly value: string }) | null;
}

/** Cells of a column that are not understood: each different value with its first line. */
export interface Misread {
  readonly field: StatementField;
  readonly why: Objection['why'];
  readonly values: readonly { readonly value: string; readonly line: number }[];
}

export interface Statement {
  readonly lines: readonly StatementLine[];
  /** SHA-256 of its bytes. */
  readonly hash: string;
  /** The header that each field was read from, or the constant that it has. */
  readonly columns: ReadonlyMap<StatementField, string>;
  /** Headers of columns that were not recognised. */
  readonly unused: readonly string[];
  readonly misread: readonly Misread[];
}

export interface StatementSettings {
  readonly imports: Imports | undefined;
  readonly delimiter: string | undefined;
  /** Of the service's profile. */
  readonly failedStates: readonly string[];
  /** The forms of this service's ids (see idForm). */
  readonly idForms: ReadonlySet<string>;
}

/** Errors: {@link InputError} for a file without a column that can be compared with payments. */
export async function readStatement(file: string, settings: StatementSettings): Promise<Statement> {
  const { imports = NO_IMPORTS, delimiter } = settings;
  const handle = await openInput(file);
  try {
    const { pages } = await openRecords(handle, { file, delimiter, imports });
    const all: CsvRecord[] = [];
    for await (const batch of pages) for (const record of batch) all.push(record);
    const [head = { cells: [], line: 1 }, ...records] = all;
    const header = { file, names: head.cells.map((cell) => cell.trim()), line: head.line };
    const columns = columnsOf(header, imports);
    const constants = constantsOf(header, columns, imports);
    const ignored = new Set([...imports.columns].flatMap(([name, to]) => (to === null ? folded(name) : [])));
    const used = new Set(columns.values());
    return {
      ...readLines(records, { columns, constants }, settings),
      hash: await hashFile(handle),
      columns: new Map([
        ...[...columns].map(([field, at]) => [field, header.names[at] ?? ''] as const),
        ...[...constants].map(([field, value]) => [field, `${value} (constants)`] as const),
      ]),
      unused: header.names.filter((name, at) => name !== '' && !used.has(at) && !ignored.has(folded(name))),
    };
  } finally {
    await handle.close();
  }
}

/** The trimmed cell of a field, or its constant; null if there is neither. */
type CellOf = (field: StatementField) => string | null;

const UUID = /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i;
const CURRENCY = /^[a-z]{3,6}$/i;
const MONEY = ['amount', 'debit', 'credit'] as const;

interface FieldSources {
  readonly columns: ReadonlyMap<StatementField, number>;
  readonly constants: ReadonlyMap<StatementField, string>;
}

function readLines(
  records: readonly CsvRecord[],
  { columns, constants }: FieldSources,
  { imports, failedStates, idForms }: StatementSettings,
): Pick<Statement, 'lines' | 'misread'> {
  const cells = records.map(({ cells: own }): CellOf => (field) => {
    const at = columns.get(field);
    return at === undefined ? (constants.get(field) ?? null) : (own[at] ?? '').trim();
  });
  const form =
    imports?.numbers ?? numberFormOf(cells.flatMap((cellOf) => MONEY.map((field) => cellOf(field) ?? '')));
  const payments = cells.map((cellOf) => paymentCells(cellOf, form));
  const objections = objectionsTo(payments, failedStates);
  const misread = new MisreadCells();
  const lines = cells.map((cellOf, i): StatementLine => {
    const line = records[i]?.line ?? 0;
    const cell = (field: StatementField): string => cellOf(field) ?? '';
    const understood = (field: StatementField, is: boolean): string => {
      if (!is && cell(field) !== '') misread.add(field, 'not_understood', cell(field), line);
      return is ? cell(field) : '';
    };
    const currency = understood('currency', CURRENCY.test(cell('currency')));
    const time = readTime(cell('time'));
    understood('time', time !== null);
    const unknownCurrency: Objection = { field: 'currency', why: 'not_understood' };
    const objection = objections[i] ?? (currency === cell('currency') ? null : unknownCurrency);
    const value = objection ? shownCell(cell, objection.field) : '';
    if (objection) misread.add(objection.field, objection.why, value, line);
    return {
      line,
      id: oneSpelling(understood('id', idForms.has(idForm(cell('id'))))),
      memo: cell('memo'),
      reference: cell('reference'),
      account: understood('account', UUID.test(cell('account'))),
      amount: payments[i]?.amount.value ?? '',
      currency,
      time,
      objection: objection && { ...objection, value },
    };
  });
  return { lines, misread: [...misread.values()] };
}

/** The cell that an objection is about. */
function shownCell(cell: (field: StatementField) => string, field: Objection['field']): string {
  if (field === 'amount') return cell('amount') || cell('debit') || cell('credit');
  if (field !== 'debit') return cell(field);
  return [cell('debit'), cell('credit')].filter((text) => text !== '').join(' / ');
}

/** The cells that show whether a line is an outgoing payment. Without an amount, the debit is the amount. */
function paymentCells(cellOf: CellOf, form: NumberForm | undefined): PaymentCells {
  const [amount = null, debit = null, credit = null] = MONEY.map((field): Figure | null => {
    const cell = cellOf(field);
    return cell === null ? null : readFigure(cell, form);
  });
  return {
    amount: amount && amount.value !== '' ? amount : (debit ?? amount ?? { sign: 'none', value: '' }),
    ...{ debit, credit },
    ...{ direction: cellOf('direction'), type: cellOf('type'), state: cellOf('state') },
  };
}

/** So many different values are kept of a column. */
const MOST_VALUES = 8;

/** Cells that are not understood, by their column and the reason. */
class MisreadCells extends Map<string, Misread & { readonly values: Misread['values'][number][] }> {
  add(field: StatementField, why: Objection['why'], value: string, line: number): void {
    const kind = `${field} ${why}`;
    const found = this.get(kind) ?? { field, why, values: [] };
    this.set(kind, found);
    const { values } = found;
    if (values.length < MOST_VALUES && !values.some((one) => one.value === value))
      values.push({ value, line });
  }
}

const HOUR_MS = 3_600_000;
const DAY_MS = 24 * HOUR_MS;
/** A payment is booked from one hour before its attempt (a clock that is a little off) to three days after it. */
const EARLY_MS = HOUR_MS;
const LATE_MS = 3 * DAY_MS;

export interface TimeSpan {
  readonly fromMs: number;
  readonly toMs: number;
}

/** Whether a payment that was attempted in one span may have been booked in the other. */
export const isInWindow = (attempt: TimeSpan, booked: TimeSpan): boolean =>
  booked.toMs >= attempt.fromMs - EARLY_MS && booked.fromMs <= attempt.toMs + LATE_MS;

/** The earliest attempt of a payment that was booked at this time. */
export const earliestAttemptMs = (bookedMs: number): number => bookedMs - LATE_MS;

const DAY = /^\d{4}-\d\d-\d\d$/;
const MOMENT = /^\d{4}-\d\d-\d\d[T ]\d\d:\d\d(?::\d\d(?:\.\d+)?)?(?: ?(?:Z|UTC|[+-]\d\d:?\d\d))?$/;

/** ISO 8601, or 21.11.2026: a moment, or a whole day. A time without a zone is read as UTC. `null`: not understood. */
export function readTime(written: string): TimeSpan | null {
  const text = written.replace(/^(\d\d)\.(\d\d)\.(\d{4})(?=$|,? )/, '$3-$2-$1').replace(', ', ' ');
  const isDay = DAY.test(text);
  if (!isDay && !MOMENT.test(text)) return null;
  const zoned = isDay || /(?:Z|UTC|[+-]\d\d:?\d\d)$/.test(text) ? text : `${text}Z`;
  const ms = Date.parse(
    zoned
      .replace(' ', 'T')
      .replace(/ ?UTC$/, 'Z')
      .replace(/ (?=[+-]|Z)/, ''),
  );
  if (Number.isNaN(ms)) return null;
  return { fromMs: ms, toMs: isDay ? ms + DAY_MS - 1 : ms };
}
