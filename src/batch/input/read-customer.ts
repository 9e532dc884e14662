// A record's cells into a customer row, checked against the 1.32 schema (2.1) and the profile. Looks at nothing else.
import { compile } from 'zod';

import { type Header, printable } from '../../csv/header.ts';
import type { CsvRecord } from '../../csv/records.ts';
import { countryMeant } from '../../interface/countries.ts';
import { customerSchema, INTRODUCED_CUSTOMER_FIELDS, OTHER_FIELDS } from '../../interface/customer.ts';
import {
  CUSTOMER_COLUMNS,
  type CustomerColumn,
  documentTypeOf,
  REQUIRED_DOCUMENT_TYPE,
} from '../../interface/customer-columns.ts';
import { splitDocuments } from '../../interface/document-cell.ts';
import { isRegisteredNumber } from '../../interface/fingerprint.ts';
import { phoneIssue } from '../../interface/phone.ts';
import type { Profile } from '../../interface/profile.ts';
import { missingText, type OpenSet, openSet, wrongWidth } from './cells.ts';
import { shortenedEnd, warnOfDamage, warnOfDate } from './damaged-text.ts';
import { type Add, booleanCell, type Field, fieldsOf, judgeValue, put } from './fields.ts';
import { readReference } from './reference.ts';
import type { CustomerRow, Issue, OnboardingDocument } from './row.ts';
import { Warnings } from './warnings.ts';

export interface CustomerRules {
  readonly header: Header;
  readonly profile: Profile;
  readonly warnings: Warnings;
}

const fastCustomer = compile(customerSchema);

/** Makes the reader for one file. */
export function customerReader(rules: CustomerRules): (record: CsvRecord) => CustomerRow {
  const reader = new CustomerReader(rules);
  warnOfColumns(rules.header, rules.warnings);
  return (record) => reader.read(record);
}

class CustomerReader {
  readonly #rules: CustomerRules;
  readonly #fields: readonly Field<CustomerColumn>[];
  readonly #documents: readonly { readonly name: string; readonly type: string; readonly index: number }[];
  readonly #types: OpenSet;
  readonly #requiredTypes: readonly string[];
  readonly #referenceAt: number;
  readonly #phones = new PhoneNumbers();

