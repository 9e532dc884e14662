// Results that a strict reader gives up: saved by a spreadsheet in the encoding of its country, or with a block of zeros that a power cut
// has left. They are witnesses all the same, so they are read as far as anything can be. Reads records; knows no payments.
import type { FileHandle } from 'node:fs/promises';

import { detectDelimiter } from '../../csv/delimiter.ts';
import { type CsvRecord, parseRecords } from '../../csv/records.ts';
import { sniff, streamDecoder } from '../../files/encoding.ts';

const BLOCK_BYTES = 64 * 1024;
/** What spreadsheets write where it isn't UTF-8. The columns that count are ASCII, which other code pages have in the same places. */
const CODE_PAGE = 'windows-1252';

/**
 * All records of an open file whose bytes are not all text. `isUtf8`: whether its characters are, apart from the zeros among them.
 * Errors: {@link InputError} where the text is no CSV.
 */
export async function* damagedRecords(
  handle: FileHandle,
  file: string,
  isUtf8: boolean,
): AsyncGenerator<CsvRecord[]> {
  const head = await block(handle, 0);
  const { encoding, bomBytes } = sniff(head);
  const decoder = streamDecoder(bomBytes > 0 || isUtf8 ? encoding : CODE_PAGE);
  const text = async function* (): AsyncGenerator<Buffer> {
    for (
      let at = bomBytes, bytes = await block(handle, at);
      bytes.length > 0;
      bytes = await block(handle, at)
    ) {
      at += bytes.length;
      yield plain(decoder.write(bytes));
    }
    yield plain(decoder.end());
  };
  const delimiter = detectDelimiter(plain(head.toString('latin1')).toString('utf8'));
  yield* parseRecords(text(), { file, delimiter });
}

/** Without zeros, half of UTF-16 that has no mark among them, and with lines that end as everywhere: a Mac's spreadsheet ends them by CR alone. */
const plain = (text: string): Buffer =>
  Buffer.from(text.replaceAll('\0', '').replaceAll(/\r\n?/g, '\n'), 'utf8');

async function block(handle: FileHandle, at: number): Promise<Buffer> {
  const { buffer, bytesRead } = await handle.read(Buffer.alloc(BLOCK_BYTES), 0, BLOCK_BYTES, at);
  return buffer.subarray(0, bytesRead);
}
