// Warnings of a file, one for each field and value, with how often and where first: a million rows give no million lines.
import { plain } from '../../files/plain.ts';

export interface Warning {
  readonly field: string;
  readonly value: string;
  readonly message: string;
  readonly firstLine: number;
  /** 1-based; 0 where it is no single cell's. */
  readonly column: number;
  /** Money may go out twice, or not at all: said where only trouble is. */
  readonly isTrouble?: true;
  /** What it was compared with: the entry of an earlier payment, or `null` for whatever the ledger had. None: the file says it all. */
  readonly entry?: number | null;
  count: number;
}

/** How the user's own file calls a field, and where it has it. */
export interface Naming {
  readonly nameOf: (field: string) => string;
  readonly columnOf: (field: string) => number;
}

const DISTINCT_LIMIT = 1_000;

export class Warnings {
  readonly #byKey = new Map<string, Warning>();
  /** Apart from the others: no number of them may keep one of these out. */
  readonly #trouble = new Map<string, Warning>();
  #naming: Naming = { nameOf: (field) => field, columnOf: () => 0 };
  /** Warnings beyond the limit of distinct ones. */
  overflow = 0;

  /** Known once the header is read. */
  named(naming: Naming): void {
    this.#naming = naming;
  }

  /** A field in the words of the file. */
  placeOf(field: string): { readonly field: string; readonly column: number } {
    return { field: this.#naming.nameOf(field), column: this.#naming.columnOf(field) };
  }

  /**
   * `message` is asked for only when the field and value are new: finding a suggestion costs more than the row.
   */
  add(line: number, field: string, value: string, message: () => string, count = 1): void {
    this.#put(this.#byKey, `${field}\0${value}\0`, count, () => ({
      ...this.placeOf(field),
      ...{ value, message: message(), firstLine: line, count },
    }));
  }

  /** As `add`, of what was compared with earlier payments: the last of them by its entry, `null` for several. */
  compared(line: number, field: string, value: string, text: string, entry: number | null): void {
    this.#put(this.#byKey, `${field}\0${value}\0${text}`, 1, () => ({
      ...this.placeOf(field),
      ...{ value, message: text, firstLine: line, entry, count: 1 },
    }));
  }

  /** As `add`, of what means that money may go out twice, or not at all. `field`: empty for the file as a whole. */
  trouble(line: number, field: string, value: string, message: () => string, count = 1): void {
    this.#put(this.#trouble, `${field}\0${value}`, count, () => ({
      ...this.placeOf(field),
      ...{ value, message: message(), firstLine: line, isTrouble: true, entry: null, count },
    }));
  }

  #put(among: Map<string, Warning>, key: string, count: number, make: () => Warning): void {
    const known = among.get(key);
    if (known) known.count += count;
    else if (among.size >= DISTINCT_LIMIT) this.overflow++;
    else among.set(key, make());
  }

  /** What is trouble first: only so many are shown. */
  list(): readonly Warning[] {
    return [...this.#trouble.values(), ...this.#byKey.values()];
  }
}

/** What is said of a row as a whole has no cell. */
const cellText = ({ field, value }: Warning): string =>
  field === 'the row' && value === '' ? field : `${field} "${plain(value, 60)}"`;

/** In one line, without its place. */
export function warningText(warning: Warning): string {
  const { field, message, count } = warning;
  const cell = field === '' ? '' : `${cellText(warning)} `;
  return `${cell}${plain(message)}${count > 1 ? ` (${count} rows, first here)` : ''}`;
}
