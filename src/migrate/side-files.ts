// The two files beside a converted one: what was dropped, and what waits for a person. The todo file goes out with an empty
// column for answers and comes back with it filled. People open both in a spreadsheet: what it would run is defused.
import { basename, dirname, join } from 'node:path';

import { openInput, readRecords } from '../csv/input.ts';
import { csvLine, defuse } from '../csv/write.ts';
import { InputError } from '../files/input-error.ts';
import type { Dropped, Todo } from './step.ts';

export const DROPPED_HEADER = csvLine(['line', 'field', 'value']);
export const TODO_HEADER = csvLine(['line', 'field', 'why', 'value', 'suggestion', 'answer']);

export const droppedLine = (line: number, { field, value }: Dropped): string =>
  csvLine([String(line), defuse(field), defuse(value)]);
/** An answer that leaves a field out is no formula, and is read again as it was typed. */
export const todoLine = (line: number, { field, why, value, suggestion, answer = '' }: Todo): string =>
  csvLine([
    String(line),
    ...[field, why, value, suggestion].map(defuse),
    answer === '-' ? '-' : defuse(answer),
  ]);

/** A cell as it was before {@link defuse}: answers are often copied from the columns beside. */
function undefused(cell: string): string {
  const inner = cell.slice(1);
  return cell.startsWith("'") && defuse(inner) === cell ? inner : cell;
}

/** A row of a todo file that a person has answered. */
export interface Answered {
  readonly line: number;
  readonly todo: Todo & { readonly answer: string };
}

/** Answers by line and field. Errors: {@link InputError}, also where two of these files answer differently and neither is newer. */
export async function readAnswers(files: readonly string[]): Promise<Map<string, string>> {
  const answers = new Map<string, { readonly file: string; readonly text: string }>();
  for (const file of files) {
    for (const { line, todo } of await readAnswered(file)) {
      const key = answerKey(line, todo.field);
      const before = answers.get(key);
      const isNewer = before === undefined || isNewerSheet(file, before.file);
      if (!isNewer && before.text !== todo.answer && !isNewerSheet(before.file, file))
        throw new InputError(
          'todo',
          { file },
          `line ${line}, ${todo.field} is answered differently in ${basename(before.file)}: keep one of the two answers`,
        );
      if (isNewer) answers.set(key, { file, text: todo.answer });
    }
  }
  return new Map([...answers].map(([key, { text }]) => [key, text]));
}

/** Each round that leaves questions open writes the next sheet of its input: an answer there was given later. */
function isNewerSheet(file: string, other: string): boolean {
  const [sheet, older] = [sheetOf(file), sheetOf(other)];
  return sheet !== undefined && sheet.of === older?.of && sheet.number > older.number;
}

/** `pay.todo.csv` is the first sheet of `pay`, `pay.2.todo.csv` the second. */
function sheetOf(file: string): { readonly of: string; readonly number: number } | undefined {
  const [, stem, number = '1'] = /^(.+?)(?:\.(\d+))?\.todo\.csv$/i.exec(basename(file)) ?? [];
  return stem === undefined ? undefined : { of: join(dirname(file), stem), number: Number(number) };
}

/** Errors: {@link InputError} for what is no todo file. */
export async function readAnswered(file: string): Promise<Answered[]> {
  const handle = await openInput(file);
  try {
    const answered: Answered[] = [];
    let header: readonly string[] | undefined;
    for await (const records of readRecords(handle, { file })) {
      for (const { cells, line } of records) {
        if (!header) {
          header = cells.map((cell) => cell.trim().toLowerCase());
          if (!['line', 'field', 'answer'].every((name) => header?.includes(name))) {
            throw new InputError(
              'todo',
              { file, line },
              'not a todo file: it needs the columns line, field and answer',
            );
          }
          continue;
        }
        const cell = (name: string): string => undefused((cells[header?.indexOf(name) ?? -1] ?? '').trim());
        const [field, why, value] = [cell('field'), cell('why'), cell('value')];
        const todo = { field, why, value, from: '', suggestion: cell('suggestion'), answer: cell('answer') };
        if (todo.answer !== '') answered.push({ line: Number(cell('line')), todo });
      }
    }
    return answered;
  } finally {
    await handle.close();
  }
}

export const answerKey = (line: number, field: string): string => `${line}\0${field}`;
