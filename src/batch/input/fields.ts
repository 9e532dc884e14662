// The columns of one file, compiled from the table of columns and the file's header: where each cell is, how it is read,
// and where its value goes. Both readers are made of these.
import { type Header, printable } from '../../csv/header.ts';
import type { Column } from '../../interface/columns.ts';
import { booleanOf, type OpenSet } from './cells.ts';
import type { Warnings } from './warnings.ts';

export interface Field<C extends Column = Column> {
  readonly column: C;
  readonly path: string;
  /** 0-based cell. */
  readonly index: number;
  /** Its object in the body, and its name there. */
  readonly parent: string | undefined;
  readonly name: string;
  /** The values that are known, where they are listed. */
  readonly set: OpenSet | undefined;
}

export type Add = (index: number, field: string, message: string) => void;

/** The fields that the file has, in the table's order. */
export function fieldsOf<C extends Column>(
  columns: readonly C[],
  header: Header,
  setOf: (column: C) => OpenSet | undefined,
): Field<C>[] {
  return columns.flatMap((column): Field<C>[] => {
    const { path } = column;
    const index = header.index.get(path);
    if (index === undefined) return [];
    const dot = path.indexOf('.');
    const parent = dot === -1 ? undefined : path.slice(0, dot);
    return [{ column, path, index, parent, name: path.slice(dot + 1), set: setOf(column) }];
  });
}

/** Puts a value into a body. The columns' table has one level of objects. */
export function put(body: Record<string, unknown>, { parent, name }: Field, value: unknown): void {
  if (parent === undefined) {
    body[name] = value;
    return;
  }
  const inner = body[parent] as Record<string, unknown> | undefined; // only objects are put under a parent
  if (inner === undefined) body[parent] = { [name]: value };
  else inner[name] = value;
}

/** `undefined`, with an issue, for what is neither true nor false. */
export function booleanCell({ index, path }: Field, text: string, add: Add): boolean | undefined {
  const value = booleanOf(text);
  if (value === null) add(index, path, `"${printable(text)}" is neither true nor false`);
  return value ?? undefined;
}

/** Judges a value of an enumeration: an issue where the set is closed, a warning where it is open. */
export function judgeValue(field: Field, value: string, line: number, warnings: Warnings, add: Add): void {
  if (field.set === undefined || field.set.known.has(value)) return;
  const wrong = field.set.judge(line, field.path, value, warnings);
  if (wrong !== undefined) add(field.index, field.path, wrong);
}
