// What stands beside a converted file: what was dropped, what waits for a person, and the documents. The todo file goes
// out with an empty column for answers and comes back with it filled.
import { createHash } from 'node:crypto';
import { copyFile, mkdir, readFile, rename, stat, writeFile } from 'node:fs/promises';
import { dirname, isAbsolute, join, resolve } from 'node:path';

import { openInput, readRecords } from '../csv/input.ts';
import { csvLine } from '../csv/write.ts';
import { InputError } from '../files/input-error.ts';
import type { Dropped, NewFile, Todo } from './step.ts';

export const DROPPED_HEADER = csvLine(['line', 'field', 'value']);
export const TODO_HEADER = csvLine(['line', 'field', 'why', 'value', 'suggestion', 'answer']);

export const droppedLine = (line: number, { field, value }: Dropped): string =>
  csvLine([String(line), field, value]);
export const todoLine = (line: number, { field, why, value, suggestion }: Todo): string =>
  csvLine([String(line), field, why, value, suggestion, '']);

/** Answers by line and field. Errors: {@link InputError}. */
export async function readAnswers(file: string): Promise<Map<string, string>> {
  const handle = await openInput(file);
  try {
    const answers = new Map<string, string>();
    let header: readonly string[] | undefined;
    for await (const records of readRecords(handle, { file })) {
      for (const { cells, line } of records) {
        if (!header) {
          header = cells.map((cell) => cell.trim());
          if (!['line', 'field', 'answer'].every((name) => header?.includes(name))) {
            throw new InputError(
              'todo',
              { file, line },
              'a todo file has the columns line, field and answer',
            );
          }
          continue;
        }
        const cell = (name: string): string => (cells[header?.indexOf(name) ?? -1] ?? '').trim();
        if (cell('answer') !== '')
          answers.set(answerKey(Number(cell('line')), cell('field')), cell('answer'));
      }
    }
    return answers;
  } finally {
    await handle.close();
  }
}

export const answerKey = (line: number, field: string): string => `${line}\0${field}`;

/** Writes a document whole or not at all; one with the same bytes is left as it is. */
export async function writeDocument(folder: string, { path, bytes }: NewFile): Promise<void> {
  const target = join(folder, path);
  await mkdir(dirname(target), { recursive: true, mode: 0o700 });
  const there = await readFile(target).catch(() => undefined);
  if (there?.equals(bytes) === true) return;
  const part = `${target}.${createHash('sha256').update(bytes).digest('hex').slice(0, 8)}.part`;
  await writeFile(part, bytes, { mode: 0o600, flush: true });
  await rename(part, target);
}

/** Copies a document from the input's folder; one that isn't there, or lies outside, is left to the check to tell. */
export async function carryDocument(from: string, to: string, path: string): Promise<void> {
  const target = join(to, path);
  if (path === '' || isAbsolute(path) || path.split(/[\\/]/).includes('..') || resolve(from) === resolve(to))
    return;
  const there = await stat(join(from, path)).catch(() => undefined);
  if (there?.isFile() !== true) return;
  await mkdir(dirname(target), { recursive: true, mode: 0o700 });
  await copyFile(join(from, path), target);
}
