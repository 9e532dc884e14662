// Which input each filled-in todo file answers. Of one input all of them do; of several its name says so, and where that says
// too little, its folder.
import { basename, dirname, extname, resolve } from 'node:path';

import { plainPath } from '../../../files/plain.ts';
import { readAnswers } from '../../../migrate/side-files.ts';
import { UsageError } from '../../io.ts';

interface Input {
  /** As it was named. */
  readonly file: string;
  /** Where its output goes; `null` where nothing is written. */
  readonly place: string | null;
}

/** `pay.csv` is answered in `pay.todo.csv`, `pay.2.todo.csv`, ... */
const isOf = (todo: string, file: string): boolean => {
  const name = basename(todo);
  const stem = basename(file, extname(file));
  return name.startsWith(`${stem}.`) && /^\.(?:\d+\.)?todo\.csv$/i.test(name.slice(stem.length));
};

/** The answers to the questions of each input. Errors: {@link UsageError}; InputError for a file that is not a todo file. */
export async function answersByInput(
  inputs: readonly Input[],
  todos: readonly string[],
  cwd: string,
): Promise<Map<Input, ReadonlyMap<string, string>>> {
  const own = new Map<Input, string[]>(inputs.map((input) => [input, []]));
  for (const todo of todos) own.get(inputOf(todo, inputs, cwd))?.push(resolve(cwd, todo));
  const answers = new Map<Input, ReadonlyMap<string, string>>();
  for (const [input, files] of own) answers.set(input, await readAnswers(files));
  return answers;
}

function inputOf(todo: string, inputs: readonly Input[], cwd: string): Input {
  const [only, second] = inputs;
  if (only && !second) return only;
  const named = inputs.filter(({ file }) => isOf(todo, file));
  const [first, twin] = named;
  if (first && !twin) return first;
  const there = named.filter(({ place }) => place === dirname(resolve(cwd, todo)));
  const [placed, other] = there;
  if (placed && !other) return placed;
  const why = first
    ? `${named.length} of the inputs have that name: ${named.map(({ file }) => plainPath(file)).join(', ')}`
    : `its name is that of none of the ${inputs.length} inputs (of pay.csv it would be pay.todo.csv)`;
  throw new UsageError(
    `--todo ${plainPath(todo)}: whose questions does it answer? ${why}. Name that input alone`,
  );
}
