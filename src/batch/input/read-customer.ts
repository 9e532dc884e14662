// A record's cells into a customer row, checked against the 1.32 schema (2.1) and the profile. Other rows, files and
// the ledger are not looked at here. The schema decides, and gives the words for what it refuses.
import { compile } from 'zod';

import { type Header, printable } from '../../csv/header.ts';
import type { CsvRecord } from '../../csv/records.ts';
import { countryMeant, customerSchema, OTHER_FIELDS } from '../../interface/customer.ts';
import {
  CUSTOMER_COLUMNS,
  type CustomerColumn,
  documentTypeOf,
  REQUIRED_DOCUMENT_TYPE,
} from '../../interface/customer-columns.ts';
import { splitDocuments } from '../../interface/document-cell.ts';
import { isRegisteredNumber } from '../../interface/fingerprint.ts';
import { phoneIssue } from '../../interface/phone.ts';
import { type Message, verbatim } from '../../message.ts';
import { isFormulaError, spreadsheetDamage, warnOfEncoding } from './damaged-text.ts';
import {
  type Add,
  booleanCell,
  checkValue,
  fieldsOf,
  type FileField,
  missing,
  type OpenSet,
  openSet,
  type RequiredField,
  requiredFields,
  type RowRules,
} from './fields.ts';
import { rowIssue } from './messages.ts';
import { readReference } from './references.ts';
import type { CustomerRow, Issue, OnboardingDocument } from './row.ts';
import type { Warnings } from './warnings.ts';

/** Compiled with the first customer: it takes 4 ms, and most files hold payouts. */
let fastCustomer: typeof customerSchema | undefined;

type Cells = readonly string[];
const cellOf = (cells: Cells, index: number): string => (cells[index] ?? '').trim();

/** Reads one file. */
export class CustomerReader {
  readonly #header: Header;
  readonly #warnings: Warnings;
  readonly #fields: readonly FileField<CustomerColumn>[];
  readonly #documents: readonly { readonly name: string; readonly type: string; readonly index: number }[];
  readonly #types: OpenSet;
  readonly #requiredTypes: readonly string[];
  readonly #required: readonly RequiredField[];
  readonly #referenceAt: number;

