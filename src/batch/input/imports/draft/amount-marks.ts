// Which mark stands before the decimals of a column's amounts: what each amount decides, how many decide it, and which
// amounts can be read in two ways. People and programs of two countries may have written into one file.

import { GROUP_SPACES } from '../../amount-text.ts';
import type { NumberForm } from '../imports.ts';

export type DecimalMark = ',' | '.';

/** `line`, `text`: of the first. */
export interface Marked {
  readonly count: number;
  readonly line: number;
  readonly text: string;
}

/** A longer text is not an amount. */
const LONGEST = 40;
const NUMBER = /\d[\d.,'\u2019\s]*/;
const GROUPS = /(?<=\d)([.,'\u2019\s])(?=\d{3}(?!\d))/g;

/** The decimal mark that one amount shows, whatever is around the number; `undefined` where it shows none. */
export function decimalMarkOf(text: string): DecimalMark | 'either' | undefined {
  if (text.length > LONGEST) return undefined;
  const found = NUMBER.exec(text);
  if (!found || /\d/.test(text.slice(found.index + found[0].length))) return undefined;
  const number = found[0].trim();
  const at = Math.max(number.lastIndexOf(','), number.lastIndexOf('.'));
  if (at === -1 || at === number.length - 1) return undefined;
  const mark = number.charAt(at) === ',' ? ',' : '.';
  const other = mark === ',' ? '.' : ',';
  if (number.indexOf(mark) !== at) {
    const isGrouped = number
      .split(mark)
      .every((group, i) => /^\d+$/.test(group) && (i === 0 || group.length === 3));
    return isGrouped ? other : undefined; // otherwise a date
  }
  if (number.includes(other)) return mark;
  return /^[1-9]\d{0,2}[.,]\d{3}$/.test(number) ? 'either' : mark;
}

type Reading = ReturnType<typeof decimalMarkOf>;

export class AmountMarks {
  readonly #found = new Map<Reading, Marked>();
  /** Marks between groups of digits, of the amounts of each reading. */
  readonly #groups = new Map<Reading, Set<string>>();

  add(line: number, text: string): void {
    const mark = decimalMarkOf(text);
    for (const [, group = ''] of text.slice(0, LONGEST).matchAll(GROUPS))
      this.#groups.set(mark, (this.#groups.get(mark) ?? new Set()).add(group));
    const known = this.#found.get(mark);
    this.#found.set(mark, known ? { ...known, count: known.count + 1 } : { count: 1, line, text });
  }

  of(mark: DecimalMark): Marked | undefined {
    return this.#found.get(mark);
  }

  /** The first amount that can be read in two ways, where the others do not decide it. */
  get ambiguous(): Marked | undefined {
    const isDecided = (this.of(',') === undefined) !== (this.of('.') === undefined);
    return isDecided ? undefined : this.#found.get('either');
  }

  /** The mark of most amounts; the point where neither mark has more. */
  get decimal(): DecimalMark {
    return (this.of(',')?.count ?? 0) > (this.of('.')?.count ?? 0) ? ',' : '.';
  }

  /** How most amounts are written; `undefined` for plain decimals. */
  get form(): NumberForm | undefined {
    const { decimal } = this;
    const groups = [decimal, 'either', undefined] as const;
    const group = groups.flatMap((of) => [...(this.#groups.get(of) ?? [])]).find((mark) => mark !== decimal);
    const thousands = group !== undefined && GROUP_SPACES.includes(group) ? ' ' : group;
    return decimal === '.' && thousands === undefined ? undefined : { decimal, thousands };
  }
}

const name = (mark: string | undefined): string => `a decimal ${mark === ',' ? 'comma' : 'point'}`;
const where = ({ line, text, count }: Marked): string =>
  `(${count === 1 ? '' : 'first '}line ${line}: "${text}")`;
const have = (count: number): string => `${count} ${count === 1 ? 'has' : 'have'}`;

/** What a person must be told about the marks; `undefined` where all amounts agree. */
export function marksNote(marks: AmountMarks): string | undefined {
  const [most, odd]: [DecimalMark, DecimalMark] = marks.decimal === ',' ? [',', '.'] : ['.', ','];
  const [many, few] = [marks.of(most), marks.of(odd)];
  const { ambiguous } = marks;
  if (!many || !few) {
    if (!ambiguous) return undefined;
    return `Amounts such as "${ambiguous.text}" (line ${ambiguous.line}) can be read in two ways: the mark may begin the decimals or separate the thousands. No other amount decides it. Fill in "decimal" and "thousands"`;
  }
  const told = `${have(many.count)} ${name(most)} ${where(many)}, ${have(few.count)} ${name(odd)} ${where(few)}`;
  const isGuess = ambiguous !== undefined || many.count === few.count;
  const drafted = ambiguous
    ? 'Fill in "decimal" and "thousands"'
    : `"decimal": "${most}" is ${isGuess ? 'a guess' : 'the mark of most amounts'}`;
  return `The amounts contradict each other: ${told}. ${drafted}. Find out what the others mean, and have all amounts written alike in the export`;
}
