// The fields of one file, from the table of columns and the file's header: where each cell is, how it is read, and
// which values are known. The readers of payouts and of customers share them.
import { type Header, printable } from '../../csv/header.ts';
import { nearValues } from '../../csv/suggest.ts';
import type { Column } from '../../interface/columns.ts';
import { MINOR_UNITS } from '../../interface/currencies.ts';
import type { Profile } from '../../interface/profile.ts';
import type { Closable } from '../../interface/profile-entry.ts';
import type { Message } from '../../message.ts';
import { rowIssue } from './messages.ts';
import type { Warnings } from './warnings.ts';

export interface FileField<C extends Column = Column> {
  readonly column: C;
  readonly path: string;
  /** 0-based cell. */
  readonly index: number;
  /** Its object in the body, and its name there. */
  readonly parent: string | undefined;
  readonly name: string;
  /** The values that are known, if they are listed. */
  readonly set: OpenSet | undefined;
}

export interface RowRules {
  readonly profile: Profile;
  /** For payouts with an empty cell. */
  readonly useDeveloperFunds: boolean;
  /** 0-based column that says who is paid; -1 for none. */
  readonly payeeAt: number;
  readonly warnings: Warnings;
}

export type Add = (index: number, field: string, message: Message) => void;

/** The fields that the file has, in the table's order. */
export function fieldsOf<C extends Column>(
  columns: readonly C[],
  header: Header,
  setOf: (column: C) => OpenSet | undefined,
): FileField<C>[] {
  return columns.flatMap((column): FileField<C>[] => {
    const { path } = column;
    const index = header.index.get(path);
    if (index === undefined) return [];
    const dot = path.indexOf('.');
    const parent = dot === -1 ? undefined : path.slice(0, dot);
    return [{ column, path, index, parent, name: path.slice(dot + 1), set: setOf(column) }];
  });
}

export type RequiredField = Pick<FileField, 'path' | 'index'>;

/** Fields that the profile requires, in the file or not (-1). */
export const requiredFields = (paths: readonly string[], { index }: Header): RequiredField[] =>
  paths.map((path) => ({ path, index: index.get(path) ?? -1 }));

/** `undefined`, with an issue, for another text. */
export function booleanCell({ index, path }: FileField, text: string, add: Add): boolean | undefined {
  const lower = text.toLowerCase();
  if (lower === 'true' || lower === 'false') return lower === 'true';
  add(index, path, rowIssue('not_boolean', { value: printable(text) }));
  return undefined;
}

/** The values of an enumeration. An unknown value is an issue if the set is closed, else a warning. */
export interface OpenSet {
  readonly known: ReadonlySet<string>;
  readonly values: readonly string[];
  readonly closed: boolean;
  /** Its name in the profile; none for the currencies. */
  readonly setting: string | undefined;
}

export const openSet = ({ values, closed }: Closable, setting?: string): OpenSet => ({
  ...{ known: new Set(values), values, closed, setting },
});

/** The currencies of ISO 4217 and the two stablecoins. */
export const currencySet = (closed: boolean): OpenSet => openSet({ values: [...MINOR_UNITS.keys()], closed });

export function checkValue(
  { set, path, index }: Pick<FileField, 'set' | 'path' | 'index'>,
  value: string,
  line: number,
  warnings: Warnings,
  add: Add,
): void {
  if (set === undefined || set.known.has(value)) return;
  const { values, closed, setting } = set;
  const message = (shown?: string): Message =>
    rowIssue('not_among', { value: shown, setting, near: nearValues(value, values) });
  if (closed) add(index, path, message(printable(value)));
  else warnings.add(line, path, value, message);
}

/** Of an empty cell, or of a field without a column (-1). `setting`: the setting that requires it, if one does. */
export const missing = (index: number, setting?: string): Message =>
  rowIssue('missing', { hasColumn: index !== -1, setting });
