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
  /**
   * What it was compared with: the entry of an earlier payment, 0 where there was none, or `null` for whatever the ledger had. None: the
   * file says it all.
   */
  readonly entry?: number | null;
  /** Of trouble: when what it names came to be as it is, in milliseconds; without it, the file says it all. */
  readonly likeAt?: number;
  count: number;
}

/**
 * What kinds of warnings there are, for whoever counts them, the gravest first. `looksPaid`: it names an earlier payment that this may be.
 * `trouble`: money may go out twice, or not at all, for another reason. `payeeUnknown`: nobody can be compared with. `file`: the file says it.
 */
export const WARNING_CODES = [
  ...(['looksPaid', 'trouble', 'payeeChanged', 'amountUnusual', 'totalUnusual'] as const),
  ...(['payeeUnknown', 'file', 'firstPayment'] as const),
] as const;
export type WarningCode = (typeof WARNING_CODES)[number];

/** What was compared with earlier payments: the last of them by its entry, 0 for none, `null` for several. */
export interface Comparison {
  readonly code: WarningCode;
  readonly entry: number | null;
}

/** How the user's own file calls a field, and where it has it. */
export interface Naming {
  readonly nameOf: (field: string) => string;
  readonly columnOf: (field: string) => number;
  /** What the import profile says of the text; `undefined` for UTF-8 and UTF-16. */
  readonly encoding?: string | undefined;
}

const DISTINCT_LIMIT = 1_000;

/** How much a warning weighs, the gravest first: only so many are shown, and none of a graver kind may be the one that is left out. */
export const WEIGHT = { trouble: 0, compared: 1, file: 2, firstPayment: 3 } as const;

export function weightOf({ isTrouble, entry }: Warning): number {
  if (isTrouble) return WEIGHT.trouble;
  if (entry === undefined) return WEIGHT.file;
  return entry === 0 ? WEIGHT.firstPayment : WEIGHT.compared;
}

export class Warnings {
  /** By their weight, each apart from the others: no number of them may keep one of another kind out. */
  readonly #kinds = Object.values(WEIGHT).map(() => new Map<string, Warning>());
  readonly #rows = new Map<WarningCode, number>();
  #naming: Naming = { nameOf: (field) => field, columnOf: () => 0 };
  /** Warnings beyond the limit of distinct ones. */
  overflow = 0;

  /** Known once the header is read. */
  named(naming: Naming): void {
    this.#naming = naming;
  }

  /** The encoding that the import profile names. */
  get encoding(): string | undefined {
    return this.#naming.encoding;
  }

  /** A field in the words of the file. */
  placeOf(field: string): { readonly field: string; readonly column: number } {
    return { field: this.#naming.nameOf(field), column: this.#naming.columnOf(field) };
  }

  /**
   * `message` is asked for only when the field and value are new: finding a suggestion costs more than the row.
   */
  add(line: number, field: string, value: string, message: () => string, count = 1): void {
    this.#tally('file', count);
    this.#put(WEIGHT.file, `${field}\0${value}\0`, count, () => ({
      ...this.placeOf(field),
      ...{ value, message: message(), firstLine: line, count },
    }));
  }

  /** As `add`, of what was compared with earlier payments. */
  compared(line: number, field: string, value: string, text: string, { code, entry }: Comparison): void {
    this.#tally(code, 1);
    this.#put(entry === 0 ? WEIGHT.firstPayment : WEIGHT.compared, `${field}\0${value}\0${text}`, 1, () => ({
      ...this.placeOf(field),
      ...{ value, message: text, firstLine: line, entry, count: 1 },
    }));
  }

  /**
   * As `add`, of what means that money may go out twice, or not at all. `field`: empty for the file as a whole; `like`: the
   * earlier payment that it names.
   */
  trouble(
    line: number,
    field: string,
    value: string,
    message: () => string,
    like?: { readonly updatedAt: Date },
    count = 1,
  ): void {
    const when = like ? { entry: null, likeAt: like.updatedAt.getTime() } : {};
    this.#tally(like ? 'looksPaid' : 'trouble', count);
    this.#put(WEIGHT.trouble, `${field}\0${value}`, count, () => ({
      ...this.placeOf(field),
      ...{ value, message: message(), firstLine: line, isTrouble: true, count, ...when },
    }));
  }

  #tally(code: WarningCode, count: number): void {
    this.#rows.set(code, (this.#rows.get(code) ?? 0) + count);
  }

  #put(weight: number, key: string, count: number, make: () => Warning): void {
    const among = this.#kinds[weight] ?? new Map<string, Warning>(); // there is one of each
    const known = among.get(key);
    if (known) known.count += count;
    else if (among.size >= DISTINCT_LIMIT) this.overflow++;
    else among.set(key, make());
  }

  /** The gravest first: only so many are shown. */
  list(): readonly Warning[] {
    return this.#kinds.flatMap((those) => [...those.values()]);
  }

  /** Of how many rows each kind was said, those too of which nothing else is kept. The gravest first. */
  rows(): readonly (readonly [WarningCode, number])[] {
    return WARNING_CODES.flatMap((code) => {
      const rows = this.#rows.get(code);
      return rows === undefined ? [] : [[code, rows] as const];
    });
  }
}

/** What is said of a row as a whole has no cell. */
const cellText = ({ field, value }: Warning): string =>
  field === 'the row' && value === '' ? field : `${field} "${plain(value, 60)}"`;

/** In one line, without its place. */
export const warningText = (warning: Warning): string => withRows(withoutRows(warning), warning.count);

/** The same without the count of its rows. */
export function withoutRows(warning: Warning): string {
  const { field, message } = warning;
  return `${field === '' ? '' : `${cellText(warning)} `}${plain(message)}`;
}

export const withRows = (text: string, rows = 1): string =>
  rows > 1 ? `${text} (${rows} rows, first here)` : text;
