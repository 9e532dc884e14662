// Names of fields into dotted paths, and records of JSON into flat fields and back.
import { isLosslessNumber } from 'lossless-json';

import { PAYOUT_FIELDS } from '../interface/columns.ts';
import { CUSTOMER_FIELDS } from '../interface/customer-columns.ts';
import { entriesAt } from '../interface/deprecations.ts';
import { COLUMN_RULES, type FileKind } from '../interface/file-kind.ts';
import type { Fields } from './step.ts';

const BREAKDOWN = entriesAt('customer-breakdown').map(({ what }) => `transactionBreakdown.${what}`);

/** Flat names (`walletId`, `incomingAchTxCountMonthly`) that stand for one path only. */
const FLAT: Readonly<Record<FileKind, ReadonlyMap<string, string>>> = {
  payouts: leaves(PAYOUT_FIELDS),
  customers: leaves([...CUSTOMER_FIELDS, ...BREAKDOWN]),
};

function leaves(paths: readonly string[]): ReadonlyMap<string, string> {
  const found = new Map<string, string | null>();
  for (const path of paths) {
    const leaf = path.split('.').at(-1) ?? path;
    found.set(leaf, path === leaf ? leaf : found.has(leaf) ? null : path);
  }
  return new Map([...found].flatMap(([leaf, path]) => (path === null ? [] : [[leaf, path]])));
}

/** The path that a header cell means; the cell itself where it means none. */
export function pathOf(name: string, kind: FileKind, map: ReadonlyMap<string, string> | undefined): string {
  const own = map?.get(name) ?? name;
  return FLAT[kind].get(own) ?? own;
}

/** Whether the path is a field of 1.32, or was one before. */
export function isKnown(path: string, kind: FileKind): boolean {
  const { fields, accepts, removed } = COLUMN_RULES[kind];
  return fields.includes(path) || accepts(path) || removed(path) !== undefined || path === 'reference';
}

/** Leaves of nested objects by dotted path; lists and empty objects are leaves. */
export function flatten(value: object, prefix = '', out = new Map<string, unknown>()): Map<string, unknown> {
  for (const [key, inner] of Object.entries(value) as [string, unknown][]) {
    const path = prefix === '' ? key : `${prefix}.${key}`;
    const nested =
      typeof inner === 'object' && inner !== null && !Array.isArray(inner) && !isLosslessNumber(inner);
    if (nested && Object.keys(inner).length > 0 && !key.includes('.')) flatten(inner, path, out);
    else out.set(path, inner);
  }
  return out;
}

export function unflatten(fields: Fields): Record<string, unknown> {
  const out: Record<string, unknown> = {};
  for (const [path, value] of fields) {
    const parts = path.split('.');
    let object = out;
    for (const part of parts.slice(0, -1)) {
      const inner = object[part];
      const next = typeof inner === 'object' && inner !== null ? (inner as Record<string, unknown>) : {}; // made here
      object[part] = next;
      object = next;
    }
    object[parts.at(-1) ?? path] = value;
  }
  return out;
}
