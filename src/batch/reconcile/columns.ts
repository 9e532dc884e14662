// The field of each column of a statement, by its header or by --map, and the constants of an import profile.
import { columnMissing, printable } from '../../csv/header.ts';
import { csvMessage } from '../../csv/messages.ts';
import { InputError } from '../../files/input-error.ts';
import { type Message, messagesOf } from '../../message.ts';
import type { Imports } from '../input/imports/imports.ts';

/** Their sentences are in words/reconcile.ts. */
export interface ReconcileMessages {
  no_statement_field: { to: string; fields: readonly string[] };
  field_mapped_twice: { field: string };
  lookups_of_statement: object;
  /** Two columns of a field that decides whether a line is a payment. */
  columns_of_field: { field: string; names: readonly [string, string] };
  /** `header`: the first names of it. */
  no_owner_column: { header: readonly string[] };
  /** A column that only a file of payouts has, or the CSV of `doubts`. */
  not_a_statement: { column: string };
}

const reconcileMessage = messagesOf<ReconcileMessages>();

/**
 * Known headers of each field, without other signs than letters and digits: its own name, its name in an input, and
 * those of dashboards and banks. The first one that is there is used. --map takes the same names.
 */
const KNOWN_HEADERS = {
  id: 'transferid transactionid paymentid tradeid id',
  reference: 'reference clientreference endtoendid externalreference yourreference',
  memo: 'memo remittanceinformation description details narrative paymentdetails note',
  account:
    'externalaccountid destinationexternalaccountid beneficiaryaccountid destinationaccountid beneficiaryaccount account payee',
  amount: 'receiveramount destinationamount creditedamount amount value',
  debit: 'debit debitamount debits paidout moneyout amountout withdrawal withdrawals outflow',
  credit: 'credit creditamount credits paidin moneyin amountin deposit deposits inflow',
  currency: 'receivercurrency destinationcurrency creditedcurrency currency',
  time: 'createdat created executedat timestamp datetime bookingdate valuedate date time',
  state: 'status state transferstatus transactionstatus paymentstatus transferstate',
  type: 'type transactiontype transfertype paymenttype kind',
  direction: 'direction creditdebit debitcredit creditdebitindicator crdr drcr',
} as const;
export type StatementField = keyof typeof KNOWN_HEADERS;
const FIELDS = Object.keys(KNOWN_HEADERS) as StatementField[]; // the keys of the table above
const knownHeaders = (field: StatementField): readonly string[] => KNOWN_HEADERS[field].split(' ');

/** Fields that decide whether a line is a payment. Two columns of such a field are refused. */
const DECIDING: readonly StatementField[] = ['state', 'type', 'direction'];

const MOST_LISTED = 12;
/** What was to be paid proves no payment. */
const NO_STATEMENT = ['purposeofpayment', 'lastattempt'];

/** Letters and digits alone; of another script, the whole text. */
const letters = (text: string): string => text.toLowerCase().replace(/[^a-z0-9]/g, '') || text.toLowerCase();

interface StatementHeader {
  readonly file: string;
  readonly line: number;
  readonly names: readonly string[];
}

function refuse({ file, line }: StatementHeader, message: Message): never {
  throw new InputError('statement', { file, line }, message);
}

/** Errors: {@link InputError} for a name that no field of a statement has. */
function fieldNamed(to: string, header: StatementHeader): StatementField {
  const field = FIELDS.find((one) => knownHeaders(one).includes(letters(to)));
  return field ?? refuse(header, reconcileMessage('no_statement_field', { to, fields: FIELDS }));
}

/**
 * The value that a profile gives a field of every line. Errors: {@link InputError}, also for a field with a column.
 */
export function constantsOf(
  header: StatementHeader,
  columns: ReadonlyMap<StatementField, number>,
  imports: Imports,
): Map<StatementField, string> {
  if (imports.lookups.length > 0) refuse(header, reconcileMessage('lookups_of_statement'));
  const constants = new Map<StatementField, string>();
  for (const [name, value] of imports.constants) {
    const field = fieldNamed(name, header);
    const at = columns.get(field);
    const other = at === undefined ? 'constants' : printable(header.names[at] ?? '');
    if (at !== undefined || constants.has(field))
      refuse(header, csvMessage('field_twice', { field, from: 'constants', other }));
    constants.set(field, value.trim());
  }
  return constants;
}

/** Errors: {@link InputError}, for example if no column identifies a payment. */
export function columnsOf(header: StatementHeader, imports: Imports): Map<StatementField, number> {
  const { names } = header;
  const fail = (message: Message): never => refuse(header, message);
  const columns = new Map<StatementField, number>();
  const named = new Set<number>();
  for (const [from, to] of imports.columns) {
    const at = names.findIndex((name) => name.toLowerCase() === from.trim().toLowerCase());
    if (at === -1) fail(columnMissing(from, names));
    named.add(at);
    if (to === null) continue;
    const field = fieldNamed(to, header);
    if (columns.has(field)) fail(reconcileMessage('field_mapped_twice', { field }));
    columns.set(field, at);
  }
  const folded = names.map(letters);
  const isFree = (at: number): boolean => at !== -1 && !named.has(at);
  const own = names.find((_, at) => isFree(at) && NO_STATEMENT.includes(folded[at] ?? ''));
  if (own !== undefined) fail(reconcileMessage('not_a_statement', { column: printable(own) }));
  for (const field of FIELDS) {
    if (columns.has(field)) continue;
    const [at, other] = knownHeaders(field)
      .map((name) => folded.indexOf(name))
      .filter(isFree);
    if (at === undefined) continue;
    if (other !== undefined && DECIDING.includes(field))
      fail(reconcileMessage('columns_of_field', { field, names: [names[at] ?? '', names[other] ?? ''] }));
    columns.set(field, at);
  }
  for (const at of columns.values()) {
    const first = folded.indexOf(folded[at] ?? '');
    if (first !== folded.lastIndexOf(folded[at] ?? ''))
      fail(csvMessage('column_twice', { column: names[at] ?? '', first: first + 1 }));
  }
  if (!(['id', 'memo', 'reference', 'account'] as const).some((field) => columns.has(field)))
    fail(
      reconcileMessage('no_owner_column', {
        header: names.slice(0, MOST_LISTED).map((name) => printable(name)),
      }),
    );
  return columns;
}