  constructor(rules: CustomerRules) {
    const { header, profile } = rules;
    this.#rules = rules;
    this.#fields = fieldsOf(CUSTOMER_COLUMNS, header, ({ values }) => {
      return values === undefined ? undefined : openSet(profile[values], values);
    }).filter(({ column }) => column.to === undefined);
    this.#documents = [...header.index].flatMap(([name, index]) => {
      const type = documentTypeOf(name);
      return type === undefined ? [] : [{ name, type, index }];
    });
    this.#types = openSet(profile.customerDocumentTypes, 'customerDocumentTypes');
    this.#requiredTypes = [...new Set([REQUIRED_DOCUMENT_TYPE, ...profile.requiredDocumentTypes])];
    this.#referenceAt = header.index.get('reference') ?? -1;
  }

  read(record: CsvRecord): CustomerRow {
    const { header } = this.#rules;
    const { cells, line, start, end } = record;
    const issues: Issue[] = [];
    const add: Add = (index, field, message) => issues.push({ column: index + 1, field, message });
    const cell = (index: number): string => (cells[index] ?? '').trim();
    if (cells.length !== header.width) {
      add(-1, '', wrongWidth(cells, header));
      return this.#outOfPlace(record, issues);
    }
    const body = this.#body(line, cell, add, this.#rules.warnings);
    judgeBody(body, header, cell, add);
    this.#judgeRequired(cell, add);
    const documents = this.#readDocuments(line, cell, add);
    const own = this.#referenceAt === -1 ? undefined : readReference(cells[this.#referenceAt] ?? '');
    if (own?.issue !== undefined) add(this.#referenceAt, 'reference', own.issue);
    if (own) warnOfDate(line, own.text, this.#rules.warnings);
    return {
      kind: 'customers',
      line,
      start,
      end,
      cells,
      reference: own?.text ?? '',
      body, // the schema has judged it; a row with issues is never sent
      documents,
      currency: '',
      amount: '',
      issues: issues.sort((a, b) => (a.column || Infinity) - (b.column || Infinity)),
    };
  }

  /** A row whose cells don't stand under their names: what they say isn't judged, being wrong by consequence. */
  #outOfPlace({ cells, line, start, end }: CsvRecord, issues: Issue[]): CustomerRow {
    const cell = (index: number): string => (cells[index] ?? '').trim();
    const body = this.#body(line, cell, () => undefined, new Warnings());
    const reference = this.#referenceAt === -1 ? '' : readReference(cells[this.#referenceAt] ?? '').text;
    const place = { kind: 'customers', line, start, end, cells } as const;
    return { ...place, reference, body, documents: [], currency: '', amount: '', issues };
  }

  /** The fields of the body, each read by its type. */
  #body(
    line: number,
    cell: (index: number) => string,
    add: Add,
    warnings: Warnings,
  ): Record<string, unknown> {
    const body: Record<string, unknown> = {};
    for (const field of this.#fields) {
      const text = cell(field.index);
      if (text === '') continue;
      const value = this.#valueOf(field, text, add);
      if (value === undefined) continue;
      if (isRegisteredNumber(field.path) && shortenedEnd(text) !== undefined)
        add(field.index, field.path, SHORTENED);
      else if (field.column.type === 'text') warnOfDamage(line, field.path, text, warnings);
      put(body, field, value);
      if (!field.set || typeof value === 'boolean') continue;
      for (const item of typeof value === 'string' ? [value] : value) {
        judgeValue(field, item, line, warnings, add);
      }
    }
    return body;
  }

  #valueOf(field: Field<CustomerColumn>, text: string, add: Add): string | string[] | boolean | undefined {
    switch (field.column.type) {
      case 'boolean':
        return booleanCell(field, text, add);
      case 'countries':
      case 'enumerated-list':
        return listOf(text);
      case 'phone': {
        const wrong = this.#phones.issueOf(text);
        // Personal data: the number itself stays in the file.
        if (wrong !== undefined) add(field.index, field.path, wrong);
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

  #judgeRequired(cell: (index: number) => string, add: Add): void {
    const { header, profile } = this.#rules;
    for (const path of profile.requiredCustomerFields) {
      const index = header.index.get(path) ?? -1;
      if (index === -1 || cell(index) === '') {
        add(index, path, missingText(index, 'profile.requiredCustomerFields'));
      }
    }
  }

  #readDocuments(line: number, cell: (index: number) => string, add: Add): OnboardingDocument[] {
    const documents: OnboardingDocument[] = [];
    for (const { name, type, index } of this.#documents) {
      if (cell(index) === '') continue;
      if (!this.#types.known.has(type)) {
        const wrong = this.#types.judge(line, name, type, this.#rules.warnings);
        if (wrong !== undefined) add(index, name, wrong);
      }
      for (const item of splitDocuments(cell(index), () => false)) {
        if (item.kind !== 'id') documents.push({ type, item, column: index });
      }
    }
    for (const type of this.#requiredTypes) {
      if (documents.some((document) => document.type === type)) continue;
      const index = this.#rules.header.index.get(`documents.${type}`) ?? -1;
      const why = type === REQUIRED_DOCUMENT_TYPE ? 'release 1.32 requires it' : 'the profile requires it';
      add(index, `documents.${type}`, `is missing: ${why}; name the file to upload`);
    }
    return documents;
  }
}

const SHORTENED =
  'is a long number that a spreadsheet has shortened: its last digits are lost, and it identifies a business. Format the column as text and enter it anew';

const listOf = (text: string): string[] =>
  text
    .split(';')
    .map((item) => item.trim())
    .filter((item) => item !== '');

/** Numbers that were looked at lately: a look through the numbering plans costs more than the rest of a row. */
class PhoneNumbers {
  readonly #known = new Map<string, string | undefined>();

  issueOf(text: string): string | undefined {
    if (this.#known.has(text)) return this.#known.get(text);
    if (this.#known.size >= 10_000) this.#known.clear();
    const issue = phoneIssue(text);
    this.#known.set(text, issue);
    return issue;
  }
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

/** Fields whose wrong value may be told: the rest is personal. */
const TOLD = /ountr|urisdiction|Date$|\.date$|naicsCode|website/;

function judgeBody(
  body: Record<string, unknown>,
  header: Header,
  cell: (index: number) => string,
  add: Add,
): void {
  const parsed = fastCustomer.safeParse(body);
  for (const issue of parsed.error?.issues ?? []) {
    const path = issue.path.filter((part) => typeof part === 'string').join('.');
    const index = header.index.get(path) ?? -1;
    const at = issue.path.at(-1);
    const value = typeof at === 'number' ? (cell(index).split(';')[at]?.trim() ?? '') : cell(index);
    const shown = TOLD.test(path) ? `"${printable(value)}" ` : '';
    add(index, path, `${shown}${issue.message}${COUNTRY.test(path) ? countryHint(value) : ''}`);
  }
  for (const [other, beside] of OTHER_FIELDS) {
    if (body[other] !== undefined && body[beside] === undefined) {
      add(header.index.get(other) ?? -1, other, `stands alone: it says more about ${beside}, which is empty`);
    }
  }
}

/** Fields that hold country codes. */
const COUNTRY = /ountr|urisdiction/;

function countryHint(value: string): string {
  const meant = countryMeant(value);
  return meant === undefined ? '' : ` (did you mean ${meant}?)`;
}
