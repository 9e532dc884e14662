// A sample of a file that has no profile yet: where its table begins and ends, its delimiter, and the encoding that it
// seems to have. A person checks the result.
import { isUtf8 } from 'node:buffer';
import type { FileHandle } from 'node:fs/promises';

import { readRecords } from '../../../../csv/input.ts';
import { csvMessage } from '../../../../csv/messages.ts';
import type { CellKind } from '../../../../csv/records.ts';
import { openSheet, type SheetRow } from '../../../../csv/xlsx/sheet.ts';
import { isWorkbookName, readWorkbookBytes } from '../../../../csv/xlsx/workbook-file.ts';
import { decode, sniff } from '../../../../files/encoding.ts';
import { InputError } from '../../../../files/input-error.ts';
import { AmountMarks } from '../../amount-marks.ts';

const HEAD_BYTES = 256 * 1024;
const HEAD_LINES = 60;
const ROWS_KEPT = 200;
const ENDS_KEPT = 10;
const DELIMITERS = [',', ';', '\t', '|'] as const;

export interface Sample {
  readonly names: readonly string[];
  /** Some rows below the header. */
  readonly rows: readonly (readonly string[])[];
  /** First cells of the last rows. */
  readonly ends: readonly string[];
  /** The marks of the amounts of each column, in all rows. Numbers of a workbook have no marks. */
  readonly marks: readonly AmountMarks[];
  readonly skipRows: number;
  readonly encoding: string | undefined;
  /** `undefined` if every reading of the file detects it. */
  readonly delimiter: (typeof DELIMITERS)[number] | undefined;
}

/** Errors: {@link InputError}. */
export async function sampleOf(
  handle: FileHandle,
  file: string,
  wanted: { readonly sheet: string | undefined; readonly delimiter: string | undefined },
): Promise<Sample> {
  return isWorkbookName(file)
    ? sheetSample(handle, file, wanted.sheet)
    : textSample(handle, file, wanted.delimiter);
}

async function textSample(handle: FileHandle, file: string, wanted: string | undefined): Promise<Sample> {
  const { buffer, bytesRead } = await handle.read(Buffer.alloc(HEAD_BYTES), 0, HEAD_BYTES, 0);
  // The last line of a longer file is cut, perhaps inside a character.
  const head = buffer.subarray(0, bytesRead < HEAD_BYTES ? bytesRead : buffer.lastIndexOf('\n') + 1);
  const { encoding: marked, bomBytes } = sniff(head);
  const isUnicode = marked !== 'utf-8' || isUtf8(head);
  const text = isUnicode ? decode(head.subarray(bomBytes), marked) : head.toString('latin1');
  const lines = text.split('\n').slice(0, HEAD_LINES);
  const delimiter = DELIMITERS.find((one) => one === wanted) ?? delimiterOf(lines);
  const skipRows = headerAt(lines.map((line) => line.split(delimiter).map((cell) => cell.trim())));
  const encoding = isUnicode ? undefined : 'windows-1252';
  const keeper = new Keeper();
  for await (const records of readRecords(handle, { file, delimiter, encoding, skipLines: skipRows })) {
    for (const { line, cells } of records) keeper.add(line, cells);
  }
  const isNamed = wanted !== undefined || delimiter === '|';
  return { ...keeper.sample(file), skipRows, encoding, delimiter: isNamed ? delimiter : undefined };
}

async function sheetSample(handle: FileHandle, file: string, sheet: string | undefined): Promise<Sample> {
  const { bytes } = await readWorkbookBytes(handle, file);
  const open = openSheet(bytes, { file, sheet });
  const head: SheetRow[] = [];
  for (const row of open.rows()) if (head.push(row) === HEAD_LINES) break;
  const skipRows = (head[headerAt(head.map(({ cells }) => cells))]?.line ?? 1) - 1;
  const keeper = new Keeper();
  for (const { line, cells, kinds } of open.rows()) if (line > skipRows) keeper.add(line, cells, kinds);
  return { ...keeper.sample(file), skipRows, encoding: undefined, delimiter: undefined };
}

/** The header, some rows, and the first cells of the last ones. */
class Keeper {
  #names: readonly string[] | undefined;
  readonly #rows: (readonly string[])[] = [];
  readonly #ends: string[] = [];
  readonly #marks: AmountMarks[] = [];

  add(line: number, cells: readonly string[], kinds: readonly CellKind[] = []): void {
    if (cells.every((cell) => cell.trim() === '')) return;
    if (!this.#names) {
      this.#names = cells;
      return;
    }
    if (this.#rows.length < ROWS_KEPT) this.#rows.push(cells);
    for (const [at, text] of cells.entries()) {
      if (kinds[at] === undefined || kinds[at] === 'text')
        (this.#marks[at] ??= new AmountMarks()).add(line, text);
    }
    this.#ends.push((cells[0] ?? '').trim());
    if (this.#ends.length > ENDS_KEPT) this.#ends.shift();
  }

  sample(file: string): Pick<Sample, 'names' | 'rows' | 'ends' | 'marks'> {
    if (!this.#names) throw new InputError('empty', { file }, csvMessage('no_header'));
    const marks = this.#names.map((_, at) => this.#marks[at] ?? new AmountMarks());
    return { names: this.#names, rows: this.#rows, ends: this.#ends, marks };
  }
}

/** The one that splits most lines into the same number of cells. */
function delimiterOf(lines: readonly string[]): (typeof DELIMITERS)[number] {
  const score = (delimiter: string): number => {
    const counts = new Map<number, number>();
    for (const line of lines) {
      const cells = line.split(delimiter).length;
      if (cells > 1) counts.set(cells, (counts.get(cells) ?? 0) + 1);
    }
    return Math.max(0, ...[...counts].map(([cells, times]) => cells * times));
  };
  return DELIMITERS.reduce((best, one) => (score(one) > score(best) ? one : best));
}

/** The first line that is about as wide as the table and has hardly an empty cell. */
function headerAt(lines: readonly (readonly string[])[]): number {
  const filled = lines.map((cells) => cells.filter((cell) => cell !== '').length);
  const most = filled.reduce((one, other) => Math.max(one, other), 1);
  const at = filled.findIndex((count) => count >= Math.max(1, Math.ceil(most * 0.6)));
  return Math.max(0, at);
}
