// A record's cells into a payout row, checked against the 1.32 schema and the profile. Other rows, files and the
// ledger are not looked at here. The schema decides, and gives the words for what it refuses.
import { compile } from 'zod';

import { type Header, printable } from '../../csv/header.ts';
import type { CsvRecord } from '../../csv/records.ts';
import { type ColumnType, PAYOUT_COLUMNS } from '../../interface/columns.ts';
import { amountOf } from '../../interface/decimal.ts';
import { splitDocuments } from '../../interface/document-cell.ts';
import { guid, type TransferBody, transferSchema } from '../../interface/transfer.ts';
import { amountHint, digitsIssue } from './amount-text.ts';
import { isFormulaError, warnOfEncoding } from './damaged-text.ts';
import {
  type Add,
  booleanCell,
  checkValue,
  currencySet,
  fieldsOf,
  missing,
  type OpenSet,
  openSet,
  type RequiredField,
  requiredFields,
  type RowRules,
} from './fields.ts';
import { rowIssue } from './messages.ts';
import { readReference } from './references.ts';
import { type DocumentItem, type Issue, NO_CURRENCY, type PayoutRow } from './row.ts';

type PayoutColumn = (typeof PAYOUT_COLUMNS)[number];
type PayoutPath = PayoutColumn['path'];

const fastTransfer = compile(transferSchema);
const isId = (text: string): boolean => guid.safeParse(text).success;

/** The values of a row's cells. */
interface CellValues {
  readonly body: TransferBody;
  reference: string;
  isFirstParty: boolean | undefined;
  documents: DocumentItem[];
}

/** Columns that keep the spaces around their text. */
const VERBATIM: ReadonlySet<ColumnType> = new Set(['verbatim', 'reference']);

type Put<T> = (values: CellValues, value: T) => void;

/** Where each column's text goes. Written out: storing by a computed name takes twice the time of all the reading. */
const TEXTS = {
  reference: (values, text) => (values.reference = text),
  customerId: ({ body }, text) => (body.customerId = text),
  'source.currency': ({ body }, text) => ((body.source ??= {}).currency = text),
  'source.network': ({ body }, text) => ((body.source ??= {}).network = text),
  'source.walletId': ({ body }, text) => ((body.source ??= {}).walletId = text),
  'destination.currency': ({ body }, text) => ((body.destination ??= {}).currency = text),
  'destination.externalAccountId': ({ body }, text) => ((body.destination ??= {}).externalAccountId = text),
  purposeOfPayment: ({ body }, text) => (body.purposeOfPayment = text),
  receiverAmount: ({ body }, text) => (body.receiverAmount = text),
  memo: ({ body }, text) => (body.memo = text),
  documents: (values, text) => (values.documents = splitDocuments(text, isId)),
} satisfies Partial<Record<PayoutPath, Put<string>>>;

const NOWHERE: Put<string> = () => undefined;

const FLAGS = {
  useDeveloperFunds: ({ body }, value) => (body.useDeveloperFunds = value),
  requireApproval: ({ body }, value) => (body.requireApproval = value),
  isFirstParty: (values, value) => (values.isFirstParty = value),
} satisfies Record<Exclude<PayoutPath, keyof typeof TEXTS>, Put<boolean>>;

/** Reads one file. */
export class PayoutReader {
  readonly #header: Header;
  readonly #rules: RowRules;
  readonly #columns;
  readonly #required: readonly RequiredField[];
  readonly #amountAt: number;
  readonly #referenceAt: number;
  /** The name of the payee's column, unless it is a field that is checked anyway. */
  readonly #payee: string | undefined;