  constructor(header: Header, { profile, warnings }: RowRules) {
    this.#header = header;
    this.#warnings = warnings;
    this.#fields = fieldsOf(CUSTOMER_COLUMNS, header, ({ values }) => {
      return values === undefined ? undefined : openSet(profile[values], values);
    }).filter(({ column }) => column.to === undefined);
    this.#documents = [...header.index].flatMap(([name, index]) => {
      const type = documentTypeOf(name);
      return type === undefined ? [] : [{ name, type, index }];
    });
    this.#types = openSet(profile.customerDocumentTypes, 'customerDocumentTypes');
    this.#required = requiredFields(profile.requiredCustomerFields, header);
    this.#requiredTypes = [...new Set([REQUIRED_DOCUMENT_TYPE, ...profile.requiredDocumentTypes])];
    this.#referenceAt = header.index.get('reference') ?? -1;
  }

  read({ cells, line, start, end }: CsvRecord): CustomerRow {
    const issues: Issue[] = [];
    const add: Add = (index, field, message) => issues.push({ column: index + 1, field, message });
    const body = this.#body(cells, line, add);
    validateBody(body, this.#header, cells, add);
    for (const { path, index } of this.#required)
      if (cellOf(cells, index) === '') add(index, path, missing(index, 'profile.requiredCustomerFields'));
    const documents = this.#readDocuments(cells, line, add);
    const reference = this.#referenceAt === -1 ? undefined : readReference(cells[this.#referenceAt] ?? '');
    if (reference?.issue !== undefined) add(this.#referenceAt, 'reference', reference.issue);
    return {
      kind: 'customers',
      line,
      start,
      end,
      cells,
      reference: reference?.text ?? '',
      body, // validated by the schema; a row with issues is never sent
      documents,
      currency: '',
      amount: '',
      issues: issues.sort((a, b) => (a.column || Infinity) - (b.column || Infinity)),
    };
  }

  /** The fields of the body, each read by its type. */
  #body(cells: Cells, line: number, add: Add): Record<string, unknown> {
    const warnings = this.#warnings;
    const body: Record<string, unknown> = {};
    for (const field of this.#fields) {
      const text = cellOf(cells, field.index);
      if (text === '') continue;
      const value = this.#valueOf(field, text, add);
      if (value === undefined) continue;
      if (isRegisteredNumber(field.path) && spreadsheetDamage(text) === 'shortened')
        add(field.index, field.path, rowIssue('number_shortened'));
      else if (field.column.type === 'text') warnOfEncoding(line, field.path, text, warnings);
      if (field.column.type === 'text' && isFormulaError(text))
        add(field.index, field.path, rowIssue('cell_error', { value: printable(text) }));
      put(body, field, value);
      if (!field.set || typeof value === 'boolean') continue;
      for (const item of typeof value === 'string' ? [value] : value)
        checkValue(field, item, line, warnings, add);
    }
    return body;
  }

  #valueOf(
    field: FileField<CustomerColumn>,
    text: string,
    add: Add,
  ): string | string[] | boolean | undefined {
    switch (field.column.type) {
      case 'boolean':
        return booleanCell(field, text, add);
      case 'countries':
      case 'enumerated-list':
        return listOf(text);
      case 'phone': {
        const wrong = phoneIssue(text);
        // Personal data: the number itself stays in the file.
        if (wrong !== undefined) add(field.index, field.path, verbatim(wrong));
        return wrong === undefined ? text : undefined;
      }
      case 'country':
      case 'enumerated':
      case 'text':
      case 'reference':
        return text;
      default:
        return field.column.type satisfies never;
    }
  }

  #readDocuments(cells: Cells, line: number, add: Add): OnboardingDocument[] {
    const documents: OnboardingDocument[] = [];
    for (const { name, type, index } of this.#documents) {
      const cell = cellOf(cells, index);
      if (cell === '') continue;
      checkValue({ set: this.#types, path: name, index }, type, line, this.#warnings, add);
      for (const item of splitDocuments(cell, () => false)) {
        if (item.kind !== 'id') documents.push({ type, item, column: index });
      }
    }
    for (const type of this.#requiredTypes) {
      if (documents.some((document) => document.type === type)) continue;
      const index = this.#header.index.get(`documents.${type}`) ?? -1;
      const isOfRelease = type === REQUIRED_DOCUMENT_TYPE;
      add(index, `documents.${type}`, rowIssue('document_required', { isOfRelease }));
    }
    return documents;
  }
}

/** Puts a value into a body. The columns' table has one level of objects. */
function put(body: Record<string, unknown>, { parent, name }: FileField, value: unknown): void {
  if (parent === undefined) {
    body[name] = value;
    return;
  }
  const inner = body[parent] as Record<string, unknown> | undefined; // only objects are put under a parent
  if (inner === undefined) body[parent] = { [name]: value };
  else inner[name] = value;
}

/** `text`: without spaces around it, and not empty. */
function listOf(text: string): string[] | undefined {
  const items = text.split(';').map((item) => item.trim());
  const own = items.filter((item) => item !== '');
  return own.length > 0 ? own : undefined;
}

/** Fields that hold country codes. */
const COUNTRY = /ountr|urisdiction/;
/** Other fields whose wrong value may be printed: the rest is personal. */
const SHOWN = /Date$|\.date$|naicsCode|website/;

function validateBody(body: Record<string, unknown>, header: Header, cells: Cells, add: Add): void {
  const parsed = (fastCustomer ??= compile(customerSchema)).safeParse(body);
  for (const issue of parsed.error?.issues ?? []) {
    const path = issue.path.filter((part) => typeof part === 'string').join('.');
    const index = header.index.get(path) ?? -1;
    const at = issue.path.at(-1);
    const cell = cellOf(cells, index);
    const value = typeof at === 'number' ? (cell.split(';')[at]?.trim() ?? '') : cell;
    const isCountry = COUNTRY.test(path);
    const shown = isCountry || SHOWN.test(path) ? printable(value) : undefined;
    const meant = isCountry ? countryMeant(value) : undefined;
    add(index, path, rowIssue('not_valid', { value: shown, what: issue.message, meant }));
  }
  for (const { field, message } of unexplained(body)) add(header.index.get(field) ?? -1, field, message);
}

/** Fields of a customer that explain another field, which is empty. */
export const unexplained = (body: Readonly<Record<string, unknown>>): { field: string; message: Message }[] =>
  [...OTHER_FIELDS]
    .filter(([field, beside]) => body[field] !== undefined && body[beside] === undefined)
    .map(([field, beside]) => ({ field, message: rowIssue('explains_empty', { beside }) }));
