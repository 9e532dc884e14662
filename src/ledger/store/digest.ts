// How the hash chain digests a record, and a link. Pure. Empty columns (NULL) are left out.
import { hash } from 'node:crypto';

import { sha256 } from '../keys.ts';
import type { SqlValue } from './question.ts';
import {
  COVERED,
  COVERED_TABLES,
  type CoveredTable,
  ENTRY_COLUMNS,
  IDENTITY_COLUMNS,
  ROW_COLUMNS,
} from './tables.ts';

/** Each value with its name and its length, so that two records never have the same text. */
function textOf(table: string, columns: readonly string[]): (values: readonly SqlValue[]) => string {
  const names = columns.map((name) => `\n${name} `);
  return (values) => {
    let text = table;
    for (let at = 0; at < names.length; at++) {
      const value = values[at];
      if (value === null || value === undefined) continue;
      text += names[at] ?? '';
      if (typeof value === 'string') text += `${value.length}:${value}`;
      else if (typeof value === 'number') text += `n${value}`;
      else text += `b${Buffer.from(new Uint8Array(value)).toString('hex')}`;
    }
    return text;
  };
}

const texts = {
  entries: textOf('entries', ENTRY_COLUMNS),
  identity: textOf('rows', IDENTITY_COLUMNS),
  rows: textOf('rows', ROW_COLUMNS),
  ...Object.fromEntries(COVERED_TABLES.map((table) => [table, textOf(table, COVERED[table].columns)])),
} as Record<'entries' | 'identity' | 'rows' | CoveredTable, ReturnType<typeof textOf>>; // the names above

/** SHA-256 (base64url) of the values of its columns, in their order. */
export function digest(what: keyof typeof texts, values: readonly SqlValue[]): string {
  return hash('sha256', texts[what](values), 'base64url');
}

/** The first 132 bits. Each entry that gives a row its identity has this digest. */
export const identityDigest = (values: readonly SqlValue[]): string =>
  digest('identity', values).slice(0, 22);

/** So many characters of an entry's digest are kept with it. */
export const SHORT = 8;

export const entryLine = (number: number, digest: string): string => `${number} ${digest}`;

export const entriesDigest = (lines: readonly string[]): string =>
  lines.length === 0 ? '' : sha256(lines.join('\n'));

/** Positions of the key's columns among those of a table. */
const KEYS = new Map(
  COVERED_TABLES.map((table) => {
    const columns: readonly string[] = COVERED[table].columns;
    return [table, COVERED[table].key.map((column) => columns.indexOf(column))] as const;
  }),
);

export const keyOf = (table: CoveredTable, values: readonly SqlValue[]): SqlValue[] =>
  (KEYS.get(table) ?? []).map((at) => values[at]);

/** The line of a link for a row. `key`: as JSON. */
export const lineOf = (
  table: CoveredTable,
  values: readonly SqlValue[],
  key = JSON.stringify(keyOf(table, values)),
): string => `${table} ${digest(table, values)} ${key}`;

/** The head of an empty chain. */
export function genesis(ledgerId: string, createdAt: number): string {
  return sha256(`paybatch-chain/1\n${ledgerId}\n${createdAt}`);
}

export interface ChainLink {
  readonly number: number;
  /** Milliseconds, by the writer's clock. */
  readonly at: number;
  /** The highest entry's number after it. */
  readonly sequence: number;
  /** SHA-256 (hex) of its entries' lines; empty for none. */
  readonly entries: string;
  /** SHA-256 (hex) of its other lines. */
  readonly records: string;
}

export function headOf(before: string, { number, at, sequence, entries, records }: ChainLink): string {
  return sha256(`${before}\n${number}\n${at}\n${sequence}\n${entries}\n${records}`);
}
