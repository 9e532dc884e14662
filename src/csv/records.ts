// Chunks of UTF-8 into records of cells with their places. Knows CSV, not payments: what a cell means is batch's business.
// Regular text is cut in plain-records.ts; from the first record that isn't, csv-parse reads on.
import { CsvError, type Options, Parser } from 'csv-parse';

import { InputError } from '../files/input-error.ts';
import { LineCounter } from './lines.ts';
import {
  type Beginning,
  type CsvRecord,
  MAX_RECORD_BYTES,
  PlainRecords,
  type Rest,
} from './plain-records.ts';

export type { CsvRecord };

/** Records are taken as they are parsed: one array a chunk costs half of what a stream of objects does. */
class CollectingParser extends Parser {
  readonly counter: LineCounter;
  readonly #start: number;
  batch: CsvRecord[] = [];

  constructor({ line, start }: Rest, options: Options) {
    super(options);
    this.counter = new LineCounter(line);
    this.#start = start;
  }

  override push(record: unknown): boolean {
    if (record === null) return true;
    const cells = record as string[]; // `columns` is off: csv-parse hands over arrays of text
    const { line, start, end } = this.counter.record(this.info.bytes);
    if (cells.length === 1 && (cells[0] ?? '').trim() === '') return true;
    this.batch.push({ cells, line, start: this.#start + start, end: this.#start + end });
    return true;
  }

  collected(): CsvRecord[] {
    const batch = this.batch;
    this.batch = [];
    return batch;
  }
}

const WHAT: Record<string, string> = {
  CSV_QUOTE_NOT_CLOSED:
    'a quote (") is opened here or below and never closed: close it, or double the quotes inside the cell',
  INVALID_OPENING_QUOTE:
    'a quote (") is in the middle of an unquoted cell: put the whole cell in quotes and double the quotes inside it',
  CSV_INVALID_CLOSING_QUOTE:
    'text follows a closing quote ("): put the whole cell in quotes and double the quotes inside it',
  CSV_MAX_RECORD_SIZE: `the row is over ${MAX_RECORD_BYTES} bytes long: a quote (") is never closed, or it has no line end`,
};

export interface ParseOptions {
  readonly file: string;
  readonly delimiter: string;
  readonly maxRecordBytes?: number | undefined;
  /** Where the first chunk begins; at the beginning unless said. */
  readonly from?: Beginning | undefined;
  /** The last record has no line end. */
  readonly onOpenEnd?: (() => void) | undefined;
}

/**
 * Parses chunks to batches of records, blank lines left out. A record may have any number of cells.
 * Errors: {@link InputError} where the text is no CSV.
 */
export async function* parseRecords(
  chunks: AsyncIterable<Buffer>,
  options: ParseOptions,
): AsyncGenerator<CsvRecord[]> {
  const plain = new PlainRecords(options.delimiter, options.maxRecordBytes ?? MAX_RECORD_BYTES, options.from);
  // By hand: the parser may have to go on with the same chunks.
  const source = chunks[Symbol.asyncIterator]();
  try {
    for (let next = await source.next(); next.done !== true; next = await source.next()) {
      const { records, rest } = plain.feed(next.value);
      if (records.length > 0) yield records;
      if (!rest) continue;
      yield* parseRest(rest, { [Symbol.asyncIterator]: () => source }, options);
      return;
    }
  } finally {
    await source.return?.();
  }
  const open = plain.end();
  if (open) yield* parseRest(open, undefined, options);
}

/** The records from a place on that is not for PlainRecords. */
async function* parseRest(
  rest: Rest,
  more: AsyncIterable<Buffer> | undefined,
  options: ParseOptions,
): AsyncGenerator<CsvRecord[]> {
  const parser = new CollectingParser(rest, {
    delimiter: options.delimiter,
    record_delimiter: ['\r\n', '\n'],
    relax_column_count: true,
    skip_empty_lines: true,
    max_record_size: options.maxRecordBytes ?? MAX_RECORD_BYTES,
  });
  let failure: Error | undefined;
  parser.on('error', (error) => (failure = error));
  const check = (): void => {
    if (failure) throw explain(failure, options.file, parser.counter.nextLine());
  };
  for await (const chunk of allOf(rest.bytes, more)) {
    if (chunk.length === 0) continue;
    parser.counter.feed(chunk);
    await new Promise<void>((resolve) => parser.write(chunk, () => resolve()));
    const batch = parser.collected();
    if (batch.length > 0) yield batch;
    check();
  }
  await new Promise<void>((resolve) => {
    parser.once('finish', resolve);
    parser.once('error', () => resolve());
    parser.end();
  });
  const batch = parser.collected();
  if (batch.length > 0) {
    if (parser.counter.isOpen) options.onOpenEnd?.();
    yield batch;
  }
  check();
}

async function* allOf(first: Buffer, more: AsyncIterable<Buffer> | undefined): AsyncGenerator<Buffer> {
  yield first;
  if (more) yield* more;
}

function explain(error: Error, file: string, line: number): Error {
  const what = error instanceof CsvError ? WHAT[error.code] : undefined;
  if (what === undefined) return error;
  return new InputError('csv', { file, line }, what, error);
}
