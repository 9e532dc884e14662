// A sample of a file that has no profile yet: where its table begins and ends, its delimiter, and the encoding that it
// seems to have. A person checks the result.
import { isUtf8 } from 'node:buffer';
import type { FileHandle } from 'node:fs/promises';

import { csvMessage } from '../../../../csv/messages.ts';
import { openSheet, type SheetRow } from '../../../../csv/xlsx/sheet.ts';
import { isWorkbookName, readWorkbookBytes } from '../../../../csv/xlsx/workbook-file.ts';
import { decode, sniff } from '../../../../files/encoding.ts';
import { InputError } from '../../../../files/input-error.ts';
import { AmountMarks } from '../../amount-marks.ts';
import { isBlank } from '../../blank-records.ts';
import { openRecords } from '../../open-records.ts';
import { NO_IMPORTS } from '../imports.ts';

const HEAD_BYTES = 256 * 1024;
const HEAD_LINES = 60;
const ENDS_KEPT = 10;
const DELIMITERS = [',', ';', '\t', '|'] as const;
type Delimiter = (typeof DELIMITERS)[number];

export interface Sample {
  readonly names: readonly string[];
  /** First cells of the last rows. */
  readonly ends: readonly string[];
  /** The marks of the amounts of each column, in all rows. Numbers of a workbook have no marks. */
  readonly marks: readonly AmountMarks[];
  readonly skipRows: number;
  readonly encoding: string | undefined;
  /** Of a text. */
  readonly delimiter: Delimiter | undefined;
}

/** How the file has to be read. */
type Form = Pick<Sample, 'skipRows' | 'encoding' | 'delimiter'>;

/** Errors: {@link InputError}. */
export async function sampleOf(
  handle: FileHandle,
  file: string,
  wanted: { readonly sheet: string | undefined; readonly delimiter: string | undefined },
): Promise<Sample> {
  const { sheet } = wanted;
  const form = isWorkbookName(file)
    ? await sheetForm(handle, file, sheet)
    : await textForm(handle, wanted.delimiter);
  const { pages } = await openRecords(handle, { file, imports: { ...NO_IMPORTS, ...form, sheet } });
  let names: readonly string[] | undefined;
  const ends: string[] = [];
  const marks: AmountMarks[] = [];
  for await (const page of pages) {
    for (const record of page) {
      const { cells, kinds } = record;
      if (isBlank(record)) continue;
      if (!names) {
        names = cells;
        marks.push(...cells.map(() => new AmountMarks()));
        continue;
      }
      for (const [at, text] of cells.entries())
        if (kinds === undefined || kinds[at] === 'text') marks[at]?.add(text);
      ends.push((cells[0] ?? '').trim());
      if (ends.length > ENDS_KEPT) ends.shift();
    }
  }
  if (!names) throw new InputError('empty', { file }, csvMessage('no_header'));
  return { names, ends, marks, ...form };
}

async function textForm(handle: FileHandle, wanted: string | undefined): Promise<Form> {
  const { buffer, bytesRead } = await handle.read(Buffer.alloc(HEAD_BYTES), 0, HEAD_BYTES, 0);
  // The last line of a longer file is cut, perhaps inside a character.
  const head = buffer.subarray(0, bytesRead < HEAD_BYTES ? bytesRead : buffer.lastIndexOf('\n') + 1);
  const { encoding: marked, bomBytes } = sniff(head);
  const isUnicode = marked !== 'utf-8' || isUtf8(head);
  const text = isUnicode ? decode(head.subarray(bomBytes), marked) : head.toString('latin1');
  const lines = text.split('\n').slice(0, HEAD_LINES);
  const delimiter = DELIMITERS.find((one) => one === wanted) ?? delimiterOf(lines);
  const skipRows = headerAt(lines.map((line) => line.split(delimiter).map((cell) => cell.trim())));
  return { skipRows, encoding: isUnicode ? undefined : 'windows-1252', delimiter };
}

async function sheetForm(handle: FileHandle, file: string, sheet: string | undefined): Promise<Form> {
  const { bytes } = await readWorkbookBytes(handle, file);
  const head: SheetRow[] = [];
  for (const row of openSheet(bytes, { file, sheet }).rows()) if (head.push(row) === HEAD_LINES) break;
  const skipRows = (head[headerAt(head.map(({ cells }) => cells))]?.line ?? 1) - 1;
  return { skipRows, encoding: undefined, delimiter: undefined };
}

/** The one that splits most lines into the same number of cells. */
function delimiterOf(lines: readonly string[]): Delimiter {
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
