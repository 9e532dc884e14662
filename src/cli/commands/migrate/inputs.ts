// The inputs of a migration, the todo files of each, and the refusal of files that two of them need.
import { readdirSync } from 'node:fs';
import { basename, dirname, extname, join, resolve } from 'node:path';

import { plainPath } from '../../../files/plain.ts';
import { statsOf } from '../../../files/small-file.ts';
import { outputNames } from '../../../migrate/output.ts';
import { realOf } from '../../../migrate/side-files.ts';
import { type Io, UsageError } from '../../io.ts';

export interface MigrationInput {
  /** As it was named. */
  readonly file: string;
  /** Below the folder that was named: what is written has the same place in the output. */
  readonly folder: string;
}

/**
 * The todo files of each input. NAME.todo.csv and NAME.2.todo.csv are of the input NAME; a file with another name is
 * that of a single input.
 * Errors: {@link UsageError}.
 */
export function todosOf(
  inputs: readonly MigrationInput[],
  todos: readonly string[],
): Map<MigrationInput, string[]> {
  const own = new Map<MigrationInput, string[]>(inputs.map((input) => [input, []]));
  for (const todo of todos) {
    const [, stem] = TODO_NAME.exec(basename(todo)) ?? [];
    const names = [stem, stem?.replace(/\.\d+$/, '')];
    const named = stem === undefined ? inputs : inputs.filter(({ file }) => names.includes(stemOf(file)));
    const [input, other] = named;
    if (!input)
      throw new UsageError(
        `--todo ${plainPath(todo)}: no input has that name. Name the input and todo file that belong together`,
      );
    if (other)
      throw new UsageError(
        `--todo ${plainPath(todo)} may belong to ${plainPath(input.file)} or ${plainPath(other.file)}. ` +
          'Migrate each alone, with its todo files',
      );
    own.get(input)?.push(todo);
  }
  return own;
}

const TODO_NAME = /^(.*)\.todo\.csv$/i;
const stemOf = (file: string): string => basename(file, extname(file));

/**
 * Refuses inputs of which one would overwrite another, or its output. Names are compared without case, as some disks
 * do. Errors: {@link UsageError}.
 */
export function refuseOverwriting(inputs: readonly MigrationInput[], out: string, { cwd }: Io): void {
  const place = (folder: string, name: string): string => join(folder, name.normalize().toLowerCase());
  const owners = new Map<string, string>();
  for (const { file } of inputs) {
    const path = realOf(resolve(cwd, file));
    owners.set(place(dirname(path), basename(path)), file);
  }
  for (const { file, folder } of inputs) {
    const to = resolve(cwd, out, folder);
    const { converted, dropped, todo } = outputNames(resolve(cwd, file), to);
    for (const name of [converted, dropped, todo]) {
      const path = place(realOf(to), name);
      const other = owners.get(path);
      if (other !== undefined)
        throw new UsageError(
          `${plainPath(other)} and ${plainPath(file)} both need ${plainPath(join(out, folder, name))}. ` +
            'Nothing was written. Migrate each with a separate --out folder, or rename one',
        );
      owners.set(path, file);
    }
  }
}

const DATA = /\.(csv|json|ndjson|jsonl)$/i;
const OURS = /\.(todo|dropped|results|retry|check|quote|sandbox)\.csv$/;
const WORKBOOK = /\.(xlsx|xlsm|xls|ods)$/i;

/** Each file once. Errors: {@link UsageError}. */
export function inputsOf(paths: readonly string[], out: string | undefined, io: Io): MigrationInput[] {
  const left = out === undefined ? '' : resolve(io.cwd, out);
  const inputs = paths.flatMap((path) => {
    const root = resolve(io.cwd, path);
    if (statsOf(root)?.isDirectory() !== true) return [{ file: path, folder: '' }];
    const files = filesUnder(root, '', left);
    const workbooks = files.filter((name) => WORKBOOK.test(name)).length;
    if (workbooks > 0)
      io.err(`paybatch: ${plainPath(path)}: ${workbooks} workbooks skipped: save their sheets as CSV\n`);
    const data = files.filter((name) => DATA.test(name));
    if (data.length === 0) throw new UsageError(`${path}: the folder has no CSV, JSON or NDJSON file`);
    return data.map((name) => ({ file: join(path, name), folder: dirname(name) }));
  });
  // A file that is named twice is one input.
  return [...new Map(inputs.map((input) => [resolve(io.cwd, input.file), input])).values()];
}

/** Files below a folder, in order, without those that an earlier migration wrote. */
function filesUnder(root: string, folder: string, left: string): string[] {
  const entries = readdirSync(join(root, folder), { withFileTypes: true });
  const names = new Set(entries.map(({ name }) => name));
  const isWritten = (name: string): boolean =>
    OURS.test(name) || (/\.migrated\.\w+$/.test(name) && names.has(name.replace(/\.migrated(\.\w+)$/, '$1')));
  return entries
    .sort((a, b) => (a.name < b.name ? -1 : 1))
    .flatMap((entry) => {
      const name = join(folder, entry.name);
      if (entry.name.startsWith('.') || entry.name === 'node_modules') return [];
      if (entry.isDirectory()) return join(root, name) === left ? [] : filesUnder(root, name, left);
      return entry.isFile() && !isWritten(entry.name) ? [name] : [];
    });
}
