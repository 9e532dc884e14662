// The CSV of rows in doubt: it goes out with empty columns for a resolution, and comes back filled in. A line that
// comes back is compared with the ledger: a sheet that was sorted by one column alone would resolve the wrong rows.
import Big from 'big.js';

import { openInput, readRecords } from '../csv/input.ts';
import { csvLine, defuse } from '../csv/write.ts';
import { InputError } from '../files/input-error.ts';
import { plain } from '../files/plain.ts';
import type { Doubt } from '../ledger/ledger.ts';
import { verbatim } from '../message.ts';
import { doubtFields, recipientOfBody, responseText } from './render/doubt.ts';

/** Compared with the row when the sheet comes back. */
const COMPARED = [
  'reference',
  'customerId',
  'externalAccountId',
  'amount',
  'currency',
  'lastAttempt',
] as const;
type Compared = (typeof COMPARED)[number];

const COLUMNS = [
  'run',
  'line',
  'reference',
  'payee',
  'customerId',
  'externalAccountId',
  'amount',
  'currency',
  'memo',
  'lastAttempt',
  'file',
  'response',
  'as',
  'transferId',
  'reason',
] as const;
type Column = (typeof COLUMNS)[number];

/** Columns that a person may remove. */
const OPTIONAL: readonly Column[] = ['payee', 'memo', 'file', 'response', 'reason'];

/** `lastAttemptAt`: of a row that is in doubt. */
export type SheetRow = Pick<Doubt, 'reference' | 'amount' | 'currency' | 'body'> &
  Partial<Pick<Doubt, 'lastAttemptAt'>>;

function cellsOf({ reference, amount, currency, body, lastAttemptAt }: SheetRow): Record<Compared, string> {
  const { customer, account } = recipientOfBody(body);
  return {
    reference: reference ?? '',
    customerId: customer,
    externalAccountId: account,
    ...{ amount, currency },
    lastAttempt: lastAttemptAt?.toISOString() ?? '',
  };
}

export function doubtsSheet(doubts: readonly Doubt[]): string {
  const lines = doubts.map((doubt) => {
    const cells: Record<Column, string> = {
      ...doubtFields(doubt),
      ...cellsOf(doubt),
      line: String(doubt.line),
      memo: recipientOfBody(doubt.body).memo,
      response: responseText(doubt),
      ...{ as: '', transferId: '', reason: '' },
    };
    return csvLine(COLUMNS.map((name) => defuse(plain(cells[name]))));
  });
  return csvLine(COLUMNS) + lines.join('');
}

/** One filled-in line of the sheet. */
export interface SheetLine {
  /** Its line number, for messages. */
  readonly at: number;
  readonly as: 'created' | 'not-created';
  readonly cell: (name: Column) => string;
}

/** The lines whose `as` is filled in. Errors: {@link InputError} with the place. */
export async function readSheet(file: string): Promise<SheetLine[]> {
  const handle = await openInput(file);
  try {
    const filled: SheetLine[] = [];
    let header: readonly string[] | undefined;
    for await (const records of readRecords(handle, { file })) {
      for (const { cells, line } of records) {
        if (header) filled.push(...readLine(file, header, cells, line));
        else header = readHeader(file, cells, line);
      }
    }
    return filled;
  } finally {
    await handle.close();
  }
}

function readHeader(file: string, cells: readonly string[], line: number): readonly string[] {
  const header = cells.map((cell) => cell.trim());
  const missing = COLUMNS.filter((name) => !OPTIONAL.includes(name) && !header.includes(name));
  if (missing.length === 0) return header;
  throw new InputError(
    'sheet',
    { file, line },
    verbatim(
      `columns are missing (${missing.join(', ')}): fill in the CSV of paybatch doubts --csv, with all its columns`,
    ),
  );
}

function readLine(
  file: string,
  header: readonly string[],
  cells: readonly string[],
  at: number,
): SheetLine[] {
  const cell = (name: Column): string => (cells[header.indexOf(name)] ?? '').trim();
  const fail = (name: Column, why: string): never => {
    const what = verbatim(`${name}: "${plain(cell(name), 60)}" ${why}`);
    throw new InputError('sheet', { file, line: at }, what);
  };
  const as = cell('as').toLowerCase();
  if (as === '') return [];
  if (as !== 'created' && as !== 'not-created') return fail('as', 'must be created or not-created');
  if (!/^\d+$/.test(cell('line'))) return fail('line', 'is not a line number');
  return [{ at, as, cell }];
}

/** The first column in which the sheet's line differs from the row in the ledger. */
export function differsIn({ cell }: SheetLine, row: SheetRow): string | undefined {
  const known = cellsOf(row);
  const name = COMPARED.find((one) => !isSame(one, cell(one), plain(known[one])));
  return (
    name && `its ${name} is "${plain(cell(name), 80)}", and that of the row is "${plain(known[name], 80)}"`
  );
}

function isSame(name: Compared, said: string, own: string): boolean {
  if (name === 'amount') return isSameAmount(said, own);
  // The time of a row that is not in doubt isn't known. A time that a spreadsheet has reformatted is not compared.
  if (name === 'lastAttempt' && (own === '' || !ISO.test(said))) return true;
  return bare(said) === bare(own);
}

const ISO = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/;

/** Without the apostrophe that keeps a spreadsheet from running it, and the zeros that it takes away. */
const bare = (text: string): string =>
  text.normalize('NFC').trim().replace(/^'/, '').replace(/^0+/, '').toLowerCase();

/** As a spreadsheet writes amounts in half of the world. */
const COMMA = /^(?:\d+|\d{1,3}(?:\.\d{3})+),\d+$/;

function isSameAmount(said: string, own: string): boolean {
  if (said === '' || own === '') return said === own;
  const value = COMMA.test(said) ? said.replaceAll('.', '').replace(',', '.') : said;
  return /^\d+(?:\.\d+)?$/.test(value) && new Big(value).eq(new Big(own));
}
