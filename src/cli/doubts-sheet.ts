// The CSV of rows in doubt: it goes out with empty columns for a person's word, and comes back filled in. What has come
// back is compared with the ledger, since a sheet that was sorted by one column alone resolves the wrong rows.
import Big from 'big.js';

import { openInput, readRecords } from '../csv/input.ts';
import { csvLine, defuse } from '../csv/write.ts';
import { BY_PROFILE } from '../files/checked-text.ts';
import { InputError } from '../files/input-error.ts';
import { plain } from '../files/plain.ts';
import { canBeId } from '../interface/created-id.ts';
import type { Doubt } from '../ledger/ledger.ts';
import { answeredText, payeeOf } from './render/doubt.ts';

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
  'answered',
  'as',
  'transferId',
  'reason',
] as const;
type Column = (typeof COLUMNS)[number];

/** What of a row is compared when the sheet comes back. */
const COMPARED = [
  'reference',
  'customerId',
  'externalAccountId',
  'amount',
  'currency',
  'lastAttempt',
  'file',
] as const;
type Compared = (typeof COMPARED)[number];

/**
 * Without what is compared, a sheet whose lines have changed places can't be told from a good one. The payee is compared
 * where it is there.
 */
const NEEDED = [
  'run',
  'line',
  'reference',
  'amount',
  'currency',
  'as',
  'transferId',
] as const satisfies Column[];

/** What identifies a row without a reference: many rows have equal amounts. */
const TELLING = ['externalAccountId', 'lastAttempt'] as const satisfies Column[];

/** `lastAttemptAt`, `file`: of a row that is in doubt. */
export type SheetRow = Pick<Doubt, 'reference' | 'amount' | 'currency' | 'body'> &
  Partial<Pick<Doubt, 'lastAttemptAt' | 'file'>>;

function facts(row: SheetRow): Record<Compared, string> {
  const { amount, currency, file = '' } = row;
  const { customer, account } = payeeOf(row.body);
  return {
    reference: row.reference ?? '',
    customerId: customer,
    externalAccountId: account,
    lastAttempt: row.lastAttemptAt?.toISOString() ?? '',
    ...{ amount, currency, file },
  };
}

export function doubtsSheet(doubts: readonly Doubt[]): string {
  const lines = doubts.map((doubt) => {
    const cells: Record<Column, string> = {
      ...facts(doubt),
      run: doubt.runId,
      line: String(doubt.line),
      payee: doubt.payee,
      memo: payeeOf(doubt.body).memo,
      answered: answeredText(doubt),
      as: '',
      transferId: '',
      reason: '',
    };
    return csvLine(COLUMNS.map((name) => defuse(plain(cells[name]))));
  });
  return csvLine(COLUMNS) + lines.join('');
}

/** One filled-in line of the sheet. */
export interface Filled {
  /** Line in the sheet, for messages. */
  readonly at: number;
  readonly run: string;
  readonly line: number;
  readonly reference: string;
  /** What it says of the row, by column; a column that the sheet lacks is not there. */
  readonly says: ReadonlyMap<Compared, string>;
  readonly as: 'created' | 'not-created';
  readonly transferId: string;
  readonly reason: string;
}

/** The lines whose `as` is filled in. Errors: {@link InputError} with the place. */
export async function readSheet(file: string): Promise<Filled[]> {
  const handle = await openInput(file);
  try {
    const filled: Filled[] = [];
    let header: readonly string[] | undefined;
    for await (const records of readRecords(handle, { file })) {
      for (const { cells, line } of records) {
        if (header) filled.push(...read(file, header, cells, line));
        else header = headerOf(file, cells, line);
      }
    }
    return filled;
  } catch (error) {
    if (error instanceof InputError) error.message = error.message.replace(BY_PROFILE, '');
    throw error;
  } finally {
    await handle.close();
  }
}

function headerOf(file: string, cells: readonly string[], line: number): readonly string[] {
  const header = cells.map((cell) => cell.trim());
  const missing = NEEDED.filter((name) => !header.includes(name)).map((name) => `"${name}"`);
  if (missing.length > 0)
    throw new InputError(
      'sheet',
      { file, line },
      `${missing.length === 1 ? 'the column' : 'the columns'} ${missing.join(', ')} ${missing.length === 1 ? 'is' : 'are'} missing: fill in the CSV of paybatch doubts --csv, with all its columns`,
    );
  return header;
}

function read(file: string, header: readonly string[], cells: readonly string[], at: number): Filled[] {
  const cell = (name: Column): string => (cells[header.indexOf(name)] ?? '').trim();
  const fail = (message: string): never => {
    throw new InputError('sheet', { file, line: at }, message);
  };
  const as = cell('as').toLowerCase();
  if (as === '') return [];
  if (as !== 'created' && as !== 'not-created')
    return fail(`as: "${plain(as, 60)}": must be created or not-created`);
  if (!/^\d+$/.test(cell('line'))) return fail(`line: "${plain(cell('line'), 60)}" is not a line number`);
  if (cell('reference') === '' && !TELLING.some((name) => header.includes(name)))
    return fail(
      'the row has no reference, and the columns externalAccountId and lastAttempt are missing: nothing tells which row is meant. Fill in the CSV of paybatch doubts --csv, with all its columns',
    );
  const id = cell('transferId');
  if (id !== '' && !canBeId(id))
    return fail(
      `transferId: "${plain(id, 60)}" can't be an id: did a spreadsheet make that of it? Format the column as text`,
    );
  return [
    {
      at,
      run: cell('run'),
      line: Number(cell('line')),
      reference: cell('reference'),
      says: new Map(
        COMPARED.filter((name) => header.includes(name)).map((name) => [name, cell(name)] as const),
      ),
      as,
      transferId: cell('transferId'),
      reason: cell('reason'),
    },
  ];
}

/** The first column in which the sheet's line differs from the row in the ledger. */
export function differsIn(filled: Filled, row: SheetRow): string | undefined {
  const known = facts(row);
  for (const [name, said] of filled.says) {
    const own = plain(known[name]);
    if (isSame(name, said, own)) continue;
    return `its ${name} is "${plain(said, 80)}", and that of the row is "${plain(own, 80)}"`;
  }
  return undefined;
}

function isSame(name: Compared, said: string, own: string): boolean {
  if (name === 'amount') return sameAmount(said, own);
  // For a row that is not in doubt, neither is known. A time that a spreadsheet has reformatted is not compared.
  if (own === '' && (name === 'lastAttempt' || name === 'file')) return true;
  if (name === 'lastAttempt' && !ISO.test(said)) return true;
  return bare(said) === bare(own);
}

const ISO = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/;

/** Without the apostrophe that keeps a spreadsheet from running it, and the zeros that it takes away. */
const bare = (text: string): string =>
  text.normalize('NFC').trim().replace(/^'/, '').replace(/^0+/, '').toLowerCase();

const DECIMAL = /^\d+(?:\.\d+)?$/;
/** As a spreadsheet writes amounts in half of the world. */
const COMMA = /^(?:\d+|\d{1,3}(?:\.\d{3})+),\d+$/;

function sameAmount(said: string, own: string): boolean {
  if (said === '' || own === '') return said === own;
  const value = COMMA.test(said) ? said.replaceAll('.', '').replace(',', '.') : said;
  return DECIMAL.test(value) && new Big(value).eq(new Big(own));
}
