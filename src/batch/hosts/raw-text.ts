// The records of a page as they are in the input, for a retry file that is written on another host. Records of a
// workbook or in another encoding are made from their cells.
import type { FileHandle } from 'node:fs/promises';

import { csvLine } from '../../csv/write.ts';
import { sniff } from '../../files/encoding.ts';

interface Placed {
  readonly start: number;
  readonly end: number;
}

export class RawText {
  readonly #handle: FileHandle;
  /** Bytes before the text; `undefined` if its offsets do not point into the file. */
  readonly #before: number | undefined;

  private constructor(handle: FileHandle, before: number | undefined) {
    this.#handle = handle;
    this.#before = before;
  }

  static async of(
    handle: FileHandle,
    { isSheet, encoding }: { isSheet: boolean; encoding?: string | undefined },
  ): Promise<RawText> {
    const head = Buffer.alloc(4);
    await handle.read(head, 0, 4, 0);
    const { encoding: marked, bomBytes } = sniff(head);
    const isUtf8 = marked === 'utf-8' && (encoding === undefined || /^utf-?8$/i.test(encoding));
    return new RawText(handle, isUtf8 && !isSheet ? bomBytes : undefined);
  }

  /** Without their line ends. */
  async of(records: readonly (Placed & { readonly cells: readonly string[] })[]): Promise<string[]> {
    const [first, last] = [records[0], records.at(-1)];
    if (!first || !last) return [];
    if (this.#before === undefined) return records.map(({ cells }) => withoutEnd(csvLine(cells)));
    const length = last.end - first.start;
    const bytes = Buffer.alloc(length);
    await this.#handle.read(bytes, 0, length, this.#before + first.start);
    return records.map(({ start, end }) =>
      withoutEnd(bytes.toString('utf8', start - first.start, end - first.start)),
    );
  }

  async one(range: Placed | undefined, cells: readonly string[]): Promise<string> {
    return range ? ((await this.of([{ ...range, cells }]))[0] ?? '') : '';
  }

  async lineEnd({ end }: Placed): Promise<'\n' | '\r\n'> {
    if (this.#before === undefined || end < 2) return '\n';
    const bytes = Buffer.alloc(2);
    await this.#handle.read(bytes, 0, 2, this.#before + end - 2);
    return bytes.toString('latin1') === '\r\n' ? '\r\n' : '\n';
  }
}

const withoutEnd = (text: string): string => text.replace(/\r?\n$/, '');
