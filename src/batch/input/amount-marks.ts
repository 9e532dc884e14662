// The decimal mark and the grouping mark of a column of amounts. Each amount shows one decimal mark, shows none, or
// can be read in two ways. Two amounts may contradict each other.
import { GROUP_SPACES, type NumberForm } from './amount-text.ts';

type DecimalMark = ',' | '.';

/** A longer text is not an amount. */
const LONGEST = 40;
const NUMBER = /\d[\d.,'\u2019\s]*/;
const GROUPS = /(?<=\d)([.,'\u2019\s])(?=\d{3}(?!\d))/g;

/** The decimal mark that one amount shows, whatever is around the number; `undefined` if it shows none. */
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

export class AmountMarks {
  readonly #shown = new Set<ReturnType<typeof decimalMarkOf>>();
  /** Marks between groups of digits, of the amounts that show each mark. */
  readonly #groups = new Map<ReturnType<typeof decimalMarkOf>, Set<string>>();

  add(text: string): void {
    const mark = decimalMarkOf(text);
    for (const [, group = ''] of text.slice(0, LONGEST).matchAll(GROUPS))
      this.#groups.set(mark, (this.#groups.get(mark) ?? new Set()).add(group));
    this.#shown.add(mark);
  }

  /** Whether the amounts leave open which mark begins the decimals. */
  get areUnclear(): boolean {
    const [hasComma, hasPoint] = [this.#shown.has(','), this.#shown.has('.')];
    return hasComma === hasPoint && (hasComma || this.#shown.has('either'));
  }

  /** How the amounts are written; `undefined` for plain decimals. */
  get form(): NumberForm | undefined {
    const decimal: DecimalMark = this.#shown.has(',') ? ',' : '.';
    const groups = [decimal, 'either', undefined] as const;
    const group = groups.flatMap((of) => [...(this.#groups.get(of) ?? [])]).find((mark) => mark !== decimal);
    const thousands = group !== undefined && GROUP_SPACES.includes(group) ? ' ' : group;
    return decimal === '.' && thousands === undefined ? undefined : { decimal, thousands };
  }
}
