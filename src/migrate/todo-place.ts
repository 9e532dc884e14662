// Where the questions of a migration go: never over a file with answers that they would lose. One that was given with --todo
// is left alone, and what is still open goes into another; the answers of any other stay in it.
import { lstatSync, realpathSync } from 'node:fs';
import { join, resolve } from 'node:path';

import { InputError } from '../files/input-error.ts';
import { type Answered, answerKey, readAnswered } from './side-files.ts';
import type { Todo } from './step.ts';

export interface TodoPlace {
  readonly name: string;
  /** Whether another one of this input was left alone. */
  readonly isMore: boolean;
  readonly kept: KeptAnswers;
  /** Itself, where it is there already, and sheets of earlier runs behind it; paths. */
  readonly before: readonly string[];
}

/** Answers of a file that is about to be written anew. */
export class KeptAnswers {
  readonly #open: Map<string, Answered>;

  constructor(answered: readonly Answered[]) {
    this.#open = new Map(answered.map((one) => [answerKey(one.line, one.todo.field), one]));
  }

  /** The question, with the answer that stood there. */
  into(line: number, todo: Todo): Todo {
    const key = answerKey(line, todo.field);
    const before = this.#open.get(key);
    if (!before || (todo.answer !== undefined && todo.answer !== before.todo.answer)) return todo;
    this.#open.delete(key);
    return { ...todo, answer: before.todo.answer };
  }

  /** Answers that nothing asks for any more: they stay all the same. */
  rest(): Answered[] {
    return [...this.#open.values()];
  }
}

export async function todoPlace(out: string, stem: string, leftAlone: readonly string[]): Promise<TodoPlace> {
  const alone = new Set(leftAlone.map(realOf));
  let isMore = false;
  for (let number = 1; ; number++) {
    const name = nameOf(stem, number);
    const path = join(out, name);
    if (alone.has(realOf(path))) {
      isMore = true;
      continue;
    }
    const kept = await answersOf(path);
    if (kept) {
      const before = sheetsFrom(out, stem, number).filter((one) => !alone.has(realOf(one)));
      return { name, isMore, kept: new KeptAnswers(kept), before };
    }
  }
}

const nameOf = (stem: string, number: number): string =>
  number === 1 ? `${stem}.todo.csv` : `${stem}.${number}.todo.csv`;

const isFile = (path: string): boolean => lstatSync(path, { throwIfNoEntry: false })?.isFile() === true;

/** The sheets that are there, of one number and those that follow it. */
function sheetsFrom(out: string, stem: string, first: number): string[] {
  const sheets: string[] = [];
  const path = (number: number): string => join(out, nameOf(stem, number));
  if (isFile(path(first))) sheets.push(path(first));
  for (let number = first + 1; isFile(path(number)); number++) sheets.push(path(number));
  return sheets;
}

/** `undefined` for a file that is somebody else's. */
async function answersOf(path: string): Promise<Answered[] | undefined> {
  // A link is not followed: the output folder refuses it.
  if (!isFile(path)) return [];
  try {
    return await readAnswered(path);
  } catch (error) {
    if (error instanceof InputError) return undefined;
    throw error;
  }
}

function realOf(path: string): string {
  try {
    return realpathSync(path);
  } catch {
    return resolve(path); // not there yet
  }
}
