// The two files beside a converted one: what was dropped, and what waits for a person. The todo file goes out with an empty
// column for answers and comes back with it filled. People open both in a spreadsheet: what it would run is defused.
import { openInput, readRecords } from '../csv/input.ts';
import { csvLine, defuse } from '../csv/write.ts';
import { InputError } from '../files/input-error.ts';
import type { Dropped, Todo } from './step.ts';

export const DROPPED_HEADER = csvLine(['line', 'field', 'value']);
export const TODO_HEADER = csvLine(['line', 'field', 'why', 'value', 'suggestion', 'answer']);

export const droppedLine = (line: number, { field, value }: Dropped): string =>
  csvLine([String(line), defuse(field), defuse(value)]);
export const todoLine = (line: number, { field, why, value, suggestion }: Todo): string =>
  csvLine([String(line), ...[field, why, value, suggestion].map(defuse), '']);

/** A cell as it was before {@link defuse}: answers are often copied from the columns beside. */
function undefused(cell: string): string {
  const inner = cell.slice(1);
  return cell.startsWith("'") && defuse(inner) === cell ? inner : cell;
}

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
              'not a todo file: it needs the columns line, field and answer',
            );
          }
          continue;
        }
        const cell = (name: string): string => undefused((cells[header?.indexOf(name) ?? -1] ?? '').trim());
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
