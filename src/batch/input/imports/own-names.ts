// Errors and warnings in the words of the user's own file: the header that stands there beside the field, the cell as it was
// typed, the column that a person can find.
import { type Header, printable } from '../../../csv/header.ts';
import type { CsvRecord } from '../../../csv/records.ts';
import type { Issue } from '../row.ts';
import { Warnings } from '../warnings.ts';
import type { Origin } from './import-header.ts';

export class OwnNames {
  readonly #header: Header;
  readonly #origins: ReadonlyMap<string, Origin>;

  constructor(header: Header, origins: ReadonlyMap<string, Origin>) {
    this.#header = header;
    this.#origins = origins;
  }

  /** A field with its name in the file; itself where they are one. */
  nameOf(field: string): string {
    const label = this.#header.labels.get(field);
    if (label !== undefined) return `${printable(label)} (${field})`;
    return this.#origins.get(field)?.label ?? field;
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

/** Warnings under the names of the file. */
export class NamedWarnings extends Warnings {
  readonly #to: Warnings;
  readonly #names: OwnNames;

  constructor(to: Warnings, names: OwnNames) {
    super();
    this.#to = to;
    this.#names = names;
  }

  override add(line: number, field: string, value: string, message: () => string, count?: number): void {
    this.#to.add(line, this.#names.nameOf(field), value, message, count);
  }
}
