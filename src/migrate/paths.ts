// Names of fields to paths, and JSON records to flat fields and back. Only objects of the interface are taken apart:
// other keys are data and are written unchanged.
import { isLosslessNumber } from 'lossless-json';

import { PAYOUT_FIELDS } from '../interface/columns.ts';
import { CUSTOMER_FIELDS } from '../interface/customer-columns.ts';
import { ENDED } from '../interface/deprecations.ts';
import { COLUMN_RULES, type FileKind } from '../interface/file-kind.ts';
import type { RecordFields } from './step.ts';

const BREAKDOWN = [...ENDED.breakdown.keys()].map((name) => `transactionBreakdown.${name}`);

/** Flat names (`walletId`, `incomingAchTxCountMonthly`) that mean one path only. */
const FLAT: Readonly<Record<FileKind, ReadonlyMap<string, string>>> = {
  payouts: leaves(PAYOUT_FIELDS),
  customers: leaves([...CUSTOMER_FIELDS, ...BREAKDOWN]),
};

/** Objects of the interface that hold fields: `source`, `registeredAddress`, ... */
const NESTING: ReadonlySet<string> = new Set([
  ...[...PAYOUT_FIELDS, ...CUSTOMER_FIELDS, ...BREAKDOWN]
    .filter((path) => path.includes('.'))
    .map((path) => path.slice(0, path.indexOf('.'))),
  'documents',
]);

function leaves(paths: readonly string[]): ReadonlyMap<string, string> {
  const found = new Map<string, string | null>();
  for (const path of paths) {
    const leaf = path.split('.').at(-1) ?? path;
    found.set(leaf, path === leaf ? leaf : found.has(leaf) ? null : path);
  }
  return new Map([...found].flatMap(([leaf, path]) => (path === null ? [] : [[leaf, path]])));
}

/** Names of fields, removed ones included, by their lower case. */
const SPELLINGS: Readonly<Record<FileKind, ReadonlyMap<string, string>>> = {
  payouts: spellings('payouts', [...ENDED.transfer.keys()]),
  customers: spellings('customers', [...ENDED.customer.keys(), ...BREAKDOWN]),
};

function spellings(kind: FileKind, ended: readonly string[]): ReadonlyMap<string, string> {
  const names = [...FLAT[kind].keys(), ...ended, ...COLUMN_RULES[kind].fields, 'reference'];
  return new Map(names.map((name) => [name.toLowerCase(), name]));
}

/** The path of a header cell, without regard to case; the cell itself if it is unknown. */
export function pathOf(name: string, kind: FileKind): string {
  const spelt = SPELLINGS[kind].get(name.toLowerCase()) ?? name;
  return FLAT[kind].get(spelt) ?? spelt;
}

/** Whether the path is a field of 1.32 or of an earlier release. */
export function isKnown(path: string, kind: FileKind): boolean {
  const { fields, accepts, removed } = COLUMN_RULES[kind];
  return fields.includes(path) || accepts(path) || removed(path) !== undefined || path === 'reference';
}

export interface Flat {
  readonly fields: Map<string, unknown>;
  /** A path that two keys of the record mean (`source: {currency}` and `"source.currency"`). */
  readonly twice: string | undefined;
}

/** Fields by path: one level down inside the interface's own objects, everything else a leaf under its key. */
export function flatten(record: object): Flat {
  const fields = new Map<string, unknown>();
  let twice: string | undefined;
  const add = (path: string, value: unknown): void => {
    if (fields.has(path)) twice ??= path;
    else fields.set(path, value);
  };
  for (const [key, value] of Object.entries(record) as [string, unknown][]) {
    const inner = NESTING.has(key) ? entriesOf(value) : [];
    if (inner.length === 0) add(key, value);
    for (const [name, field] of inner) add(`${key}.${name}`, field);
  }
  return { fields, twice };
}

function entriesOf(value: unknown): [string, unknown][] {
  const isObject = typeof value === 'object' && value !== null;
  return isObject && !Array.isArray(value) && !isLosslessNumber(value) ? Object.entries(value) : [];
}

/** The record of these fields. `__proto__` becomes an own property. */
export function unflatten(fields: RecordFields): object {
  const record = new Map<string, unknown>();
  const objects = new Map<string, Map<string, unknown>>();
  for (const [path, value] of fields) {
    const top = path.slice(0, Math.max(0, path.indexOf('.')));
    if (!NESTING.has(top) || fields.has(top)) {
      record.set(path, value);
      continue;
    }
    const object = objects.get(top) ?? new Map<string, unknown>();
    objects.set(top, object.set(path.slice(top.length + 1), value));
    record.set(top, object); // holds its place
  }
  for (const [top, object] of objects) record.set(top, Object.fromEntries(object));
  return Object.fromEntries(record);
}
