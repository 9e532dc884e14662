// The rows of a sheet as records: each cell's stored text and what it is, on the sheet's own line. Nothing is rounded, shown
// as a date or worked out anew.
import type { CellKind } from '../cell-kind.ts';
import { MergedCells, type Range, rangeOf } from './merged-cells.ts';
import { spelt, type WorkbookParts } from './workbook.ts';
import { attributeOf, type XmlEvents } from './xml.ts';
import { DamagedArchive } from './zip.ts';

const MAX_ROW = 1_048_576;
/** A table of payments has a few dozen. */
const MAX_COLUMNS = 1_000;
const NUMBER = /^-?\d{1,400}(?:\.\d{1,400})?(?:E[+-]?\d{1,3})?$/i;

export interface SheetRow {
  readonly line: number;
  /** Up to the last one that isn't empty. */
  readonly cells: readonly string[];
  readonly kinds: readonly CellKind[];
  readonly isHidden: boolean;
}

/** `B` of `B7` is 1. */
export function columnOf(address: string): number {
  let column = 0;
  let at = 0;
  for (; at < address.length; at++) {
    const letter = address.charCodeAt(at) - 64;
    if (letter < 1 || letter > 26) break;
    column = column * 26 + letter;
    if (column > 20_000) break;
  }
  if (column === 0) throw new DamagedArchive(`damaged inside (a cell is called "${address.slice(0, 20)}")`);
  return column - 1;
}

/** Takes a sheet's elements and gives rows, in order. Rows without a value are left to whoever counts lines. */
export class SheetReader implements XmlEvents {
  readonly #parts: WorkbookParts;
  readonly #merged: MergedCells;
  #rows: SheetRow[] = [];
  #line = 0;
  #isHidden = false;
  #cells: string[] = [];
  #kinds: CellKind[] = [];
  #column = -1;
  #type = '';
  #style = -1;
  #value = '';
  #hasValue = false;
  #hasFormula = false;
  /** Where text belongs: a value, an inline text, or nowhere. */
  #into: 'v' | 't' | '' = '';
  #inPhonetic = false;
  #inData = false;

  constructor(parts: WorkbookParts, merged: readonly Range[]) {
    this.#parts = parts;
    this.#merged = new MergedCells(merged);
  }

  /** What has been read since. */
  taken(): SheetRow[] {
    const rows = this.#rows;
    this.#rows = [];
    return rows;
  }

  open(name: string, attributes: string): void {
    if (name === 'sheetData') this.#inData = true;
    if (!this.#inData) return;
    if (name === 'row') this.#beginRow(attributes);
    else if (name === 'c') this.#beginCell(attributes);
    else if (name === 'f') this.#hasFormula = true;
    else if (name === 'rPh') this.#inPhonetic = true;
    else if (name === 'v' || name === 't') this.#into = name;
  }

  close(name: string): void {
    if (name === 'sheetData') this.#inData = false;
    else if (name === 'v' || name === 't') this.#into = '';
    else if (name === 'rPh') this.#inPhonetic = false;
    else if (name === 'c' && this.#inData) this.#endCell();
    else if (name === 'row' && this.#inData) this.#endRow();
  }

  text(text: string): void {
    if (this.#into === '' || this.#inPhonetic) return;
    this.#value += text;
    this.#hasValue = true;
  }

  #beginRow(attributes: string): void {
    const own = attributeOf(attributes, 'r');
    const line = own === undefined ? this.#line + 1 : Number(own);
    if (!Number.isInteger(line) || line <= this.#line || line > MAX_ROW) {
      throw new DamagedArchive(
        `damaged inside (row ${this.#line} is followed by row "${(own ?? '').slice(0, 20)}")`,
      );
    }
    this.#line = line;
    this.#isHidden = ['1', 'true'].includes(attributeOf(attributes, 'hidden') ?? '');
    this.#cells = [];
    this.#kinds = [];
    this.#column = -1;
  }

  #beginCell(attributes: string): void {
    const address = attributeOf(attributes, 'r');
    const column = address === undefined ? this.#column + 1 : columnOf(address);
    if (column <= this.#column)
      throw new DamagedArchive(`damaged inside (cell ${address ?? ''} is out of order)`);
    this.#column = column;
    this.#type = attributeOf(attributes, 't') ?? 'n';
    this.#style = Number(attributeOf(attributes, 's') ?? '0');
    this.#value = '';
    this.#hasValue = false;
    this.#hasFormula = false;
  }

  #endCell(): void {
    const kind = this.#kindOf();
    if (kind === 'empty') return;
    const at = this.#column;
    if (at >= MAX_COLUMNS) {
      throw new DamagedArchive(`too wide: row ${this.#line} has a cell beyond column ${MAX_COLUMNS}`);
    }
    while (this.#cells.length < at) {
      this.#cells.push('');
      this.#kinds.push('empty');
    }
    this.#cells.push(kind === 'formula' ? '' : this.#textOf());
    this.#kinds.push(kind);
  }

  #kindOf(): CellKind {
    const isNumber = this.#type === 'n';
    if (!this.#hasValue) return this.#hasFormula && this.#type !== 'str' ? 'formula' : 'empty';
    if (isNumber) return this.#parts.dates[this.#style] === true ? 'date' : 'number';
    switch (this.#type) {
      case 's':
      case 'str':
      case 'inlineStr':
        return 'text';
      case 'b':
        return 'boolean';
      case 'e':
        return 'error';
      case 'd':
        return 'date';
      default:
        throw new DamagedArchive(`damaged inside (row ${this.#line} has a cell of an unknown kind)`);
    }
  }

  #textOf(): string {
    const value = this.#value;
    switch (this.#type) {
      case 's': {
        const text = /^\d{1,9}$/.test(value.trim()) ? this.#parts.shared[Number(value)] : undefined;
        if (text === undefined)
          throw new DamagedArchive(`damaged inside (row ${this.#line} has a text that isn't there)`);
        return text;
      }
      case 'n': {
        const number = value.trim();
        if (!NUMBER.test(number))
          throw new DamagedArchive(`damaged inside (row ${this.#line} has a number that is none)`);
        return number;
      }
      case 'b':
        return value.trim() === '1' ? 'true' : 'false';
      case 'e':
      case 'd':
        return value.trim();
      default:
        return spelt(value);
    }
  }

  #endRow(): void {
    this.#merged.mark(this.#line, this.#cells, this.#kinds);
    while (this.#kinds.length > 0 && isNothing(this.#kinds.at(-1), this.#cells.at(-1))) {
      this.#kinds.pop();
      this.#cells.pop();
    }
    this.#rows.push({ line: this.#line, cells: this.#cells, kinds: this.#kinds, isHidden: this.#isHidden });
  }
}

const isNothing = (kind: CellKind | undefined, text: string | undefined): boolean =>
  kind === 'empty' || (kind === 'text' && text?.trim() === '');

/** The ranges in what stands behind the rows. */
export class MergeReader implements XmlEvents {
  readonly ranges: Range[] = [];

  open(name: string, attributes: string): void {
    if (name !== 'mergeCell') return;
    const range = rangeOf(attributeOf(attributes, 'ref') ?? '', columnOf);
    if (range) this.ranges.push(range);
  }

  close(): void {
    // Nothing is inside.
  }

  text(): void {
    // Nor this.
  }
}
