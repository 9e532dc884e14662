// An input file opened for reading: its header read and understood, its records in order, its hash. One for each pass.
import { constants } from 'node:fs';
import { type FileHandle, open } from 'node:fs/promises';

import { readChunks } from '../files/bytes.ts';
import { InputError } from '../files/input-error.ts';
import { DELIMITERS, detectDelimiter } from './delimiter.ts';
import { type CsvRecord, parseRecords } from './records.ts';

/** Opens a regular file for reading. Errors: {@link InputError} in plain words. */
export async function openInput(file: string): Promise<FileHandle> {
  const fail = (message: string, cause?: unknown): never => {
    throw new InputError('input', { file }, `${message}; nothing was sent`, cause);
  };
  // Without O_NONBLOCK, opening a named pipe that nobody writes would wait for ever.
  const handle = await open(file, constants.O_RDONLY | constants.O_NONBLOCK).catch(
    (error: NodeJS.ErrnoException) => {
      if (error.code === 'ENOENT') return fail('there is no such file', error);
      if (error.code === 'EACCES') return fail('no permission to read it', error);
      return fail(`can't be opened (${error.code ?? error.message})`, error);
    },
  );
  const stats = await handle.stat();
  if (!stats.isFile()) {
    await handle.close();
    fail(
      stats.isDirectory() ? 'is a folder: name a CSV file' : 'is no regular file: the input is read twice',
    );
  }
  return handle;
}

export interface ReadOptions {
  readonly file: string;
  readonly delimiter?: string | undefined;
  readonly maxRecordBytes?: number;
  /** Sees every prefix digest before the bytes under it are parsed; may throw to stop there. */
  readonly onPrefix?: (digest: string, index: number) => void;
}

/** All records of an open file in batches, the header's first. Errors: {@link InputError}. */
export async function* readRecords(handle: FileHandle, options: ReadOptions): AsyncGenerator<CsvRecord[]> {
  const { file, onPrefix } = options;
  if (options.delimiter !== undefined && !(DELIMITERS as readonly string[]).includes(options.delimiter)) {
    throw new InputError(
      'delimiter',
      { file },
      'the delimiter must be a comma, a semicolon or a tab (--delimiter "\\t")',
    );
  }
  const source = readChunks(handle, file, { prefixes: onPrefix !== undefined });
  let index = 0;
  const nextChunk = async (): Promise<Buffer | undefined> => {
    const { value, done } = await source.next();
    if (done === true) return undefined;
    if (value.prefix !== undefined) onPrefix?.(value.prefix, index++);
    return value.utf8;
  };
  let first = await nextChunk();
  while (first !== undefined && first.toString('utf8').trim() === '') {
    const more = await nextChunk();
    first = more === undefined ? undefined : Buffer.concat([first, more]);
  }
  if (first === undefined) {
    throw new InputError('empty', { file }, 'the file is empty: a header line is needed; nothing was sent');
  }
  const head = first;
  const chunks = async function* (): AsyncGenerator<Buffer> {
    yield head;
    for (let chunk = await nextChunk(); chunk !== undefined; chunk = await nextChunk()) yield chunk;
  };
  const delimiter = options.delimiter ?? detectDelimiter(head.toString('utf8'));
  yield* parseRecords(chunks(), {
    file,
    delimiter,
    ...(options.maxRecordBytes === undefined ? {} : { maxRecordBytes: options.maxRecordBytes }),
  });
}
