// Runs the command `migrate` inside the test, and reads the files that it has written.
import { readFileSync } from 'node:fs';
import { join } from 'node:path';

import { parse } from 'csv-parse/sync';
import { stringify } from 'csv-stringify/sync';

import { command } from './io.ts';

export async function migrate(at: string, ...args: string[]) {
  return command(at, ['migrate', ...args]);
}

type Cells = Record<string, string>;

export const rowsOf = (path: string): Cells[] => parse<Cells>(readFileSync(path), { columns: true });
export const todoOf = (at: string, name = 'in'): Cells[] => rowsOf(join(at, `out/${name}.todo.csv`));
export const csvOf = (rows: readonly (readonly string[])[]): string =>
  stringify(
    rows.map((row) => [...row]),
    { quoted_match: /^\s|\s$|\r/ },
  );
