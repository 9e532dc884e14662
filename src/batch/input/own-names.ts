// Fields in the words of the user's own file: issues and warnings name its columns.
import { columnNamed, folded, type Header, printable } from '../../csv/header.ts';
import type { Issue } from './row.ts';

/** A field with its name in the file; the field alone if they are the same. */
export function nameInFile({ names, added, index }: Header, field: string): string {
  const at = index.get(field) ?? -1;
  const label = added[at - names.length]?.label;
  if (label !== undefined) return label;
  const name = names[at]?.trim() ?? field;
  return folded(name) === folded(field) ? field : `${printable(name)} (${field})`;
}

/** 1-based; 0 for a field without a column. A field that is looked up has the column of its key. */
export function columnInFile(header: Header, field: string): number {
  const { names, added, index } = header;
  const at = index.get(field) ?? -1;
  if (at < names.length) return at + 1;
  const key = added[at - names.length]?.key;
  return key === undefined ? 0 : columnNamed(header, key) + 1;
}

/** Renames the fields of issues in place. */
export function renameFields(header: Header, issues: Issue[]): void {
  for (const [at, issue] of issues.entries()) {
    const isAdded = issue.column > header.names.length;
    const column = isAdded ? columnInFile(header, issue.field) : issue.column;
    issues[at] = { ...issue, field: nameInFile(header, issue.field), column };
  }
}
