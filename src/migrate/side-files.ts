// The dropped file and the todo file of a migration. A person fills in the column `answer` of the todo file. Cells
// that a spreadsheet would run as formulas are defused in both.
import { createHash } from 'node:crypto';
import { lstatSync, realpathSync } from 'node:fs';
import { join, resolve } from 'node:path';

import { readTable } from '../csv/input.ts';
import { csvLine, defuse, undefused } from '../csv/write.ts';
import { InputError } from '../files/input-error.ts';
import type { Say } from '../message.ts';
import { migrateMessage } from './messages.ts';
import { type Dropped, type RecordFields, textOf, type Todo } from './step.ts';

export const DROPPED_HEADER = csvLine(['line', 'field', 'value']);
export const TODO_HEADER = csvLine(['line', 'field', 'why', 'value', 'suggestion', 'row', 'answer']);

export const droppedLine = (line: number, { field, value }: Dropped): string =>
  csvLine([String(line), defuse(field), defuse(value)]);
export const todoLine = (
  line: number,
  { field, why, value, suggestion }: Todo,
  row: string,
  say: Say,
): string => csvLine([String(line), ...[field, say(why), value, suggestion].map(defuse), row, '']);

/** Identifies a row by its content. The prefix keeps a spreadsheet from reading a number. */
export function fingerprintOf(fields: RecordFields): string {
  const cells = [...fields].map(([path, value]) => [path, textOf(value)]);
  return `row:${createHash('sha256').update(JSON.stringify(cells)).digest('hex').slice(0, 16)}`;
}

export interface Answer {
  readonly line: number;
  readonly field: string;
  readonly text: string;
  /** The fingerprint of the row that it is for; empty in a file without that column. */
  readonly row: string;
}

/** By line, then by field. */
export type Answers = ReadonlyMap<number, ReadonlyMap<string, Answer>>;

/** If two files answer the same question, the later file counts. Errors: {@link InputError}. */
export async function readAnswers(files: readonly string[]): Promise<Answers> {
  const answers = new Map<number, Map<string, Answer>>();
  for (const file of files)
    for (const answer of await answersIn(file)) {
      const own = answers.get(answer.line) ?? new Map<string, Answer>();
      answers.set(answer.line, own.set(answer.field, answer));
    }
  return answers;
}

async function answersIn(file: string): Promise<Answer[]> {
  const answers: Answer[] = [];
  const checkHeader = (names: readonly string[], line: number): void => {
    if (['line', 'field', 'answer'].every((name) => names.includes(name))) return;
    throw new InputError('todo', { file, line }, migrateMessage('not_a_todo_file'));
  };
  for await (const { cell } of readTable(file, checkHeader)) {
    const text = undefused(cell('answer'));
    const [line, field, row] = [Number(cell('line')), undefused(cell('field')), cell('row')];
    if (text !== '') answers.push({ line, field, text, row });
  }
  return answers;
}

/**
 * The file for questions: the first of NAME.todo.csv, NAME.2.todo.csv, ... that has no answers and is not left alone.
 * `leftAlone`: real paths.
 */
export async function questionsName(
  out: string,
  stem: string,
  leftAlone: ReadonlySet<string>,
): Promise<string> {
  for (let number = 1; ; number++) {
    const name = number === 1 ? `${stem}.todo.csv` : `${stem}.${number}.todo.csv`;
    const path = join(out, name);
    if (!leftAlone.has(realOf(path)) && !(await isInUse(path))) return name;
  }
}

/** Whether it has answers, or is not a todo file. The output folder refuses links. */
async function isInUse(path: string): Promise<boolean> {
  if (lstatSync(path, { throwIfNoEntry: false })?.isFile() !== true) return false;
  try {
    return (await answersIn(path)).length > 0;
  } catch (error) {
    if (error instanceof InputError) return true;
    throw error;
  }
}

/** The path without links; as it is, if nothing is there. */
export function realOf(path: string): string {
  try {
    return realpathSync(path);
  } catch {
    return resolve(path);
  }
}
