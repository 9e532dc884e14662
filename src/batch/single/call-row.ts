// What a single call creates, as a row of a file: the readers of rows decide about the values of its body.
import { isLosslessNumber } from 'lossless-json';

import { valueAt } from '../../client/json.ts';
import { readHeader } from '../../csv/header.ts';
import { PAYOUT_FIELDS } from '../../interface/columns.ts';
import { CUSTOMER_FIELDS, documentTypeOf } from '../../interface/customer-columns.ts';
import type { EndpointId } from '../../interface/endpoints.ts';
import { COLUMN_RULES, type FileKind } from '../../interface/file-kind.ts';
import { DEFAULT_PROFILE, type Profile } from '../../interface/profile.ts';
import { PayoutReader } from '../input/read-payout.ts';
import { readReference } from '../input/references.ts';
import type { BatchRow, CustomerRow, Issue, PayoutRow } from '../input/row.ts';
import type { Warnings } from '../input/warnings.ts';
import type { RowToDecide } from '../plan/decide.ts';

export type CallFields = Record<string, unknown>;

/** The specification does not show the body of a trade (2.6). `body`: for its content. */
type TradeRow = RowToDecide & { readonly kind: 'trades'; readonly body: CallFields };

export type CallRow = BatchRow | TradeRow;

interface CallSettings {
  readonly profile: Profile;
  /** The caller's key for it. */
  readonly reference?: string | undefined;
  readonly warnings: Warnings;
}

/** With its issues; `undefined` for an operation that creates nothing. */
export async function readCallRow(
  operation: EndpointId,
  fields: CallFields,
  settings: CallSettings,
): Promise<CallRow | undefined> {
  switch (operation) {
    case 'createTransfer':
      return readTransfer(fields, settings);
    case 'createCustomer':
      return readCustomer(fields, settings);
    case 'createTrade':
      return tradeRow(fields, settings);
    default:
      return undefined;
  }
}

function readTransfer(fields: CallFields, settings: CallSettings): PayoutRow {
  const { header, record, rules } = fileOf('payouts', PAYOUT_FIELDS, fields, settings);
  const row = new PayoutReader(header, rules).read(record);
  const ids = row.documents.flatMap((item) => (item.kind === 'id' ? [item.id] : []));
  return { ...row, ...(ids.length > 0 && { body: { ...row.body, documents: ids } }) };
}

async function readCustomer(fields: CallFields, settings: CallSettings): Promise<CustomerRow> {
  const { header, record, rules } = fileOf('customers', CUSTOMER_FIELDS, fields, settings);
  // Numbering plans are large, and other calls need none.
  const { CustomerReader } = await import('../input/read-customer.ts');
  const row = new CustomerReader(header, rules).read(record);
  // The documents are uploaded by other calls.
  return { ...row, issues: row.issues.filter(({ field }) => documentTypeOf(field) === undefined) };
}

/** Its body has the default names of the fields, which the profile may change: the names are not content. */
function tradeRow(fields: CallFields, { reference: given, profile }: CallSettings): TradeRow {
  const { tradeCurrencyFields: own, tradeAmountField } = profile;
  const { tradeCurrencyFields: names, tradeAmountField: amount } = DEFAULT_PROFILE;
  const named = new Map([
    [own.source, names.source],
    [own.destination, names.destination],
    [tradeAmountField, amount],
  ]);
  const body = Object.fromEntries(
    Object.entries(fields).map(([name, value]) => [named.get(name) ?? name, value]),
  );
  const { text = '', issue } = given === undefined ? {} : readReference(given);
  const issues: Issue[] = issue === undefined ? [] : [{ column: 0, field: 'reference', message: issue }];
  return { kind: 'trades', line: 1, reference: text, currency: '', amount: '', issues, body };
}

/** A file with one row. It has a column for each field, and for the reference if there is one. */
function fileOf(
  kind: FileKind,
  columns: readonly string[],
  fields: CallFields,
  { profile, reference, warnings }: CallSettings,
) {
  const names = columns.filter((name) => name !== 'reference' || reference !== undefined);
  const header = readHeader(names, 1, { ...COLUMN_RULES[kind], file: '', delimiter: ',' });
  const cells = names.map((name) =>
    name === 'reference' ? (reference ?? '') : cellOf(valueAt(fields, name)),
  );
  return {
    header,
    record: { line: 1, start: 0, end: 0, cells },
    rules: { profile, warnings, useDeveloperFunds: false, payeeAt: -1 },
  };
}

/** A value as a cell. An object is not a cell: the schema refuses it. */
function cellOf(value: unknown): string {
  if (Array.isArray(value)) return value.map(cellOf).join(';');
  if (typeof value === 'boolean' || isLosslessNumber(value)) return value.toString();
  return typeof value === 'string' ? value : '';
}
