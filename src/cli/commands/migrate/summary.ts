// What a migration says at its end: a table of the files, and what is left to do, by whom and where. Pure.
import { basename, relative } from 'node:path';

import { plain, plainPath } from '../../../files/plain.ts';
import type { MigrateEnd } from '../../../migrate/migrate.ts';
import { plainTable } from '../../render/table.ts';

/** The file that is to be filled in, and those that were before. */
export function todoNames(ends: readonly MigrateEnd[], given: readonly string[], cwd: string) {
  const [end] = ends;
  const only = ends.length === 1 && end && end.todoFile !== null;
  const also = given.map((file) => ` --todo ${plainPath(file)}`).join('');
  if (only) {
    const todo = plainPath(relative(cwd, end.todoFile));
    return { todo, again: `--todo ${todo}${also}` };
  }
  const again = `--todo for each of them${also === '' ? '' : `, and${also}`}`;
  return { todo: 'each NAME.todo.csv', again };
}

/** Each file has its own name there, but where that is the input's. */
function namesOf(ends: readonly MigrateEnd[]): string {
  const others = ends.filter(({ file, written }) => written !== null && basename(written) !== basename(file));
  const names = others.map(
    ({ file, written }) => `${plainPath(basename(file))} as ${plainPath(basename(written ?? ''))}`,
  );
  if (names.length === 0) return 'each file';
  return `${names.slice(0, NAMES_SHOWN).join(', ')}${names.length > NAMES_SHOWN ? ', and so on' : ''} (the input stays as it is)`;
}

const NAMES_SHOWN = 3;

export function summary(
  ends: readonly MigrateEnd[],
  { todo, again }: ReturnType<typeof todoNames>,
  out: string | undefined,
  { look, cwd, width }: { readonly look: boolean; readonly cwd: string; readonly width: number },
): string {
  const rows = ends.map((end) => [
    end.file,
    end.kind,
    ...[end.records, end.ready, end.waiting, end.unreadable, end.changed, end.dropped, end.documents].map(
      String,
    ),
  ]);
  const head = [
    'file',
    'kind',
    'rows',
    'ready',
    'waiting',
    'unreadable',
    look ? 'would change' : 'changed',
    'values dropped',
    'documents',
  ];
  const lines = [plainTable(head, rows, [2, 3, 4, 5, 6, 7, 8], width), ''];
  const waiting = ends.reduce((sum, end) => sum + end.waiting, 0);
  const broken = ends.reduce((sum, end) => sum + end.unreadable, 0);
  if (!look)
    lines.push(
      `Written to ${plainPath(out ?? '')}: ${namesOf(ends)}, what was dropped from it (NAME.dropped.csv) and what is left to do (NAME.todo.csv).`,
    );
  if (waiting + broken === 0) lines.push('Nothing is left to do by hand.');
  if (waiting > 0)
    lines.push(
      look
        ? `${waiting} row${waiting === 1 ? '' : 's'} would wait for a person: with --out DIR instead of --dry-run, the questions are written there.`
        : `${waiting} row${waiting === 1 ? ' is' : 's are'} waiting for a person: fill in the column "answer" of ${todo} ("-" leaves a field out), then run this again with ${again}.`,
    );
  if (broken > 0) lines.push(brokenText(ends, broken));
  for (const path of ends.flatMap(({ outdated }) => outdated))
    lines.push(
      `${plainPath(relative(cwd, path))} is of an earlier run, and nothing in it is asked any more.`,
    );
  return `${[...lines, ...ends.flatMap(withoutColumns)].join('\n')}\n`;
}

/** No answer helps where the row itself is broken. */
function brokenText(ends: readonly MigrateEnd[], all: number): string {
  const shown = ends.flatMap(({ file, broken }) =>
    broken.map(({ line, why }) => `${plainPath(file)}:${line}: ${plain(why.replace(FIX, ''), 200)}`),
  );
  const first = shown.slice(0, BROKEN_SHOWN);
  const more = all > first.length ? `; and ${all - first.length} more` : '';
  return `${all} row${all === 1 ? " can't be read and is" : "s can't be read and are"} not in the output: mend ${all === 1 ? 'it' : 'them'} in the input, then run this again (${first.join('; ')}${more}).`;
}

const BROKEN_SHOWN = 5;
/** Said of all of them. */
const FIX = /: fix it in the input and migrate again$/;

/** Which fields are required is the profile's to say, and an import profile may supply them: told, and not asked row by row. */
function withoutColumns({ file, kind, missingColumns }: MigrateEnd): string[] {
  if (missingColumns.length === 0) return [];
  const setting = kind === 'payouts' ? 'requiredTransferFields' : 'requiredCustomerFields';
  return [
    `${plainPath(file)} has no column for ${missingColumns.join(', ')}: check refuses its rows until it has (profile.${setting}), or an import profile supplies it.`,
  ];
}
