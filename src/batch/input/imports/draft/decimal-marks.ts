// Which mark stands before the decimals of a column's amounts, how often, and where first: people and programs of two countries may have
// written into one file, and only one mark can be read.

export type DecimalMark = ',' | '.';

/** `line`, `text`: of the first. */
export interface Marked {
  readonly count: number;
  readonly line: number;
  readonly text: string;
}

/** Nothing longer is an amount. */
const LONGEST = 40;

const isDigit = (text: string, at: number): boolean => {
  const char = text.charAt(at);
  return char >= '0' && char <= '9';
};

/** By one digit or two behind the last mark, whatever stands around the number; three may be a group. `undefined` where nothing tells. */
export function decimalMarkOf(text: string): DecimalMark | undefined {
  if (text.length > LONGEST) return undefined;
  const at = Math.max(text.lastIndexOf(','), text.lastIndexOf('.'));
  if (at < 1 || !isDigit(text, at - 1)) return undefined;
  const mark = text.charAt(at) === ',' ? ',' : '.';
  let end = at + 1;
  while (isDigit(text, end)) end++;
  const digits = end - at - 1;
  // A mark that stands there twice is a group's, or a date's.
  const isDecimal = (digits === 1 || digits === 2) && text.indexOf(mark) === at;
  return isDecimal && !/\d/.test(text.slice(end)) ? mark : undefined;
}

export class DecimalMarks {
  readonly #found = new Map<DecimalMark, Marked>();

  add(line: number, text: string): void {
    const mark = decimalMarkOf(text);
    if (mark === undefined) return;
    const known = this.#found.get(mark);
    this.#found.set(mark, known ? { ...known, count: known.count + 1 } : { count: 1, line, text });
  }

  of(mark: DecimalMark): Marked | undefined {
    return this.#found.get(mark);
  }

  /** What most of them have; of as many, or of none, the point. */
  get decimal(): DecimalMark {
    return (this.of(',')?.count ?? 0) > (this.of('.')?.count ?? 0) ? ',' : '.';
  }
}

/** Where both marks stand: how many are which, and where the odd one is; `undefined` where all say the same. */
export function contradictionText(marks: DecimalMarks): string | undefined {
  const [most, odd] = marks.decimal === ',' ? [',', '.'] : ['.', ','];
  const [many, few] = [marks.of(most as DecimalMark), marks.of(odd as DecimalMark)];
  if (!many || !few) return undefined;
  const name = (mark: string | undefined): string => `a decimal ${mark === ',' ? 'comma' : 'point'}`;
  const where = ({ line, text, count }: Marked): string =>
    `(${count === 1 ? '' : 'first '}line ${line}: "${text}")`;
  const has = (count: number): string => (count === 1 ? 'has' : 'have');
  const told = `${many.count} ${has(many.count)} ${name(most)} ${where(many)}, ${few.count} ${has(few.count)} ${name(odd)} ${where(few)}`;
  const drafted =
    many.count === few.count
      ? `"decimal": "${most}" is a guess`
      : `"decimal": "${most}" is what most of them have`;
  return `The amounts contradict each other: ${told}. ${drafted}: find out what the others mean, and have them written alike in the export`;
}
