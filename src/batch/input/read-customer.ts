// A record's cells into a customer row, checked against the 1.32 schema (2.1) and the profile. Nothing here looks at
// other rows, at the disk or at the ledger.
import { type Header, printable } from '../../csv/header.ts';
import type { CsvRecord } from '../../csv/records.ts';
import { countryMeant } from '../../interface/countries.ts';
import {
  type CustomerBody,
  customerSchema,
  INTRODUCED_CUSTOMER_FIELDS,
  OTHER_FIELDS,
  REQUIRED_DOCUMENT_TYPE,
} from '../../interface/customer.ts';
import { CUSTOMER_COLUMNS, type CustomerColumn, documentTypeOf } from '../../interface/customer-columns.ts';
import { splitDocuments } from '../../interface/document-cell.ts';
import { phoneIssue } from '../../interface/phone.ts';
import type { Profile } from '../../interface/profile.ts';
import { booleanOf, openSet, referenceIssue, tooManyCells } from './cells.ts';
import type { CustomerRow, Issue, OnboardingDocument } from './row.ts';
import type { Warnings } from './warnings.ts';

export interface CustomerRules {
  readonly header: Header;
  readonly profile: Profile;
  readonly warnings: Warnings;
}

type Add = (index: number, field: string, message: string) => void;

/** Makes the reader for one file. */
export function customerReader(rules: CustomerRules): (record: CsvRecord) => CustomerRow {
  const { header, profile, warnings } = rules;
  const columns = CUSTOMER_COLUMNS.filter(({ path }) => header.index.has(path)).map((column) => ({
    ...column,
    index: header.index.get(column.path) ?? -1,
    set: column.values === undefined ? undefined : openSet(profile[column.values], column.values),
  }));
  const documentColumns = [...header.index].flatMap(([name, index]) => {
    const type = documentTypeOf(name);
    return type === undefined ? [] : [{ name, type, index }];
  });
  const types = openSet(profile.customerDocumentTypes, 'customerDocumentTypes');
  const requiredTypes = [...new Set([REQUIRED_DOCUMENT_TYPE, ...profile.requiredDocumentTypes])];
  warnOfColumns(header, warnings);

  return (record) => {
    const { cells, line } = record;
    const issues: Issue[] = [];
    const add: Add = (index, field, message) => issues.push({ column: index + 1, field, message });
    const cell = (index: number): string => (cells[index] ?? '').trim();
    if (cells.length !== header.names.length) add(-1, '', tooManyCells(cells.length, header.names.length));

    const body: Record<string, unknown> = {};
    for (const column of columns) {
      const text = cell(column.index);
      if (text === '' || column.type === 'reference') continue;
      const value = valueOf(column, text, (message) => add(column.index, column.path, message));
      if (value !== undefined) put(body, column.path, value);
      if (!column.set) continue;
      for (const item of [value].flat()) {
        if (typeof item !== 'string' || column.set.known.has(item)) continue;
        const wrong = column.set.judge(line, column.path, item, warnings);
        if (wrong !== undefined) add(column.index, column.path, wrong);
      }
    }
    judgeBody(body, header, cell, add);
    for (const path of profile.requiredCustomerFields) {
      const index = header.index.get(path) ?? -1;
      if (index === -1 || cell(index) === '') {
        add(index, path, 'is missing (the profile lists it in requiredCustomerFields)');
      }
    }
    const documents: OnboardingDocument[] = [];
    for (const { name, type, index } of documentColumns) {
      if (cell(index) === '') continue;
      if (!types.known.has(type)) {
        const wrong = types.judge(line, name, type, warnings);
        if (wrong !== undefined) add(index, name, wrong);
      }
      for (const item of splitDocuments(cell(index), () => false)) {
        if (item.kind !== 'id') documents.push({ type, item, column: index });
      }
    }
    for (const type of requiredTypes) {
      if (documents.some((document) => document.type === type)) continue;
      const index = header.index.get(`documents.${type}`) ?? -1;
      const why =
        type === REQUIRED_DOCUMENT_TYPE ? 'release 1.32 requires it (2.2)' : 'the profile requires it';
      add(index, `documents.${type}`, `is missing: ${why}; name the file to upload`);
    }
    const referenceColumn = header.index.get('reference') ?? -1;
    const reference = referenceColumn === -1 ? '' : cell(referenceColumn);
    if (referenceColumn !== -1) {
      const wrong = referenceIssue(reference);
      if (wrong !== undefined) add(referenceColumn, 'reference', wrong);
    }
    return {
      kind: 'customers',
      line,
      start: record.start,
      end: record.end,
      reference,
      body: body as CustomerBody, // the schema has judged it; a row with issues is never sent
      documents,
      currency: '',
      amount: '',
      issues: issues.sort((a, b) => (a.column || Infinity) - (b.column || Infinity)),
    };
  };
}

