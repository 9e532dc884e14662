// A statement: the export of a dashboard or a bank, a CSV whose columns are told by their headers. Reads it into lines
// and its digest; what they prove is match.ts's to say.
import type { FileHandle } from 'node:fs/promises';

import { openInput, readRecords } from '../../csv/input.ts';
import { didYouMean } from '../../csv/suggest.ts';
import { hashFile } from '../../files/bytes.ts';
import { InputError } from '../../files/input-error.ts';
import { oneSpelling } from '../../interface/created-id.ts';
import { amountOf, decimalMarkOf, timeOf } from './cells.ts';
import { type Gap, gapsOf } from './gaps.ts';
import type { StatementLine } from './lines.ts';
import { hasBothSigns, reserveOf, type Told } from './outgoing.ts';

export type StatementField =
  | 'id'
  | 'reference'
  | 'memo'
  | 'payee'
  | 'customer'
  | 'amount'
  | 'debit'
  | 'credit'
  | 'currency'
  | 'time'
  | 'state'
  | 'type'
  | 'direction';

/** Headers that are known, letters and digits alone, the likeliest first. */
export const KNOWN_HEADERS: Readonly<Record<StatementField, readonly string[]>> = {
  id: ['transferid', 'transactionid', 'paymentid', 'tradeid', 'id'],
  reference: ['reference', 'clientreference', 'endtoendid', 'externalreference', 'yourreference'],
  memo: ['memo', 'remittanceinformation', 'description', 'details', 'narrative', 'paymentdetails', 'note'],
  payee: ['externalaccountid', 'beneficiaryaccountid', 'destinationaccountid', 'payee', 'beneficiaryaccount'],
  customer: ['customerid', 'customer'],
  amount: ['receiveramount', 'destinationamount', 'creditedamount', 'amount', 'value'],
  debit: [
    'debit',
    'debitamount',
    'debits',
    'paidout',
    'moneyout',
    'amountout',
    'withdrawal',
    'withdrawals',
    'outflow',
  ],
  credit: [
    'credit',
    'creditamount',
    'credits',
    'paidin',
    'moneyin',
    'amountin',
    'deposit',
    'deposits',
    'inflow',
  ],
  currency: ['receivercurrency', 'destinationcurrency', 'creditedcurrency', 'currency'],
  time: ['createdat', 'created', 'executedat', 'timestamp', 'datetime', 'bookingdate', 'valuedate', 'date'],
  state: ['status', 'state', 'transferstatus', 'transactionstatus', 'paymentstatus', 'transferstate'],
  type: ['type', 'transactiontype', 'transfertype', 'paymenttype', 'kind'],
  direction: ['direction', 'creditdebit', 'debitcredit', 'creditdebitindicator', 'crdr', 'drcr'],
};
const FIELDS = Object.keys(KNOWN_HEADERS) as StatementField[]; // the keys of the table above

export interface Statement {
  readonly lines: readonly StatementLine[];
  /** SHA-256 of its bytes. */
  readonly hash: string;
  /** What each field was read from, for the person who decides. */
  readonly columns: ReadonlyMap<StatementField, string>;
  /** What of it could not be compared with a payment. */
  readonly gaps: readonly Gap[];
}

export interface Reading {
  /** Their header -> a field of ours, before the known headers. */
  readonly map: ReadonlyMap<string, string> | undefined;
  readonly delimiter: string | undefined;
  /** What the profile says of states. */
  readonly failedStates: readonly string[];
}

/** Errors: {@link InputError} where nothing in it could identify a payment. */
export async function readStatement(file: string, reading: Reading): Promise<Statement> {
  const handle = await openInput(file);
  try {
    const hash = await hashFile(handle);
    return { hash, ...(await readLines(handle, file, reading)) };
  } finally {
    await handle.close();
  }
}

/** A line with what only the whole statement tells how to read. */
interface Raw extends Told {
  readonly line: Omit<StatementLine, 'reserve' | 'amount'>;
  readonly time: string;
  readonly payee: string;
}