  constructor(header: Header, rules: RowRules) {
    const { profile } = rules;
    this.#header = header;
    this.#rules = rules;
    const setOf = (column: PayoutColumn): OpenSet | undefined => {
      if (column.type === 'currency') return currencySet(profile.closedCurrencies);
      return 'values' in column ? openSet(profile[column.values], column.values) : undefined;
    };
    this.#columns = fieldsOf<PayoutColumn>(PAYOUT_COLUMNS, header, setOf).map((field) => {
      const { column, index, set } = field;
      const { path, type } = column;
      return type === 'boolean'
        ? { field, index, set, flag: FLAGS[path], put: NOWHERE, verbatim: false }
        : { field, index, set, flag: undefined, put: TEXTS[path], verbatim: VERBATIM.has(type) };
    });
    const required = profile.requiredTransferFields.filter((path) => path !== 'receiverAmount');
    this.#required = requiredFields(required, header);
    this.#amountAt = header.index.get('receiverAmount') ?? -1;
    this.#referenceAt = header.index.get('reference') ?? -1;
    const isChecked = this.#columns.some(({ index, verbatim }) => verbatim && index === rules.payeeAt);
    this.#payee = isChecked ? undefined : header.titles[rules.payeeAt];
  }

  read(record: CsvRecord): PayoutRow {
    const { cells, line, start, end } = record;
    const { profile, useDeveloperFunds, payeeAt, warnings } = this.#rules;
    const issues: Issue[] = [];
    const add: Add = (index, field, message) => issues.push({ column: index + 1, field, message });
    const values = this.#valuesOf(cells, line, add);
    const { body, isFirstParty, documents } = values;
    if (this.#payee !== undefined) warnOfEncoding(line, this.#payee, cells[payeeAt] ?? '', warnings);
    if (body.useDeveloperFunds === undefined && useDeveloperFunds) body.useDeveloperFunds = true;
    const amount = amountOf(body.receiverAmount);
    this.#validate(record, body, add);
    const currency = body.destination?.currency;
    if (amount !== undefined && currency !== undefined) {
      const issue = digitsIssue(amount, currency, record.own?.[this.#amountAt]);
      if (issue !== undefined) add(this.#amountAt, 'receiverAmount', issue);
    }
    const reference = this.#referenceAt === -1 ? undefined : readReference(values.reference);
    if (reference?.issue !== undefined) add(this.#referenceAt, 'reference', reference.issue);
    return {
      kind: 'payouts',
      line,
      start,
      end,
      cells,
      reference: reference?.text ?? '',
      body,
      isFirstParty: isFirstParty ?? profile.defaultIsFirstParty ?? undefined,
      documents,
      currency: currency ?? NO_CURRENCY,
      amount: amount ?? '',
      issues,
      payee: cells[payeeAt],
    };
  }

  /** Each cell's value in its place. */
  #valuesOf(cells: readonly string[], line: number, add: Add): CellValues {
    const { warnings } = this.#rules;
    const values: CellValues = {
      body: { receiverAmount: '' },
      reference: '',
      isFirstParty: undefined,
      documents: [],
    };
    for (const { field, index, flag, put, verbatim } of this.#columns) {
      const cell = cells[index] ?? '';
      const text = cell.trim();
      if (text === '') continue;
      if (flag) {
        const value = booleanCell(field, text, add);
        if (value !== undefined) flag(values, value);
        continue;
      }
      checkValue(field, text, line, warnings, add);
      if (verbatim) warnOfEncoding(line, field.path, text, warnings);
      if (field.column.type === 'verbatim' && isFormulaError(text))
        add(index, field.path, rowIssue('cell_error', { value: printable(text) }));
      put(values, verbatim ? cell : text);
    }
    return values;
  }

  /** By the schema, and by the fields that the profile requires. */
  #validate({ cells, own = cells }: CsvRecord, body: TransferBody, add: Add): void {
    const amount = body.receiverAmount;
    if (amount === '') add(this.#amountAt, 'receiverAmount', missing(this.#amountAt));
    for (const issue of fastTransfer.safeParse(body).error?.issues ?? []) {
      const field = issue.path.join('.');
      if (field === 'receiverAmount' && amount === '') continue;
      const index = this.#header.index.get(field) ?? -1;
      const value = index === -1 ? undefined : printable((own[index] ?? cells[index] ?? '').trim());
      const hint = field === 'receiverAmount' ? amountHint(amount) : undefined;
      add(index, field, rowIssue('not_valid', { value, what: issue.message, hint }));
    }
    for (const { path, index } of this.#required) {
      if (index !== -1 && (cells[index] ?? '').trim() !== '') continue;
      if (path === 'useDeveloperFunds' && body.useDeveloperFunds !== undefined) continue;
      add(index, path, missing(index, 'profile.requiredTransferFields'));
    }
  }
}
