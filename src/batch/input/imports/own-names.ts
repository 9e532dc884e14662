// Errors and warnings in the words of the user's own file: the header that stands there beside the field, the cell as it was
// typed, the column that a person can find.
import { type Header, printable } from '../../../csv/header.ts';
import type { CsvRecord } from '../../../csv/records.ts';
import type { Issue } from '../row.ts';
import type { Naming } from '../warnings.ts';
import type { Origin } from './import-header.ts';

export class OwnNames implements Naming {
  readonly #header: Header;
  readonly #origins: ReadonlyMap<string, Origin>;

  readonly encoding: string | undefined;

  constructor(header: Header, origins: ReadonlyMap<string, Origin>, encoding?: string) {
    this.encoding = encoding?.startsWith('utf-') === true ? undefined : encoding;
    this.#header = header;
    this.#origins = origins;
  }

  /** A field with its name in the file; itself where they are one. */
  nameOf(field: string): string {
    const label = this.#header.labels.get(field);
    if (label !== undefined) return `${printable(label)} (${field})`;
    return this.#origins.get(field)?.label ?? field;
  }

  /** 1-based; 0 for what the file has not. */
  columnOf(field: string): number {
    const origin = this.#origins.get(field);
    if (origin) return origin.column + 1;
    const at = this.#header.index.get(field) ?? -1;
    return at < this.#header.names.length ? at + 1 : 0;
  }

  /** Renames in place; what was renamed already stays. `translated`: where a cell was put into another form. */
  tell(issues: Issue[], record?: CsvRecord, translated?: CsvRecord): void {
    for (const [at, issue] of issues.entries()) {
      const field = this.nameOf(issue.field);
      const origin = this.#origins.get(issue.field);
      const column = origin ? origin.column + 1 : issue.column > this.#header.names.length ? 0 : issue.column;
      if (field === issue.field && column === issue.column) continue;
      const message = origin ? issue.message : asTyped(issue, record, translated);
      issues[at] = { ...issue, field, column, message };
    }
  }
}

/** The message with the cell's own text. */
function asTyped({ column, message }: Issue, record?: CsvRecord, translated?: CsvRecord): string {
  const own = record?.cells[column - 1]?.trim() ?? '';
  const plain = translated?.cells[column - 1]?.trim() ?? '';
  if (plain === '' || own === plain) return message;
  return message.replace(`"${printable(plain)}"`, () => `"${printable(own)}"`);
}
