// The CSV of rows in doubt. A person fills in the columns of a resolution. Each line that is read back is compared
// with the ledger: a sheet that was sorted by one column alone would resolve the wrong rows.
import Big from 'big.js';

import { type NamedRow, readTable } from '../csv/input.ts';
import { csvLine, defuse } from '../csv/write.ts';
import { InputError } from '../files/input-error.ts';
import { plain } from '../files/plain.ts';
import { kindOfKey } from '../ledger/keys.ts';
import type { Doubt } from '../ledger/ledger.ts';
import { verbatim } from '../message.ts';
import { sayOf } from '../words/say.ts';
import { putBackText } from './current-rows.ts';
import { sentPayment } from './facts.ts';

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
type SheetColumn = (typeof COLUMNS)[number];

/** Compared with the row when the sheet comes back. */
const COMPARED: readonly SheetColumn[] = [
  'reference',
  'customerId',
  'externalAccountId',
  'amount',
  'currency',
  'lastAttempt',
];
/** A customer that is not created yet has no id. */
const COMPARED_OF_CUSTOMER: readonly SheetColumn[] = ['reference', 'payee', 'lastAttempt'];

/** Columns that a person may remove. */
const OPTIONAL: readonly SheetColumn[] = ['payee', 'memo', 'file', 'response', 'reason'];

/** The fields of a row in doubt for --json and --csv. */
export function doubtFields(doubt: Doubt) {
  const { runId: run, line, reference, file } = doubt;
  const { payee, customer: customerId, account: externalAccountId, amount, currency } = sentPayment(doubt);
  return { run, line, reference, payee, customerId, externalAccountId, amount, currency, file };
}

/** The response of the service, and why the row is in doubt again. */
export function responseText({ httpStatus, message, answeredId, putBack }: Doubt): string {
  const status = httpStatus === null ? 'no response' : `HTTP ${httpStatus}`;
  // The message contains the status code of the response.
  const said = plain(sayOf(message), 120);
  const parts = httpStatus === null || said === '' ? [status, said] : [said];
  const first =
    answeredId === ''
      ? parts.filter((text) => text !== '').join(': ')
      : `created ${plain(answeredId)}, which could not be recorded`;
  return putBack ? `${putBackText(putBack)}; before: ${first}` : first;
}

function cellsOf(doubt: Doubt): Record<SheetColumn, string> {
  const { reference, line, ...fields } = doubtFields(doubt);
  return {
    ...fields,
    line: String(line),
    reference: reference ?? '',
    memo: sentPayment(doubt).memo,
    lastAttempt: doubt.lastAttemptAt.toISOString(),
    response: responseText(doubt),
    ...{ as: '', transferId: '', reason: '' },
  };
}

export function doubtsSheet(doubts: readonly Doubt[]): string {
  const lines = doubts.map((doubt) => {
    const cells = cellsOf(doubt);
    return csvLine(COLUMNS.map((name) => defuse(plain(cells[name]))));
  });
  return csvLine(COLUMNS) + lines.join('');
}

/** One filled-in line of the sheet. */
export interface SheetLine extends NamedRow {
  readonly as: 'created' | 'not-created';
}

/** The lines whose `as` is filled in. Errors: {@link InputError} with the place. */
export async function readSheet(file: string): Promise<SheetLine[]> {
  const filled: SheetLine[] = [];
  const checkHeader = (names: readonly string[], line: number): void => {
    const missing = COLUMNS.filter((name) => !OPTIONAL.includes(name) && !names.includes(name.toLowerCase()));
    if (missing.length === 0) return;
    const what = `columns are missing (${missing.join(', ')}): fill in the CSV of paybatch doubts --csv, with all its columns`;
    throw new InputError('sheet', { file, line }, verbatim(what));
  };
  for await (const row of readTable(file, checkHeader)) {
    const as = row.cell('as').toLowerCase();
    if (as !== '') filled.push({ ...row, as: validAs(as, row, file) });
  }
  return filled;
}

/** Errors: {@link InputError} for a wrong word, or a wrong line number. */
function validAs(as: string, { line, cell }: NamedRow, file: string): SheetLine['as'] {
  const fail = (name: SheetColumn, why: string): never => {
    const what = verbatim(`${name}: "${plain(cell(name), 60)}" ${why}`);
    throw new InputError('sheet', { file, line }, what);
  };
  if (as !== 'created' && as !== 'not-created') return fail('as', 'must be created or not-created');
  if (!/^\d+$/.test(cell('line'))) return fail('line', 'is not a line number');
  return as;
}

/** The first column in which the sheet's line differs from the row in the ledger. */
export function differsIn({ cell }: SheetLine, row: Doubt): string | undefined {
  const known = cellsOf(row);
  const isCustomer = kindOfKey(row.key) === 'customers';
  // Earlier sheets have a customer's name under customerId.
  const said = (one: SheetColumn): string =>
    (isCustomer && one === 'payee' && cell('customerId')) || cell(one);
  const name = (isCustomer ? COMPARED_OF_CUSTOMER : COMPARED).find(
    (one) => !isSame(one, said(one), plain(known[one])),
  );
  return (
    name && `its ${name} is "${plain(said(name), 80)}", and that of the row is "${plain(known[name], 80)}"`
  );
}

function isSame(name: SheetColumn, said: string, own: string): boolean {
  if (name === 'amount') return isSameAmount(said, own);
  // A time that a spreadsheet has reformatted is not compared.
  if (name === 'lastAttempt' && !ISO.test(said)) return true;
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