/** Columns that release 1.32 introduced and the file doesn't have: one word for the file, not one for each row. */
function warnOfColumns(header: Header, warnings: Warnings): void {
  const besides = new Set(OTHER_FIELDS.map(([other]) => other));
  const missing = INTRODUCED_CUSTOMER_FIELDS.filter((path) => !header.index.has(path) && !besides.has(path));
  const [first, ...rest] = missing;
  if (first === undefined) return;
  warnings.add(header.line, 'column', first, () => {
    const others = rest.length === 0 ? '' : `(and ${rest.join(', ')}) `;
    return `${others}came with release 1.32 and is not in the header; whether it is required is not shown (profile.requiredCustomerFields)`;
  });
}

function valueOf(column: CustomerColumn, text: string, add: (message: string) => void): unknown {
  switch (column.type) {
    case 'boolean': {
      const value = booleanOf(text);
      if (value === null) add(`"${printable(text)}" is neither true nor false`);
      return value ?? undefined;
    }
    case 'countries':
    case 'enumerated-list': {
      const items = text.split(';').map((item) => item.trim());
      return items.filter((item) => item !== '');
    }
    case 'phone': {
      const wrong = phoneIssue(text);
      // Personal data: the number itself stays in the file.
      if (wrong !== undefined) add(wrong);
      return wrong === undefined ? text : undefined;
    }
    case 'country':
    case 'enumerated':
    case 'text':
    case 'reference':
      return text;
    default:
      return column.type satisfies never;
  }
}

function put(body: Record<string, unknown>, path: string, value: unknown): void {
  const [top = '', child] = path.split('.');
  if (child === undefined) body[top] = value;
  else body[top] = { ...(body[top] as object | undefined), [child]: value }; // only objects are put under a dotted path
}

/** Fields whose wrong value may be told: the rest is personal. */
const TOLD = /ountr|urisdiction|Date$|\.date$|naicsCode|website/;

function judgeBody(
  body: Record<string, unknown>,
  header: Header,
  cell: (index: number) => string,
  add: Add,
): void {
  const parsed = customerSchema.safeParse(body);
  for (const issue of parsed.error?.issues ?? []) {
    const path = issue.path.filter((part) => typeof part === 'string').join('.');
    const index = header.index.get(path) ?? -1;
    const at = issue.path.at(-1);
    const value = typeof at === 'number' ? (cell(index).split(';')[at]?.trim() ?? '') : cell(index);
    const shown = TOLD.test(path) ? `"${printable(value)}" ` : '';
    add(index, path, `${shown}${issue.message}${countryHint(issue.message, value)}`);
  }
  for (const [other, beside] of OTHER_FIELDS) {
    if (body[other] !== undefined && body[beside] === undefined) {
      add(header.index.get(other) ?? -1, other, `stands alone: it says more about ${beside}, which is empty`);
    }
  }
}

function countryHint(message: string, value: string): string {
  if (!message.includes('country code')) return '';
  const meant = countryMeant(value);
  return meant === undefined ? '' : ` (did you mean ${meant}?)`;
}