async function readLines(
  handle: FileHandle,
  file: string,
  { map, delimiter, failedStates }: Reading,
): Promise<Omit<Statement, 'hash'>> {
  const raw: Raw[] = [];
  let columns: Map<StatementField, number> | undefined;
  let header: readonly string[] = [];
  for await (const records of readRecords(handle, { file, delimiter })) {
    for (const { cells, line } of records) {
      if (columns) {
        raw.push(lineOf(cells, line, columns));
        continue;
      }
      header = cells.map((cell) => cell.trim());
      columns = columnsOf(header, map ?? new Map(), file, line);
    }
  }
  const named = [...(columns ?? [])].map(([field, at]) => [field, header[at] ?? ''] as const);
  const amounts = raw.map(({ amount }) => amount);
  const bothSigns = hasBothSigns(amounts);
  const mark = decimalMarkOf(amounts);
  const read = raw.map(({ line, ...told }) => ({
    line: {
      ...line,
      amount: amountOf(told.amount, mark),
      reserve: reserveOf(told, bothSigns, failedStates),
    },
    amount: told.amount,
    time: told.time,
    payee: told.payee,
  }));
  return {
    lines: read.map(({ line }) => line),
    columns: new Map(named),
    gaps: gapsOf(read, new Map(named)),
  };
}

const letters = (text: string): string => text.toLowerCase().replace(/[^a-z0-9]/g, '');

function columnsOf(
  header: readonly string[],
  map: ReadonlyMap<string, string>,
  file: string,
  line: number,
): Map<StatementField, number> {
  const fail = (message: string): never => {
    throw new InputError('statement', { file, line }, message);
  };
  const columns = new Map<StatementField, number>();
  for (const [from, to] of map) {
    const at = header.indexOf(from);
    if (at === -1)
      fail(`--map names a column "${from}" that the statement doesn't have${didYouMean(from, header)}`);
    const field = FIELDS.find((one) => one === to);
    if (!field) return fail(`--map: "${to}" is not a field of a statement (${FIELDS.join(', ')})`);
    columns.set(field, at);
  }
  const names = header.map(letters);
  const mapped = new Set(columns.values());
  for (const field of FIELDS) {
    if (columns.has(field)) continue;
    const at = KNOWN_HEADERS[field]
      .map((name) => names.indexOf(name))
      .find((one) => one !== -1 && !mapped.has(one));
    if (at !== undefined) columns.set(field, at);
  }
  if (!columns.has('id'))
    fail(
      `no column with the transfer's id is known here (${KNOWN_HEADERS.id.join(', ')}): name it with --map, {"THEIR HEADER": "id"}`,
    );
  return columns;
}

function lineOf(cells: readonly string[], line: number, columns: ReadonlyMap<StatementField, number>): Raw {
  const cell = (field: StatementField): string => {
    const at = columns.get(field);
    return at === undefined ? '' : (cells[at] ?? '').trim();
  };
  const state = cell('state');
  const amount = signedAmount(cell('amount'), cell('debit'), cell('credit'));
  return {
    amount,
    time: cell('time'),
    payee: cell('payee') || cell('customer'),
    state: columns.has('state') ? state : null,
    type: [cell('type'), cell('direction')].filter((text) => text !== '').join(', '),
    line: {
      line,
      id: oneSpelling(cell('id')),
      memo: cell('memo'),
      reference: cell('reference'),
      payee: idIn(cell('payee')),
      customer: idIn(cell('customer')),
      currency: cell('currency'),
      time: timeOf(cell('time')),
      state,
    },
  };
}

/** An account or a customer is known by its id alone: a name under such a header says neither that it is the row's nor that it isn't. */
const idIn = (text: string): string => (ID.test(text) ? text : '');
const ID = /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i;

/**
 * A statement with a column for each direction: what stands under debit went out, what stands under credit came in. One
 * that says both of a line can't be read. An amount beside them keeps its figure, and gets their direction.
 */
function signedAmount(amount: string, debit: string, credit: string): string {
  const [out, back] = [debit, credit].map((text) => /[1-9]/.test(text));
  if (!out && !back) return amount !== '' || debit !== '' ? amount || debit : credit;
  if (out && back) return `${debit} / ${credit}`;
  const figure = (amount || (out ? debit : credit)).replace(/^[-+]/, '');
  return `${out ? '-' : '+'}${figure}`;
}
